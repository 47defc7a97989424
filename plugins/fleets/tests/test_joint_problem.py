"""The algorithms on the axis: they search the problem of all agents together, as A* does, and refuse others."""

from __future__ import annotations

from pathlib import Path
from threading import Timer
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest
from fleet_worlds import Carts, Ring, cell_of, find_optimum, make_world

import genastar
from genastar import BadInput, CancelToken, Limits, Outcome
from genastar.algorithm import find_algorithm
from genastar_fleets import FleetProblem, OnTheWay, find_fault, plan_together
from genastar_fleets.graph.reading import Rules, read_agents

NAMES = ("cbs", "eecbs", "lacam", "lns", "pibt", "prioritised", "sipp", "space-time")


def make_problem(world: Any, starts: list[Any], goals: list[Any], **rules: Any) -> FleetProblem:
    return FleetProblem(*read_agents(world, starts, goals, Rules(**rules), "auto"))


@pytest.mark.parametrize("rules", [{}, {"stay": False}, {"following": False}, {"wait_cost": 2}])
@pytest.mark.parametrize("kind", ["grid", "octile", "hexmap", "ring"])
def test_a_star_and_conflict_based_search_agree(kind: str, rules: dict[str, Any]) -> None:
    world, positions = make_world(kind, 2)
    starts, goals = positions[:2], positions[2:4]
    problem = make_problem(world, starts, goals, **rules)
    origin = tuple(problem.starts.tolist())
    best = problem.search(origin, algorithm="astar", engine="interpreted")
    found = problem.search(origin, algorithm="cbs", engine="interpreted")
    assert best.cost.travelled == found.cost.travelled
    assert (found.bound, found.algorithm) == (1, "cbs")
    assert found.path[0] == origin
    assert problem.is_destination(found.path[-1])
    assert found.costs[-1] == found.cost
    assert len(found.costs) == len(found.path)


@pytest.mark.parametrize("name", NAMES)
def test_algorithms_for_fleets_refuse_one_agent(name: str) -> None:
    with pytest.raises(BadInput, match=r"plans several agents together; call genastar_fleets\.plan_together, or use astar"):
        Ring(6).search(0, algorithm=name)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_on_the_axis(name: str) -> None:
    assert find_algorithm(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_distances_end_with_the_budget(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("genastar_fleets.graph.move_graph.compute_distances", lambda *_: sleep(0.05))
    world = genastar.load(np.ones((9, 9), np.int32), "grid", directions="4")
    cells = [(x, y) for x in range(9) for y in range(9)]
    for limits, outcome in ((Limits(seconds=0.2), Outcome.TIMEOUT), (Limits(), Outcome.CANCELLED)):
        cancel, began = CancelToken(), perf_counter()
        Timer(0.2, cancel.cancel if outcome is Outcome.CANCELLED else int).start()
        plan = plan_together(world, cells[:60], cells[20:80], algorithm=name, limits=limits, cancel=cancel)
        assert (plan.outcome, plan.plans, plan.lower_bound) == (outcome, (), 0)
        assert perf_counter() - began < 2


def test_reading_ends_with_the_budget() -> None:
    class Slow(Ring):
        def add_neighbours(self, node: Any, open_list: Any) -> None:
            sleep(0.01)
            super().add_neighbours(node, open_list)

    plan = plan_together(Slow(1000), [1, 2], [2, 1], limits=Limits(seconds=0.2), engine="interpreted")
    assert plan.outcome is Outcome.TIMEOUT
    assert plan.seconds < 2


def test_improvements_come_one_by_one() -> None:
    world = genastar.load(np.ones((5, 5), np.int32), "grid", directions="4")
    cells = [(x, y) for x in range(5) for y in range(5)]
    problem = make_problem(world, cells[:14], cells[24:10:-1])
    results = problem.results(
        tuple(problem.starts.tolist()), algorithm="lns", limits=Limits(expansions=300), engine="interpreted"
    )
    costs = [each.cost.travelled for each in results]
    assert costs == sorted(costs, reverse=True)
    assert len(set(costs)) > 2


def test_carts_turn_on_the_spot() -> None:
    yard, starts = Carts(3, 2), [(0, 0, 0), (2, 0, 2)]
    goals = [[(2, 0, heading) for heading in range(4)], [(0, 0, heading) for heading in range(4)]]
    best = find_optimum(yard, starts, [set(each) for each in goals], tick=1, place=cell_of)
    for name in ("cbs", "lacam", "lns"):
        plan = plan_together(yard, starts, goals, algorithm=name, place=cell_of, limits=Limits(seconds=20, expansions=2000))
        assert plan.found
        assert find_fault(yard, starts, goals, plan.plans, tick=1, place=cell_of) is None
        assert plan.sum_of_costs == best or (name != "cbs" and plan.sum_of_costs > best)


def test_lanes_hold_several_agents() -> None:
    starts, goals = [0, 2], [4, 1]
    plan = plan_together(Ring(6), starts, goals, lanes=True, algorithm="cbs")
    assert plan.found
    assert find_fault(Ring(6), starts, goals, plan.plans, tick=plan.tick, lanes=True) is None


def test_roads_are_lanes(tmp_path: Path) -> None:
    towns = pytest.importorskip("towns", reason="towns are made by the tests of genastar-roads")
    rows = [towns.make_road(row, [10 * row + column for column in (1, 2, 3)]) for row in (1, 2, 3)]
    columns = [towns.make_road(3 + column, [10 * row + column for row in (1, 2, 3)]) for column in (1, 2, 3)]
    roads = towns.make_town(tmp_path / "town.osm", *rows, *columns)
    places = [roads.make_node_place(number) for number in range(roads.graph.size)]
    starts, goals = places[:3], [places[2], places[0], places[-1]]
    plan = plan_together(roads, starts, goals, lanes=True, tick=20.0, algorithm="cbs")
    assert plan.found
    assert any(isinstance(each, OnTheWay) for path in plan.plans for each in path)
    assert find_fault(roads, starts, goals, plan.plans, tick=plan.tick, lanes=True) is None
    inside = roads.find_nearest(60.001, 24.0015)
    with pytest.raises(BadInput, match=r"is no place of its own in the roads world; give positions between which steps lead"):
        plan_together(roads, [inside], [roads.find_nearest(60.003, 24.0015)])


@pytest.mark.parametrize(
    ("starts", "goals", "settings", "message"),
    [
        ([0], [1, 2], {}, "1 starts and 2 goals were given; give each agent one of each"),
        ([], [], {}, "no agent was given; give at least one start and one goal"),
        ([0, 0], [1, 2], {}, "agents 0 and 1 both start at 0; give each its own"),
        ([0, 1], [2, 2], {}, "agents 0 and 1 both would stay at the goal 2; give each its own"),
        ([0], [1], {"algorithm": "astar"}, "the algorithm 'astar' plans one agent; use auto, cbs, eecbs, lacam, lns"),
        (
            [0],
            [1],
            {"limits": Limits(cost=5)},
            "Limits.cost bounds what a path costs, and the algorithm 'lns' expands in another",
        ),
        ([0], [1], {"tick": 0}, "tick=0 is no number from 1e-100 to 1e+100; give the time of one step"),
        ([0], [1], {"wait_cost": -1}, "wait_cost=-1 is less than 0"),
        ([0], [1], {"seed": 0}, "seed=0 is less than 1"),
    ],
)
def test_bad_questions_are_refused(starts: Any, goals: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        plan_together(Ring(6), starts, goals, **settings)
    assert str(error.value).startswith(message)


def test_what_no_start_leads_to_is_unreachable() -> None:
    world = genastar.load(np.array([[1, 0, 1]], np.int32), "grid", directions="4")
    plan = plan_together(world, [(0, 0)], [(2, 0)])
    assert plan.outcome is Outcome.UNREACHABLE
    assert (plan.plans, plan.bound, bool(plan)) == ((), None, False)


def test_a_way_that_is_barred_for_good_ends_the_search() -> None:
    lane = genastar.load(np.ones((1, 12), np.int32), "grid", directions="4")
    plan = plan_together(lane, [(1, 0), (0, 0)], [(2, 0), (11, 0)], algorithm="space-time")
    assert plan.outcome is Outcome.LIMIT


def test_agents_may_share_a_goal_where_they_vanish() -> None:
    plan = plan_together(Ring(6), [0, 2], [4, 4], stay=False, algorithm="cbs")
    assert plan.found
    assert find_fault(Ring(6), [0, 2], [4, 4], plan.plans, tick=1, stay=False) is None
