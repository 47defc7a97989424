"""Positions with frozensets of members of enums whose values are texts."""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from typing import Any

import pytest
from attrs import frozen
from both_speeds import record_events

from genastar import AStar, Cost, Node, OpenList


class Who(StrEnum):
    """Passengers, not in the order of their texts."""

    WOLF = "wolf"
    GOAT = "goat"
    CABBAGE = "cabbage"


class Bank(Enum):
    """The banks of a river."""

    LEFT = "left"
    RIGHT = "right"


River = tuple[Bank, frozenset[Who]]
EATS = (frozenset({Who.WOLF, Who.GOAT}), frozenset({Who.GOAT, Who.CABBAGE}))


@frozen
class Farmer(AStar[River, Cost[int]]):
    """Wolf, goat and cabbage: who is on the left bank."""

    def is_safe(self, alone: frozenset[Who]) -> bool:
        return not any(pair <= alone for pair in EATS)

    def add_neighbours(self, node: Node[River, Cost[int]], open_list: OpenList[River, Cost[int]]) -> None:
        boat, left = node.position
        here = left if boat is Bank.LEFT else frozenset(Who) - left
        over = Bank.RIGHT if boat is Bank.LEFT else Bank.LEFT
        if self.is_safe(here):
            open_list.relax((over, left), node.cost.travelled + 1)
        for who in Who:
            if who in here:
                after = left ^ {who}
                if self.is_safe(here - {who}):
                    open_list.relax((over, after), node.cost.travelled + 1)

    def is_destination(self, position: River) -> bool:
        return position[0] is Bank.RIGHT and not position[1]


@frozen
class Tools:
    """The banks that were seen, and perhaps who was."""

    at: int
    banks: frozenset[Bank] = frozenset()
    who: frozenset[Who] | None = None


@frozen
class Collecting(AStar[Tools, Cost[int]]):
    """Frozensets of members that grow in several orders."""

    def add_neighbours(self, node: Node[Tools, Cost[int]], open_list: OpenList[Tools, Cost[int]]) -> None:
        here = node.position
        for bank in Bank:
            if bank not in here.banks:
                open_list.relax(Tools(here.at + 1, here.banks | {bank}, here.who), node.cost.travelled + 2)
        who = frozenset({Who.WOLF}) if here.who is None else here.who | {Who.CABBAGE, Who.GOAT}
        open_list.relax(Tools(here.at + 1, here.banks, who), node.cost.travelled + 1)

    def is_destination(self, position: Tools) -> bool:
        return position == Tools(4, frozenset({Bank.RIGHT, Bank.LEFT}), frozenset({Who.GOAT, Who.WOLF, Who.CABBAGE}))


def members_of(position: Any) -> list[Any]:
    """The members in a position."""
    parts = position if isinstance(position, tuple) else (position.banks, position.who or ())
    return [member for part in parts if isinstance(part, frozenset) for member in part]


@pytest.mark.long
@pytest.mark.parametrize(
    ("solver", "start"),
    [
        (Farmer(), (Bank.LEFT, frozenset(Who))),
        (Collecting(), Tools(0)),
        (Collecting(), Tools(0, frozenset({Bank.RIGHT}), frozenset({Who.WOLF}))),
    ],
)
def test_frozensets_of_members(solver: AStar[Any, Any], start: Any) -> None:
    slow, fast = (record_events(solver, start, engine) for engine in ("interpreted", "compiled"))
    assert slow[0]
    assert slow == fast
    assert {type(each) for each in members_of(fast[0][-2])} == {type(each) for each in members_of(slow[0][-2])}  # type: ignore[index]


class Building(Enum):
    """Buildings, each of which costs as much wood as its number."""

    HUT = auto()
    MILL = auto()
    TOWER = auto()


Village = tuple[int, frozenset[Building]]


@frozen
class Build(AStar[Village, Cost[int]]):
    """Wood, and what is built."""

    target: Building

    def add_neighbours(self, node: Node[Village, Cost[int]], open_list: OpenList[Village, Cost[int]]) -> None:
        wood, built = node.position
        open_list.relax((min(4, wood + 1), built), node.cost.travelled + 1)
        for each in (Building.TOWER, Building.HUT, Building.MILL):
            if each not in built and wood >= each.value:
                open_list.relax((wood - each.value, built | {each}), node.cost.travelled + 1)

    def is_destination(self, position: Village) -> bool:
        return self.target in position[1] and len(position[1]) == len(Building)


@pytest.mark.parametrize("built", [frozenset(), frozenset({Building.MILL, Building.HUT})])
def test_sets_of_members_that_are_no_texts(built: frozenset[Building]) -> None:
    slow, fast = (record_events(Build(Building.TOWER), (0, built), engine) for engine in ("interpreted", "compiled"))
    assert slow == fast


class Pairs(AStar[frozenset[tuple[Building, int]], Cost[int]]):
    """Any problem with such positions."""

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        """Add nothing."""

    def is_destination(self, position: Any) -> bool:
        return False


def test_pairs_of_such_members_may_be_positions() -> None:
    start = frozenset({(Building.HUT, 1), (Building.MILL, 2)})
    slow, fast = (record_events(Pairs(), start, engine) for engine in ("interpreted", "compiled"))
    assert slow == fast
