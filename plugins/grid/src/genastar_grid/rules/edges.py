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
    """No wrap-around."""

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
class Wrapped:
    """What leaves at one side enters at the other, along one axis or both."""

    width: int
    """Columns, where the first and the last are joined; 0 where they are not."""
    height: int
    """Rows, where the first and the last are joined; 0 where they are not."""

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The cell, counted around."""
        return x % self.width if self.width else x, y % self.height if self.height else y

    def apart(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """The shorter way around."""
        dx, dy = max(left, right, 0), max(top, bottom, 0)
        if self.width:
            dx = min(dx, self.width + min(left, right))
        if self.height:
            dy = min(dy, self.height + min(top, bottom))
        return dx, dy

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """The shorter way around."""
        if self.width:
            dx = (dx + self.width // 2) % self.width - self.width // 2
        if self.height:
            dy = (dy + self.height // 2) % self.height - self.height // 2
        return dx, dy
