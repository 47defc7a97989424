"""Measures of steps from voxel to voxel, for costs of several numbers."""

from __future__ import annotations

from math import sqrt
from typing import Any

from attrs import frozen

from genastar.authoring import StepMeasure
from genastar_lattice.metrics import ExposureMeasure
from genastar_voxel.frame import VoxelFrame


@frozen(eq=False)
class VoxelLength(StepMeasure[int]):
    """The length of a step between the middles of two voxels, or its climb."""

    width: int
    area: int
    joined: tuple[int, int, int]
    """The number of columns, rows and layers whose ends are joined; 0 where they are not."""
    is_climb: bool

    def measure(self, before: int, after: int) -> float:
        x, y, z = self.apart(before, after)
        return float(max(z, 0)) if self.is_climb else sqrt(x * x + y * y + z * z)

    def apart(self, before: int, after: int) -> tuple[int, int, int]:
        """Return the columns, rows and layers of the shorter step around."""
        layer, other_layer = before // self.area, after // self.area
        rest, other_rest = before - layer * self.area, after - other_layer * self.area
        row, other_row = rest // self.width, other_rest // self.width
        x, y = other_rest - other_row * self.width - (rest - row * self.width), other_row - row
        z = other_layer - layer
        columns, rows, layers = self.joined
        if columns:
            x = (x + columns // 2) % columns - columns // 2
        if rows:
            y = (y + rows // 2) % rows - rows // 2
        if layers:
            z = (z + layers // 2) % layers - layers // 2
        return x, y, z


@frozen(eq=False)
class VoxelExposure(ExposureMeasure[Any]):
    """An exposure of voxels, by number."""

    def get_value(self, state: Any) -> float:
        return float(self.values[state])


def make_length(frame: VoxelFrame, *, is_climb: bool) -> VoxelLength:
    """Return the measure of the steps on a frame."""
    x, y, z = (side if axis in frame.wrap else 0 for axis, side in zip("xyz", frame.shape, strict=True))
    return VoxelLength(frame.width, frame.area, (x, y, z), is_climb)
