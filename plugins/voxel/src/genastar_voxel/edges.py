"""What lies beyond the sides of a world: nothing, or the other side."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from genastar_voxel.frame import Frame


class Edges(Protocol):
    """How columns, rows and layers go on."""

    def home(self, number: int) -> int:
        """Return the voxel of the world that a number stands for."""

    def apart(self, low: int, high: int, at: int, axis: int) -> int:
        """Return how far a place lies from a range, along an axis: 0 is x, 1 is y, 2 is z."""


@frozen
class Bounded:
    """No wrap-around."""

    def home(self, number: int) -> int:
        """The number itself."""
        return number

    def apart(self, low: int, high: int, at: int, axis: int) -> int:
        """Straight there."""
        return max(low - at, at - high, 0)


@frozen
class Wrapped:
    """What leaves at one side enters at the other, along one axis or several."""

    columns: int
    rows: int
    layers: int
    width: int
    area: int
    x: bool
    y: bool
    z: bool

    def home(self, number: int) -> int:
        """The voxel, counted around."""
        layer, rest = (number + 1) // self.area, (number + 1) % self.area
        row, column = rest // self.width, rest % self.width  # all three count from 0, just before the world
        x, y, z = (column - 1) % self.columns, (row - 1) % self.rows, (layer - 1) % self.layers
        return (z + 1) * self.area + (y + 1) * self.width + x

    def apart(self, low: int, high: int, at: int, axis: int) -> int:
        """The shorter way around."""
        straight = max(low - at, at - high, 0)
        if axis == 0 and self.x:
            return min(straight, self.columns + min(low - at, at - high))
        if axis == 1 and self.y:
            return min(straight, self.rows + min(low - at, at - high))
        if axis == 2 and self.z:
            return min(straight, self.layers + min(low - at, at - high))
        return straight


def edges_of(frame: Frame) -> Edges:
    """Return the edges of a world."""
    if frame.wrap == "none":
        return Bounded()
    x, y, z = ("x" in frame.wrap, "y" in frame.wrap, "z" in frame.wrap)
    return Wrapped(frame.columns, frame.rows, frame.layers, frame.width, frame.area, x, y, z)
