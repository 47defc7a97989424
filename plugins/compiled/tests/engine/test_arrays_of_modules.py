"""Arrays that a hook reaches by a name are watched: what is written into them between two searches counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, Cost, Node, OpenList
from genastar_compiled.guards.snapshots import Snapshot, may_change
from genastar_compiled.reach.reach import Reach

PRICES = np.array([1, 2, 3, 4])
PARTS = (np.array([1, 2, 3, 4]), np.array([5]))
FIXED = np.array([1, 2, 3, 4])
FIXED.flags.writeable = False


class Stairs(AStar[int, Cost[int]]):
    def price(self, position: int) -> int:
        raise NotImplementedError

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < 9:
            open_list.relax(node.position + 1, node.cost.travelled + self.price(node.position))

    def is_destination(self, position: int) -> bool:
        return position == 5


@frozen(eq=False)
class OfModule(Stairs):
    def price(self, position: int) -> int:
        return int(PRICES[position % 4])


@frozen(eq=False)
class OfTuple(Stairs):
    def price(self, position: int) -> int:
        return int(PARTS[position // 9][position % 4])


@frozen(eq=False)
class OfClass(Stairs):
    prices: ClassVar[Any] = np.array([1, 2, 3, 4])

    def price(self, position: int) -> int:
        return int(self.prices[position % 4])


@frozen(eq=False)
class OfFunction(Stairs):
    def price(self, position: int) -> int:
        return priced(position)


def priced(position: int, prices: Any = np.array([1, 2, 3, 4])) -> int:  # noqa: B008
    return int(prices[position % 4])


def of_closure() -> tuple[Stairs, Any]:
    prices = np.array([1, 2, 3, 4])

    @frozen(eq=False)
    class OfClosure(Stairs):
        def price(self, position: int) -> int:
            return int(prices[position % 4])

    return OfClosure(), prices


WAYS: dict[str, Callable[[], tuple[Stairs, Any]]] = {
    "a name of the module": lambda: (OfModule(), PRICES),
    "in a tuple": lambda: (OfTuple(), PARTS[0]),
    "a name of the class": lambda: (OfClass(), OfClass.prices),
    "the default of an argument": lambda: (OfFunction(), priced.__defaults__[0]),  # type: ignore[index]
    "a closed-over name": of_closure,
}


@pytest.mark.long
@pytest.mark.parametrize(
    "way",
    [
        pytest.param(way, id=name, marks=() if name == "a name of the module" else pytest.mark.long)
        for name, way in WAYS.items()
    ],
)
def test_a_change_in_place_is_seen(way: Callable[[], tuple[Stairs, Any]]) -> None:
    solver, prices = way()
    assert prices.tolist() == [1, 2, 3, 4]
    before: Any = search_both(solver, 0)
    try:
        prices[1] = 20
        after: Any = search_both(solver, 0)
    finally:
        prices[1] = 2
    assert (before.cost.travelled, after.cost.travelled) == (11, 29)
    again: Any = search_both(solver, 0)
    assert again.cost == before.cost


def test_a_change_is_seen_by_its_bytes() -> None:
    numbers = np.array([[0.0, np.nan], [1.0, 2.0]])
    snapshot = Snapshot(numbers)
    assert not snapshot.has_changed()  # though NaN differs from itself
    numbers[0, 0] = -0.0
    assert snapshot.has_changed()
    numbers[0, 0] = 0.0
    assert not snapshot.has_changed()
    numbers.resize(4, refcheck=False)
    assert snapshot.has_changed()


@pytest.mark.parametrize("array", [np.arange(12).reshape(3, 4).T, np.arange(12)[::2], np.array(3), np.zeros((0, 2))])
def test_any_layout_may_be_watched(array: Any) -> None:
    snapshot = Snapshot(array)
    assert not snapshot.has_changed()
    if array.size:
        array[(0,) * array.ndim] += 1
        assert snapshot.has_changed()


def test_an_array_that_cannot_be_written_is_not_watched() -> None:
    assert may_change(PRICES)
    assert not may_change(FIXED)
    view = PRICES[1:]
    view.flags.writeable = False
    assert may_change(view), "what it is a view of can be written"

    @frozen(eq=False)
    class OfFixed(Stairs):
        def price(self, position: int) -> int:
            return int(FIXED[position % 4]) + int(PRICES[0])

    assert list(Reach.of_solver(OfFixed(), 0).containers.values()) == [PRICES]


def test_arrays_of_the_solver_are_not_watched() -> None:
    """They are read anew in each search, and so are those of objects that it has."""

    @frozen(eq=False)
    class OfField(Stairs):
        prices: Any
        others: tuple[Any, ...]

        def price(self, position: int) -> int:
            return int(self.prices[position % 4] + self.others[0][0])

    assert not Reach.of_solver(OfField(PRICES, PARTS), 0).containers
