"""The Pareto front and the cheapest path within limits, beside all paths of small graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import AStar, BadInput, Cost, Limits, Outcome, Starts, Trace, Vector
from genastar.algorithms import Constrained, Pareto
from genastar.errors import CostError, HookWarning
from genastar.search.mistakes import CHECKED

Edges = Mapping[int, Sequence[tuple[int, tuple[float, ...]]]]


@frozen
class Graph(AStar[int, Vector]):
    """A graph whose steps cost vectors. Costs are inserted."""

    edges: Edges
    goal: int

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for to, numbers in self.edges.get(node.position, ()):
            open_list.insert(to, node.cost + Vector(*numbers))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Reversible(Graph):
    """The same, and reversible, so that its remaining costs are computed."""

    def reverse(self, start: int) -> Any:
        back: dict[int, list[tuple[int, tuple[float, ...]]]] = {}
        for at, steps in self.edges.items():
            for to, numbers in steps:
                back.setdefault(to, []).append((at, numbers))
        return Graph(back, start), self.goal


@frozen
class Relaxing(AStar[int, Cost[Vector]]):
    """The same with `relax`, by way of ``Cost``."""

    edges: Edges
    goal: int
    zero: Vector

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        for to, numbers in self.edges.get(node.position, ()):
            open_list.relax(to, node.cost.travelled + Vector(*numbers))

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> Vector:
        return self.zero


def list_front(edges: Edges, start: int, goal: int, zero: tuple[float, ...]) -> list[tuple[float, ...]]:
    """The undominated costs of all paths that visit no position twice."""
    found: set[tuple[float, ...]] = set()

    def walk(at: int, cost: tuple[float, ...], seen: frozenset[int]) -> None:
        if at == goal:
            found.add(cost)
            return
        for to, numbers in edges.get(at, ()):
            if to not in seen:
                walk(to, tuple(a + b for a, b in zip(cost, numbers, strict=True)), seen | {to})

    walk(start, zero, frozenset({start}))
    return sorted(c for c in found if not any(d != c and all(a <= b for a, b in zip(d, c, strict=True)) for d in found))


@st.composite
def graphs(draw: Any) -> tuple[Edges, int]:
    """Graphs of up to 7 positions with steps of 2 to 4 numbers, also 0, in halves if they are floats; with parallel steps."""
    length = draw(st.integers(2, 4))
    numbers = draw(st.sampled_from([st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0, 2.5]), st.integers(0, 10**12)]))
    steps = draw(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.tuples(*[numbers] * length)), max_size=20))
    edges: dict[int, list[tuple[int, tuple[float, ...]]]] = {}
    for at, to, cost in steps:
        edges.setdefault(at, []).append((to, cost))
    return edges, length


@pytest.mark.parametrize("kind", ["inserts", "reversible", "relaxes"])
@given(graph=graphs())
def test_the_front_is_that_of_all_paths(kind: str, graph: tuple[Edges, int]) -> None:
    edges, length = graph
    zero = (0,) * length
    problem: Any = {
        "inserts": Graph(edges, 6),
        "reversible": Reversible(edges, 6),
        "relaxes": Relaxing(edges, 6, Vector(*zero)),
    }[kind]
    start = Cost(Vector(*zero), Vector(*zero)) if kind == "relaxes" else Vector(*zero)
    answers = list(problem.results(0, start, algorithm="pareto"))
    truth = list_front(edges, 0, 6, zero)
    if not truth:
        assert [each.outcome for each in answers] == [Outcome.UNREACHABLE]
        return
    paid = [each.cost.travelled if kind == "relaxes" else each.cost for each in answers]
    assert list(map(tuple, paid)) == truth
    for answer, cost in zip(answers, paid, strict=True):
        walked = [tuple(each.travelled if kind == "relaxes" else each) for each in answer.costs]
        for (at, before), (to, after) in zip(zip(answer.path, walked), zip(answer.path[1:], walked[1:])):  # noqa: B905
            assert (to, tuple(a - b for a, b in zip(after, before, strict=True))) in edges[at]
        assert walked[-1] == tuple(cost)


@given(graph=graphs(), epsilon=st.sampled_from([0.1, 0.5, 3.0]))
def test_fewer_paths_are_within_epsilon_of_each_other_path(graph: tuple[Edges, int], epsilon: float) -> None:
    edges, length = graph
    problem, zero = Reversible(edges, 6), (0,) * length
    answers = [each for each in problem.results(0, Vector(*zero), algorithm=Pareto(epsilon=epsilon)) if each.found]
    truth = list_front(edges, 0, 6, zero)
    assert len(answers) <= len(truth)
    assert all(each.bound == 1 + epsilon for each in answers)
    for cost in truth:
        assert any(all(a <= (1 + epsilon) * b + 1e-9 for a, b in zip(each.cost, cost, strict=True)) for each in answers)


@pytest.mark.parametrize("kind", [Graph, Reversible])
@given(graph=graphs(), limit=st.integers(0, 6))
def test_the_cheapest_path_within_limits(kind: type[Graph], graph: tuple[Edges, int], limit: int) -> None:
    edges, length = graph
    zero = (0,) * length
    result = kind(edges, 6).search(0, Vector(*zero), algorithm=Constrained((None, limit)))
    allowed = [cost for cost in list_front(edges, 0, 6, zero) if cost[1] <= limit]
    assert (None if result.cost is None else tuple(result.cost)) == (allowed[0] if allowed else None)
    assert result.found or result.outcome is Outcome.UNREACHABLE


@frozen(order=False)
class Charge:
    """The time of a drive, and what is left in the battery."""

    minutes: int
    charge: int = field(eq=True)

    def __lt__(self, other: Charge) -> bool:
        return (self.minutes, -self.charge) < (other.minutes, -other.charge)

    def dominates(self, other: Charge) -> bool:
        return self.minutes <= other.minutes and self.charge >= other.charge


@frozen
class Drive(AStar[str, Charge]):
    """An electric car: a road takes minutes and charge, and to fill the battery takes 30 minutes."""

    roads: Mapping[str, Mapping[str, tuple[int, int]]]
    chargers: frozenset[str]
    goal: str

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        charges = [node.cost] + [Charge(node.cost.minutes + 30, 40)] * (node.position in self.chargers)
        for to, (minutes, used) in self.roads.get(node.position, {}).items():
            for now in charges:
                if used <= now.charge:
                    open_list.insert(to, Charge(now.minutes + minutes, now.charge - used))

    def is_destination(self, position: str) -> bool:
        return position == self.goal


def test_resources_need_not_add() -> None:
    roads = {"home": {"inn": (20, 25), "far": (50, 45)}, "inn": {"far": (25, 25), "home": (20, 25)}}
    with_charger = Drive(roads, frozenset({"inn"}), "far")
    result = with_charger.search("home", Charge(0, 40), algorithm="constrained")
    assert (result.path, result.cost) == (("home", "inn", "far"), Charge(75, 15))
    assert (
        Drive(roads, frozenset(), "far").search("home", Charge(0, 40), algorithm="constrained").outcome is Outcome.UNREACHABLE
    )


SQUARE: Edges = {0: [(1, (1, 5)), (2, (2, 2))], 1: [(3, (1, 5))], 2: [(3, (2, 2))]}


def test_a_run_pauses_and_gives_one_path_after_another() -> None:
    problem, watched, paused = Graph(SQUARE, 3), Trace[Any, Any](), Trace[Any, Any]()
    whole = list(problem.results(0, Vector(0, 0), algorithm="pareto", observer=watched))
    assert [tuple(each.cost) for each in whole] == [(2, 10), (4, 4)]
    with problem.begin(0, Vector(0, 0), algorithm="pareto", observer=paused) as run:
        found = []
        while not found or found[-1].found:
            answer = run.advance(1)
            if answer is not None:
                found.append(answer)
        with pytest.raises(BadInput, match="several nodes of a position, and no tree"):
            _ = run.tree
    assert [each.path for each in found[:-1]] == [each.path for each in whole]
    assert paused.events == watched.events


def test_limits_bound_the_search() -> None:
    problem = Reversible(SQUARE, 3)
    assert [each.outcome for each in problem.results(0, Vector(0, 0), algorithm=Pareto(nodes=1))][-1] is Outcome.LIMIT
    assert problem.search(0, Vector(0, 0), algorithm="pareto", limits=Limits(expansions=3)).outcome is Outcome.LIMIT
    assert len(list(problem.results(0, Vector(0, 0), algorithm=Pareto(k=1)))) == 1
    several = list(Graph(SQUARE, 3).results(Starts({1: Vector(0, 0), 2: Vector(0, 0)}), algorithm="pareto"))
    assert [each.path for each in several] == [(1, 3), (2, 3)]


def test_what_does_not_fit_is_refused_in_one_line() -> None:
    problem = Graph(SQUARE, 3)
    for ask, words in (
        (lambda: problem.search(0, algorithm="pareto"), r"needs costs with dominates\(other\), and Graph counts in int"),
        (lambda: Vector(1), "has 1 numbers; expected 2 to 8"),
        (lambda: Vector(1, True), "holds True"),
        (lambda: Constrained((1, "2")), "must be a number or None for each number"),  # type: ignore[arg-type]
        (lambda: problem.search(0, Vector(0, 0), algorithm=Constrained((1, 2, 3))), "give a limit for each number"),
    ):
        with pytest.raises(BadInput, match=words) as refused:
            ask()
        assert "\n" not in str(refused.value)
    with pytest.raises(CostError, match="differ in length"):
        problem.search(0, Vector(0, 0, 0), algorithm="pareto")
    with pytest.raises(CostError, match="NaN cannot be ordered"):
        Graph({0: [(1, (1, float("nan")))]}, 1).search(0, Vector(0, 0), algorithm="pareto")
    with pytest.raises(CostError, match="negative"):
        Graph({0: [(1, (1, -1))]}, 1).search(0, Vector(0, 0), algorithm="pareto")


@pytest.mark.parametrize("left", [(0, 0), (1, -1)])
def test_the_first_path_of_a_class_is_checked(left: tuple[int, int]) -> None:
    @frozen
    class Estimating(Relaxing):
        def estimate(self, position: int) -> Vector:
            return Vector(0, 0) if position == 3 else self.zero

    CHECKED.discard(Estimating.add_neighbours)  # which it shares with Relaxing
    problem: Any = Estimating(SQUARE, 3, Vector(*left))
    start = Cost(Vector(0, 0), Vector(0, 0), Vector(*left))
    with pytest.warns(HookWarning, match="at least 0") if min(left) < 0 else nullcontext():
        assert problem.search(0, start, algorithm="pareto").cost.travelled == Vector(2, 10)


def test_vectors_add_only_to_vectors() -> None:
    with pytest.raises(CostError, match="a Vector meets a value that is none; give each cost of a search as a Vector"):
        Vector(1, 2) + 3  # type: ignore[operator]
    with pytest.raises(CostError, match="a Vector meets"):
        Vector(1, 2).dominates((1, 2))  # type: ignore[arg-type]


def test_vectors_are_values() -> None:
    cost = Vector(3, 5) + Vector(1, 0.5)
    assert tuple(cost) == (4, 5.5) == (cost[0], cost[1])
    assert len(cost) == 2
    assert {cost: 1}[Vector(4, 5.5)] == 1
    assert cost - Vector(1, 0.5) == Vector(3, 5) < Vector(3, 6)
    assert not Vector(1, 9).dominates(Vector(2, 8))
    assert Vector(1, 8).dominates(Vector(1, 8))
    assert AStar.search(Graph(SQUARE, 3), 0, Vector(0, 0)).cost == Vector(2, 10)  # astar: the first in order
