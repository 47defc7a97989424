"""Letters of maps made of text: ``rows[y][x] == "#"`` means the same at both engines."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from attrs import evolve, frozen

from genastar import AStar, Cost
from genastar.memory.open_list import OpenList
from genastar.values.node import Node

pytestmark = pytest.mark.long

ROWS = ("S.#.", "..#é", "#..G", ".猫..")


@frozen
class Letters(AStar[int, Cost[int]]):
    """Counts up to 60; a step's cost says what a map holds at a place made of the number."""

    rows: Any
    low: int
    """The least place; below 0 it counts from the end."""

    def costs(self, n: int) -> int:
        y, x = n % 4, self.low + n // 4 % (4 - self.low)
        found = 1 if self.rows[y][x] == "#" else 0
        found += 2 if self.rows[y][x] != "." else 0
        found += 4 if self.rows[y][x] in "SG猫" else 0
        found += 8 if self.rows[y][x] not in ".#é" else 0
        found += 16 if self.rows[y][x] in "é" else 0
        return found

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        open_list.relax(n + 1, node.cost.travelled + self.costs(n))

    def is_destination(self, position: int) -> bool:
        return position == 60


@frozen
class Words(Letters):
    """The same with one row, of words."""

    def costs(self, n: int) -> int:
        x = self.low + n % (7 - self.low)
        found = 1 if self.rows[x] == "#" else 0
        found += 2 if self.rows[x] != "." else 0
        found += 4 if self.rows[x] in "S猫" else 0
        found += 8 if self.rows[x] not in "." else 0
        return found


@pytest.mark.parametrize("low", [0, -4])
@pytest.mark.parametrize("problem", [Letters(ROWS, 0), Words(("", ".", "#", "wall", "S猫", "é", "S"), 0)])
def test_the_costs_are_equal(problem: Letters, low: int) -> None:
    problem = evolve(problem, low=low)
    one, other = (problem.search(0, engine=engine) for engine in ("interpreted", "compiled"))
    assert one.costs == other.costs
    assert len(set(one.costs)) > 20


@pytest.mark.parametrize("low", [1, -5])
def test_a_place_outside_is_the_same_error(low: int) -> None:
    problem = Letters(ROWS, 1 - 4 if low < 0 else low)
    wrong = Letters(tuple(row[:2] for row in ROWS), problem.low)
    for engine in ("interpreted", "compiled"):
        with pytest.raises(IndexError, match="string index out of range"):
            wrong.search(0, engine=engine)


class Ground(Enum):
    ROAD = "road"
    MUD = "mud"


SPEED = {Ground.ROAD: 1.0, Ground.MUD: 2.5}


Cell = tuple[int, int]


@frozen(eq=False)
class Across(AStar[Cell, Cost[float]]):
    rows: tuple[tuple[Ground, ...], ...]

    def add_neighbours(self, node: Node[Cell, Cost[float]], open_list: OpenList[Cell, Cost[float]]) -> None:
        x, y = node.position
        for nx, ny in ((x + 1, y), (x, y + 1)):
            if nx < len(self.rows[0]) and ny < len(self.rows):
                open_list.relax((nx, ny), node.cost.travelled + SPEED[self.rows[ny][nx]] + len(self.rows[ny][nx].value))

    def is_destination(self, position: Cell) -> bool:
        return position == (2, 1)


def test_members_of_text_are_keys_of_a_dictionary() -> None:
    """Their texts were freed while they were in use, which ended the process."""
    road, mud = Ground.ROAD, Ground.MUD
    problem = Across(((road, mud, road), (road, road, mud)))
    for _ in range(20):
        assert problem.search((0, 0), engine="compiled").cost == problem.search((0, 0)).cost
