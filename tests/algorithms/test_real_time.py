"""Real-time search: agents that move after every few expansions, beside a naive Dijkstra's."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import Agent, AStar, BadInput, CancelToken, Cost, Limits, Outcome, Starts
from genastar.algorithms import LssLrta, Rtaa
from genastar.algorithms.building_blocks.step_costs import StepCosts
from graphs import SIZE, Graph, Line, Numbered, admissible, compute_left, goal_sets, positions

KINDS = [LssLrta, Rtaa]
AnyKind = type[LssLrta] | type[Rtaa]
lookaheads = st.integers(2, 6)
steps = st.dictionaries(positions, st.lists(st.tuples(positions, st.integers(1, 9)), max_size=4), max_size=SIZE)


def two_ways(edges: dict[int, list[tuple[int, int]]]) -> dict[int, list[tuple[int, int]]]:
    """Make each edge lead back, too: a graph that an agent can always leave the way it came."""
    both: dict[int, list[tuple[int, int]]] = {}
    for one, row in edges.items():
        for other, cost in row:
            both.setdefault(one, []).append((other, cost))
            both.setdefault(other, []).append((one, cost))
    return both


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("graph_kind", [Graph, Numbered])
@settings(max_examples=60)
@given(edges=steps, goals=goal_sets, lookahead=lookaheads)
def test_it_arrives_where_every_step_leads_back(
    kind: AnyKind, graph_kind: type[Graph], edges: Any, goals: frozenset[int], lookahead: int
) -> None:
    world = two_ways(edges)
    result = graph_kind(world, goals).search(0, algorithm=kind(lookahead))
    least = naive.find_cheapest(world, 0, goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if least is None else Outcome.FOUND)
    assert result.bound is None
    if result.cost is not None:
        assert result.cost.travelled == naive.compute_path_cost(world, result.path, 0) >= least
        assert (result.path[0], result.path[-1] in goals) == (0, True)
        assert result.costs[-1] == result.cost


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=100)
@given(graph=admissible(), lookahead=lookaheads)
def test_in_any_graph_it_arrives_or_says_that_it_cannot(kind: AnyKind, graph: Graph, lookahead: int) -> None:
    """Also with traps, steps that cost nothing and estimates that are not consistent."""
    agent = Agent(graph, 0, algorithm=kind(lookahead))
    before = 0
    for _ in range(500):
        agent.move()
        assert agent.expanded - before <= lookahead
        before = agent.expanded
        if agent.outcome is not None:
            break
    left = naive.find_cheapest(graph.edges, agent.position, graph.goals, 0)
    assert agent.outcome is (Outcome.UNREACHABLE if left is None else Outcome.FOUND)
    assert agent.travelled == naive.compute_path_cost(graph.edges, agent.path, 0)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60)
@given(edges=steps, goals=goal_sets, lookahead=lookaheads, data=st.data())
def test_estimates_stay_consistent_and_trials_reach_the_optimum(
    kind: AnyKind, edges: Any, goals: frozenset[int], lookahead: int, data: st.DataObject
) -> None:
    world = two_ways(edges)
    share = data.draw(st.sampled_from([0, Fraction(1, 2), 1]))
    truth = compute_left(Graph(world, goals))
    if 0 not in truth:
        return
    graph = Graph(world, goals, {position: share * left for position, left in truth.items()})
    agent = Agent(graph, 0, algorithm=kind(lookahead))
    for _ in range(200):
        walked = list(agent)
        assert agent.outcome is Outcome.FOUND
        learned = agent._walk.learned.wrap_problem(graph)
        for position in truth:
            assert learned.estimate(position) <= truth[position]
            for neighbour, cost in world.get(position, ()):
                assert learned.estimate(position) <= cost + learned.estimate(neighbour)
        if agent.travelled == truth[0]:
            break
        assert len(walked) == len(agent.path) - 1
        agent.restart()
    assert agent.travelled == truth[0]


@frozen
class Field(AStar[tuple[int, int], Cost[int]]):
    """A field of square cells, with blocked ones."""

    side: int
    goal: tuple[int, int]
    blocked: frozenset[tuple[int, int]] = frozenset()

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        x, y = node.position
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if min(cell) >= 0 and max(cell) < self.side and cell not in self.blocked:
                open_list.relax(cell, node.cost.travelled + 1, action=(cell[0] - x, cell[1] - y))

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == self.goal

    def estimate(self, position: tuple[int, int]) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])


CUP = frozenset({(12, y) for y in range(3, 13)} | {(x, y) for y in (3, 12) for x in range(5, 13)})
"""Three walls around a dead end that lies before the goal."""


@pytest.mark.parametrize("kind", KINDS)
def test_it_leaves_a_dead_end_in_many_small_searches(kind: AnyKind) -> None:
    field = Field(16, (15, 8), CUP)
    agent = Agent(field, (0, 8), algorithm=kind(5))
    walked = [agent.position, *agent]
    assert agent.outcome is Outcome.FOUND
    assert walked == list(agent.path)
    assert all(abs(x - to_x) + abs(y - to_y) == 1 for (x, y), (to_x, to_y) in pairwise(walked))
    assert len(set(walked)) < len(walked)
    result = field.search((0, 8), algorithm=kind(5))
    assert (result.path, result.cost, result.expanded) == (
        agent.path,
        Cost(agent.travelled, agent.travelled, 0),
        agent.expanded,
    )
    assert agent.result == evolve(result, seconds=agent.result.seconds)  # type: ignore[union-attr]  # it ended
    assert result.actions[0] == (walked[1][0] - 0, walked[1][1] - 8)
    assert field.search((0, 8), algorithm=kind(10_000)).path == field.search((0, 8)).path


def test_dijkstra_learns_no_less_than_adaptive_a_star() -> None:
    field = Field(16, (15, 8), CUP)
    agents = [Agent(field, (0, 8), algorithm=kind(9)) for kind in KINDS]
    for agent in agents:
        agent.move()
    more, less = (agent._walk.learned.wrap_problem(field) for agent in agents)
    cells = [(x, y) for x in range(16) for y in range(16)]
    assert all(more.estimate(cell) >= less.estimate(cell) for cell in cells)


@pytest.mark.parametrize("kind", KINDS)
def test_the_world_changes_under_way(kind: AnyKind) -> None:
    """A door opens and closes while the agent walks; each time the agent plans anew, and arrives."""
    wall = frozenset((8, y) for y in range(15))
    closed, opened = Field(16, (15, 8), wall), Field(16, (15, 8), wall - {(8, 8)})
    beside = [(7, 8), (9, 8), (8, 7), (8, 9), (8, 8)]
    agent = Agent(closed, (0, 8), algorithm=kind(20))
    for turn in range(60):
        agent.change((closed, opened)[turn // 3 % 2], beside)
        before = agent.position
        agent.move()
        assert abs(agent.position[0] - before[0]) + abs(agent.position[1] - before[1]) <= 1
    list(agent)
    assert agent.outcome is Outcome.FOUND
    agent.change(closed, beside)
    assert agent.outcome is Outcome.FOUND
    agent.change(Field(16, (0, 0)))
    assert agent.outcome is None
    assert list(agent)[-1] == (0, 0)
    with pytest.raises(BadInput, match=r"^the changed source has type Line; expected Field$"):
        agent.change(Line(3))


@frozen
class Drive(AStar[tuple[int, str], Cost[int]]):
    """A car on a line; its places are its keys."""

    goal: int

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        place, _ = node.position
        if abs(place) < 40:
            open_list.relax((place + 1, "forward"), node.cost.travelled + 1)
            open_list.relax((place - 1, "back"), node.cost.travelled + 2)

    def is_destination(self, position: tuple[int, str]) -> bool:
        return position[0] == self.goal

    def key(self, position: tuple[int, str]) -> int:
        return position[0]


@pytest.mark.parametrize("kind", KINDS)
def test_positions_with_a_key(kind: AnyKind) -> None:
    agent = Agent(Drive(9), (0, "parked"), algorithm=kind(4))
    assert list(agent)[-1] == (9, "forward")
    assert set(agent._walk.learned._table) <= set(range(-40, 41))
    assert Drive(99).search((0, "parked"), algorithm=kind(4)).outcome is Outcome.UNREACHABLE


@pytest.mark.parametrize("kind", KINDS)
def test_limits_starts_and_what_does_not_fit(kind: AnyKind) -> None:
    field = Field(16, (15, 8), CUP)
    whole_walk = field.search((0, 8), algorithm=kind(5))
    for allowed in (0, 1, 5, 7, whole_walk.expanded - 1):
        cut = field.search((0, 8), algorithm=kind(5), limits=Limits(expansions=allowed))
        assert (cut.outcome, cut.expanded, cut.path) == (Outcome.LIMIT, allowed, ())
        assert cut.path_to_closest == whole_walk.path[: len(cut.path_to_closest)]
    assert field.search((0, 8), algorithm=kind(5), limits=Limits(seconds=0)).outcome is Outcome.TIMEOUT
    token = CancelToken()
    agent = Agent(field, (0, 8), algorithm=kind(5), cancel=token)
    agent.move()
    token.cancel()
    assert len(list(agent)) < 5
    assert agent.outcome is Outcome.CANCELLED
    assert agent.move() == agent.position
    starts = Starts({(0, 8): Cost(90, 70, 20), (14, 8): Cost(4, 3, 1)})
    assert field.search(starts, algorithm=kind(5)).cost == Cost(4, 4)
    there = Agent(field, (15, 8), algorithm=kind(5))
    assert there.move() == (15, 8)
    assert (there.outcome, there.path) == (Outcome.FOUND, ((15, 8),))
    with pytest.raises(ValueError, match="it must be a whole number from 2"):
        kind(1)
    with pytest.raises(BadInput, match=r"Limits\.cost"):
        field.search((0, 8), algorithm=kind(5), limits=Limits(cost=3))
    with pytest.raises(BadInput, match="'astar' is not made for agents that move; use lss-lrta or rtaa"):
        Agent(field, (0, 8), algorithm="astar")
    with pytest.raises(BadInput, match="expected a problem or a world"):
        Agent(3, (0, 8))  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_walk_is_the_same_in_machine_code(kind: AnyKind) -> None:
    pytest.importorskip("genastar_compiled", reason="the engine is not installed")
    walks = []
    for engine in ("interpreted", "compiled"):
        agent = Agent(Field(16, (15, 8), CUP), (0, 8), algorithm=kind(9), engine=engine)
        assert list(agent)
        walks.append((agent.path, agent.expanded))
    assert walks[0] == walks[1]


@frozen
class Free(AStar[int, Cost[int]]):
    """Steps that cost nothing: no estimate is ever learned."""

    goal: int
    steps: dict[int, list[int]]

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for other in self.steps[node.position]:
            open_list.relax(other, node.cost.travelled)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@pytest.mark.parametrize("algorithm", [Rtaa(2), LssLrta(2)])
def test_a_walk_ends_although_no_step_costs_anything(algorithm: Rtaa | LssLrta) -> None:
    steps = {
        1: [9, 6, 10], 2: [8, 3], 3: [4, 0, 7, 9, 2, 8], 4: [6], 5: [8, 10], 7: [3, 8], 8: [5, 2, 3], 9: [1, 4, 3], 10: [1, 5],
        0: [],
    }  # fmt: skip
    assert Free(6, steps).search(7, algorithm=algorithm, limits=Limits(expansions=5000)).found


@frozen
class RushHour(AStar[int, Cost[int]]):
    """A street in which each step is dearer after a while."""

    goal: int = 6

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for there in (node.position + 1, node.position - 1):
            if 0 <= there <= self.goal:
                open_list.relax(there, node.cost.travelled + (10 if node.cost.travelled >= 3 else 1))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lookahead", [2, 3, 100])
def test_each_search_begins_with_what_was_travelled(kind: AnyKind, lookahead: int) -> None:
    """The hooks see the cost of the walk so far, and the walk costs what its steps add up to."""
    street = RushHour()
    walked = street.search(0, algorithm=kind(lookahead))
    assert walked.cost is not None
    paid = [min(step, 3) + 10 * max(step - 3, 0) for step in range(len(walked.path))]
    assert [cost.travelled for cost in walked.costs] == paid
    assert walked.cost.travelled == paid[-1]
    agent = Agent(street, 0, algorithm=kind(lookahead))
    assert len([*agent]) == len(walked.path) - 1
    assert agent.travelled == paid[-1]
    late = street.search(0, Cost(5, 5, 0), algorithm=kind(100))
    assert late.cost == Cost(65, 65, 0)


@frozen
class Shutting(RushHour):
    """A street whose second half is closed after a while."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        travelled = node.cost.travelled
        if node.position < 2 or travelled < 3:
            open_list.relax(node.position + 1, travelled + 1)


def test_a_step_that_has_gone_is_refused_in_one_line() -> None:
    steps = StepCosts[int, int](Shutting(), 0, "lss-lrta")
    assert steps.step_from(2, 2, 3) == 3
    with pytest.raises(BadInput, match=r"^the algorithm 'lss-lrta' needs .* adds no step from 2 to 3 after 5; use astar$"):
        steps.step_from(2, 5, 3)
