"""Runs: however a search is cut, compiled or interpreted, it does the same, and shows the same at each pause."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from both_speeds import forget_plans, plans_of
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Outcome, Result, Run, Starts, Trace, Workspace
from genastar.algorithm import Algorithm
from genastar.algorithms import DepthFirst
from genastar.algorithms.astar import ASTAR
from genastar.contracts.tree import Tree
from genastar.search.requests import make_request
from genastar_compiled.engine import ENGINE
from multigraphs import C, Dense, Graph, Inserting

pytestmark = pytest.mark.long


@frozen(eq=False)
class DenseInserting(Inserting[C], Dense[C]):
    """With an index, by rows, in an order of its own."""


@frozen(eq=False)
class Tuples(AStar[tuple[int, int], tuple[int, int]]):
    """Positions and costs are tuples."""

    first: NDArray[np.int64]
    heads: NDArray[np.int64]
    weights: NDArray[np.int64]
    guesses: NDArray[np.int64]
    goals: NDArray[np.bool_]

    def add_neighbours(
        self, node: Node[tuple[int, int], tuple[int, int]], open_list: OpenList[tuple[int, int], tuple[int, int]]
    ) -> None:
        turns, steps = node.cost
        for arc in range(self.first[node.position[0]], self.first[node.position[0] + 1]):
            open_list.insert((int(self.heads[arc]), 0), (turns + int(self.weights[arc]) % 3, steps + 1))

    def is_destination(self, position: tuple[int, int]) -> bool:
        return bool(self.goals[position[0]])


Arcs = tuple[list[tuple[int, int, int]], list[int], list[bool]]


@st.composite
def graphs(draw: st.DrawFn) -> Arcs:
    count = draw(st.integers(1, 10))
    node = st.integers(0, count - 1)
    arcs = draw(st.lists(st.tuples(node, node, st.integers(0, 9)), min_size=count, max_size=40))
    guesses = draw(st.lists(st.integers(0, 12), min_size=count, max_size=count))
    return arcs, guesses, draw(st.lists(st.sampled_from((False, False, True)), min_size=count, max_size=count))


def problem_of(kind: type[Any], graph: Arcs, number: type[np.generic] = np.int64) -> AStar[Any, Any]:
    arcs, guesses, goals = graph
    arcs = sorted(arcs, key=lambda arc: arc[0])
    tails = np.array([tail for tail, _, _ in arcs], np.int64)
    scale = 1 if number is np.int64 else 0.1
    made: AStar[Any, Any] = kind(
        np.searchsorted(tails, np.arange(len(guesses) + 1)).astype(np.int64),
        np.array([head for _, head, _ in arcs], np.int64),
        np.array([weight * scale for _, _, weight in arcs]).astype(number),
        np.array([guess * scale for guess in guesses]).astype(number),
        np.array(goals),
    )
    return made


Start = tuple[Any, Any]


def begin(
    problem: AStar[Any, Any], starts: list[Start], engine: str, trace: Trace[Any, Any], algorithm: Algorithm, **how: Any
) -> Run[Any, Any]:
    (start, cost), *more = starts
    how |= {"algorithm": algorithm, "engine": engine, "observer": trace}
    chosen, request = make_request(problem, start, cost, more_starts=more, **how)
    return chosen.begin(evolve(request, keeps_tree=True))


def told(result: Result[Any, Any] | None) -> object:
    return None if result is None else (evolve(result, seconds=0.0, engine=""), result.costs)


def shown(tree: Tree[Any, Any], problem: object) -> object:
    """All that a tree tells."""
    nodes = {position: (tree[position], tree.is_settled(position)) for position in tree}
    assert len(nodes) == len(tree)
    if not hasattr(problem, "size") or not all(isinstance(node.cost, Cost) for node, _ in nodes.values()):
        return nodes
    g, parent, settled = tree.to_arrays()
    for position, (node, closed) in nodes.items():
        cell = problem.index(position)  # type: ignore[attr-defined]
        assert (g[cell], settled[cell]) == (node.cost.travelled, closed)
        assert parent[cell] == (cell if node.parent is None else problem.index(node.parent))  # type: ignore[attr-defined]
    assert np.count_nonzero(parent >= 0) == len(nodes)
    return nodes, str(g.dtype)


def history(run: Run[Any, Any], problem: object, cuts: list[int], answers: int = 4) -> list[object]:
    """What a run shows at each pause and at each answer, until its end or so many answers."""
    seen: list[object] = [(run.best_open, run.closest, run.next_bound, shown(run.tree, problem))]
    with run:
        for cut in [*cuts, *[None] * (answers + 1)]:
            result = run.advance(cut)
            assert run.result is result or result is None
            seen.append((told(result), run.expanded, run.best_open, run.closest, run.next_bound, shown(run.tree, problem)))
            if result is not None and (answers := answers - 1) == 0:
                break
    return seen


LAYOUTS: dict[str, tuple[type[Any], type[np.generic], Algorithm]] = {
    "packed": (Dense, np.int64, ASTAR),
    "rows with an index": (DenseInserting, np.int64, ASTAR),
    "rows in a hash table": (Graph, np.int64, ASTAR),
    "floats": (Dense, np.float64, ASTAR),
    "tuples": (Tuples, np.int64, ASTAR),
    "depth first": (Graph, np.int64, DepthFirst()),
}
offsets = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from((0, 0, 0, 2))), max_size=3)
cut_lists = st.lists(st.integers(0, 4), max_size=6)


def start_of(problem: Any, node: int, offset: int, odd: int) -> Start:
    """A start that is dearer by an offset, and whose cost has an estimate of its own if it is odd."""
    node %= len(problem.goals)
    if isinstance(problem, Tuples):
        return (node, 0), (offset, odd)
    number = type(problem.guesses[0].item())
    left = problem.estimate(node) + odd
    if isinstance(problem, DenseInserting):
        return node, Cost(number(offset // 2), number(offset), number(0))
    return node, Cost(number(offset) + left, number(offset), left)


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=40)
@given(graph=graphs(), cuts=cut_lists, more=offsets, reopen=st.booleans(), most=st.sampled_from((None, None, 7)))
def test_a_cut_run_is_an_uncut_one(
    layout: str, graph: Arcs, cuts: list[int], more: list[tuple[int, int, int]], reopen: bool, most: int | None
) -> None:
    kind, number, algorithm = LAYOUTS[layout]
    problem = problem_of(kind, graph, number)
    if algorithm is not ASTAR:
        how: dict[str, Any] = {"limits": Limits(depth=5, expansions=60)}
    else:
        how = {"reopen": reopen, "limits": Limits(expansions=most)}
    starts = [start_of(problem, 0, 0, 0), *(start_of(problem, *each) for each in more)]
    seen, events = {}, {}
    for engine in ("interpreted", "compiled"):
        for name, pauses in (("cut", cuts), ("whole", [])):
            trace: Trace[Any, Any] = Trace()
            with begin(problem, starts, engine, trace, algorithm, **how) as run:
                seen[engine, name] = history(run, problem, pauses)
            events[engine, name] = trace.events
    assert seen["compiled", "cut"] == seen["interpreted", "cut"]
    assert seen["compiled", "whole"] == seen["interpreted", "whole"]
    assert events["compiled", "cut"] == events["interpreted", "cut"]
    assert events["compiled", "whole"] == events["interpreted", "whole"]
    answers = {name: [each[0] for each in seen["compiled", name][1:] if each[0] is not None] for name in ("cut", "whole")}  # type: ignore[index]
    assert answers["cut"][: len(answers["whole"])] == answers["whole"][: len(answers["cut"])]


@settings(max_examples=30)
@given(graph=graphs(), cuts=cut_lists, changes=st.integers(0, 6), more=offsets)
def test_auto_that_changes_engines_between_pauses(
    graph: Arcs, cuts: list[int], changes: int, more: list[tuple[int, int, int]]
) -> None:
    problem = problem_of(Dense, graph)
    starts = [start_of(problem, 0, 0, 0), *(start_of(problem, *each) for each in more)]
    looks = 0

    def faster(*_: object) -> object:
        nonlocal looks
        looks += 1
        return ENGINE if looks > changes else None

    seen, traces = [], []
    for engine in ("interpreted", "auto"):
        trace: Trace[Any, Any] = Trace()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("genastar.search.auto.engine.Auto.find_faster_engine", faster)
            patch.setattr("genastar.search.auto.engine.FIRST_STRETCH", 1)
            with begin(problem, starts, engine, trace, ASTAR) as run:
                seen.append(history(run, problem, cuts))
        traces.append(trace.events)
    assert seen[0] == seen[1]
    assert traces[0] == traces[1]


@frozen(eq=False)
class Widening(AStar[int, Cost[int]]):
    """A dense line whose steps get longer: a ring, then a heap of keys, then rows are needed, each in the middle."""

    ring: int
    wide: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here = node.position
        leap = 1 if here < self.ring else 1 << 18 if here < self.wide else 1 << 40
        for to in (here + 1, (here * 7) % 60, here + 3):
            if to < 60:
                open_list.relax(to, node.cost.travelled + 1 + to % 7 * leap)

    def is_destination(self, position: int) -> bool:
        return position in (20, 59)

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 60


@pytest.mark.parametrize("cuts", [[], [0, 1, 1], [5, 5, 5, 5, 5, 5], [9, 20], [21, 1, 1, 1, 1, 1, 1, 1]])
def test_a_run_that_widens_in_the_middle(cuts: list[int]) -> None:
    problem = Widening(10, 30)
    seen, traces = [], []
    for engine in ("interpreted", "compiled"):
        forget_plans(Widening)  # narrow again
        trace: Trace[int, Cost[int]] = Trace()
        with begin(problem, [(0, None), (3, None)], engine, trace, ASTAR) as run:
            seen.append(history(run, problem, cuts))
        traces.append(trace.events)
    assert seen[0] == seen[1]
    assert traces[0] == traces[1]
    (plan,) = plans_of(Widening)
    assert (plan._fits_ring, plan._fits_packed) == (False, False)


LINE: Arcs = ([(at, at + 1, 1) for at in range(6)], [0] * 7, [False] * 7)


def test_a_run_that_has_not_begun_has_no_bound_of_an_earlier_one() -> None:
    problem, workspace = problem_of(Graph, LINE), Workspace()
    limits = {"limits": Limits(depth=2), "workspace": workspace}
    with begin(problem, [(0, None)], "compiled", Trace(), DepthFirst(), **limits) as run:
        run.finish()
        assert run.next_bound == 3
    with begin(problem, [(0, None)], "compiled", Trace(), DepthFirst(), **limits) as run:
        assert run.next_bound is None


def test_a_plain_search_keeps_no_tree() -> None:
    problem = problem_of(Dense, LINE)
    forget_plans(Dense)  # which other tests have widened
    with make_request(problem, 0, engine="compiled")[1].begin() as run:
        run.finish()
        with pytest.raises(BadInput, match="keeps no tree"):
            _ = run.tree


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_what_a_closed_run_says(engine: str) -> None:
    problem = problem_of(Dense, LINE)
    with problem.begin(0, engine=engine) as run:
        assert run.advance(2) is None
    with pytest.raises(BadInput, match="this run was closed"):
        run.advance(1)
    with pytest.raises(BadInput, match="this run was closed"):
        _ = run.tree


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_what_a_tree_refuses(engine: str) -> None:
    problem = problem_of(Graph, LINE)
    with problem.begin(0, engine=engine) as run:
        run.finish()
        tree = run.tree
    assert tree.path_to(4) == (0, 1, 2, 3, 4)
    assert (tree.g(4), len(tree), 9 in tree, "a" in tree) == (4, 7, False, False)
    with pytest.raises(BadInput, match="9 was not reached"):
        tree.g(9)
    with pytest.raises(BadInput, match=r"Graph has no index\(position\) and size"):
        tree.to_arrays()
    with problem_of(Dense, LINE).begin(0, engine=engine) as run:
        run.finish()
        assert 9 not in run.tree
        assert "a" not in run.tree
    with problem_of(Tuples, LINE).begin((0, 0), (0, 0), engine=engine) as run:
        assert run.finish().outcome is Outcome.UNREACHABLE
        assert run.tree.path_to((2, 0)) == ((0, 0), (1, 0), (2, 0))


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_starts_of_which_one_cannot_be_used(engine: str) -> None:
    problem = problem_of(Dense, LINE)
    with (
        begin(problem, [(0, None), (2, Cost(2.0, 2.0, 0.0))], engine, Trace(), ASTAR) as run,
        pytest.raises((BadInput, TypeError)) if engine == "compiled" else pytest.MonkeyPatch.context(),
    ):
        run.finish()


@pytest.mark.parametrize("layout", ["packed", "rows", "positions of any kind"])
@settings(max_examples=40)
@given(graph=graphs(), data=st.data())
def test_explore_at_both_engines(layout: str, graph: Arcs, data: st.DataObject) -> None:
    """Up to a cost that some position has exactly, from several starts; each start alone may lead nowhere."""
    kind, number = {"packed": (Dense, np.int64), "rows": (Dense, np.float64)}.get(layout, (Tuples, np.int64))
    problem = problem_of(kind, graph, number)
    places = data.draw(st.lists(st.integers(0, len(graph[1]) - 1), min_size=1, max_size=3, unique=True))
    if kind is Tuples:
        starts: Starts[Any, Any] = Starts({(place, 0): (paid, 0) for paid, place in enumerate(places)})
    else:
        paid = [number(3 * row).item() for row in range(len(places))]
        starts = Starts({place: Cost(cost, cost) for place, cost in zip(places, paid, strict=True)})
    whole = problem.explore(starts)
    bounds = [node.cost if kind is Tuples else node.cost.travelled for node in whole.values()]
    within = data.draw(st.none() | st.sampled_from(bounds))
    slow = problem.explore(starts, within=within)
    fast = problem.explore(starts, within=within, engine="compiled", workspace=SHARED)
    wanted = {
        position: node
        for position, node in whole.items()
        if within is None or not within < (node.cost if kind is Tuples else node.cost.travelled)
    }
    for tree in (slow, fast):
        assert set(tree) == set(wanted)
        assert {position: tree[position].cost for position in tree} == {place: node.cost for place, node in wanted.items()}
        assert all(map(tree.is_settled, tree))
    assert {position: slow.path_to(position) for position in slow} == {position: fast.path_to(position) for position in fast}
    seen = shown(slow, problem)
    assert shown(fast, problem) == seen
    problem.explore(Starts(dict([*starts.costs.items()][:1])), engine="compiled", workspace=SHARED)
    assert shown(fast, problem) == seen, "a tree is a copy"


SHARED = Workspace()


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_start_that_leads_nowhere(engine: str) -> None:
    problem = problem_of(Dense, ([(0, 1, 2), (1, 1, 0)], [0, 0, 0], [False] * 3))
    for start, wanted in ((2, [-1, -1, 2]), (1, [-1, 1, -1]), (0, [0, 0, -1])):
        tree = problem.explore(start, engine=engine)
        g, parent, settled = tree.to_arrays()
        assert (parent.tolist(), settled.tolist()) == (wanted, [each >= 0 for each in wanted])
        assert g.sum() == (2 if start == 0 else 0)
        with pytest.raises(ValueError, match="read-only"):
            g[0] = 1
    empty = problem.explore(0, engine=engine, limits=Limits(expansions=0))
    assert (len(empty), dict(empty), [each.tolist() for each in empty.to_arrays()]) == (0, {}, [[0] * 3, [-1] * 3, [False] * 3])


def test_the_tree_of_a_pause_is_not_that_of_the_next() -> None:
    problem = problem_of(Dense, LINE)
    with problem.begin(0, engine="compiled") as run:
        trees, wanted = [], []
        for _ in range(4):
            run.advance(1)
            trees += [run.tree, run.tree]
            wanted += [shown(trees[-1], problem)] * 2
        assert [shown(tree, problem) for tree in trees] == wanted
