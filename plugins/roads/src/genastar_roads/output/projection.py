"""Projections: which part of the earth a map shows, and where on it a place is."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_roads.graph.lines import lines_of
from genastar_roads.graph.road_graph import RoadGraph

Float64 = NDArray[np.float64]
Int64 = NDArray[np.int64]

_MARGIN = 0.08
"""Of the longer side, left free around what is shown."""

_LEAST = 0.002
"""Degrees of latitude that a map shows at least."""


@frozen
class Projection:
    """A map of a small part of the earth: longitudes are drawn as long as they are on its middle latitude."""

    south: float
    west: float
    scale: float
    """Pixels for each degree of latitude."""
    squeeze: float
    """How long a degree of longitude is, in degrees of latitude."""
    width: int
    height: int

    @classmethod
    def around(cls, points: Float64, longer: int) -> Projection:
        """Return that of all these points, shape (n, 2) of latitude and longitude, with so many pixels on its longer side."""
        low, high = points.min(axis=0), points.max(axis=0)
        middle = (low + high) / 2
        squeeze = max(float(np.cos(np.radians(middle[0]))), 0.01)
        spans = np.maximum(high - low, [_LEAST, _LEAST / squeeze])
        tall, wide = float(spans[0]), float(spans[1]) * squeeze
        margin = _MARGIN * max(tall, wide)
        tall, wide = tall + 2 * margin, wide + 2 * margin
        scale = longer / max(tall, wide)
        sides = max(round(wide * scale), 16), max(round(tall * scale), 16)
        return cls(float(middle[0]) - tall / 2, float(middle[1]) - wide / 2 / squeeze, scale, squeeze, *sides)

    def pixels(self, points: Float64) -> Float64:
        """Places, shape (n, 2) of latitude and longitude, as x to the right and y down; shape (n, 2)."""
        x = (points[:, 1] - self.west) * self.squeeze * self.scale
        return np.stack((x, self.height - (points[:, 0] - self.south) * self.scale), axis=1)

    def metres(self, pixels: float) -> float:
        """How long so many pixels are on the ground."""
        return pixels / self.scale * 111_195.08  # of the sphere, a degree


@frozen(eq=False)
class Drawing:
    """The lines of a map, in pixels: those of edge ``i`` of ``edges`` are the points ``first[i]`` to ``first[i + 1]``."""

    projection: Projection
    edges: Int64
    points: Float64
    first: Int64

    @classmethod
    def of(cls, graph: RoadGraph, shown: Float64, longer: int) -> Drawing:
        """The edges that may be seen in the projection of these points; each road in one direction alone.

        Raises:
            BadInput: the graph has no coordinates.
        """
        if not len(graph.lat):
            raise BadInput("this graph has no coordinates, so no map can be drawn; write .geojson")
        projection = Projection.around(shown if len(shown) else np.stack((graph.lat, graph.lon), axis=1), longer)
        edges = graph.sides.shown
        points, first = lines_of(graph, edges)
        pixels = projection.pixels(points)
        low, high = (each.reduceat(pixels, first[:-1], axis=0) for each in (np.minimum, np.maximum))
        seen = ((high >= 0) & (low <= [projection.width, projection.height])).all(axis=1)
        sizes = np.diff(first)
        kept = np.repeat(seen, sizes)
        return cls(projection, edges[seen], pixels[kept], np.concatenate(([0], np.cumsum(sizes[seen]))))


def shown_points(graph: RoadGraph, closed: Int64, line: Float64) -> Float64:
    """What a map of a search must show: the nodes that it closed, and its route."""
    return np.concatenate((np.stack((graph.lat[closed], graph.lon[closed]), axis=1), line)) if len(graph.lat) else line


def heat_of(graph: RoadGraph, edges: Int64, closed: Int64) -> NDArray[np.float64]:
    """When edges were reached: the time at which both ends had been closed, 0 first and 1 last; -1 for never. Shape (k,)."""
    when = np.full(graph.size, -1.0)
    when[closed] = np.arange(len(closed)) / max(len(closed) - 1, 1)
    ends = when[graph.tail[edges]], when[graph.head[edges]]
    return np.where(np.minimum(*ends) < 0, -1.0, np.maximum(*ends))
