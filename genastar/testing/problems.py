"""Small problems on which every algorithm is tested, with and without an index, and with costs of other types."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any, ClassVar

from attrs import frozen

from genastar.astar import AStar
from genastar.contracts.open_list import OpenList
from genastar.testing.check_subject import Subject
from genastar.values.cost import Cost
from genastar.values.node import Node

YardCell = tuple[int, int]

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
class Yard(AStar[YardCell, Cost[int]]):
    """A grid of cells with steps in four directions, which cost the price of the cell entered. It can be reversed."""

    width: int
    prices: tuple[int, ...]
    """The price of each cell, row by row; 0 is a wall."""
    goal: YardCell

    def add_neighbours(self, node: Node[YardCell, Cost[int]], open_list: OpenList[YardCell, Cost[int]]) -> None:
        x, y = node.position
        if self.prices[y * self.width + x] == 0:
            return  # a backward search may begin in a wall, which has no neighbours
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            cx, cy = x + dx, y + dy
            if 0 <= cx < self.width and 0 <= cy * self.width < len(self.prices):
                price = self.prices[cy * self.width + cx]
                if price > 0:
                    open_list.relax((cx, cy), node.cost.travelled + self.step(x, y, price))

    def step(self, x: int, y: int, price: int) -> int:
        """Return the cost of a step from a cell to a cell of this price."""
        return price

    def is_destination(self, position: YardCell) -> bool:
        return position == self.goal

    def estimate(self, position: YardCell) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def reverse(self, start: YardCell) -> tuple[AStar[YardCell, Cost[int]], YardCell]:
        """Return the backward problem and its start."""
        return Backwards(self.width, self.prices, start), self.goal


@frozen
class Backwards(Yard):
    """The yard with reversed steps, which cost the price of the cell left."""

    def step(self, x: int, y: int, price: int) -> int:
        return self.prices[y * self.width + x]


@frozen
class NumberedYard(Yard):
    """The yard with an index of positions."""

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return len(self.prices)

    def index(self, position: YardCell) -> int:
        """Return the index of a cell."""
        return position[1] * self.width + position[0]


@frozen
class DoubtfulYard(Yard):
    """The yard with an estimate of 0 at every second cell, which is admissible but not consistent, and with a focus."""

    consistent: ClassVar[bool] = False

    def focus(self, node: Node[YardCell, Cost[int]]) -> int:
        """Return twice the number of steps in a straight line, which may be more than their cost."""
        return 2 * super().estimate(node.position)

    def estimate(self, position: YardCell) -> int:
        return 0 if sum(position) % 2 else super().estimate(position)


@frozen
class Lawn(NumberedYard):
    """The yard with straight lines. A line is open if the rectangle between its ends has no wall. Steps cost 100."""

    def step(self, x: int, y: int, price: int) -> int:
        return 100

    def estimate(self, position: YardCell) -> int:
        return 100 * super().estimate(position)

    def sight(self, one: YardCell, other: YardCell) -> bool:
        """Return whether the straight line between two cells is open."""
        (x, y), (to_x, to_y) = one, other
        for row in range(min(y, to_y), max(y, to_y) + 1):
            for column in range(min(x, to_x), max(x, to_x) + 1):
                if self.prices[row * self.width + column] == 0:
                    return False
        return True

    def line_cost(self, one: YardCell, other: YardCell) -> int:
        """Return the length of a straight line in hundredths of a step, rounded up."""
        square = 10_000 * ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)
        root = isqrt(square)
        return root + (root * root < square)

    def line_estimate(self, position: YardCell) -> int:
        """Return the length of the straight line to the goal in hundredths of a step, rounded down."""
        return isqrt(10_000 * ((position[0] - self.goal[0]) ** 2 + (position[1] - self.goal[1]) ** 2))

    def reverse(self, start: YardCell) -> tuple[AStar[YardCell, Cost[int]], YardCell]:
        """Return the backward problem and its start."""
        return Lawn(self.width, self.prices, start), self.goal


@frozen
class Budget(AStar[int, tuple[int, int]]):
    """A ladder whose costs are tuples of days and hours."""

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
"""A street with an expensive cell near its end, and a detour around two long walls that costs 1 less. A search that trusts the
estimate too much does not take the detour."""


def make_subjects() -> Iterator[AnySubject]:
    """Yield questions: yards with a path and without, a start at the goal, and the ladder."""
    rows = PICTURE.split()
    width = len(rows[0])
    prices = tuple((1 + (3 * x + 5 * y) % 4) * (mark == ".") for y, row in enumerate(rows) for x, mark in enumerate(row))
    for kind in (Yard, NumberedYard, Lawn):
        for goal in ((9, 8), (2, 2), (0, 0), (1, 1)):
            yield Subject(kind(width, prices, goal), (0, 0))
        yield Subject(kind(LENGTH + 1, STREET, (LENGTH, 0)), (0, 0))
    yield Subject(DoubtfulYard(width, prices, (9, 8)), (0, 0))
    yield Subject(Budget(13), 0, (0, 0))
