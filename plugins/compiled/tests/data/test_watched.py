"""Lists that are read once: each change is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, Cost
from genastar.memory.open_list import OpenList
from genastar.values.node import Node
from genastar_compiled.data.freezing import freeze, recalled
from genastar_compiled.data.watched import CAN_WATCH, Watched

watched = pytest.mark.skipif(not CAN_WATCH, reason="lists of this Python are read each time")


def rows() -> list[Any]:
    return [[0, 1, 2], [3, 4, 1000], (5, 6, 7), [], "..#"]


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
    watch = Watched(value)
    assert watch.is_unchanged()
    CHANGES[change](value)
    assert not watch.is_unchanged()


@watched
def test_a_change_that_is_taken_back_is_none() -> None:
    value = rows()
    watch = Watched(value)
    row, item = value[0], value[1][2]
    value[0], value[1][2] = None, 7
    assert not watch.is_unchanged()
    value[0], value[1][2] = row, item
    value[2:2] = [[]] * 100
    del value[2:102]
    assert Watched(value).is_unchanged()


@watched
def test_lists_of_what_cannot_change_are_recalled() -> None:
    for value in ([[1, 2], [3]], [["a"], []], ["ab", "c"], [(1, 2), (3, 4)], [[1.5, 2]] * 3):
        made = freeze(value)
        assert recalled(value) is made
        assert recalled(list(value)) is None
    for other in ([{"a": 1}], [[(1, [2])], [(1, [2])]], [[[1]], [[2]]]):
        freeze(other)
        assert recalled(other) is None


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
