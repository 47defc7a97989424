"""Elevations of places: a raster of elevations, read between its cells."""

from __future__ import annotations

import re

import numpy as np
from attrs import field, frozen
from pyproj import CRS

from genastar import BadInput
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import longitude_range
from genastar_roads.graph.road_graph import RoadGraph
from genastar_terrain.frame import change_points
from genastar_terrain.model import TerrainWorld
from genastar_terrain.rasters import Raster
from genastar_terrain.sources.read import read_elevations

_MARGIN = 0.01
"""Degrees around the nodes, for the bends of roads."""


@frozen(eq=False)
class Elevations:
    """A raster of elevations in metres."""

    raster: Raster
    spacing: float = field(init=False)
    """Metres between two cells, by the smaller side of the middle row."""

    def __attrs_post_init__(self) -> None:
        steps = self.raster.frame.measure_steps("4")
        object.__setattr__(self, "spacing", float(steps.lengths[len(steps.lengths) // 2].min()))

    @classmethod
    def read(cls, source: object, graph: RoadGraph, crs: str | None = None) -> Elevations:
        """Read the elevations around a graph.

        Args:
            source: a raster file, an open dataset of rasterio, a DataArray of rioxarray, a `Raster` of
                `genastar_terrain.sources.read.make_raster`, or a `TerrainWorld` of elevations.
            graph: a graph with coordinates.
            crs: the reference system of a raster that names none.

        Raises:
            BadInput: the source cannot be read, has costs instead of elevations, or lies elsewhere.
        """
        if isinstance(source, TerrainWorld):
            if source.layers.heights is None:
                raise BadInput(f"{source.name}: this terrain has costs; read it with slope=length, so that it has elevations")
            source = Raster(source.name, source.layers.frame, source.layers.heights)
        west, east = longitude_range(graph.lon)
        around = west - _MARGIN, graph.lat.min() - _MARGIN, east + _MARGIN, graph.lat.max() + _MARGIN
        try:
            return cls(read_elevations(source, around, crs))
        except BadInput as error:
            raise BadInput(re.sub("(?<=option )crs|crs(?==)", "heights_crs", str(error))) from error

    def read_between_cells(self, lat: Float64, lon: Float64) -> Float64:
        """Return elevations, bilinear between the centres of four cells, shape (k,); NaN outside, and at cells without data.

        Between the outer centres and the border, the nearest centres count.
        """
        frame, values = self.raster.frame, self.raster.values
        assert frame.crs is not None
        x, y = change_points(np.stack((lon, lat), axis=1), CRS(4326), frame.crs).T
        a, b, c, d, e, f = frame.transform
        if frame.is_geographic:  # degrees may be written with or without a full circle
            middle = c + (a * frame.width + b * frame.height) / 2
            x = x + 360.0 * np.rint((middle - x) / 360.0)
        column = (e * (x - c) - b * (y - f)) / (a * e - b * d)
        row = (a * (y - f) - d * (x - c)) / (a * e - b * d)
        inside = (column >= 0) & (column <= frame.width) & (row >= 0) & (row <= frame.height)
        column = np.clip(np.where(inside, column, 0.5) - 0.5, 0, frame.width - 1)
        row = np.clip(np.where(inside, row, 0.5) - 0.5, 0, frame.height - 1)
        left, above = column.astype(np.int64), row.astype(np.int64)
        found = np.where(inside, 0.0, np.nan)
        for across, share in ((0, 1 - (column - left)), (1, column - left)):
            for down, part in ((0, 1 - (row - above)), (1, row - above)):
                weight = share * part
                cells = values[np.minimum(above + down, frame.height - 1), np.minimum(left + across, frame.width - 1)]
                found += np.where(weight > 0, weight * cells, 0.0)  # a cell that does not count may have no data
        return found
