"""Map projections: the part of the earth that a map shows, and the pixel of each place."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.earth import longitude_range
from genastar_roads.graph.lines import list_lines, unwrap_lines
from genastar_roads.graph.road_graph import RoadGraph

_MARGIN = 0.08
"""Margin around the contents, as a share of the longer side."""

_LEAST = 0.002
"""Minimum height of a map in degrees of latitude."""


@frozen
class Projection:
    """A map of a small part of the earth, true to scale on its middle latitude."""

    south: float
    west: float
    scale: float
    """Pixels per degree of latitude."""
    squeeze: float
    """Length of a degree of longitude in degrees of latitude."""
    width: int
    height: int

    @classmethod
    def fit_points(cls, points: Float64, longer: int) -> Projection:
        """Return the projection of these points (shape (n, 2)) with this many pixels on its longer side."""
        low, high = np.stack(((points[:, 0].min(), points[:, 0].max()), longitude_range(points[:, 1])), axis=1)
        middle = (low + high) / 2
        squeeze = max(float(np.cos(np.radians(middle[0]))), 0.01)
        spans = np.maximum(high - low, [_LEAST, _LEAST / squeeze])
        tall, wide = float(spans[0]), float(spans[1]) * squeeze
        margin = _MARGIN * max(tall, wide)
        tall, wide = tall + 2 * margin, wide + 2 * margin
        scale = longer / max(tall, wide)
        sides = max(round(wide * scale), 16), max(round(tall * scale), 16)
        return cls(float(middle[0]) - tall / 2, float(middle[1]) - wide / 2 / squeeze, scale, squeeze, *sides)

    @property
    def middle(self) -> float:
        """Longitude of the middle."""
        return self.west + self.width / self.scale / self.squeeze / 2

    def to_pixels(self, points: Float64, first: Int64 | None = None) -> Float64:
        """Return lines (latitude and longitude, shape (n, 2)) as x to the right and y down, shape (n, 2).

        Args:
            points: the points of the lines.
            first: start of each line's points, plus the end; by default, all points are one line.
        """
        points = unwrap_lines(points, np.array([0, len(points)]) if first is None else first, self.middle)
        x = (points[:, 1] - self.west) * self.squeeze * self.scale
        return np.stack((x, self.height - (points[:, 0] - self.south) * self.scale), axis=1)

    def to_metres(self, pixels: float) -> float:
        """Convert a length from pixels to metres on the ground."""
        return pixels / self.scale * 111_195.08  # metres per degree of the sphere


@frozen(eq=False)
class MapDrawing:
    """The lines of a map in pixels: edge ``edges[i]`` has the points ``first[i]`` to ``first[i + 1]``."""

    projection: Projection
    edges: Int64
    points: Float64
    first: Int64

    @classmethod
    def of(cls, graph: RoadGraph, shown: Float64, longer: int) -> MapDrawing:
        """Return the edges that may be visible in the projection of these points, in one direction per road.

        Raises:
            BadInput: the graph has no coordinates.
        """
        if not len(graph.lat):
            raise BadInput("this graph has no coordinates, which a map needs; write .geojson")
        projection = Projection.fit_points(shown if len(shown) else np.stack((graph.lat, graph.lon), axis=1), longer)
        edges = graph.sides.road_edges
        points, first = list_lines(graph, edges)
        pixels = projection.to_pixels(points, first)
        low, high = (each.reduceat(pixels, first[:-1], axis=0) for each in (np.minimum, np.maximum))
        seen = ((high >= 0) & (low <= [projection.width, projection.height])).all(axis=1)
        sizes = np.diff(first)
        kept = np.repeat(seen, sizes)
        return cls(projection, edges[seen], pixels[kept], np.concatenate(([0], np.cumsum(sizes[seen]))))


def list_shown_points(graph: RoadGraph, closed: Int64, line: Float64) -> Float64:
    """Return the points that a map of a search must show: the closed nodes and the route."""
    return np.concatenate((np.stack((graph.lat[closed], graph.lon[closed]), axis=1), line)) if len(graph.lat) else line


def compute_heat(graph: RoadGraph, edges: Int64, closed: Int64) -> NDArray[np.float64]:
    """Return when each edge was reached, that is, when both ends were closed: 0 first to 1 last, -1 for never; shape (k,)."""
    when = np.full(graph.size, -1.0)
    when[closed] = np.arange(len(closed)) / max(len(closed) - 1, 1)
    ends = when[graph.tail[edges]], when[graph.head[edges]]
    return np.where(np.minimum(*ends) < 0, -1.0, np.maximum(*ends))
