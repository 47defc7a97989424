"""A terrain on a screen: cells in the shades of its hills or costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from genastar.worlds.view import Cells, View, check_place
from genastar_terrain.answers.draw import colour_terrain
from genastar_terrain.frame import Point

if TYPE_CHECKING:
    from genastar_terrain.model import Terrain


@frozen(eq=False)
class TerrainView(View[Point, int]):
    """The cells of a raster. A place is the number of a cell."""

    terrain: Terrain

    @property
    def shape(self) -> Cells:
        frame = self.terrain.frame
        return Cells(frame.width, frame.height, colour_terrain(self.terrain).tobytes())

    @property
    def metres(self) -> float:
        frame = self.terrain.frame
        return 0.0 if frame.is_geographic else abs(frame.transform[0]) * frame.metres

    def place(self, position: Point) -> int:
        return self.terrain.to_state(position)

    def position(self, place: int) -> Point:
        point = self.terrain.to_point(check_place(place, self.terrain.frame.size))
        self.terrain.to_state(point)
        return point

    def place_of_state(self, state: int) -> int:
        return state
