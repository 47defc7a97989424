"""The solvers that are timed: each is a class with hooks, and nothing that knows of an engine."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from benchmarks.compiled_maps import Cell, Map
from genastar import AStar, Cost, Node, OpenList
from genastar.values.cost import V

STRAIGHT, DIAGONAL = 408, 577
"""577/408 is √2 to 1.5e-6: exact integer costs."""

N = TypeVar("N", int, float)


@frozen(eq=False)
class World(AStar[Cell, V], Generic[V]):
    """A map as anyone would hold it: free cells by row and column, and cells numbered by rows."""

    free: NDArray[np.bool_] = field(repr=False)
    width: int
    goal: Cell

    @classmethod
    def of(cls, world: Map, goal: Cell) -> Self:
        return cls(world.free, world.width, goal)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def index(self, position: Cell) -> int:
        x, y = position
        return y * self.width + x

    @property
    def size(self) -> int:
        return self.free.size


@frozen(eq=False)
class Plain(World[Cost[int]]):
    """What an ordinary user writes: (x, y), a loop over eight offsets, no tables. No corner is cut."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx == 0 and dy == 0) or not self.free[y + dy, x + dx]:
                    continue
                if dx == 0 or dy == 0:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + STRAIGHT)
                elif self.free[y, x + dx] and self.free[y + dy, x]:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + DIAGONAL)

    def estimate(self, position: Cell) -> int:
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)


@frozen(eq=False)
class Cutting(Plain):
    """The same where corners may be cut."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx != 0 or dy != 0) and self.free[y + dy, x + dx]:
                    step = STRAIGHT if dx == 0 or dy == 0 else DIAGONAL
                    open_list.relax((x + dx, y + dy), node.cost.travelled + step)


@frozen(eq=False)
class Uniform(World[Cost[int]]):
    """Any step costs the same, and corners may be cut."""

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx != 0 or dy != 0) and self.free[y + dy, x + dx]:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def estimate(self, position: Cell) -> int:
        return max(abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1]))


@frozen(eq=False)
class Masked(AStar[int, Cost[int]]):
    """Written for speed: a cell is its number, and one byte says which of the eight directions are open.

    A row has 2 ** ``row_bits`` cells, the last of them outside the map: a number's column and row are bits of it, and the
    estimate divides nothing. The directions are those of `compiled_maps.COMPASS`; the straight ones come first.
    """

    passable: NDArray[np.uint8] = field(repr=False)
    """By cell."""
    row_bits: int
    goal: int

    @classmethod
    def passable_of(cls, world: Map) -> NDArray[np.uint8]:
        """Return the array that solvers on this map share."""
        height, width = world.free.shape
        passable = np.zeros((height, 1 << cls.row_bits_of(world)), np.uint8)
        passable[:, :width] = world.passable()
        return passable.ravel()

    @staticmethod
    def row_bits_of(world: Map) -> int:
        return (world.width - 1).bit_length()

    @classmethod
    def of(cls, world: Map, passable: NDArray[np.uint8], goal: Cell) -> Masked:
        bits = cls.row_bits_of(world)
        return cls(passable, bits, goal[1] << bits | goal[0])

    def cell(self, x: int, y: int) -> int:
        """Return the number of a cell."""
        return y << self.row_bits | x

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        cell = node.position
        width = 1 << self.row_bits
        open_ways = self.passable[np.uint64(cell)]
        straight = node.cost.travelled + STRAIGHT
        diagonal = node.cost.travelled + DIAGONAL
        if open_ways & 1:
            open_list.relax(cell - width, straight)
        if open_ways & 4:
            open_list.relax(cell + 1, straight)
        if open_ways & 16:
            open_list.relax(cell + width, straight)
        if open_ways & 64:
            open_list.relax(cell - 1, straight)
        if open_ways & 2:
            open_list.relax(cell - width + 1, diagonal)
        if open_ways & 8:
            open_list.relax(cell + width + 1, diagonal)
        if open_ways & 32:
            open_list.relax(cell + width - 1, diagonal)
        if open_ways & 128:
            open_list.relax(cell - width - 1, diagonal)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> int:
        column = (1 << self.row_bits) - 1
        dx = abs((position & column) - (self.goal & column))
        dy = abs((position >> self.row_bits) - (self.goal >> self.row_bits))
        return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.passable.size
