"""Hooks that write into the arrays of their problem: numbers that fit. What numpy would change is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList

TABLE = np.zeros(3, np.int64)


@frozen(eq=False)
class Scratch(AStar[int, Cost[int]]):
    """Counts the divisors of a position in an array, and notes in another how many there were."""

    divides: np.ndarray[Any, Any]
    counts: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here = node.position
        self.divides[:] = False
        for divisor in range(1, here + 1):
            self.divides[divisor] = here % divisor == 0
        count = 0
        for divisor in range(1, here + 1):
            if self.divides[divisor]:
                count += 1
        self.counts[here] = count
        self.shares[here, 1] = self.counts[here] / here
        self.shares[here, 0] = count
        if here + count < len(self.counts):
            open_list.relax(here + count, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 64


def test_the_arrays_hold_what_python_writes() -> None:
    found = []
    for engine in ("interpreted", "compiled"):
        problem = Scratch(np.zeros(101, np.bool_), np.zeros(101, np.int64), np.zeros((101, 2)))
        result = problem.search(1, engine=engine)
        found.append((result.outcome, result.path, problem.divides, problem.counts, problem.shares))
    assert found[0][:2] == found[1][:2]
    assert all(np.array_equal(one, other) for one, other in zip(found[0][2:], found[1][2:], strict=True))
    assert found[0][3].any()


@frozen(eq=False)
class Writes(AStar[int, Cost[int]]):
    """Writes a number into an array."""

    array: np.ndarray[Any, Any]
    value: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        self.array[0] = self.value
        open_list.relax(node.position + int(self.array[0]), node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return abs(position) > 9


@pytest.mark.parametrize(
    ("kind", "value"), [("i8", 3), ("f8", 3), ("f8", 2.5), ("f8", True), ("i8", True), ("u1", 3), ("u8", 3), ("i2", -7)]
)
def test_what_fits_is_kept(kind: str, value: object) -> None:
    one, other = np.zeros(1, kind), np.zeros(1, kind)
    assert Writes(one, value).search(0, engine="compiled").path == Writes(other, value).search(0, engine="interpreted").path
    assert one == other


@pytest.mark.parametrize(("kind", "value"), [("i8", 2.5), ("f4", 0.1), ("?", 3)])
def test_what_numpy_may_change_or_refuse_is_refused(kind: str, value: object) -> None:
    with pytest.raises(CannotCompile, match="as an item of an array of"):
        Writes(np.zeros(1, kind), value).search(0, engine="compiled")


@pytest.mark.parametrize(("kind", "value"), [("u1", 256), ("u1", -1), ("i2", 1 << 15), ("u8", -1)])
def test_what_does_not_fit_raises_as_in_python(kind: str, value: int) -> None:
    for engine in ("interpreted", "compiled"):
        with pytest.raises(OverflowError, match="out of bounds for"):
            Writes(np.zeros(1, kind), value).search(0, engine=engine)


class Outside(Writes):
    """Writes into an array of the module, which machine code takes for a constant."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        TABLE[0] = 3
        open_list.relax(node.position + 1, node.cost.travelled + 1)


def test_an_array_of_the_module_is_not_written() -> None:
    with pytest.raises(CannotCompile, match="not to be changed"):
        Outside(np.zeros(1, np.int64), 3).search(0, engine="compiled")


def test_an_array_that_cannot_be_written_raises_as_in_python() -> None:
    fixed = np.ones(1, np.int64)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        Writes(fixed, 3).search(0, engine="compiled")
