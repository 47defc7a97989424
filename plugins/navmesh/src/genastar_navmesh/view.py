"""The mesh for a screen: places are vertices and polygons' middles, lines are the sides of polygons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray

from genastar.view import Lines, View, checked_place
from genastar_navmesh.mesh import Mesh
from genastar_navmesh.search import CORNER, Floats, Point, State


@frozen(eq=False, slots=False)
class MeshView(View[Point, State]):
    """A mesh as points and lines: first a place for each vertex, then one inside each polygon."""

    mesh: Mesh

    @cached_property
    def vertices(self) -> tuple[Floats, NDArray[np.intp]]:
        """Return the points of the vertices, each once, shape (k, 2), and the number of each vertex in them, shape (v,)."""
        points, numbers = np.unique(self.mesh.points, axis=0, return_inverse=True)
        return points, numbers.reshape(-1)

    @cached_property
    def middles(self) -> Floats:
        """Return a point inside each polygon, shape (p, 2)."""
        found: Floats = shapely.get_coordinates(shapely.point_on_surface(self.mesh.shapes))
        return found

    @property
    def shape(self) -> Lines:
        """Return the vertices, the polygons' middles, and the sides."""
        mesh, (points, numbers) = self.mesh, self.vertices
        following = np.arange(1, len(mesh.corners) + 1)
        following[mesh.first[1:] - 1] = mesh.first[:-1]
        ends = numbers[np.stack((mesh.corners, mesh.corners[following]), axis=1)]
        shown = (mesh.twin < 0) | (mesh.twin > np.arange(len(mesh.twin)))  # a side of two polygons once
        places = np.concatenate([points, self.middles])
        return Lines(places.astype("<f4").tobytes(), ends[shown].astype("<i4").tobytes())

    def place(self, position: Point) -> int:
        """Return the number of the vertex at a point, or else of a polygon that contains it, after those of the vertices."""
        points, _ = self.vertices
        here = np.flatnonzero((points == position).all(axis=1))
        return int(here[0]) if len(here) else len(points) + int(self.mesh.polygons_at([position])[0][0])

    def points(self, path: Sequence[Point]) -> Sequence[tuple[float, float]]:
        """Return the positions: they are points."""
        return path

    def position(self, place: int) -> Point:
        """Return the vertex, or the point inside the polygon, of a number."""
        points, _ = self.vertices
        number = checked_place(place, len(points) + self.mesh.size)
        x, y = (points[number] if number < len(points) else self.middles[number - len(points)]).tolist()
        return x, y

    def place_of_state(self, state: State) -> int:
        """Return the vertex of a corner, the polygon of an interval, or the place of a start or a goal."""
        what, (points, numbers) = state[0], self.vertices
        if what >= 0:
            return len(points) + int(self.mesh.polygon[what])
        return int(numbers[(CORNER - what) >> 1]) if what <= CORNER else self.place((state[1], state[2]))
