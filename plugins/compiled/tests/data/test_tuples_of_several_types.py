# ruff: noqa: RUF005  # sums of tuples are what is tested
"""Tuples whose parts are tuples of other types: a cell beside several cells, a number beside a text, None beside a text."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import refusal

from genastar import AStar, Cost, Node, OpenList
from genastar.algorithms import KShortest

Cell = tuple[int, int]
Boxes = tuple[Cell, tuple[Cell, ...]]
Hall = tuple[str | None, ...]


@frozen
class Pushing(AStar[Boxes, Cost[int]]):
    """Boxes that are moved down or to the right, until they stand where the field says."""

    goal: Boxes

    def add_neighbours(self, node: Node[Boxes, Cost[int]], open_list: OpenList[Boxes, Cost[int]]) -> None:
        player, boxes = node.position
        for at, (row, column) in enumerate(boxes):
            if row < 2:
                open_list.relax((player, boxes[:at] + ((row + 1, column),) + boxes[at + 1 :]), node.cost.travelled + 1)
            if column < 2:
                open_list.relax(((row, column), boxes[:at] + ((row, column + 1),) + boxes[at + 1 :]), node.cost.travelled + 1)

    def is_destination(self, position: Boxes) -> bool:
        return position == self.goal


@frozen
class Undeclared(Pushing):
    """The same, of which nothing is declared."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        super().add_neighbours(node, open_list)


STEPS = ((1, 2), ("a", 3), (None, 4))


@frozen
class Named(AStar[tuple[tuple[int, int], tuple[str, int]], Cost[int]]):
    """Counts in two parts, of which one has a name; a constant has three such parts."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        (low, high), (name, count) = node.position
        if count < STEPS[2][1]:
            open_list.relax(((low + 1, high), (STEPS[1][0], count + STEPS[0][0])), node.cost.travelled + len(name))

    def is_destination(self, position: Any) -> bool:
        return position[1] == ("a", STEPS[2][1])


@frozen
class Corridor(AStar[Hall, Cost[int]]):
    """Letters in a corridor, where None stands for a free place."""

    end: str

    def add_neighbours(self, node: Node[Hall, Cost[int]], open_list: OpenList[Hall, Cost[int]]) -> None:
        hall = node.position
        for at, kind in enumerate(hall):
            if kind is not None and at + 1 < len(hall) and hall[at + 1] is None:
                open_list.relax(hall[:at] + (None, kind) + hall[at + 2 :], node.cost.travelled + 1)

    def is_destination(self, position: Hall) -> bool:
        return position[-1] == self.end and (None, self.end) == position[-2:]


@frozen
class Rooms(AStar[tuple[Hall, tuple[Hall, ...]], Cost[int]]):
    """Letters that leave the first room for the corridor."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        hall, rooms = node.position
        for at, kind in enumerate(hall):
            if kind is None and rooms[0][0] is not None:
                after = hall[:at] + (rooms[0][0],) + hall[at + 1 :]
                open_list.relax((after, ((None,),) + rooms[1:]), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return position[0][-1] == "A"


@frozen
class Fractions(AStar[tuple[int, ...], Cost[int]]):
    """A part of another type is put among numbers."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        before = node.position[: len(node.position) - 2]
        open_list.relax(before + (0.5, "half"), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return len(position) == 1


def test_a_cell_stands_beside_cells() -> None:
    goal = ((1, 1), ((1, 2), (2, 1)))
    assert search_both(Pushing(goal), ((0, 0), ((1, 1), (1, 1)))).found  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_cell_stands_beside_as_many_cells_as_it_has_parts_or_more() -> None:
    search_both(Undeclared(((0, 0), ((1, 1), (2, 1)))), ((0, 0), ((1, 1), (1, 1))))
    search_both(Pushing(((0, 0), ((1, 1), (2, 1), (2, 2)))), ((0, 0), ((1, 1), (1, 1), (2, 2))))
    search_both(Pushing(((0, 0), ((2, 2),))), ((0, 0), ((1, 2),)))


@pytest.mark.long
def test_k_shortest_over_a_cell_beside_cells() -> None:
    start, goal = ((0, 0), ((1, 1), (1, 2))), ((0, 0), ((2, 1), (2, 2)))
    slow, fast = (
        [(each.cost, each.path) for each in Pushing(goal).results(start, algorithm=KShortest(3), engine=engine)]
        for engine in ("interpreted", "compiled")
    )
    assert slow == fast
    assert len(slow) == 2


@pytest.mark.long
def test_a_number_stands_beside_a_text() -> None:
    search_both(Named(), ((0, 0), ("a", 1)))


@frozen
class Texts(Fractions):
    """A part of another type is put where the start has a number, in a tuple of as many items."""

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        one, *_ = node.position
        open_list.relax((one, "half", one), node.cost.travelled + 1)


def test_a_text_in_place_of_a_number_is_refused_in_plain_words() -> None:
    assert "Texts.add_neighbours" in (found := refusal(Texts(), (1, 2, 3)))
    assert "Operands" not in found
    assert "a position" in found


@pytest.mark.parametrize(
    ("solver", "start", "says"),
    [
        (Fractions(), (1, 2, 3), "Fractions.add_neighbours (test_tuples_of_several_types.py, line 100): a position has float"),
        (Corridor("A"), ("A", None, None, None), "tuple of str | None as a key"),
        (
            Rooms(),
            ((None, None), (("A",), ("B",))),
            "Rooms.add_neighbours (test_tuples_of_several_types.py, line 88): tuple of",
        ),
    ],
)
def test_items_of_another_type_are_refused(solver: AStar[Any, Any], start: Any, says: str) -> None:
    assert says in refusal(solver, start)
