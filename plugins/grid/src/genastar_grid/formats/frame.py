"""The position of a robot's map in the world, in metres."""

from __future__ import annotations

from math import ceil, cos, floor, log10, sin
from typing import Final

from attrs import frozen

from genastar.values.arguments import match_text

Cell = tuple[int, int]

_METRES: Final = r"\s*(-?[0-9]{1,9}(?:\.[0-9]{1,12})?)\s*m\s*,\s*(-?[0-9]{1,9}(?:\.[0-9]{1,12})?)\s*m\s*"


@frozen
class RosFrame:
    """The cell size and pose of a grid in ROS conventions: x to the right, y upwards, before the rotation by ``yaw``."""

    resolution: float
    """Side of a cell, in metres."""
    x: float
    """Position of the lower left corner of the lower left cell, in metres."""
    y: float
    yaw: float
    """Rotation, counterclockwise, in radians."""
    height: int
    """Number of rows. The first row is at the top."""

    def to_cell(self, x: float, y: float) -> Cell:
        """Return the cell that contains a point in metres; the cell may be outside the grid."""
        right, up = x - self.x, y - self.y
        along = (right * cos(self.yaw) + up * sin(self.yaw)) / self.resolution
        across = (up * cos(self.yaw) - right * sin(self.yaw)) / self.resolution
        return floor(along), self.height - 1 - floor(across)

    def to_metres(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell in metres."""
        along, across = (cell[0] + 0.5) * self.resolution, (self.height - cell[1] - 0.5) * self.resolution
        return (
            self.x + along * cos(self.yaw) - across * sin(self.yaw),
            self.y + along * sin(self.yaw) + across * cos(self.yaw),
        )

    def parse(self, text: str) -> Cell | None:
        """Return the cell of a text such as ``1.5m,2.0m``; ``None`` if the text is no such point."""
        found = match_text(_METRES, text)
        return self.to_cell(float(found[1]), float(found[2])) if found else None

    def format(self, cell: Cell) -> str:
        """Return the middle of a cell as text for `parse`, accurate to a tenth of a cell."""
        digits = max(0, ceil(-log10(self.resolution)) + 1)
        return ",".join(f"{part:.{digits}f}m" for part in self.to_metres(cell))
