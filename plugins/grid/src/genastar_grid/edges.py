"""What lies beyond the edge of a grid: nothing, or the other side."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen


class Edges(Protocol):
    """How columns and rows go on."""

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The cell that is meant by this column and row."""

    def apart(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """Columns and rows to a rectangle: ``left`` is how far its left side lies ahead, ``right`` how far its right side lies
        behind, and so on.
        """

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """The step between two neighbours, from the difference of their columns and rows."""


@frozen
class Plane:
    """The grid ends where it ends."""

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The same."""
        return x, y

    def apart(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """Straight there."""
        return max(left, right, 0), max(top, bottom, 0)

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """The same."""
        return dx, dy


@frozen
class Torus:
    """What leaves at one side enters at the other."""

    width: int
    height: int

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The cell, counted around."""
        return x % self.width, y % self.height

    def apart(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """The shorter way around."""
        dx = max(left, right, 0)
        dy = max(top, bottom, 0)
        return min(dx, self.width + min(left, right)), min(dy, self.height + min(top, bottom))

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """The shorter way around."""
        half_x, half_y = self.width // 2, self.height // 2
        return (dx + half_x) % self.width - half_x, (dy + half_y) % self.height - half_y
