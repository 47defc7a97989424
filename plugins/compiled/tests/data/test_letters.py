"""Letters of maps made of text: ``rows[y][x] == "#"`` means the same at both engines."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from attrs import evolve, frozen
from both_speeds import plans_of

from genastar import AStar, Cost
from genastar.contracts.open_list import OpenList
from genastar.values.node import Node

pytestmark = pytest.mark.long

ROWS = ("S.#.", "..#é", "#..G", ".猫..")


PLAIN = ("S.#.", "..#a", "#..G", ".b..")
SHORT = ("S.#.", "..#a.", "#..G..", ".b..")
BLOCKS = ("S.█.", "..█a", "█..G", ".…..")
RARE = ("S.😀.", "..é", "猫..G", "....")


@frozen
class Letters(AStar[int, Cost[int]]):
    """Counts up to 60; a step's cost says what a map holds at a place made of the number."""

    rows: Any
    low: int
    """The least place; below 0 it counts from the end."""

    def costs(self, n: int) -> int:
        y, x = n % 4, self.low + n // 4 % (3 - self.low)
        found = 1 if self.rows[y][x] == "#" else 0
        found += 2 if self.rows[y][x] != "." else 0
        found += 4 if self.rows[y][x] in "SG猫" else 0
        found += 8 if self.rows[y][x] not in ".#é" else 0
        found += 16 if self.rows[y][x] in "é█" else 0
        return found

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        open_list.relax(n + 1, node.cost.travelled + self.costs(n))

    def is_destination(self, position: int) -> bool:
        return position == 60


@frozen
class Kept(Letters):
    """The same with letters and rows in variables."""

    def costs(self, n: int) -> int:
        row = self.rows[self.low + n % (4 - self.low)]
        letter, after = row[self.low], row[n // 4 % 3]
        found = 1 if letter == "#" else 0
        found += 2 if after != "." else 0
        found += 4 if letter in "SG猫" else 0
        found += 8 if letter == after else 0
        found += 16 if letter < after else 0
        return found + 32 * len(row) + ord(after) % 7


@frozen
class Joined(Letters):
    """The same with words made of letters, which are looked up."""

    def costs(self, n: int) -> int:
        row, letter = self.rows[n % 4], self.rows[n % 3][n // 4 % 3]
        word = letter + row[0]
        found = 1 if word == ".S" else 0
        found += 2 if word[1] in ".#" else 0
        found += 4 if row[1:3] == ".█" else 0
        return found + PRICES.get(letter, 8) + 64 * ((letter in row[1:]) + len({letter, row[2], "#"}))


PRICES = {".": 16, "S": 24, "猫": 32, "█": 40}


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


MAPS = {
    "bytes": PLAIN,
    "bytes, rows of several lengths": SHORT,
    "two bytes a letter": BLOCKS,
    "rows of several widths": ROWS,
    "a list": list(BLOCKS),
}


@pytest.mark.parametrize("low", [0, -3])
@pytest.mark.parametrize("rows", MAPS)
def test_the_costs_of_maps_are_equal(rows: str, low: int) -> None:
    same_costs(Letters(MAPS[rows], low))


@pytest.mark.parametrize("rows", [PLAIN, ROWS])
@pytest.mark.parametrize("cls", [Kept, Joined])
def test_the_costs_of_letters_in_variables_are_equal(cls: type[Letters], rows: tuple[str, ...]) -> None:
    same_costs(cls(rows, 0))
    same_costs(cls(RARE if rows is ROWS else rows[::-1], 0))


def same_costs(problem: Letters) -> None:
    one, other = (problem.search(0, engine=engine) for engine in ("interpreted", "compiled"))
    assert one.costs == other.costs
    assert len(set(one.costs)) > 10


@pytest.mark.parametrize("low", [0, -4])
def test_the_costs_of_words_are_equal(low: int) -> None:
    problem = Words(("", ".", "#", "wall", "S猫", "é", "S"), low)
    one, other = (problem.search(0, engine=engine) for engine in ("interpreted", "compiled"))
    assert one.costs == other.costs
    assert len(set(one.costs)) > 20


def test_a_list_of_rows_is_read_again_when_a_row_has_changed() -> None:
    rows = list(PLAIN)
    problem = Letters(rows, 0)
    for change in ("....", "####", "é...", "...."):
        rows[1] = change
        for _ in range(2):
            assert problem.search(0, engine="compiled").costs == problem.search(0).costs
    rows += ["....", "...."]
    assert problem.search(0, engine="compiled").costs == problem.search(0).costs
    rows[:] = [row.lower() for row in rows]
    assert problem.search(0, engine="compiled").costs == problem.search(0).costs


@frozen
class Long(AStar[int, Cost[int]]):
    """The same with a map in one text."""

    text: str
    width: int
    low: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        letter, after = self.text[self.low + n * self.width], self.text[n % 7]
        found = 1 if letter == "#" else 0
        found += 2 if after != "." else 0
        found += 4 if self.text[n] in "SG猫" else 0
        found += 8 if letter == after else 0
        open_list.relax(n + 1, node.cost.travelled + found + 16 * (len(self.text) % 7))

    def is_destination(self, position: int) -> bool:
        return position == 60


@pytest.mark.parametrize("low", [0, -3])
def test_the_costs_of_long_texts_are_equal(low: int) -> None:
    for rows in (ROWS, PLAIN, RARE):
        problem = Long("".join(rows) * 40, 5, low)
        one, other = (problem.search(0, engine=engine) for engine in ("interpreted", "compiled"))
        assert one.costs == other.costs


def test_long_texts_share_a_program() -> None:
    problem = Long("S#." * 400, 5, 0)
    first = problem.search(0, engine="compiled")
    plans = len(plans_of(Long))
    second = evolve(problem, text="S.." * 500).search(0, engine="compiled")
    assert first.cost != second.cost == evolve(problem, text="S.." * 500).search(0).cost
    assert len(plans_of(Long)) == plans


def test_maps_without_columns() -> None:
    for rows in (("", ""), [""], ["", "a"]):
        problem = Width(rows)
        assert problem.search(0, engine="compiled").cost == problem.search(0).cost


@frozen
class Width(AStar[int, Cost[int]]):
    rows: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + len(self.rows[0]) + 2 * len(self.rows[-1]) + 1)

    def is_destination(self, position: int) -> bool:
        return position == 3


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


@frozen
class Rows(Letters):
    """Loops over rows, as many people write them."""

    def costs(self, n: int) -> int:
        found = len("".join(self.rows)) + len(list(self.rows)) + len(sorted(self.rows)[0])
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row, n):
                if letter == "#":
                    found += x * y
        for row, other in zip(self.rows, list(reversed(self.rows)), strict=True):
            found = (found * 3 + len(row) * len(other)) % 1009
        return found


@pytest.mark.parametrize("rows", [ROWS, list(SHORT), PLAIN])
def test_rows_in_loops(rows: Any) -> None:
    same_costs(Rows(rows, 0))
