"""The focal frontier, against an open list that is looked through from end to end at every expansion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Outcome, Result, Trace
from genastar.algorithms import Focal
from genastar.contracts.frontier import FocalFrontier as Frontier
from genastar.errors import CostError
from genastar.search.requests import make_request
from graphs import SIZE, Graph, Line, admissible, compute_left, graphs

pytestmark = pytest.mark.quick


@frozen
class Focused(Graph):
    """A graph with a focus for each position."""

    focuses: Mapping[Any, Any] = {}

    def focus(self, node: Node[Any, Cost[Any]]) -> Any:
        return self.focuses[node.position]


weights = st.sampled_from([1, 1.2, 1.5, Fraction(4, 3), 2.0, 5])
focus_lists = st.lists(st.one_of(st.integers(-3, 3), st.floats(-3, 3), st.fractions(-3, 3)), min_size=SIZE, max_size=SIZE)


def focused(graph: Graph, focuses: list[Any]) -> Focused:
    return Focused(graph.edges, graph.goals, graph.estimates, dict(enumerate(focuses)))


def search(problem: AStar[Any, Any], weight: Any, reopen: bool, **how: Any) -> Result[Any, Any]:
    request = make_request(problem, 0, reopen=reopen, **how)[1]
    return evolve(request, frontier=Frontier(weight)).search()


def expanded(problem: Focused, weight: Any, reopen: bool, limit: float = math.inf) -> list[int]:
    """The positions in the order in which they are expanded, by looking at every open node every time."""
    best = {0: (0, 0)}
    """What was travelled, and the age."""
    open_nodes, order, age = {0}, [], 0

    def rank(position: int) -> Any:
        return best[position][0] + problem.estimate(position)

    while open_nodes:
        least = min(map(rank, open_nodes))
        if limit < least:
            break
        near = [each for each in open_nodes if rank(each) <= min(limit, max(least, weight * least))]
        chosen = min(near, key=lambda each: (problem.focuses[each], rank(each), -best[each][1]))
        order.append(chosen)
        open_nodes.remove(chosen)
        if chosen in problem.goals:
            break
        for neighbour, step in problem.edges.get(chosen, ()):
            travelled = best[chosen][0] + step
            if neighbour in best and (best[neighbour][0] <= travelled or not (reopen or neighbour in open_nodes)):
                continue
            age += 1
            best[neighbour] = travelled, age
            open_nodes.add(neighbour)
    return order


@given(
    graph=admissible(),
    focuses=focus_lists,
    weight=weights,
    reopen=st.booleans(),
    limit=st.one_of(st.none(), st.integers(0, 20)),
)
def test_the_order_is_that_of_a_list(graph: Graph, focuses: list[Any], weight: Any, reopen: bool, limit: int | None) -> None:
    problem, trace = focused(graph, focuses), Trace[Any, Any]()
    result = search(problem, weight, reopen, observer=trace, limits=Limits(cost=limit))
    wanted = expanded(problem, weight, reopen, math.inf if limit is None else limit)
    assert [event.node.position for event in trace.events if event.kind.name == "CLOSED"] == wanted
    assert result.found == (bool(wanted) and wanted[-1] in problem.goals)
    if limit is not None and result.cost is not None:
        assert result.cost.total <= limit


@given(graph=graphs(), focuses=focus_lists, reopen=st.booleans())
def test_the_weight_1_is_astar(graph: Graph, focuses: list[Any], reopen: bool) -> None:
    same = focused(graph, [0] * SIZE)
    traces = [Trace[Any, Any](), Trace[Any, Any]()]
    found = search(same, 1, reopen, observer=traces[0])
    wanted = same.search(0, reopen=reopen, observer=traces[1])
    assert (found.path, found.cost, found.expanded, traces[0].events) == (
        wanted.path,
        wanted.cost,
        wanted.expanded,
        traces[1].events,
    )
    best = search(focused(graph, focuses), 1, True)
    assert best.cost == wanted.cost


@given(graph=admissible(), focuses=st.one_of(st.none(), focus_lists), weight=weights)
def test_the_bound_holds_with_an_admissible_estimate(graph: Graph, focuses: list[Any] | None, weight: Any) -> None:
    problem = graph if focuses is None else focused(graph, focuses)
    result = problem.search(0, algorithm=Focal(weight))
    left = compute_left(graph)
    assert result.found == (0 in left)
    if result.cost is not None:
        assert result.bound == float(weight)
        assert result.cost.travelled <= weight * left[0]


def test_without_reopening_the_bound_does_not_hold() -> None:
    """Even with a consistent estimate: found by trying graphs."""
    edges = {
        0: [(7, 0), (7, 5), (0, 9), (4, 9)],
        1: [(1, 4), (8, 9), (5, 9)],
        2: [(8, 0), (4, 2), (1, 2), (7, 3)],
        3: [(5, 7), (7, 0), (5, 6), (1, 4)],
        4: [(2, 0), (0, 6), (8, 2)],
        5: [(2, 4), (1, 2), (4, 0), (3, 1)],
        6: [(6, 9), (5, 1)],
        7: [(1, 7), (5, 3)],
        8: [(0, 9), (7, 8)],
    }
    estimates = {**dict.fromkeys(range(9), 0), 1: 9, 6: 0.5}
    assert all(estimates[at] <= step + estimates[to] for at in edges for to, step in edges[at])
    problem = Focused(edges, frozenset({8}), estimates, dict(enumerate((2, 2, 9, 4, 4, 6, 2, 9, 1))))
    assert problem.search(0).cost == Cost(3, 3)
    assert search(problem, 3, reopen=False).cost == Cost(11, 11)
    assert problem.search(0, algorithm=Focal(3)).cost.travelled <= 9


@pytest.mark.parametrize("number", [int, float, Fraction, Decimal])
def test_any_number_will_do(number: type[Any]) -> None:
    edges = {0: [(1, number(2)), (2, number(1))], 1: [(3, number(2))], 2: [(3, number(4))]}
    problem = Focused(edges, frozenset({3}), {at: number(0) for at in range(4)}, {at: -at for at in range(4)})
    weight: Any = Decimal("5.5") if number is Decimal else 5.5
    assert search(problem, weight, True).path == (0, 2, 3)
    assert search(problem, number(1), True).path == (0, 1, 3)


@frozen
class Odd(Line):
    """A focus that is no number."""

    odd: Any = None

    def focus(self, node: Node[int, Cost[int]]) -> Any:
        return self.odd if node.position % 2 else 0


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(CostError, match="focus gives NaN"):
        Odd(3, odd=math.nan).search(0, algorithm=Focal(9))
    with pytest.raises(CostError, match="focus gives 0, which cannot be compared"):
        Odd(3, odd="x").search(0, algorithm=Focal(9))
    with pytest.raises(BadInput, match="cannot be multiplied with costs such as Decimal"):
        Line(3).search(0, Cost(Decimal(3), Decimal(0)), algorithm=Focal(1.5))
    request = evolve(make_request(Odd(3, odd=1), 0, Cost(Decimal(3), Decimal(0)))[1], frontier=Frontier(1.5))
    with pytest.raises(CostError, match=r"cannot be multiplied by 1\.5"):
        request.search()
    for weight in (0.9, "x", math.nan):
        with pytest.raises(BadInput, match="expected a finite number of at least 1"):
            Focal(weight)  # type: ignore[arg-type]


def test_a_workspace_serves_astar_again_afterwards() -> None:
    from genastar import Workspace

    workspace = Workspace()
    wanted = Line(9, informed=True).search(0, workspace=workspace)
    Line(9).search(0, algorithm=Focal(2), workspace=workspace)
    again = Line(9, informed=True).search(0, workspace=workspace)
    assert (again.path, again.expanded, again.peak_open) == (wanted.path, wanted.expanded, wanted.peak_open)


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_a_limit_on_the_cost_ends_it_when_nothing_open_is_within(steps: int) -> None:
    result = Line(9).search(0, algorithm=Focal(3), limits=Limits(cost=steps))
    assert (result.outcome, result.expanded) == (Outcome.LIMIT, 2 * steps + 1)


@frozen
class Failing(Line):
    def focus(self, node: Node[int, Cost[int]]) -> int:
        return 1 // (node.position - 1)


def test_what_the_hook_raises_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        Failing(9).search(0, algorithm="focal")


@frozen
class Unlit(Line):
    """One that lets hooks insert."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.insert(node.position + 1, Cost(node.cost.travelled + 1, node.cost.travelled + 1))


def test_inserted_costs_are_ranked_by_their_totals() -> None:
    assert Unlit(5).search(0, algorithm="focal").cost == Cost(5, 5)
