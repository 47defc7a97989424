"""Breadth-first heuristic search, beside a naive Dijkstra's; and how much it remembers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import assume, given
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Outcome, Starts
from genastar.algorithms import BreadthFirstHeuristic
from genastar.memory.queues.layers import LayersQueue
from graphs import SIZE, Graph, Line, admissible, compute_left, whole

ENOUGH = Limits(expansions=5000)


@st.composite
def undirected(draw: st.DrawFn, costs: st.SearchStrategy[Any] = whole) -> Graph:
    """Graphs whose steps can be undone at the same cost, with admissible estimates, most of them not consistent."""
    one_way = draw(admissible(costs))
    edges: dict[int, list[tuple[int, Any]]] = {position: [] for position in range(SIZE)}
    for position, steps in one_way.edges.items():
        for other, cost in steps:
            edges[position].append((other, cost))
            edges[other].append((position, cost))
    graph = evolve(one_way, edges=edges)
    left = compute_left(graph)
    shares = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)])
    return evolve(graph, estimates={position: draw(shares) * left[position] for position in left})


def check(graph: Graph, result: Any) -> None:
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assert result.outcome is (Outcome.UNREACHABLE if best is None else Outcome.FOUND)
    if best is not None:
        assert (result.path[0], result.path[-1] in graph.goals) == (0, True)
        assert result.cost.travelled == best == naive.compute_path_cost(graph.edges, result.path, 0)
        assert [cost.travelled for cost in result.costs] == sorted(cost.travelled for cost in result.costs)
        assert len(result.costs) == len(result.path)
        assert result.bound == 1


@given(graph=undirected())
def test_the_cost_is_the_optimum(graph: Graph) -> None:
    check(graph, graph.search(0, algorithm=BreadthFirstHeuristic()))


@given(graph=admissible())
def test_steps_in_one_direction_only_cost_time(graph: Graph) -> None:
    result = graph.search(0, algorithm=BreadthFirstHeuristic(), limits=ENOUGH)
    assume(result.outcome is not Outcome.LIMIT)
    check(graph, result)


@given(graph=undirected(), spare=st.integers(0, 30))
def test_an_upper_bound_need_not_be_the_optimum(graph: Graph, spare: int) -> None:
    best = naive.find_cheapest(graph.edges, 0, graph.goals, 0)
    assume(best is not None)
    check(graph, graph.search(0, algorithm=BreadthFirstHeuristic(deepen=False), limits=Limits(cost=best + spare)))
    if best:
        missed = graph.search(0, algorithm=BreadthFirstHeuristic(deepen=False), limits=Limits(cost=best - Fraction(1, 9)))
        assert not missed.found


@given(graph=undirected(), first=st.integers(0, 9), other=st.integers(0, SIZE - 1))
def test_several_starts(graph: Graph, first: int, other: int) -> None:
    starts = {start: Cost(g + graph.estimate(start), g) for start, g in {other: 4, 0: first}.items()}
    found, wanted = (graph.search(Starts(starts), algorithm=name, reopen=True) for name in (BreadthFirstHeuristic(), "astar"))
    assert found.outcome is wanted.outcome
    if found.found and wanted.found:
        assert found.cost.travelled == wanted.cost.travelled
        assert found.path[0] in starts


@frozen
class Lattice(AStar[tuple[int, int], Cost[int]]):
    """Points of a quadrant, with steps of 1 to 3 in both directions."""

    goal: tuple[int, int]

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        x, y = node.position
        for step in (1, 2, 3, -1, -2, -3):
            if 0 <= x + step <= self.goal[0]:
                open_list.relax((x + step, y), node.cost.travelled + abs(step), action=step)
            if 0 <= y + step <= self.goal[1]:
                open_list.relax((x, y + step), node.cost.travelled + abs(step), action=step)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == self.goal


def test_it_remembers_a_fraction(monkeypatch: pytest.MonkeyPatch) -> None:
    """A* remembers all 10,201 points; here it is a few layers at a time, of up to 200 points each, and those halfway."""
    most = [0]
    remove_root = LayersQueue.remove_root

    def watched(queue: Any) -> Any:
        most[0] = max(most[0], len(queue._closed.nodes))
        return remove_root(queue)

    monkeypatch.setattr(LayersQueue, "remove_root", watched)
    result = Lattice((100, 100)).search((0, 0), algorithm=BreadthFirstHeuristic(deepen=False), limits=Limits(cost=200))
    assert result.found
    assert result.cost.travelled == 200
    steps: Any = result.actions
    assert sum(map(abs, steps)) == 200
    assert Lattice((100, 100)).search((0, 0)).generated >= 10_201
    assert most[0] < 2000


@pytest.mark.parametrize("allowed", [0, 1, 10, 20, 30, 36, 37, 40, 50, 60])
def test_every_limit_on_expansions(allowed: int) -> None:
    whole = Line(goal=5, informed=True).search(0, algorithm=BreadthFirstHeuristic())
    result = Line(goal=5, informed=True).search(0, algorithm=BreadthFirstHeuristic(), limits=Limits(expansions=allowed))
    assert result.expanded == min(allowed, whole.expanded)
    assert result.outcome is (Outcome.FOUND if allowed >= whole.expanded else Outcome.LIMIT)
    assert result.found == bool(result.path)


@frozen
class Asks(Line):
    how: str = "known"

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if self.how == "known":
            open_list.known(node.position)
        open_list.relax(node.position + 1, node.cost.travelled + 1, parent=0 if self.how == "parent" else node.position)


def test_what_does_not_fit_is_refused() -> None:
    for how in ("known", "parent"):
        with pytest.raises(BadInput, match="forgets positions"):
            Asks(goal=9, how=how).search(0, algorithm="breadth-first-heuristic")
    assert Asks(goal=9, how="").search(0, algorithm="breadth-first-heuristic").found
    with pytest.raises(BadInput, match="upper bound"):
        Line(goal=9).search(0, algorithm=BreadthFirstHeuristic(deepen=False))


@frozen
class Plateau(AStar[int, Cost[int]]):
    """A line on which the closest position so far is far behind: the estimates are 6, 5 once, and 4 from the tenth on."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, -1):
            open_list.relax(node.position + step, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 20

    def estimate(self, position: int) -> int:
        return 5 if position == 1 else 6 if position < 9 else max(0, min(4, 20 - position))


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_a_limit_may_end_the_search_where_the_closest_position_changes(engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("genastar_compiled", reason="the compiled engine is not installed")
    for allowed in range(1, 60):
        limits = Limits(cost=26, expansions=allowed)
        result = Plateau().search(0, algorithm=BreadthFirstHeuristic(deepen=False), limits=limits, engine=engine)
        assert result.path_to_closest[0] == 0
        assert result.path_to_closest[-1] == result.closest


@frozen
class Returning(AStar[int, Cost[int]]):
    """A line on which a step depends on the one before."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.parent is not None or node.position == 0:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 9


def test_hooks_that_say_that_they_use_the_parent_are_refused() -> None:
    class Turning(Line):
        uses_parent = True

    with pytest.raises(BadInput, match=r"forgets parents, which .*Turning\.add_neighbours uses; use astar"):
        Turning(goal=9).search(0, algorithm="breadth-first-heuristic")


def test_steps_that_depend_on_the_parent_are_refused() -> None:
    with pytest.raises(BadInput, match="its steps depend on the parent or the cost of the node"):
        Returning().search(0, algorithm=BreadthFirstHeuristic())
