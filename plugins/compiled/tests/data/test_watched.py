"""Lists that are read once: each change is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import define, frozen

from genastar import AStar, Cost
from genastar.contracts.open_list import OpenList
from genastar.values.node import Node
from genastar_compiled.guards import watched as watching
from genastar_compiled.guards.watched import CAN_WATCH, Held, Watched, can_change

watched = pytest.mark.skipif(not CAN_WATCH, reason="lists of this Python are read each time")


def rows() -> list[Any]:
    return [[0, 1, 2], [3, 4, 1000], (5, 6, 7), [], "..#"]


def with_rows(value: list[Any]) -> list[Any]:
    return [value, *(each for each in value if type(each) is list)]


def set_to(row: int, at: int, item: object) -> Callable[[list[Any]], None]:
    return lambda value: value[row].__setitem__(at, item)


CHANGES: dict[str, Callable[[list[Any]], object]] = {
    "another number": set_to(1, 2, 7),
    "an equal number": set_to(1, 2, int("1000")),
    "an equal bool": set_to(0, 1, True),
    "an equal float": set_to(0, 0, 0.0),
    "an equal row": lambda value: value.__setitem__(0, [0, 1, 2]),
    "an equal tuple": lambda value: value.__setitem__(2, tuple(range(5, 8))),
    "an equal text": lambda value: value.__setitem__(4, "".join([".", ".", "#"])),
    "a longer row": lambda value: value[3].append(1),
    "a shorter row": lambda value: value[1].pop(),
    "one row more": lambda value: value.append([]),
    "one row less": lambda value: value.pop(),
    "many rows more": lambda value: value.extend([[]] * 1000),
    "much room less": lambda value: value[0].clear(),
    "no rows": lambda value: value.clear(),
    "other order": lambda value: value.reverse(),
}


@watched
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen(change: str) -> None:
    value = rows()
    watch = Watched(with_rows(value))
    assert watch.is_unchanged()
    CHANGES[change](value)
    assert not watch.is_unchanged()


@watched
def test_a_change_that_is_taken_back_is_none() -> None:
    value = rows()
    watch = Watched(with_rows(value))
    row, item = value[0], value[1][2]
    value[0], value[1][2] = None, 7
    assert not watch.is_unchanged()
    value[0], value[1][2] = row, item
    value[2:2] = [[]] * 100
    del value[2:102]
    assert Watched(with_rows(value)).is_unchanged()


@define
class Record:
    x: object


def held() -> Any:
    return {1: [2, 1000], "a": (3, [0.0]), "b": Record([5]), "c": {6}, "d": bytearray(b"ef"), "e": [0] * 100}


HELD_CHANGES: dict[str, Callable[[Any], object]] = {
    "a number": lambda value: value[1].append(4),
    "an equal number of another type": lambda value: value[1].__setitem__(0, 2.0),
    "an equal bool": lambda value: value[1].__setitem__(0, True),
    "the sign of zero": lambda value: value["a"][1].__setitem__(0, -0.0),
    "an equal key of another type": lambda value: value.__setitem__("c", {6.0}),
    "the order": lambda value: value.__setitem__(1, value.pop(1)),
    "a field": lambda value: setattr(value["b"], "x", [5.0]),
    "an item of a field": lambda value: value["b"].x.append(1),
    "an item of a long list": lambda value: value["e"].__setitem__(50, 0.0),
    "a byte": lambda value: value["d"].append(1),
    "a list in the place of a tuple": lambda value: value.__setitem__("a", [3, [0.0]]),
}


@pytest.mark.parametrize("watches", [True, False])
@pytest.mark.parametrize("change", HELD_CHANGES)
def test_a_change_in_a_container_is_seen(change: str, watches: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "CAN_WATCH", watches and CAN_WATCH)
    value = held()
    known = Held(value)
    assert not known.has_changed()
    value[1][1] = int("1000")
    value["a"] = (3, [float("0")])
    assert not known.has_changed()  # other objects of the same types and values
    HELD_CHANGES[change](value)
    assert known.has_changed()
    assert known.has_changed()


def test_what_can_change_is_known() -> None:
    assert all(map(can_change, ([], {}, set(), bytearray(), Record(1), (1, (Record(1),)))))
    assert not any(map(can_change, (1, "a", (1, ("a", frozenset({2}))), None, print)))


@frozen
class Grid(AStar[int, Cost[int]]):
    rows: list[list[int]]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        y, x = divmod(node.position, len(self.rows[0]))
        open_list.relax(node.position + 1, node.cost.travelled + self.rows[y % len(self.rows)][x])

    def is_destination(self, position: int) -> bool:
        return position == 20


@pytest.mark.long
def test_a_search_sees_each_change() -> None:
    grid = Grid([[at * 3 + x for x in range(11)] for at in range(4)])

    def costs() -> tuple[Any, ...]:
        found = grid.search(0, engine="compiled").costs
        assert found == grid.search(0).costs
        return found

    first = costs()
    assert costs() == first
    grid.rows[1][3] = 50
    second = costs()
    assert second != first
    grid.rows[0].append(2)
    grid.rows.append([1] * 20)
    third = costs()
    assert third != second
    grid.rows[:] = [[1] * 12] * 2
    assert costs() != third
