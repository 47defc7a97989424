"""The behaviour at the sides of a world: none, or wrap-around."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from genastar_voxel.frame import VoxelFrame


class SideRule(Protocol):
    """A rule for voxels beyond the sides."""

    def wrap_number(self, number: int) -> int:
        """Return the number of the voxel in the world for a number that may lie beyond a side."""

    def measure_gap(self, low: int, high: int, at: int, axis: int) -> int:
        """Return the distance of a place from a range along an axis: 0 is x, 1 is y, 2 is z."""


@frozen
class NoWrap:
    """No wrap-around."""

    def wrap_number(self, number: int) -> int:
        """Return the number unchanged."""
        return number

    def measure_gap(self, low: int, high: int, at: int, axis: int) -> int:
        """Return the direct distance."""
        return max(low - at, at - high, 0)


@frozen
class WrappedSides:
    """Wrap-around along one or several axes."""

    columns: int
    rows: int
    layers: int
    width: int
    area: int
    x: bool
    y: bool
    z: bool

    def wrap_number(self, number: int) -> int:
        """Return the voxel, counted around joined axes."""
        layer, rest = (number + 1) // self.area, (number + 1) % self.area
        row, column = rest // self.width, rest % self.width  # all three count from 0, one before the world
        x, y, z = (column - 1) % self.columns, (row - 1) % self.rows, (layer - 1) % self.layers
        return (z + 1) * self.area + (y + 1) * self.width + x

    def measure_gap(self, low: int, high: int, at: int, axis: int) -> int:
        """Return the shorter distance around."""
        straight = max(low - at, at - high, 0)
        if axis == 0 and self.x:
            return min(straight, self.columns + min(low - at, at - high))
        if axis == 1 and self.y:
            return min(straight, self.rows + min(low - at, at - high))
        if axis == 2 and self.z:
            return min(straight, self.layers + min(low - at, at - high))
        return straight


def make_edges(frame: VoxelFrame) -> SideRule:
    """Return the edges of a world."""
    if frame.wrap == "none":
        return NoWrap()
    x, y, z = ("x" in frame.wrap, "y" in frame.wrap, "z" in frame.wrap)
    return WrappedSides(frame.columns, frame.rows, frame.layers, frame.width, frame.area, x, y, z)
