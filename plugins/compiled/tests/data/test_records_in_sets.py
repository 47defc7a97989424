"""Positions with frozensets of named tuples and of records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import attrs
import pytest
from attrs import evolve, frozen
from both_speeds import record_events

from genastar import AStar, CannotCompile, Cost, Node, OpenList


def both(solver: AStar[Any, Any], start: Any) -> None:
    """Compare the engines; equal sets may differ in the order of their items."""
    assert record_events(solver, start, "interpreted") == record_events(solver, start, "compiled")


class Cell(NamedTuple):
    x: int
    y: int


class Box(NamedTuple):
    name: str
    at: Cell


@dataclass(frozen=True, order=True)
class Car:
    name: str
    at: Cell
    moves: int = field(compare=False, default=0)


@frozen(order=True)
class Crate:
    name: str
    at: Cell


class Yard(NamedTuple):
    keeper: int
    items: frozenset[Box]


@frozen
class Boxes(AStar[Yard, Cost[int]]):
    """Boxes in rows, which move to the right; a box that moved has a longer name."""

    names: tuple[str, ...] = ("abc",)

    def add_neighbours(self, node: Node[Yard, Cost[int]], open_list: OpenList[Yard, Cost[int]]) -> None:
        keeper, boxes = node.position
        for box in sorted(boxes):
            moved = Box(box.name + "x" if len(box.name) < 3 else box.name, Cell(box.at.x + 1, box.at.y))
            if moved not in boxes and moved.at.x < 4:
                open_list.relax(Yard(moved.at.x, boxes - {box} | {moved}), node.cost.travelled + 1 + keeper % 3)
        if len(boxes) < 2:
            open_list.relax(Yard(keeper, boxes | {Box("b", Cell(1, len(boxes)))}), node.cost.travelled + 2)

    def is_destination(self, position: Yard) -> bool:
        return len(position.items) == 2 and all(box.at.x == 3 for box in position.items)


def test_frozensets_of_named_tuples_are_positions() -> None:
    both(Boxes(), Yard(0, frozenset({Box("a", Cell(0, 0)), Box("abc", Cell(1, 1))})))
    both(Boxes(), Yard(0, frozenset()))


@frozen
class Moving(AStar[frozenset[Any], Cost[int]]):
    """Records that move both ways, and meet."""

    names: tuple[str, ...] = ("abc",)

    def add_neighbours(self, node: Node[frozenset[Any], Cost[int]], open_list: OpenList[frozenset[Any], Cost[int]]) -> None:
        for item in sorted(node.position, key=lambda item: (item.at.x, item.at.y)):
            for step in (1, -1):
                moved = evolve(item, at=Cell(item.at.x + step, item.at.y))
                if moved not in node.position and 0 <= moved.at.x < 4:
                    open_list.relax(node.position - {item} | {moved}, node.cost.travelled + 1)

    def is_destination(self, position: frozenset[Any]) -> bool:
        return len(position) == 1


@frozen
class MovingCars(Moving):
    def add_neighbours(self, node: Node[frozenset[Car], Cost[int]], open_list: OpenList[frozenset[Car], Cost[int]]) -> None:
        for car in sorted(node.position):
            moved = Car(car.name, Cell(car.at.x + 1, car.at.y), car.moves + 1)
            if moved not in node.position and moved.at.x < 4:
                open_list.relax(node.position - {car} | {moved}, node.cost.travelled + 1)


@frozen(order=True)
class ByName:
    name: str
    at: Cell = attrs.field(order=False)


@frozen
class Unordered:
    name: str
    at: Cell


@pytest.mark.long
def test_frozensets_of_records_are_positions() -> None:
    for kind in (Crate, ByName, Unordered):
        both(Moving(), frozenset({kind("a", Cell(0, 0)), kind("a", Cell(2, 0))}))
    with pytest.raises(CannotCompile, match="positions with frozenset of Car in them, of which equal ones may differ"):
        MovingCars().search(frozenset({Car("a", Cell(0, 0)), Car("a", Cell(2, 0))}), engine="compiled")


@frozen
class Loses(Boxes):
    """Gives a plain tuple where the start is a named tuple."""

    def add_neighbours(self, node: Node[Yard, Cost[int]], open_list: OpenList[Yard, Cost[int]]) -> None:
        open_list.relax((node.position.keeper + 1, node.position.items), node.cost.travelled + 1)  # type: ignore[arg-type]


@pytest.mark.usefixtures("refuses_at_once")
def test_a_plain_tuple_for_a_named_one_is_refused() -> None:
    with pytest.raises(CannotCompile, match=r"a position has \(int, frozenset of Box\) where the start has Yard"):
        Loses().search(Yard(0, frozenset({Box("a", Cell(0, 0))})), engine="compiled")
