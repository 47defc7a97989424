"""The behaviour at the edges of a grid: none, or wrap-around."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen


class EdgeRule(Protocol):
    """A rule for columns and rows beyond the edges."""

    def wrap_cell(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell for a column and row that may lie beyond an edge."""

    def measure_gap(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """Return the columns and rows to a rectangle.

        Args:
            left: columns from the cell to the left side; negative if that side lies behind.
            right: columns from the right side to the cell.
            top: rows from the cell to the top.
            bottom: rows from the bottom to the cell.
        """

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """Return the step between two neighbours, given the difference of their columns and rows."""


@frozen
class PlaneEdges:
    """No wrap-around."""

    def wrap_cell(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell unchanged."""
        return x, y

    def measure_gap(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """Return the direct distance."""
        return max(left, right, 0), max(top, bottom, 0)

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """Return the step unchanged."""
        return dx, dy


@frozen
class WrappedEdges:
    """Wrap-around along one axis or both."""

    width: int
    """Number of columns if the left and right edges are joined, otherwise 0."""
    height: int
    """Number of rows if the upper and lower edges are joined, otherwise 0."""

    def wrap_cell(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell, counted around joined axes."""
        return x % self.width if self.width else x, y % self.height if self.height else y

    def measure_gap(self, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
        """Return the shorter distance around."""
        dx, dy = max(left, right, 0), max(top, bottom, 0)
        if self.width:
            dx = min(dx, self.width + min(left, right))
        if self.height:
            dy = min(dy, self.height + min(top, bottom))
        return dx, dy

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """Return the shorter step around."""
        if self.width:
            dx = (dx + self.width // 2) % self.width - self.width // 2
        if self.height:
            dy = (dy + self.height // 2) % self.height - self.height // 2
        return dx, dy
