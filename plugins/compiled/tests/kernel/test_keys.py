"""Keys, and parents that are named: both engines do the same with them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from attrs import evolve, field, frozen
from both_speeds import are_packed
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Limits, Node, OpenList, Trace
from genastar.algorithm import Algorithm
from genastar.algorithms import BothWays, DepthFirst
from genastar.algorithms.astar import ASTAR

pytestmark = pytest.mark.long

Pose = tuple[int, int]
ENGINES = ("interpreted", "compiled")


@frozen(eq=False)
class Posed(AStar[Pose, Cost[int]]):
    """A multigraph on which a position is a node and the pose in which it was entered: the node is its key.

    What an arc costs depends on the pose. Arcs may come from elsewhere: from the parent, or from another node that is known.
    """

    first: NDArray[np.int64]
    heads: NDArray[np.int64]
    weights: NDArray[np.int64]
    others: NDArray[np.int64]
    guesses: NDArray[np.int64]
    goal: int

    def add_neighbours(self, node: Node[Pose, Cost[int]], open_list: OpenList[Pose, Cost[int]]) -> None:
        place, pose = node.position
        for arc in range(self.first[place], self.first[place + 1]):
            to, weight = (int(self.heads[arc]), arc % 3), int(self.weights[arc]) + (arc % 3 != pose)
            open_list.relax(to, node.cost.travelled + weight)

    def estimate(self, position: Pose) -> int:
        return int(self.guesses[position[0]])

    def is_destination(self, position: Pose) -> bool:
        return position[0] == self.goal

    def key(self, position: Pose) -> int:
        return position[0]


@frozen(eq=False)
class Indexed(Posed):
    """The same with an index of the keys."""

    def index(self, key: int) -> int:
        return key

    @property
    def size(self) -> int:
        return self.guesses.size


class Anywhere(Posed):
    """Ways come from the parent of what is expanded too, and from other nodes."""

    def add_neighbours(self, node: Node[Pose, Cost[int]], open_list: OpenList[Pose, Cost[int]]) -> None:
        place, pose = node.position
        for arc in range(self.first[place], self.first[place + 1]):
            to, weight = (int(self.heads[arc]), arc % 3), int(self.weights[arc])
            before = node.parent
            if before is not None and weight % 3 == 0:
                seen = open_list.known(before)
                if seen is not None:
                    open_list.relax(to, seen.cost.travelled + weight, parent=before)
            other = open_list.known((int(self.others[arc]), pose))
            if other is not None and weight % 3 == 1:
                open_list.relax(to, other.cost.travelled + weight, parent=other.position)
            open_list.relax(to, node.cost.travelled + weight, parent=before if weight == 2 else None)


@frozen(eq=False)
class AnywhereKeyed(Anywhere):
    """In a hash table of keys."""


@frozen(eq=False)
class AnywhereIndexed(Anywhere, Indexed):
    """With an index of the keys."""


@frozen(eq=False)
class AnywherePlain(AStar[int, Cost[int]]):
    """Without a key, and with an index: it is packed, with the parents that the hook names."""

    first: NDArray[np.int64]
    heads: NDArray[np.int64]
    weights: NDArray[np.int64]
    others: NDArray[np.int64]
    guesses: NDArray[np.int64]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            to, weight, other = int(self.heads[arc]), int(self.weights[arc]), open_list.known(int(self.others[arc]))
            if other is not None:
                open_list.relax(to, other.cost.travelled + weight, parent=other.position)
            open_list.relax(to, node.cost.travelled + weight)

    def estimate(self, position: int) -> int:
        return int(self.guesses[position])

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.guesses.size


Arcs = tuple[list[tuple[int, int, int, int]], list[int], int]


@st.composite
def graphs(draw: st.DrawFn) -> Arcs:
    count = draw(st.integers(1, 9))
    node = st.integers(0, count - 1)
    arcs = draw(st.lists(st.tuples(node, node, st.integers(0, 9), node), min_size=count, max_size=36))
    return arcs, draw(st.lists(st.integers(0, 9), min_size=count, max_size=count)), draw(node)


def problem_of(kind: Any, graph: Arcs) -> AStar[Any, Cost[int]]:
    arcs, guesses, goal = graph
    arcs = sorted(arcs, key=lambda arc: arc[0])
    columns = [np.array([arc[column] for arc in arcs], np.int64) for column in range(4)]
    made: AStar[Any, Cost[int]] = kind(
        np.searchsorted(columns[0], np.arange(len(guesses) + 1)).astype(np.int64),
        *columns[1:],
        np.array(guesses, np.int64),
        goal,
    )
    return made


def seen(problem: AStar[Any, Any], start: Any, engine: str, cuts: list[int], algorithm: Algorithm, **how: Any) -> list[object]:
    trace: Trace[Any, Any] = Trace()
    told: list[object] = []
    with problem.begin(start, engine=engine, observer=trace, algorithm=algorithm, **how) as run:
        result = None
        for cut in [*cuts, None, None]:
            result = run.advance(cut)
            tree = run.tree
            nodes = {position: (tree[position], tree.is_settled(position)) for position in tree}
            arrays = [each.tolist() for each in tree.to_arrays()] if hasattr(problem, "size") else []
            told.append((run.expanded, run.best_open, run.closest, nodes, arrays))
            told.append(None if result is None else (evolve(result, seconds=0.0, engine=""), result.costs))
    return [*told, trace.events]


@pytest.mark.parametrize("kind", [Posed, Indexed, AnywhereKeyed, AnywhereIndexed, AnywherePlain])
@settings(max_examples=60)
@given(graph=graphs(), reopen=st.booleans(), cuts=st.lists(st.integers(0, 4), max_size=4))
@example(graph=([(0, 1, 0, 0), (0, 2, 2, 0), (2, 2, 0, 0)], [0, 1, 0], 1), reopen=True, cuts=[])
def test_keys_and_parents(kind: Any, graph: Arcs, reopen: bool, cuts: list[int]) -> None:
    problem = problem_of(kind, graph)
    start: Any = 0 if kind is AnywherePlain else (0, 1)
    slow, fast = (seen(problem, start, engine, cuts, ASTAR, reopen=reopen) for engine in ENGINES)
    assert slow == fast


@settings(max_examples=30)
@given(graph=graphs(), depth=st.integers(0, 5))
def test_keys_of_a_walk(graph: Arcs, depth: int) -> None:
    limits = Limits(depth=depth, expansions=80)
    slow, fast = (seen(problem_of(Posed, graph), (0, 1), engine, [2], DepthFirst(), limits=limits) for engine in ENGINES)
    assert slow == fast


@settings(max_examples=30)
@given(graph=graphs())
def test_a_key_merges_what_it_identifies(graph: Arcs) -> None:
    """An oracle without the search: the positions of a path have keys of their own, and no more are closed than there are."""
    problem = problem_of(Posed, graph)
    with problem.begin((0, 1)) as run:
        run.finish()
        tree = run.tree
    assert len({position[0] for position in tree}) == len(tree)
    for place, pose in list(tree):
        assert tree[place, pose + 1] == tree[place, pose]
        path = tree.path_to((place, pose))
        assert len({position[0] for position in path}) == len(path)


def test_the_layout_stays_packed_without_keys() -> None:
    graph: Arcs = [(0, 0, 1, 0)], [0], 0
    for kind, start in ((AnywherePlain, 0), (Indexed, (0, 0))):
        problem_of(kind, graph).search(start, engine="compiled")
        assert are_packed(kind) == {kind is AnywherePlain}


@frozen
class Wrong(AStar[tuple[float, int], Cost[int]]):
    """Names what cannot be named."""

    nan: float
    unknown: bool = False

    def add_neighbours(
        self, node: Node[tuple[float, int], Cost[int]], open_list: OpenList[tuple[float, int], Cost[int]]
    ) -> None:
        x, y = node.position
        travelled = node.cost.travelled + 1
        if self.unknown and y == 2:
            open_list.relax((x, y + 1), travelled, parent=(x, 77))
        open_list.relax((x, y + 1), travelled)

    def is_destination(self, position: tuple[float, int]) -> bool:
        return position[1] == 9

    def key(self, position: tuple[float, int]) -> tuple[float, int]:
        return (self.nan if position[1] == 4 else position[0], position[1])


@pytest.mark.parametrize(
    ("problem", "how", "says"),
    [
        (Wrong(0.0, True), {}, r"Wrong.add_neighbours names the parent \(0.0, 77\), which the search has not reached"),
        (Wrong(math.nan), {}, r"Wrong.key gives \(nan, 4\) for \(0.0, 4\): NaN"),
        (
            Wrong(0.0, True),
            {"algorithm": DepthFirst(), "limits": Limits(depth=20)},
            r"Wrong.add_neighbours names the parent \(0.0, 77\), but this search allows only",
        ),
        (
            Wrong(math.nan),
            {"algorithm": DepthFirst(), "limits": Limits(depth=20)},
            r"key gives \(nan, 4\) for \(0.0, 4\): NaN",
        ),
    ],
)
def test_what_is_refused_in_one_line(problem: Wrong, how: Any, says: str) -> None:
    lines = []
    for engine in ENGINES:
        with pytest.raises(BadInput, match=says) as caught:
            problem.search((0.0, 0), engine=engine, **how)
        lines.append(str(caught.value))
    assert lines[0] == lines[1]
    assert "\n" not in lines[0]


@frozen
class Unhashable(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 3

    def key(self, position: int) -> list[int]:
        return [position]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_key_that_has_no_hash(engine: str) -> None:
    with pytest.raises(BadInput, match=r"Unhashable.key gives \[0\] for 0, which is not hashable .*a tuple, not a list"):
        Unhashable().search(0, engine=engine)


def test_both_ways_refuses_keys() -> None:
    with pytest.raises(BadInput, match="'both-ways'"):
        problem_of(Posed, ([(0, 0, 1, 0)], [0], 0)).search((0, 0), algorithm=BothWays())


@frozen
class Tagged:
    """A position with a field that does not count."""

    x: int
    tag: int = field(eq=False)


@frozen
class Tags(AStar[Tagged, Cost[int]]):
    """Positions that are equal, and differ in their tags."""

    goal: int

    def add_neighbours(self, node: Node[Tagged, Cost[int]], open_list: OpenList[Tagged, Cost[int]]) -> None:
        for step in (3, 2, 1):
            here = node.position
            open_list.relax(Tagged((here.x * step + 1) % 40, here.x), node.cost.travelled + 4 - step + here.tag % 2)

    def is_destination(self, position: Tagged) -> bool:
        return position.x == self.goal


def test_fields_that_do_not_count_do_not_at_either_engine() -> None:
    told = []
    for engine in ENGINES:
        trace: Trace[Tagged, Cost[int]] = Trace()
        result = Tags(39).search(Tagged(0, 0), engine=engine, observer=trace)
        told.append((evolve(result, seconds=0.0, engine=""), [each.tag for each in result.path], trace.events))
    assert told[0] == told[1]
    assert told[0][0].expanded <= 40


@frozen
class Words(AStar[str, Cost[int]]):
    """Text as positions, with parents that are named."""

    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        here = node.position
        if len(here) < 6:
            for letter in ("a", "b"):
                open_list.relax(here + letter, node.cost.travelled + 1, parent=here)
            if node.parent is not None:
                open_list.relax(here + "b", node.cost.travelled, parent=node.parent)

    def is_destination(self, position: str) -> bool:
        return position == self.goal


def test_parents_of_text() -> None:
    slow, fast = (seen(Words("abbab"), "a", engine, [3], ASTAR) for engine in ENGINES)
    assert slow == fast


@frozen
class Board(AStar[int, Cost[int]]):
    """A line whose length is a field named ``size``, without the hook ``index``."""

    size: int
    key: int = 7

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for position in (node.position - 1, node.position + 1):
            if 0 <= position < self.size:
                open_list.relax(position, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.size - 1

    def estimate(self, position: int) -> int:
        return self.size - 1 - position


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "weighted", "k-shortest"])
def test_a_field_named_size_is_no_hook(algorithm: str) -> None:
    """An algorithm that wraps the problem would take the wrapper's ``index`` for a hook of the problem."""
    results = [Board(6).search(0, algorithm=algorithm, engine=engine) for engine in ENGINES]
    assert [result.path for result in results] == [(0, 1, 2, 3, 4, 5)] * 2
