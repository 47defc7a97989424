"""Small problems that every algorithm is tried on: with an index and without, and with costs of other kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import frozen

from genastar.astar import AStar
from genastar.cost import Cost
from genastar.node import Node
from genastar.open_list import OpenList
from genastar.testing.subject import Subject

Cell = tuple[int, int]

PICTURE = """
..........
.####.##.#
.#..#..#..
.#.##.###.
...#......
.###.####.
.....#..#.
.###.#.##.
...#......
"""


@frozen
class Yard(AStar[Cell, Cost[int]]):
    """Steps to the four sides of free cells, at the price of the cell that is entered; it can be turned round."""

    width: int
    prices: tuple[int, ...]
    """By cell, row after row; 0 is a wall."""
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        if self.prices[y * self.width + x] == 0:
            return  # a search from the other end may begin in a wall, from where no step leads
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            cx, cy = x + dx, y + dy
            if 0 <= cx < self.width and 0 <= cy * self.width < len(self.prices):
                price = self.prices[cy * self.width + cx]
                if price > 0:
                    open_list.relax((cx, cy), node.cost.travelled + self.step(x, y, price))

    def step(self, x: int, y: int, price: int) -> int:
        """Return what a step from a cell to a cell of this price costs."""
        return price

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def estimate(self, position: Cell) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def reverse(self, start: Cell) -> tuple[AStar[Cell, Cost[int]], Cell]:
        """Return the same yard walked backwards."""
        return Backwards(self.width, self.prices, start), self.goal


@frozen
class Backwards(Yard):
    """The yard walked against its steps: a step costs what the cell costs that it leaves."""

    def step(self, x: int, y: int, price: int) -> int:
        return self.prices[y * self.width + x]


@frozen
class NumberedYard(Yard):
    """The same with numbered positions."""

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.prices)

    def index(self, position: Cell) -> int:
        """Return the number of a cell."""
        return position[1] * self.width + position[0]


@frozen
class DoubtfulYard(Yard):
    """The same with an estimate that says 0 at every other cell: it is admissible and not consistent."""

    consistent: ClassVar[bool] = False

    def estimate(self, position: Cell) -> int:
        return 0 if sum(position) % 2 else super().estimate(position)


@frozen
class Budget(AStar[int, tuple[int, int]]):
    """A ladder with costs of another type: days, and the hours of the last one."""

    goal: int

    def add_neighbours(self, node: Node[int, tuple[int, int]], open_list: OpenList[int, tuple[int, int]]) -> None:
        days, hours = node.cost
        for step, length in ((1, 3), (2, 5), (5, 9)):
            if node.position + step <= self.goal + 5:
                late = hours + length > 10
                open_list.insert(node.position + step, (days + 1, length) if late else (days, hours + length))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


AnySubject = Subject[Any, Any]


LENGTH = 40
STREET = (*(6 if x == LENGTH - 2 else 1 for x in range(LENGTH + 1)), 1, *[0] * (LENGTH - 1), 1, *[1] * (LENGTH + 1))
"""A street with one dear cell near its end, and a way around it, by two walls of length, that costs 1 less: what trusts the
estimate too much goes straight on."""


def subjects() -> Iterator[AnySubject]:
    """Yield questions: about yards with a way and without, from the goal itself, and about the ladder."""
    rows = PICTURE.split()
    width = len(rows[0])
    prices = tuple((1 + (3 * x + 5 * y) % 4) * (mark == ".") for y, row in enumerate(rows) for x, mark in enumerate(row))
    for kind in (Yard, NumberedYard):
        for goal in ((9, 8), (2, 2), (0, 0), (1, 1)):
            yield Subject(kind(width, prices, goal), (0, 0))
        yield Subject(kind(LENGTH + 1, STREET, (LENGTH, 0)), (0, 0))
    yield Subject(DoubtfulYard(width, prices, (9, 8)), (0, 0))
    yield Subject(Budget(13), 0, (0, 0))
