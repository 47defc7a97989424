"""Prepared random digraphs beside a naive Dijkstra: steps of 0, ties, loops, parallel steps, several components, big costs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from methods import EACH_METHOD

import genastar
import naive
from genastar import AStar, BadInput, Cost, Node, OpenList, Starts

Edges = dict[int, list[tuple[int, Any]]]


@frozen
class Numbers(AStar[int, Cost[Any]]):
    """A digraph whose positions are their own index."""

    edges: Edges
    size: int
    goals: frozenset[int]

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        for neighbour, step in self.edges.get(node.position, ()):
            open_list.relax(neighbour, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position in self.goals

    def index(self, position: int) -> int:
        return position


@frozen
class Names(AStar[str, Cost[Any]]):
    """The same digraph with text as positions, and without an index."""

    edges: Edges
    goals: frozenset[int]

    def add_neighbours(self, node: Node[str, Cost[Any]], open_list: OpenList[str, Cost[Any]]) -> None:
        for neighbour, step in self.edges.get(int(node.position[1:]), ()):
            open_list.relax(f"n{neighbour}", node.cost.travelled + step)

    def is_destination(self, position: str) -> bool:
        return int(position[1:]) in self.goals


STEPS = {
    "small": st.integers(0, 3),
    "big": st.integers(0, 2**50),
    "floats": st.floats(0, 10, allow_nan=False).map(lambda step: round(step, 3)),
    "tenths": st.sampled_from([0.0, 0.1, 0.2, 0.3, 1e6]),
}


@st.composite
def digraphs(draw: st.DrawFn) -> tuple[Edges, int, bool]:
    size, kind = draw(st.integers(1, 12)), draw(st.sampled_from(sorted(STEPS)))
    node = st.integers(0, size - 1)
    edges: Edges = {}
    for tail, head, step in draw(st.lists(st.tuples(node, node, STEPS[kind]), max_size=40)):
        edges.setdefault(tail, []).append((head, step))
    return edges, size, kind in ("floats", "tenths")


def expect_path(edges: Edges, path: tuple[int, ...], cost: Any) -> None:
    """The path exists, and its steps add up to the cost, in the order in which they are taken."""
    paid: Any = 0
    for here, there in pairwise(path):
        paid += min(step for head, step in edges[here] if head == there)
    assert paid == cost


@EACH_METHOD
@given(digraphs(), st.data())
@settings(max_examples=60)
def test_a_prepared_problem_finds_the_cheapest_path(method: str, graph: tuple[Edges, int, bool], data: st.DataObject) -> None:
    edges, size, rounds = graph
    node = st.integers(0, size - 1)
    start, goals = data.draw(node), data.draw(st.lists(node, min_size=1, max_size=3))
    best = naive.find_cheapest(edges, start, goals, 0)
    problem = Numbers(edges, size, frozenset(goals))
    prepared = genastar.prepare(problem, method, engine="interpreted")
    answers = (
        prepared.search(start, goals, engine="interpreted"),
        problem.search(start, algorithm=prepared.algorithm),
        problem.search(start, algorithm=method),
    )
    for found in answers:
        if best is None:
            assert not found.found
            continue
        assert found.cost.travelled == (pytest.approx(best, rel=1e-12) if rounds else best)
        assert (found.path[0], found.path[-1] in goals, found.bound) == (start, True, 1.0)
        expect_path(edges, found.path, found.cost.travelled)
        assert [cost.travelled for cost in found.costs][-1] == found.cost.travelled
    for goal in goals:
        path = prepared.path(start, goal, engine="interpreted")
        nearest = naive.find_cheapest(edges, start, [goal], 0)
        assert bool(path) == (nearest is not None)
        if nearest is not None:
            assert (path[0], path[-1]) == (start, goal)
            expect_path(edges, path, nearest)


@pytest.mark.long
@EACH_METHOD
@given(digraphs())
@settings(max_examples=30)
def test_a_matrix_holds_all_distances(method: str, graph: tuple[Edges, int, bool]) -> None:
    edges, size, _ = graph
    prepared = genastar.prepare(Numbers(edges, size, frozenset()), method, engine="interpreted")
    found = prepared.matrix(range(size), range(size), engine="interpreted").tolist()
    for start in range(size):
        best = naive.compute_distances(edges, start, 0)
        assert found[start] == pytest.approx([best.get(goal, -1) for goal in range(size)], rel=1e-12)
    assert prepared.distance(0, 0, engine="interpreted") == 0


@pytest.mark.long
@EACH_METHOD
@given(digraphs(), st.data())
@settings(max_examples=20)
def test_positions_without_an_index(method: str, graph: tuple[Edges, int, bool], data: st.DataObject) -> None:
    edges, size, rounds = graph
    start, goal = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    best = naive.find_cheapest(edges, start, [goal], 0)
    problem = Names(edges, frozenset([goal]))
    found = problem.search(f"n{start}", algorithm=method)
    assert found.found == (best is not None)
    assert not found.found or found.cost.travelled == (pytest.approx(best, rel=1e-12) if rounds else best)


@pytest.mark.parametrize("step", [0.031, 1e-9, 0.1, 7.7, 1e9 / 3])
def test_a_cost_in_floats_is_no_step_that_changes(step: float) -> None:
    edges: Edges = {0: [(1, step)], 1: [(0, step)]}
    assert Names(edges, frozenset([1])).search("n0", algorithm="landmarks").cost.travelled == step
    assert Numbers(edges, 2, frozenset([1])).search(0, algorithm="landmarks").cost.travelled == step


@EACH_METHOD
def test_several_starts_with_costs(method: str) -> None:
    edges: Edges = {0: [(3, 5)], 1: [(3, 1)], 2: [(3, 0)]}
    problem = Numbers(edges, 4, frozenset([3]))
    starts = Starts({0: Cost(0, 0), 1: Cost(2, 2), 2: Cost(9, 9)})
    found = problem.search(starts, algorithm=method)
    assert found.found
    assert (found.path, found.cost.travelled) == ((1, 3), 3)
    assert [cost.travelled for cost in found.costs] == [2, 3]


@pytest.mark.long
@EACH_METHOD
def test_costs_near_the_end_of_64_bits(method: str) -> None:
    edges: Edges = {0: [(1, 2**60)], 1: [(2, 2**60)]}
    prepared = genastar.prepare(Numbers(edges, 3, frozenset()), method)
    assert (prepared.distance(0, 2), prepared.search(0, [2]).cost) == (2**61, Cost(2**61, 2**61))
    with pytest.raises(BadInput, match="scale the costs down"):
        genastar.prepare(Numbers({0: [(1, 2**62)]}, 2, frozenset()))


@EACH_METHOD
def test_steps_that_rounding_hides_lead_in_no_circle(method: str) -> None:
    edges: Edges = {0: [(1, 1.0), (2, 1e3)], 1: [(0, 1.0), (2, 1e3)], 2: [(3, 1e-17)], 3: [(2, 1e-17), (0, 5.0)]}
    problem = Numbers(edges, 4, frozenset({0}))
    if method == "first-moves":  # its walks would go in circles
        with pytest.raises(BadInput, match="differ too much for first moves"):
            genastar.prepare(problem, method, starts=range(4), engine="interpreted")
        return
    prepared = genastar.prepare(problem, method, starts=range(4), engine="interpreted")
    for start in range(4):
        for goal in range(4):
            path = prepared.path(start, goal)
            assert path[0] == start
            assert path[-1] == goal
            assert len(set(path)) == len(path)


@frozen
class Rows(AStar[int, Cost[float]]):
    """A digraph in tuples, which machine code reads too."""

    heads: tuple[tuple[int, ...], ...]
    costs: tuple[tuple[float, ...], ...]

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for number in range(len(self.heads[node.position])):
            open_list.relax(self.heads[node.position][number], node.cost.travelled + self.costs[node.position][number])

    def is_destination(self, position: int) -> bool:
        return position == 2

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.heads)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("first", [(), (1.0,), (0.5,)])
def test_floats_that_the_first_position_does_not_show(engine: str, first: tuple[float, ...]) -> None:
    graph = Rows(((1,) * len(first), (2,), (0,)), (first, (2.5,), (1.5,)))
    assert genastar.prepare(graph, "hierarchy", engine=engine).distance(1, 0) == 4


@pytest.mark.long
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_large_whole_costs_in_machine_code(engine: str) -> None:
    """They are compared as whole numbers, without a float in between."""
    graph = Rows(((1,), (2,), (0,)), ((2**60 + 1,), (1,), (1,)))
    assert genastar.prepare(graph, "hierarchy", engine=engine).distance(0, 2) == 2**60 + 2


@EACH_METHOD
def test_what_was_prepared_is_never_searched_interpreted(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an engine for machine code is installed. With landmarks the user's hooks are searched, which may not compile."""
    monkeypatch.setattr("genastar.search.auto.engine.AT_ONCE", True)
    problem = Numbers({0: [(1, 2)], 1: [(2, 3)], 2: [(0, 1)]}, 3, frozenset({2}))
    found = problem.search(0, algorithm=method, engine="auto")
    assert (found.path, found.engine) == ((0, 1, 2), "interpreted" if method == "landmarks" else "compiled")
    assert genastar.prepare(problem, method).distance(0, 2) == 5
