"""A terrain on a screen: cells in the shades of its hills or costs."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from genastar.worlds.view import Cells, View, check_place
from genastar_terrain.answers.draw import colour_terrain
from genastar_terrain.frame import Point
from genastar_terrain.rasters import Layers


@frozen(eq=False)
class TerrainView(View[Point, int]):
    """The cells of a raster. A place is the number of a cell."""

    layers: Layers
    to_state: Callable[[Point], int]
    to_point: Callable[[int], Point]

    @property
    def shape(self) -> Cells:
        frame = self.layers.frame
        return Cells(frame.width, frame.height, colour_terrain(self.layers).tobytes())

    @property
    def metres(self) -> float:
        frame = self.layers.frame
        return 0.0 if frame.is_geographic else abs(frame.transform[0]) * frame.metres

    def place(self, position: Point) -> int:
        return self.to_state(position)

    def position(self, place: int) -> Point:
        point = self.to_point(check_place(place, self.layers.frame.size))
        self.to_state(point)  # which refuses a cell that cannot be entered
        return point

    def place_of_state(self, state: int) -> int:
        return state
