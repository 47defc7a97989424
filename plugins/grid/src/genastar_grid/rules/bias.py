"""Tie-breaking by a cross product: of two cells with equal estimates, the one nearer to the straight line from start to goal.

The bias is added to the estimate (Patel, Heuristics, "Breaking ties"), which may make it say too much: the optimum is lost, and
`Grid.guarantee` says so.
"""

from __future__ import annotations

from typing import Protocol

from attrs import frozen


class Bias(Protocol):
    """What is added to the estimate."""

    def at(self, x: int, y: int) -> int:
        """For this cell."""


@frozen
class Unbiased:
    """Nothing."""

    def at(self, x: int, y: int) -> int:
        """Nothing."""
        return 0


@frozen
class Line:
    """A thousandth of the price of a straight step for each unit of the cross product with the line."""

    goal_x: int
    goal_y: int
    dx: int
    """Columns from the goal to the start."""
    dy: int
    """Rows from the goal to the start."""
    price: int

    def at(self, x: int, y: int) -> int:
        """By how far it lies off the line, times the line's length."""
        return self.price * abs((x - self.goal_x) * self.dy - self.dx * (y - self.goal_y)) // 1000
