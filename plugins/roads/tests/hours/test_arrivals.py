"""Earliest arrivals, against a search over all moments: at each, wait or enter an edge, and go on tick by tick."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_edges import Oracle

import genastar
from genastar import BadInput
from genastar_roads.answers.timed_route import TimedRoute
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts
from genastar_roads.graph.hours import EdgeHours
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.stages import OPEN
from genastar_roads.hours.calendar import Calendar
from genastar_roads.hours.timed_network import TimedNetwork
from genastar_roads.hours.timed_problem import TimedJunctions
from genastar_roads.hours.timetable import Timetable, find_arrival
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place
from genastar_roads.profiles.hourly import Closure, HourlyRule
from genastar_roads.profiles.profile import Rule
from genastar_roads.search.preference import Preference

ARRIVALS = int(os.environ.get("GENASTAR_RANDOM_ARRIVALS", "800"))
"""Random towns of the long test: 3,000 take three minutes on a busy machine."""
LAST = 60
"""The last moment that the naive search looks at; all windows end before."""

EXACT = ("astar", "dijkstra", "ida-star", "deepening", "partial-expansion", "restarting", "anytime")


class Windows(Calendar):
    """A calendar of small numbers: ``3-7`` holds from the third millisecond to the seventh."""

    def list_pieces(self, conditions: Sequence[str]) -> tuple[tuple[int, int], ...]:
        ends = [tuple(map(int, text.split("-"))) for text in conditions]
        times = sorted({0, *(time for pair in ends for time in pair)})
        return tuple((t, sum((a <= t < b) << bit for bit, (a, b) in enumerate(ends))) for t in times)


class Town(NamedTuple):
    graph: RoadGraph
    oracle: Oracle


def holds(closure: Closure | HourlyRule, time: int) -> int:
    return sum(1 << bit for bit, text in enumerate(closure.times) if int(text.split("-")[0]) <= time < int(text.split("-")[1]))


@st.composite
def towns(draw: st.DrawFn) -> Town:
    size = draw(st.integers(2, 5))
    node = st.integers(0, size - 1)
    roads = draw(st.lists(st.tuples(node, node, st.integers(1, 6), st.booleans()), min_size=1, max_size=8))
    arcs = [arc for a, b, metres, both in roads for arc in ((a, b, metres), (b, a, metres))[: 1 + (both and a != b)]]
    window = st.tuples(st.integers(0, 20), st.integers(1, 15)).map(lambda pair: f"{pair[0]}-{sum(pair)}")
    times = st.lists(window, min_size=1, max_size=2, unique=True).map(tuple)
    speed = st.sampled_from([0.0, 3.6, 7.2, 10.8])  # 0, 1, 2 and 3 millimetres in a millisecond

    @st.composite
    def rules(draw: st.DrawFn) -> HourlyRule:
        held = draw(times)
        side = st.tuples(speed, st.booleans())
        sides = [[draw(side) for _ in range(1 << len(held))] for _ in range(2)]
        greatest = [max(max(pace for pace, _ in side), 3.6) for side in sides]
        variants = tuple(
            Rule(forward, backward, 0.0, one, other) for (forward, one), (backward, other) in zip(*sides, strict=True)
        )
        return HourlyRule(*greatest, times=held, variants=variants)

    found = draw(st.lists(rules(), max_size=3))
    rule = [draw(st.integers(-1, len(found) - 1)) for _ in arcs]
    backward = [draw(st.booleans()) for _ in arcs]
    pairs = [(a, b) for a, (_, head, _) in enumerate(arcs) for b, (tail, _, _) in enumerate(arcs) if head == tail]
    turns = st.lists(st.sampled_from(pairs), max_size=4, unique=True) if pairs else st.just([])
    closures = st.builds(lambda held, sets: Closure(held, frozenset(sets)), times, st.sets(st.integers(0, 3)))
    hourly = {pair: (draw(closures),) for pair in [*draw(turns), *draw(turns)]}
    gates = {number: draw(closures) for number in draw(st.sets(node, max_size=2))}
    base = [
        (found[row].backward if back else found[row].forward) if row >= 0 else 3.6
        for row, back in zip(rule, backward, strict=True)
    ]
    tail, head, metres = (list(column) for column in zip(*arcs, strict=True))
    length = np.array(metres) / 1000
    hours = EdgeHours(
        np.arange(len(arcs), dtype=np.int32), np.array(rule, np.int32), np.array(backward), tuple(found), gates, hourly
    )
    facts = EdgeFacts(
        length,
        (length * 3.6 / np.array(base)).astype(np.float32),
        np.zeros(len(arcs), np.int64),
        np.zeros(len(arcs), np.int32),
        np.full(len(arcs), STRAIGHT, np.int32),
        hours=hours,
    )
    static = draw(turns)
    no_through = draw(st.just([]) | st.lists(st.booleans(), min_size=len(arcs), max_size=len(arcs)))
    u_turns = draw(st.sampled_from(["allowed", "dead-ends", "never"]))
    weight = np.ceil(np.array(metres) * 3.6 / np.array(base) - 1e-9).astype(int)
    graph = RoadGraph.from_edges(
        tail, head, weight, size=size, unit="ms", turns=static, u_turns=u_turns, no_through=no_through, facts=facts
    )
    return Town(graph, Oracle(graph, u_turns))


def walk(town: Town, edge: int, time: int) -> int:
    """When the end of an edge is reached that is entered at a moment: millimetre by millimetre."""
    graph, hours = town.graph, town.graph.facts.hours  # type: ignore[union-attr]
    number = hours.source_edge[edge]
    left = round(graph.facts.length[edge] * 1000)  # type: ignore[union-attr]
    while left > 0:
        pace = 3.6
        if hours.rule[number] >= 0:
            rule = hours.rules[hours.rule[number]]
            side = "backward" if hours.is_backward[number] else "forward"
            pace = getattr(rule.variants[holds(rule, time)], side) or getattr(rule, side)
        left -= round(pace / 3.6)
        time += 1
    return time


def may_enter(town: Town, before: int, edge: int, time: int) -> bool:
    graph, hours = town.graph, town.graph.facts.hours  # type: ignore[union-attr]
    number = hours.source_edge[edge]
    if hours.rule[number] >= 0:
        rule = hours.rules[hours.rule[number]]
        side = "backward" if hours.is_backward[number] else "forward"
        now = rule.variants[holds(rule, time)]
        if getattr(now, side) <= 0 or (graph.stage[edge] == OPEN and not getattr(now, f"through_{side}")):
            return False
    if before < 0:
        return True
    gate = hours.gates.get(int(graph.tail[edge]))
    bans = [*hours.turns.get((hours.source_edge[before], number), ()), *([gate] if gate else [])]
    return not any(holds(ban, time) in ban.sets for ban in bans)


def arrive(town: Town, start: int, begin: int) -> dict[int, int]:
    """The earliest arrival at each node, over all edges and moments."""
    found = {start: begin}
    seen = {(-1, begin)}
    queue = [(-1, begin)]
    while queue:
        before, time = queue.pop()
        if time >= LAST:
            continue
        for after in town.oracle.leaving[start] if before < 0 else town.oracle.follow[before]:
            if may_enter(town, before, after, time):
                reached = after, walk(town, after, time)
                node = town.oracle.head[after]
                found[node] = min(found.get(node, reached[1]), reached[1])
                if reached not in seen:
                    seen.add(reached)
                    queue.append(reached)
        if (before, time + 1) not in seen:
            seen.add((before, time + 1))
            queue.append((before, time + 1))
    return found


def depart(graph: RoadGraph, begin: int) -> Roads:
    timetable = Timetable.of(graph, Windows(datetime(2026, 11, 28), (0.0, 0.0)), None)
    timed = TimedJunctions.of(graph, timetable)
    return Roads(
        "a town",
        graph,
        Options(),
        TimedNetwork(graph, is_changed=True, timed=timed, table=None, offset=begin),
    )


@settings(max_examples=100)
@given(towns(), st.integers(0, 25), st.data())
def test_earliest_arrivals_are_those_of_all_moments(town: Town, begin: int, data: st.DataObject) -> None:
    check_arrivals(town, begin, data)


@pytest.mark.long
@settings(max_examples=ARRIVALS)
@given(towns(), st.integers(0, 25), st.data())
def test_many_earliest_arrivals(town: Town, begin: int, data: st.DataObject) -> None:
    check_arrivals(town, begin, data)


def check_arrivals(town: Town, begin: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, town.graph.size - 1))
    roads = depart(town.graph, begin)
    wanted = arrive(town, start, begin)
    origin = roads.make_node_place(start)
    name = data.draw(st.sampled_from(EXACT))
    for goal in range(town.graph.size):
        found = roads.search(origin, [roads.make_node_place(goal)], algorithm=name, engine="interpreted")
        assert found.found == (goal in wanted), (goal, name)
        if found.cost is not None:
            assert round(found.cost.travelled * 1000) == wanted[goal] - begin
            route = roads.make_route(found.path)
            assert route.cost == wanted[goal] - begin
    costs = roads.compute_costs_from(origin, engine="interpreted").tolist()
    table = roads.matrix([origin], [roads.make_node_place(goal) for goal in range(town.graph.size)], engine="interpreted")
    expected = [round((wanted[goal] - begin) / 1000, 9) if goal in wanted else np.inf for goal in range(town.graph.size)]
    assert np.round(costs, 9).tolist() == np.round(table[0], 9).tolist() == expected


@settings(max_examples=100)
@given(towns(), st.integers(0, 25), st.data())
def test_places_inside_edges(town: Town, begin: int, data: st.DataObject) -> None:
    """A place in the middle of an edge, as a start and as a goal, is a node of a graph with the edge cut there."""
    roads = depart(town.graph, begin)
    edges = st.integers(0, town.graph.edges - 1)
    start, goal = Place(edge=data.draw(edges), share=0.25), Place(edge=data.draw(edges), share=0.75)
    found = roads.search(start, [goal], engine="interpreted")
    assert (found.cost is None) == np.isinf(matrix := roads.matrix([start], [goal], engine="interpreted")).all()
    if found.cost is not None:
        assert round(found.cost.travelled, 9) == round(matrix[0, 0], 9)
        assert roads.make_route(found.path).cost == round(found.cost.travelled * 1000)
    several = roads.search(start, [goal, roads.make_node_place(0)], engine="interpreted")
    if several.cost is not None:
        assert roads.make_route(several.path).cost == round(several.cost.travelled * 1000)
        one = roads.search(start, [several.path[-1]], engine="interpreted")
        assert one.cost is not None
        assert one.cost.travelled == several.cost.travelled


@pytest.mark.long
@settings(max_examples=30)
@given(towns(), st.integers(0, 25))
def test_engines_agree(town: Town, begin: int) -> None:
    roads = depart(town.graph, begin)
    for goal in range(town.graph.size):
        ends = roads.make_node_place(0), [roads.make_node_place(goal)]
        one, other = (roads.search(*ends, engine=engine) for engine in ("interpreted", "compiled"))
        assert (one.cost, one.path) == (other.cost, other.path)


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(1, 5)), min_size=1, max_size=5), st.integers(0, 60))
def test_first_in_is_first_out(pieces: list[tuple[int, int]], work: int) -> None:
    since = np.cumsum([0, *(length for length, _ in pieces[:-1])])
    pattern = np.array([0, len(pieces)]), since, np.array([speed for _, speed in pieces])
    arrivals = [find_arrival(time, 0, work, 0, *pattern) for time in range(120)]
    assert arrivals == sorted(arrivals)
    for time, arrival in enumerate(arrivals):
        left, now = work, time
        while left > 0:
            left -= int(pattern[2][np.searchsorted(since, now, "right") - 1])
            now += 1
        assert now == arrival


def test_what_takes_a_road_to_cost_the_same_is_refused() -> None:
    graph = RoadGraph.from_edges([0, 1], [1, 0], [5, 5], unit="ms")
    roads = depart(graph, 0)
    ends = roads.make_node_place(0), [roads.make_node_place(1)]
    for name in ("both-ways", "hierarchy", "landmarks", "hub-labels", "k-shortest", "lss-lrta", "mm", "nbs", "customizable"):
        with pytest.raises(BadInput, match="the same at all times; use astar or dijkstra"):
            roads.search(*ends, algorithm=name)
    with pytest.raises(BadInput, match="not prepared"):
        genastar.prepare(roads, "hierarchy")
    for refused in (
        lambda: roads.alternatives(ends[0], ends[1][0], 2),
        lambda: roads.compute_isochrones([5], ends[0]),
        lambda: roads.matrix([ends[0]], ends[1], algorithm="hierarchy"),
        lambda: roads.with_costs({}),
        lambda: roads.with_preference(Preference("toll", factor=2)),
        lambda: roads.problem((ends[1][0],)).reverse(0),  # type: ignore[attr-defined]
    ):
        with pytest.raises(BadInput):
            refused()
    for name in ("anytime-weighted", "beam", "breadth-first-heuristic", "convex", "focal", "greedy", "weighted"):
        assert roads.search(*ends, algorithm=name, engine="interpreted").found
    route = roads.find_tour([ends[0], ends[1][0], ends[0]], engine="interpreted")
    assert isinstance(route, TimedRoute)
    assert (route.cost, [each.reached for each in route.times]) == (10, [0, 5])
