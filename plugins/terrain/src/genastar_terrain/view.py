"""A terrain on a screen: cells in the shades of its hills or costs, on which barriers are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.worlds.view import Brush, Canvas, Cells, check_place
from genastar_picture.canvas import check_blank_size, split_changes
from genastar_terrain.answers.draw import colour_terrain
from genastar_terrain.frame import Point
from genastar_terrain.rasters import Layers

W = TypeVar("W")

Cells2D = NDArray[np.bool_]

OPEN: Final = Brush("open", 1, (255, 255, 255))
BARRIER: Final = Brush("barrier", 0, (150, 50, 30))


@frozen(eq=False)
class TerrainView(Canvas[Point, int, W], Generic[W]):
    """The cells of a raster. A place is the number of a cell, from the north."""

    is_complete: ClassVar[bool] = False

    layers: Layers
    cost_unit: str
    drawn: Cells2D
    """The cells of drawn barriers, shape (height, width)."""
    to_state: Callable[[Point], int]
    to_point: Callable[[int], Point]
    close: Callable[[Cells2D], W]
    """Return the terrain with these barriers."""
    read: Callable[[NDArray[np.float64]], W]
    """Return a terrain of these costs."""

    @property
    def shape(self) -> Cells:
        colours = colour_terrain(self.layers)
        colours[self._to_picture(self.drawn)] = BARRIER.colour
        return Cells(self.layers.frame.width, self.layers.frame.height, colours.tobytes())

    def _to_picture(self, cells: Cells2D) -> Cells2D:
        return cells[:: -1 if self.layers.frame.is_south_up else 1]

    @property
    def metres(self) -> float:
        frame = self.layers.frame
        return 0.0 if frame.is_geographic else abs(frame.transform[0]) * frame.metres

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return OPEN, BARRIER

    @property
    def values(self) -> bytes:
        return np.where(self._to_picture(self.drawn), BARRIER.value, OPEN.value).astype("<f8").tobytes()

    def paint(self, changes: Mapping[int, float]) -> W:
        places, values = split_changes(changes, self.layers.frame.size)
        if not np.isin(values, (0, 1)).all():
            raise BadInput(
                f"a cell cannot have the value {values[~np.isin(values, (0, 1))][0]:g}; give 1 for open or 0 for barrier"
            )
        drawn = self._to_picture(self.drawn).copy()
        drawn.flat[places] = values == BARRIER.value
        return self.close(self._to_picture(drawn))

    def make_blank(self, width: int, height: int) -> W:
        columns, rows = check_blank_size(width, height, 1_000_000)
        return self.read(np.ones((rows, columns)))

    def place(self, position: Point) -> int:
        return self.place_of_state(self.to_state(position))

    def position(self, place: int) -> Point:
        point = self.to_point(self.layers.frame.place(check_place(place, self.layers.frame.size)))
        self.to_state(point)  # which refuses a cell that cannot be entered
        return point

    def place_of_state(self, state: int) -> int:
        return self.layers.frame.place(state)
