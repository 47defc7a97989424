"""Grounds: what a straight step between two cells costs, whatever its length.

A line over friction pays for its length in each cell that it passes through; between neighbours, the mean of both cells. A line
over elevations reads the height where it crosses the rows or columns of cell centres, linearly between the two nearest centres.
A cell without a value is NaN, and so is the cost of a line that touches it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Protocol

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar.authoring import check_cancelled
from genastar_terrain.rules.paces import Pace

Layer = NDArray[Any]
"""Values of cells, float32 or float64, shape (height, width); NaN where a cell cannot be entered."""


class Ground(Protocol):
    """The cost of straight steps."""

    def price(self, x: int, y: int, to_x: int, to_y: int, length: float) -> float:
        """Return the cost of a straight line between two cells that is ``length`` metres long; NaN if it is closed."""

    def reverse_steps(self) -> Ground:
        """Return the ground for steps in reverse."""


@frozen(eq=False)
class FrictionGround:
    """Costs per metre."""

    friction: Layer = field(repr=False)

    def reverse_steps(self) -> FrictionGround:
        """Return the same ground."""
        return self

    def price(self, x: int, y: int, to_x: int, to_y: int, length: float) -> float:
        """Return the cost of a line."""
        if abs(to_x - x) <= 1 and abs(to_y - y) <= 1:
            return length * (float(self.friction[y, x]) + float(self.friction[to_y, to_x])) * 0.5
        return length * self.average(x, y, to_x, to_y)

    def average(self, x: int, y: int, to_x: int, to_y: int) -> float:
        """Return the mean friction along a line, by its length in each cell; none of those whose corner it only touches."""
        across, along = abs(to_x - x), abs(to_y - y)
        right, down = (1 if to_x > x else -1), (1 if to_y > y else -1)
        column = row = 0
        total = passed = 0.0
        while column < across or row < along:
            # The line leaves the column after (2 column + 1) / (2 across) of its length; rows likewise.
            by_x = column < across and (2 * column + 1) * along <= (2 * row + 1) * across
            by_y = row < along and (2 * row + 1) * across <= (2 * column + 1) * along
            left = (2 * column + 1) / (2 * across) if by_x else (2 * row + 1) / (2 * along)
            total += (left - passed) * float(self.friction[y + down * row, x + right * column])
            passed = left
            column, row = column + int(by_x), row + int(by_y)
        return total + (1.0 - passed) * float(self.friction[to_y, to_x])


@frozen(eq=False)
class SlopeGround:
    """Elevations, and a pace over their slopes."""

    heights: Layer = field(repr=False)
    pace: Pace
    sign: float = 1.0
    """-1 for steps in reverse."""

    def reverse_steps(self) -> SlopeGround:
        """Return the ground where up is down."""
        return SlopeGround(self.heights, self.pace, -self.sign)

    def price(self, x: int, y: int, to_x: int, to_y: int, length: float) -> float:
        """Return the cost of a line."""
        across, along = to_x - x, to_y - y
        pieces = max(abs(across), abs(along))
        if pieces == 1:
            return self.pace.price(self.sign * (float(self.heights[to_y, to_x]) - float(self.heights[y, x])), length)
        total, run, below = 0.0, length / pieces, float(self.heights[y, x])
        for piece in range(1, pieces + 1):
            above = self.height_at(x, y, across * piece, along * piece, pieces)
            total += self.pace.price(self.sign * (above - below), run)
            below = above
        return total

    def height_at(self, x: int, y: int, across: int, along: int, pieces: int) -> float:
        """Return the height ``across / pieces`` columns and ``along / pieces`` rows from a cell; one of both is whole."""
        left, top = across // pieces, along // pieces
        part = (across - left * pieces + along - top * pieces) / pieces
        found = float(self.heights[y + top, x + left])
        if part == 0.0:
            return found
        beside = self.heights[y + top, x + left + 1] if across != left * pieces else self.heights[y + top + 1, x + left]
        return found + (float(beside) - found) * part


@frozen(eq=False)
class SlopeCostGround:
    """The cost of slopes and a cost per metre, added."""

    slopes: SlopeGround
    added: FrictionGround

    def reverse_steps(self) -> SlopeCostGround:
        """Return the ground where up is down."""
        return SlopeCostGround(self.slopes.reverse_steps(), self.added)

    def price(self, x: int, y: int, to_x: int, to_y: int, length: float) -> float:
        """Return the cost of a line."""
        return self.slopes.price(x, y, to_x, to_y, length) + self.added.price(x, y, to_x, to_y, length)


@frozen(eq=False)
class SlopeFrictionGround:
    """The cost of slopes, multiplied by the mean friction along the line."""

    slopes: SlopeGround | SlopeCostGround
    factors: FrictionGround

    def reverse_steps(self) -> SlopeFrictionGround:
        """Return the ground where up is down."""
        return SlopeFrictionGround(self.slopes.reverse_steps(), self.factors)

    def price(self, x: int, y: int, to_x: int, to_y: int, length: float) -> float:
        """Return the cost of a line."""
        return self.slopes.price(x, y, to_x, to_y, length) * self.factors.price(x, y, to_x, to_y, 1.0)


def iterate_rows(shape: tuple[int, int], cells: int = 4_000_000) -> Iterator[tuple[int, int]]:
    """Yield the first row and the number of rows of blocks of some million cells, for layers larger than memory."""
    rows = max(1, cells // shape[1])
    for top in range(0, shape[0], rows):
        check_cancelled()
        yield top, min(rows, shape[0] - top)


def find_least(layer: Layer) -> float:
    """Return the least value of a layer; 0 if it has none."""
    rows = iterate_rows((layer.shape[0], layer.shape[1]))
    found = min(float(np.fmin.reduce(layer[top : top + count], axis=None)) for top, count in rows)
    return found if found < inf else 0.0
