"""One meaning: positions of machine code are those of Python, or are refused in one line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from attrs import field, frozen
from both_speeds import Steps, search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long


@pytest.mark.parametrize("start", [False, np.uint8(0), np.int32(0), np.bool_(False), np.int64(0)])
def test_starts_of_narrow_types(start: object) -> None:
    assert search_both(Steps(300), start).expanded == 300  # type: ignore[attr-defined]


class Spot(NamedTuple):
    x: int
    y: int


@frozen
class Tagged:
    """Equal by the place alone."""

    x: int
    way: int = field(eq=False)


@frozen(eq=False)
class Moving(AStar[object, Cost[int]]):
    """Makes positions as the start is made."""

    goal: int

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        here = node.position
        for step in (1, 2):
            if here.x + step <= self.goal:
                open_list.relax(self.place(here.x + step, here), node.cost.travelled + step * step)

    def is_destination(self, position: object) -> bool:
        return position.x == self.goal  # type: ignore[attr-defined, no-any-return]


@frozen(eq=False)
class ByTag(Moving):
    def place(self, x: int, before: Tagged) -> Tagged:
        return Tagged(x, before.way * 2 + 1)


@frozen(eq=False)
class BySpot(Moving):
    def place(self, x: int, before: Spot) -> Spot:
        return Spot(x, before.y)


def test_positions_that_do_not_compare_all_their_fields() -> None:
    result = search_both(ByTag(12), Tagged(0, 0))
    assert result.expanded == 12  # type: ignore[attr-defined]


def test_named_tuples_come_back_as_they_are() -> None:
    assert type(search_both(BySpot(5), Spot(0, 3)).path[-1]) is Spot  # type: ignore[attr-defined]


@frozen(eq=False)
class Identical:
    x: int


@frozen
class Folded:
    x: int = field(eq=abs)


@pytest.mark.parametrize("start", [Identical(0), Folded(0)])
def test_positions_that_machine_code_cannot_compare(start: object) -> None:
    @frozen(eq=False)
    class Copying(Moving):
        def place(self, x: int, before: object) -> object:
            return start_of(x)

    start_of = type(start)
    with pytest.raises(CannotCompile, match=r"the comparison of Identical|compares a field by a function"):
        Copying(3).search(start, engine="compiled")


@frozen(eq=False)
class Shifting(AStar[int, Cost[int]]):
    """Sets bit after bit."""

    bits: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for bit in range(self.bits):
            if node.position < 1 << bit:
                open_list.relax(node.position | 1 << bit, node.cost.travelled + 1)
                return

    def is_destination(self, position: int) -> bool:
        return position == -1


@pytest.mark.usefixtures("auto_at_once")
def test_masks_beyond_63_bits_are_refused() -> None:
    search_both(Shifting(63), 0)
    with pytest.raises(CannotCompile, match=r"a number in Shifting\.add_neighbours left the range of 64-bit") as caught:
        Shifting(66).search(0, engine="compiled")
    assert "\n" not in str(caught.value)
    with pytest.warns(UserWarning, match="64-bit"):
        assert Shifting(66).search(0, engine="auto").expanded == 67


@frozen
class Mixed(AStar[tuple[int, object], Cost[int]]):
    """Parts of positions are equal and of different types: ``1``, ``True`` and ``1.0``."""

    def add_neighbours(
        self, node: Node[tuple[int, object], Cost[int]], open_list: OpenList[tuple[int, object], Cost[int]]
    ) -> None:
        place, side = node.position
        open_list.relax((place + 1, side), node.cost.travelled + 2)
        open_list.relax((place, not side), node.cost.travelled + 1)
        if place % 3 == 0:
            open_list.relax((place + 2, 1 if side == 0 else 0), node.cost.travelled + 3)

    def is_destination(self, position: tuple[int, object]) -> bool:
        return position[0] >= 60


@pytest.mark.parametrize(
    ("side", "says"),
    [
        (0, r"bool where the start has int; write int\(\.\.\.\) around"),
        (False, "int where the start has bool"),
        (0.0, r"bool where the start has float; write float\(\.\.\.\) around"),
    ],
)
def test_an_equal_part_of_another_type_is_refused(side: float, says: str) -> None:
    """Python's path would have ``True`` among ints, ints among bools, or both among floats."""
    with pytest.raises(CannotCompile, match=f"a position has {says}"):
        Mixed().search((0, side), engine="compiled")


class Straight(AStar[tuple[int, int], Cost[int]]):
    """Cells in a square; a step may not turn back. From every third column, nodes are expanded as a start is."""

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        if node.position[0] % 3 == 0:
            self.add_onward(Node(node.position, node.cost), open_list)
        else:
            self.add_onward(node, open_list)

    def add_onward(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            is_back = node.parent is not None and node.parent[0] == x + dx and node.parent[1] == y + dy
            if not is_back and 0 <= x + dx < 9 and 0 <= y + dy < 9:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == (8, 7)


def test_a_node_without_a_parent_is_of_the_same_type_as_one_with_a_parent() -> None:
    assert search_both(Straight(), (0, 0)).cost.travelled == 15  # type: ignore[attr-defined]
