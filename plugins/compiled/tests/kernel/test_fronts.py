"""Searches over fronts in machine code: the same answers and events as interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, CannotCompile, Cost, Limits, Node, OpenList, Outcome, Starts, Trace, Vector
from genastar.algorithms import Constrained, Pareto
from genastar.errors import CostError

Cell = tuple[int, int]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@frozen(eq=False)
class Field(AStar[Cell, Vector]):
    """A square whose cells cost two numbers to enter."""

    first: NDArray[Any]
    second: NDArray[Any]
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Vector], open_list: OpenList[Cell, Vector]) -> None:
        x, y = node.position
        for dx, dy in STEPS:
            if 0 <= x + dx < len(self.first) and 0 <= y + dy < len(self.first):
                step = Vector(self.first[y + dy, x + dx].item(), self.second[y + dy, x + dx].item())
                open_list.insert((x + dx, y + dy), node.cost + step)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


@frozen(eq=False)
class Leaving(Field):
    """The same backwards: a cell costs two numbers to leave."""

    def add_neighbours(self, node: Node[Cell, Vector], open_list: OpenList[Cell, Vector]) -> None:
        x, y = node.position
        step = Vector(self.first[y, x].item(), self.second[y, x].item())
        for dx, dy in STEPS:
            if 0 <= x + dx < len(self.first) and 0 <= y + dy < len(self.first):
                open_list.insert((x + dx, y + dy), node.cost + step)


@frozen(eq=False)
class Reversible(Field):
    """The same, and its remaining costs can be computed."""

    def reverse(self, start: Cell) -> Any:
        return Leaving(self.first, self.second, start), self.goal


@frozen(eq=False)
class Numbered(Reversible):
    """The same with an index."""

    def index(self, position: Cell) -> int:
        return position[0] * len(self.first) + position[1]

    @property
    def size(self) -> int:
        return len(self.first) ** 2


@frozen(eq=False)
class Relaxing(Field):
    """The same by `relax`, with an estimate."""

    def add_neighbours(self, node: Node[Cell, Any], open_list: OpenList[Cell, Any]) -> None:
        x, y = node.position
        for dx, dy in STEPS:
            if 0 <= x + dx < len(self.first) and 0 <= y + dy < len(self.first):
                step = Vector(self.first[y + dy, x + dx].item(), self.second[y + dy, x + dx].item())
                open_list.relax((x + dx, y + dy), node.cost.travelled + step)

    def estimate(self, position: Cell) -> Any:
        left = self.goal[0] + self.goal[1] - position[0] - position[1]
        return Vector(left, left)


def make_field(kind: type[Field], size: int, seed: int = 1) -> Field:
    rng = np.random.default_rng(seed)
    first, second = rng.integers(1, 9, (2, size, size))
    return kind(first, second, (size - 1, size - 1))


def start_of(kind: type[Field], size: int) -> Any:
    left = Vector(2 * size - 2, 2 * size - 2)
    return Cost(left, Vector(0, 0), left) if kind is Relaxing else Vector(0, 0)


def record(problem: AStar[Any, Any], start: Any, cost: Any, engine: str, **settings: Any) -> tuple[list[Any], list[Any]]:
    trace: Trace[Any, Any] = Trace()
    answers = problem.results(start, cost, engine=engine, observer=trace, **settings)
    return [(evolve(each, seconds=0.0, engine=""), each.costs) for each in answers], trace.events


LONG = (pytest.param(each, marks=pytest.mark.long) for each in (Reversible, Numbered, Relaxing))


@pytest.mark.parametrize("kind", [Field, *LONG])
def test_fronts_are_the_same(kind: type[Field]) -> None:
    problem, cost = make_field(kind, 12), start_of(kind, 12)
    for algorithm in (Pareto(), Pareto(epsilon=0.1), Pareto(nodes=300)):
        slow, fast = (record(problem, (0, 0), cost, engine, algorithm=algorithm) for engine in ("interpreted", "compiled"))
        assert slow == fast
        assert len(slow[0]) > 1 or algorithm.nodes == 300


@pytest.mark.long
@pytest.mark.parametrize("kind", [Field, Numbered])
def test_memory_grows(kind: type[Field]) -> None:
    """More nodes than the first rooms hold, so that expansions are interrupted and run again."""
    problem = make_field(kind, 25, 7)
    slow, fast = (record(problem, (0, 0), Vector(0, 0), engine, algorithm="pareto") for engine in ("interpreted", "compiled"))
    assert slow == fast
    assert slow[0][-1][0].generated > 4096 or kind is Numbered


@pytest.mark.long
def test_limits_and_pauses() -> None:
    problem = make_field(Field, 12)
    allowed = Constrained((None, 90))
    slow, fast = (problem.search((0, 0), Vector(0, 0), algorithm=allowed, engine=each) for each in ("interpreted", "compiled"))
    assert slow.cost == fast.cost is not None
    assert fast.cost[1] <= 90
    none = problem.search((0, 0), Vector(0, 0), algorithm=Constrained((None, 3)), engine="compiled")
    assert none.outcome is Outcome.UNREACHABLE
    few = problem.search((0, 0), Vector(0, 0), algorithm="pareto", engine="compiled", limits=Limits(expansions=20))
    assert (few.outcome, few.expanded) == (Outcome.LIMIT, 20)
    with problem.begin((0, 0), Vector(0, 0), algorithm="pareto", engine="compiled") as run:
        found = []
        while not found or found[-1].found:
            answer = run.advance(7)
            if answer is not None:
                found.append(answer)
        with pytest.raises(BadInput, match="several nodes of a position, and no tree"):
            _ = run.tree
    whole = [each.cost for each in problem.results((0, 0), Vector(0, 0), algorithm="pareto")]
    assert [each.cost for each in found[:-1]] == whole
    starts = Starts({(0, 0): Vector(0, 0), (11, 0): Vector(3, 0)})
    slow, fast = (
        [each.cost for each in problem.results(starts, algorithm="pareto", engine=each)] for each in ("interpreted", "compiled")
    )
    assert slow == fast


@frozen(order=False)
class Charge:
    """Minutes, and what is left in the battery."""

    minutes: int
    left: int

    def __lt__(self, other: Charge) -> bool:
        return self.minutes < other.minutes or (self.minutes == other.minutes and self.left > other.left)

    def dominates(self, other: Charge) -> bool:
        return self.minutes <= other.minutes and self.left >= other.left


@frozen(eq=False)
class Drive(AStar[int, Charge]):
    """A road with chargers at each fifth place; the fast lane uses more."""

    length: int

    def add_neighbours(self, node: Node[int, Charge], open_list: OpenList[int, Charge]) -> None:
        here, cost = node.position, node.cost
        if here < self.length:
            for minutes, used in ((3, 3), (5, 2)):
                if used <= cost.left:
                    open_list.insert(here + 1, Charge(cost.minutes + minutes, cost.left - used))
        if here % 5 == 0 and cost.left < 20:
            open_list.insert(here, Charge(cost.minutes + 9, 20))

    def is_destination(self, position: int) -> bool:
        return position == self.length


def test_costs_of_a_class_of_ones_own() -> None:
    slow, fast = (record(Drive(18), 0, Charge(0, 12), engine, algorithm="pareto") for engine in ("interpreted", "compiled"))
    assert slow == fast
    assert len(slow[0]) > 2


@frozen(eq=False)
class Wrong(AStar[int, Vector]):
    """A line whose second number falls, or whose costs are NaN, or that names another parent."""

    how: int

    def add_neighbours(self, node: Node[int, Vector], open_list: OpenList[int, Vector]) -> None:
        if self.how == 0:
            open_list.insert(node.position + 1, node.cost + Vector(1.0, -1.0))
        elif self.how == 1:
            open_list.insert(node.position + 1, node.cost + Vector(1.0, float("nan")))
        else:
            open_list.insert(node.position + 1, node.cost + Vector(1.0, 1.0), 0)

    def is_destination(self, position: int) -> bool:
        return position == 3


class Knowing(Wrong):
    def add_neighbours(self, node: Node[int, Vector], open_list: OpenList[int, Vector]) -> None:
        if open_list.known(node.position + 1) is None:
            open_list.insert(node.position + 1, node.cost + Vector(1.0, 1.0))


@pytest.mark.long
def test_faults_are_told_alike() -> None:
    for how, kind, words in ((0, CostError, "negative"), (1, CostError, "NaN"), (2, BadInput, "names the parent 0")):
        for engine in ("interpreted", "compiled"):
            with pytest.raises(kind, match=words):
                list(Wrong(how).results(0, Vector(0.0, 0.0), algorithm="pareto", engine=engine))
    with pytest.raises(BadInput, match=r"open_list\.known"):
        Knowing(2).search(0, Vector(0.0, 0.0), algorithm="pareto", engine="interpreted")
    with pytest.raises(CannotCompile, match="known"):
        Knowing(2).search(0, Vector(0.0, 0.0), algorithm="pareto", engine="compiled")
