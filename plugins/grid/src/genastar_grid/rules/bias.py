"""Tie-breaking by a cross product: prefer cells near the straight line from start to goal.

The bias is added to the heuristic (Patel, Heuristics, "Breaking ties"), which may make it inadmissible.
`Grid.describe_guarantee` then
reports that the path may not be optimal.
"""

from __future__ import annotations

from typing import Protocol

from attrs import frozen


class Bias(Protocol):
    """A term added to the heuristic."""

    def compute_bias(self, x: int, y: int) -> int:
        """Return the term for a cell."""


@frozen
class Unbiased:
    """No bias."""

    def compute_bias(self, x: int, y: int) -> int:
        """Return 0."""
        return 0


@frozen
class LineBias:
    """A bias of a thousandth of a straight step for each unit of the cross product with the line."""

    goal_x: int
    goal_y: int
    dx: int
    """Columns from the goal to the start."""
    dy: int
    """Rows from the goal to the start."""
    price: int

    def compute_bias(self, x: int, y: int) -> int:
        """Return the bias: the cell's distance from the line times the length of the line, in thousandths of a step."""
        return self.price * abs((x - self.goal_x) * self.dy - self.dx * (y - self.goal_y)) // 1000
