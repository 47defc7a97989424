"""Frontiers with queues of their own do the same in machine code and interpreted, and show the same at each pause of a run."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import plans_of
from calling import compiled, function_of
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import multigraphs
from genastar import AStar, CannotCompile, Cost, Limits, Node, OpenList, Trace
from genastar.algorithms import Anytime, AnytimeWeighted, Convex, Focal
from genastar.algorithms.bounded.focal import FocusByEstimate
from genastar.algorithms.memory_bounded.breadth_first_heuristic import RelayedProblem
from genastar.algorithms.memory_bounded.partial_expansion import EnhancedProblem
from genastar.contracts.frontier import AnytimeFrontier as Order
from genastar.contracts.frontier import FocalFrontier as Frontier
from genastar.contracts.frontier import LayersFrontier, PartialFrontier, PotentialFrontier
from genastar.errors import CostError
from genastar.memory.queues.focal import FocalQueue
from genastar.search.requests import make_request, resolve_engine
from genastar_compiled.kernel.primitives import times

pytestmark = pytest.mark.long


@frozen(eq=False)
class Graph(multigraphs.Graph[Any]):
    """A multigraph with a second heuristic, in a hash table."""

    focuses: NDArray[np.generic]

    def focus(self, node: Node[int, Cost[Any]]) -> Any:
        return self.focuses[node.position].item()


@frozen(eq=False)
class Numbered(Graph, multigraphs.Inserting[Any], multigraphs.Dense[Any]):
    """With an index, by an order of its own, and a focus that depends on the way."""

    def focus(self, node: Node[int, Cost[Any]]) -> Any:
        return self.focuses[node.position].item() * 3 - (0 if node.parent is None else node.cost.travelled)


@frozen(eq=False)
class Keyed(Graph):
    """Two nodes are one position, by the hook ``key``; a hook names parents."""

    def key(self, position: int) -> int:
        return position // 2

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.heads[arc]), node.cost.travelled + self.weights[arc].item(), parent=node.position)


@st.composite
def graphs(draw: st.DrawFn, kind: type[Graph], number: type[np.generic], focus: type[np.generic]) -> Graph:
    count = draw(st.integers(1, 12))
    node = st.integers(0, count - 1)
    weights = st.one_of(st.integers(0, 9), st.integers(0, 9), st.integers(0, 2**40))
    arcs = sorted(draw(st.lists(st.tuples(node, node, weights), max_size=40)), key=lambda arc: arc[0])
    several = {"min_size": count, "max_size": count}
    guesses = draw(st.lists(st.integers(0, 30), **several))  # type: ignore[arg-type]
    goals = draw(st.lists(st.sampled_from((False, False, True)), **several))  # type: ignore[arg-type]
    focuses = draw(st.lists(st.integers(-4, 4), **several))  # type: ignore[arg-type]
    scale = 1 if number is np.int64 else 0.1
    return kind(
        np.searchsorted(np.array([tail for tail, _, _ in arcs], np.int64), np.arange(count + 1)).astype(np.int64),
        np.array([head for _, head, _ in arcs], np.int64),
        np.array([weight * scale for _, _, weight in arcs]).astype(number),
        np.array([guess * scale for guess in guesses]).astype(number),
        np.array(goals),
        (np.array(focuses) / (1 if focus is np.int64 else 3)).astype(focus),
    )


def history(request: Any, cuts: list[int], engine: Any) -> tuple[list[Any], list[Any]]:
    """What a run shows at each pause and at each of its first answers, and its events."""
    trace: Trace[Any, Any] = Trace()
    seen: list[Any] = []
    with evolve(request, observer=trace, engine=engine).begin() as run:
        for cut in [*cuts, None, None, None]:
            result = run.advance(cut)
            told = None if result is None else (evolve(result, seconds=0.0, engine=""), result.costs)
            nodes = {position: (run.tree[position], run.tree.is_settled(position)) for position in run.tree}
            seen.append((told, run.expanded, run.best_open, run.closest, nodes))
    return seen, trace.events


LAYOUTS = {
    "hashed": (Graph, np.int64, np.int64, 1.5),
    "numbered, floats": (Numbered, np.float64, np.float64, 2),
    "keyed": (Keyed, np.int64, np.float64, 1.3),
    "estimate": (Graph, np.int64, np.int64, 3),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=60)
@given(data=st.data(), reopen=st.booleans(), expansions=st.sampled_from((None, None, 7)), cost=st.sampled_from((None, 9)))
def test_both_engines_do_the_same(
    layout: str, data: st.DataObject, reopen: bool, expansions: int | None, cost: int | None
) -> None:
    kind, number, focus, weight = LAYOUTS[layout]
    problem: Any = data.draw(graphs(kind, number, focus))
    starts = [(0, 0), *data.draw(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=2))]
    (start, first), *more = [start_of(problem, node % len(problem.goals), number(offset).item()) for node, offset in starts]
    if layout == "estimate":
        problem = FocusByEstimate(problem)
    limits = Limits(expansions=expansions, cost=cost)
    request = make_request(problem, start, first, reopen=reopen, limits=limits, more_starts=more)[1]
    request = evolve(request, frontier=Frontier(weight), keeps_tree=True)
    cuts = data.draw(st.lists(st.integers(0, 4), max_size=6))
    slow, fast = (history(request, cuts, resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast
    answer = next(each[0] for each in slow[0] if each[0] is not None)
    assert answer == history(request, [], resolve_engine("compiled"))[0][0][0]


POTENTIALS = {
    "hashed": (Graph, np.int64, 1.5),
    "numbered, floats": (Numbered, np.float64, 2),
    "keyed": (Keyed, np.int64, 3),
}


@pytest.mark.parametrize("layout", POTENTIALS)
@settings(max_examples=60)
@given(data=st.data(), reopen=st.booleans(), cost=st.sampled_from((None, 9)))
def test_potentials_are_the_same_in_both_engines(layout: str, data: st.DataObject, reopen: bool, cost: int | None) -> None:
    kind, number, weight = POTENTIALS[layout]
    problem: Any = data.draw(graphs(kind, number, np.int64))
    starts = [(0, 0), *data.draw(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=2))]
    (start, first), *more = [start_of(problem, node % len(problem.goals), number(offset).item()) for node, offset in starts]
    request = make_request(problem, start, first, reopen=reopen, limits=Limits(cost=cost), more_starts=more)[1]
    request = evolve(request, frontier=PotentialFrontier(weight), keeps_tree=True)
    cuts = data.draw(st.lists(st.integers(0, 4), max_size=6))
    slow, fast = (history(request, cuts, resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast


@frozen(eq=False)
class Weighed(Graph, multigraphs.Dense[Any]):
    """Numbered, by costs of its own that it relaxes."""


@frozen(eq=False)
class Folded(Graph):
    """Two nodes are one position, by the hook ``key``."""

    def key(self, position: int) -> int:
        return position // 2


@frozen(eq=False)
class Ordered(Graph):
    """With the hook that adds neighbours by their totals."""

    def add_neighbours_within(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]], most: Any) -> Any:
        least = None
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            head, travelled = int(self.heads[arc]), node.cost.travelled + self.weights[arc].item()
            total = travelled + self.estimate(head)
            if total <= most:
                open_list.relax(head, travelled)
            elif least is None or total < least:
                least = total
        return least


SIFTED = {
    "layers, hashed": (Graph, np.int64),
    "layers, numbered, floats": (Weighed, np.float64),
    "layers, keyed": (Folded, np.int64),
    "partial, hashed": (Graph, np.int64),
    "partial, numbered, floats": (Numbered, np.float64),
    "partial, keyed": (Keyed, np.int64),
    "partial, ordered": (Ordered, np.int64),
}


@pytest.mark.parametrize("layout", SIFTED)
@settings(max_examples=60)
@given(
    data=st.data(),
    reopen=st.booleans(),
    expansions=st.sampled_from((None, None, 0, 3, 7)),
    cost=st.sampled_from((None, 0, 3, 9, 2**40)),
)
def test_sifted_nodes_are_the_same_in_both_engines(
    layout: str, data: st.DataObject, reopen: bool, expansions: int | None, cost: int | None
) -> None:
    kind, number = SIFTED[layout]
    problem: Any = data.draw(graphs(kind, number, np.int64))
    starts = [(0, 0), *data.draw(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=2))]
    (start, first), *more = [start_of(problem, node % len(problem.goals), number(offset).item()) for node, offset in starts]
    frontier: Any = PartialFrontier()
    if layout.startswith("layers"):
        frontier = LayersFrontier(number(data.draw(st.integers(0, 3))).item(), number(data.draw(st.integers(0, 40))).item())
        problem = RelayedProblem(problem, frontier)
    elif kind is Ordered:
        problem = EnhancedProblem(problem)
    limits = Limits(expansions=expansions, cost=cost)
    request = make_request(problem, start, first, reopen=reopen, limits=limits, more_starts=more)[1]
    request = evolve(request, frontier=frontier, keeps_tree=True)
    cuts = data.draw(st.lists(st.integers(0, 4), max_size=6))
    slow, fast = (history(request, cuts, resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast
    told = [bounds(request, name) for name in ("interpreted", "compiled")]
    assert told[0] == told[1]


def test_a_node_that_is_put_back_beyond_the_limit_is_no_other_node() -> None:
    """The first start waits; once, it came out in place of the node."""
    guesses, nothing = np.array([2, 1, 0]), np.zeros(3, int)
    problem = Graph(np.array([0, 0, 0, 1]), np.array([1]), np.array([0]), guesses, nothing.astype(bool), nothing)
    (start, first), *more = [start_of(problem, node, offset) for node, offset in ((0, 0), (1, 1), (2, 0))]
    request = evolve(
        make_request(problem, start, first, limits=Limits(cost=0), more_starts=more)[1],
        frontier=PartialFrontier(),
        keeps_tree=True,
    )
    slow, fast = (history(request, [], resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast


def start_of(problem: Graph, node: int, offset: Any) -> tuple[int, Cost[Any]]:
    """A start that is dearer by an offset."""
    if isinstance(problem, Numbered):
        return node, Cost(offset // 2, offset, offset - offset)
    left = problem.estimate(node)
    return node, Cost(offset + left, offset, left)


@frozen
class Line(AStar[int, Cost[int]]):
    """The whole numbers; the focus is what is told of it."""

    goal: int
    step: int = 1
    odd: float = 1.0

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.step)
        open_list.relax(node.position - 1, node.cost.travelled + self.step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def focus(self, node: Node[int, Cost[int]]) -> float:
        return self.odd if node.position == 3 else 0.5 * node.position


def test_what_machine_code_refuses() -> None:
    for engine in ("interpreted", "compiled"):
        with pytest.raises(CostError, match="focus gives NaN"):
            Line(9, odd=float("nan")).search(0, algorithm=Focal(9), engine=engine)
    with pytest.raises(CannotCompile):
        Line(9).search(0, algorithm=Focal(Fraction(3, 2)), engine="compiled")


def test_the_weight_is_no_part_of_the_program() -> None:
    @frozen
    class Own(Line):
        pass

    for weight in (1.0, 1.25, 4.0):
        wanted, found = (Own(9).search(0, algorithm=Focal(weight), engine=name) for name in ("interpreted", "compiled"))
        assert evolve(found, seconds=0.0, engine="") == evolve(wanted, seconds=0.0, engine="")
    assert len(plans_of(Own)) == 1


numbers = st.one_of(st.integers(-5, 5), st.integers(2**52, 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
factors = st.one_of(st.sampled_from([1, 2, 1.0, 1.5, 3, 1e300, float("inf")]), st.floats(1, 4), st.integers(1, 2**62))


@cache
def bound_for(kind: type) -> Any:
    return compiled(function_of("def bound(least, weight):\n    return times(least, weight)\n", times=times), 1, kind(1))


@settings(max_examples=300)
@given(least=numbers, weight=factors, near=st.integers(-2, 2))
def test_the_bound_is_that_of_python(least: int, weight: float, near: int) -> None:
    queue: FocalQueue[Any, Any] = FocalQueue(Frontier(weight), id, {}, None)
    within = queue._compute_highest_rank(least)
    found = bound_for(type(weight))(least, weight)
    for rank in (found, least, least + near, int(min(max(within, -(2**63)), 2**63 - 1)) + near, 2**63 - 1):
        if -(2**63) <= rank < 2**63:
            assert (rank <= within) == (rank <= found)


ANYTIME = {
    "hashed": (Graph, np.int64, Order(3.0, 0.5, True)),
    "hashed, at once": (Graph, np.int64, Order(3.0, 0.0, False)),
    "numbered, floats": (Numbered, np.float64, Order(5.0, 2.0, True)),
    "keyed": (Keyed, np.int64, Order(2.0, 0.25, True)),
}


@pytest.mark.parametrize("layout", ANYTIME)
@settings(max_examples=60)
@given(data=st.data(), expansions=st.sampled_from((None, None, 7)))
def test_anytime_searches_do_the_same_in_both_engines(layout: str, data: st.DataObject, expansions: int | None) -> None:
    kind, number, frontier = ANYTIME[layout]
    problem = data.draw(graphs(kind, number, np.int64))
    starts = [(0, 0), *data.draw(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=2))]
    (start, first), *more = [start_of(problem, node % len(problem.goals), number(offset).item()) for node, offset in starts]
    request: Any = make_request(problem, start, first, reopen=True, limits=Limits(expansions=expansions), more_starts=more)[1]
    request = evolve(request, frontier=frontier, keeps_tree=True)
    cuts = data.draw(st.lists(st.integers(0, 4), max_size=6))
    slow, fast = (history(request, cuts, resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast
    told = [bounds(request, name) for name in ("interpreted", "compiled")]
    assert told[0] == told[1]


def bounds(request: Any, engine: str) -> list[Any]:
    """The least rank of the open nodes at each answer."""
    found = []
    with evolve(request, engine=resolve_engine(engine)).begin() as run:
        while run.finish().found:
            found.append(run.next_bound)
        return [*found, run.next_bound]


def test_the_weights_are_no_part_of_the_program() -> None:
    class Own(Line):
        pass

    for algorithm in (Anytime(), Anytime(2, 0.25), Anytime(9, 4)):
        wanted, found = (
            [evolve(each, seconds=0.0, engine="") for each in Own(9).results(0, algorithm=algorithm, engine=name)]
            for name in ("interpreted", "compiled")
        )
        assert found == wanted
    assert len(plans_of(Own)) == 1


@pytest.mark.parametrize("algorithm", [Anytime(), AnytimeWeighted()], ids=repr)
def test_no_destination_is_expanded(algorithm: Any) -> None:
    class Ending(Line):
        def add_neighbours(self, node: Any, open_list: Any) -> None:
            if self.is_destination(node.position):
                raise ValueError("the line ends here")
            super().add_neighbours(node, open_list)

    wanted, found = (
        [evolve(each, seconds=0.0, engine="") for each in Ending(9).results(0, algorithm=algorithm, engine=name)]
        for name in ("interpreted", "compiled")
    )
    assert found == wanted
    assert found[0].found


@pytest.mark.parametrize("order", ["xdp", "xup", "pwxd", "pwxu"])
@settings(max_examples=20)
@given(data=st.data())
def test_convex_orders_with_negative_estimates(order: Any, data: st.DataObject) -> None:
    problem: Any = data.draw(graphs(Graph, np.int64, np.int64))
    problem = evolve(problem, guesses=problem.guesses - 15)
    first = problem.estimate(0)
    request = Convex(1.5, order).change_request(make_request(problem, 0, Cost(first, 0, first))[1])
    slow, fast = (history(evolve(request, keeps_tree=True), [], resolve_engine(name)) for name in ("interpreted", "compiled"))
    assert slow == fast
