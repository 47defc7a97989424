"""Fronts of small random graphs in machine code: the same answers and events as interpreted, and the costs of all paths."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList, Trace, Vector
from genastar.algorithms import Pareto
from genastar_compiled.kernel.loop import ByItself
from genastar_compiled.kernel.open_lists.fronts import HEAD, VectorsOpenList

VALUES: dict[str, tuple[Any, ...]] = {
    "ints": (0, 0, 1, 1, 2, 3, 5, 8),
    "floats": (0.0, 0.0, 0.1, 0.1, 0.2, 0.3, 0.5, 0.8),
    "wide ints": (0, 1, 2, 3, 10**8, 1_999_999_999, 10**12),
}
"""Steps' costs. The last are too wide for narrow rows once some are added, or at once."""


@frozen(eq=False)
class Arcs2(AStar[int, Any]):
    """A graph in arrays, with admissible estimates that are not consistent, so that costs of a front come out of order."""

    first: NDArray[Any]
    head: NDArray[Any]
    step: NDArray[Any]
    left: NDArray[Any]

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        for arc in range(self.first[node.position].item(), self.first[node.position + 1].item()):
            open_list.relax(self.head[arc].item(), node.cost.travelled + self.vector(self.step, arc))

    def vector(self, numbers: Any, at: int) -> Vector:
        return Vector(numbers[at, 0].item(), numbers[at, 1].item())

    def is_destination(self, position: int) -> bool:
        return position == len(self.first) - 2

    def estimate(self, position: int) -> Any:
        return self.vector(self.left, position)


class Arcs3(Arcs2):
    """The same with three numbers."""

    def vector(self, numbers: Any, at: int) -> Vector:
        return Vector(numbers[at, 0].item(), numbers[at, 1].item(), numbers[at, 2].item())


class Indexed3(Arcs3):
    """The same with an index."""

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.first) - 1


class Arcs4(Arcs2):
    """The same with four numbers."""

    def vector(self, numbers: Any, at: int) -> Vector:
        return Vector(numbers[at, 0].item(), numbers[at, 1].item(), numbers[at, 2].item(), numbers[at, 3].item())


def make_graph(kind: type[Arcs2], length: int, values: tuple[Any, ...], seed: int) -> Arcs2:
    """A graph with loops and parallel arcs."""
    rng = random.Random(seed)
    size = rng.randint(4, 8)
    arcs = sorted((rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(2 * size, 4 * size)))
    steps = np.array([[rng.choice(values) for _ in range(length)] for _ in arcs])
    left = np.full((size, length), 10.0**15)
    left[-1] = 0
    for _ in range(size):
        for (tail, head), step in zip(arcs, steps, strict=True):
            left[tail] = np.minimum(left[tail], left[head] + step)
    left[left >= 10.0**15] = 0
    left *= np.array([[rng.choice((0, 1)) for _ in range(length)] for _ in left])
    first = np.searchsorted([tail for tail, _ in arcs], np.arange(size + 1))
    return kind(first, np.array([head for _, head in arcs]), steps, left.astype(steps.dtype))


def list_front(graph: Arcs2) -> list[tuple[Any, ...]]:
    """The undominated costs of all paths without a circle."""
    goal, found = len(graph.first) - 2, set()

    def walk(at: int, cost: tuple[Any, ...], seen: frozenset[int]) -> None:
        if at == goal:
            found.add(cost)
            return
        for arc in range(graph.first[at], graph.first[at + 1]):
            head = int(graph.head[arc])
            if head not in seen:
                walk(head, tuple(map(sum, zip(cost, graph.step[arc].tolist(), strict=True))), seen | {head})

    walk(0, tuple(graph.step[0].tolist()), frozenset({0}))
    return sorted(c for c in found if not any(d != c and all(a <= b for a, b in zip(d, c, strict=True)) for d in found))


def record(graph: Arcs2, engine: str, epsilon: float) -> tuple[Any, ...]:
    """The answers of a search whose start has the cost of the first arc, their costs, and all events."""
    trace: Trace[Any, Any] = Trace()
    travelled, left = graph.vector(graph.step, 0), graph.estimate(0)
    start = Cost(travelled + left, travelled, left)
    answers = list(graph.results(0, start, algorithm=Pareto(epsilon=epsilon), engine=engine, observer=trace))
    return [evolve(each, seconds=0.0, engine="") for each in answers], [each.costs for each in answers], trace.events


KINDS = [(Arcs2, 2, "ints"), *(pytest.param(*each, marks=pytest.mark.long) for each in (
    (Arcs2, 2, "floats"), (Arcs2, 2, "wide ints"), (Arcs3, 3, "ints"), (Indexed3, 3, "floats"), (Arcs4, 4, "wide ints")
))]  # fmt: skip


@pytest.mark.parametrize(("kind", "length", "values"), KINDS)
def test_random_fronts_are_the_same_and_right(kind: type[Arcs2], length: int, values: str) -> None:
    late = 0
    for seed in range(80):
        graph = make_graph(kind, length, VALUES[values], seed)
        for epsilon in (0.0, 0.3):
            slow, fast = (record(graph, engine, epsilon) for engine in ("interpreted", "compiled"))
            assert slow == fast, seed
            paid = [tuple(each.cost.travelled) for each in fast[0] if each.found]
            truth = list_front(graph)
            if values != "floats":  # sums in another order are rounded otherwise
                assert epsilon or paid == truth, seed
                assert all(any(all(a <= b * (1 + epsilon) for a, b in zip(p, t, strict=True)) for p in paid) for t in truth)
            assert len(paid) <= len(truth) or values == "floats"
        late += _has_late_cost(fast[2])
    assert late > 0


def _has_late_cost(events: Any) -> bool:
    """Whether a node was closed at a smaller first number than one before it at its position."""
    greatest: dict[int, Any] = {}
    closed = [each.node for each in events if each.kind.name == "CLOSED"]
    for node in closed:
        first = node.cost.travelled[0]
        if first < greatest.get(node.position, first):
            return True
        greatest[node.position] = first
    return False


class OneHead:
    """A table of one position."""

    def __init__(self) -> None:
        self.head = 0

    def find(self, position: int, positions: Any) -> int:
        return self.head

    def move(self, position: int, row: int, positions: Any) -> None:
        self.head = row


@pytest.mark.parametrize("seed", range(60))
def test_costs_in_any_order(seed: int) -> None:
    """The kernel's code in Python: costs and answers that come late are compared with both parts of a front."""
    rng = random.Random(seed)
    length, mess = rng.randint(2, 4), rng.choice((0, 2, 9))
    costs = [Vector(*(rng.randint(0, 9) for _ in range(length))) for _ in range(80)]
    costs.sort(key=lambda cost: cost[0] + rng.randint(0, mess))
    fronts: Any = VectorsOpenList.__new__(VectorsOpenList)
    fronts.registers, fronts.table, fronts.rank = SimpleNamespace(end_count=0, passed_count=0), OneHead(), ByItself()
    fronts.nexts, fronts.ends = [0] * len(costs), [None] * len(costs)
    fronts.costs, fronts.positions = [], [0] * len(costs)
    for cost in costs:
        is_dominated = any(known.dominates(cost) for known in fronts.costs)
        assert (bool(fronts.costs) and fronts._front_covers(fronts.table.head, cost)) == is_dominated
        assert fronts._ends_cover(cost) == is_dominated
        if not is_dominated:
            fronts.row = len(fronts.costs)
            fronts.costs.append(cost)
            fronts.close()
            fronts.remember()
    assert fronts.registers.end_count == len(fronts.costs)
    assert [bool(link & HEAD) for link in fronts.nexts].count(True) == 1
