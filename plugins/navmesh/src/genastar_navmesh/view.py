"""The mesh for a screen: places are polygons, which can be painted blocked if the agent has no radius."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Final, TypeVar

import numpy as np
import shapely
from attrs import frozen

from genastar import BadInput
from genastar.files import AnyPath, expect_suffix, write_text
from genastar.worlds.view import Brush, Canvas, Polygons, View, check_place
from genastar_navmesh.mesh import Mesh, build_mesh
from genastar_navmesh.search import CORNER, Floats, Point, State
from genastar_picture.canvas import check_blank_size, split_changes

W = TypeVar("W")

FREE: Final = Brush("free", 1, (255, 255, 255))
WALL: Final = Brush("wall", 0, (60, 60, 60))


@frozen(eq=False, slots=False)
class MeshView(View[Point, State]):
    """A mesh as polygons: those of ``whole``, of which ``mesh`` lacks some."""

    mesh: Mesh
    whole: Mesh
    blocked: frozenset[int]
    """The polygons of the whole mesh that are blocked."""

    @cached_property
    def middles(self) -> Floats:
        """Return a point inside each polygon, shape (p, 2)."""
        found: Floats = shapely.get_coordinates(shapely.point_on_surface(self.whole.shapes))
        return found

    @property
    def shape(self) -> Polygons:
        """Return the polygons, white where they are free."""
        colours = np.full((self.whole.size, 3), FREE.colour, np.uint8)
        colours[sorted(self.blocked)] = WALL.colour
        return Polygons(
            centres=self.middles.astype("<f4").tobytes(),
            colours=colours.tobytes(),
            corners=self.whole.points[self.whole.corners].astype("<f4").tobytes(),
            first_corner=self.whole.first.astype("<i4").tobytes(),
        )

    def place(self, position: Point) -> int:
        """Return the number of a polygon that contains a point: of the first that is free."""
        polygons: list[int] = self.whole.find_polygons_at([position])[0].tolist()
        return next((each for each in polygons if each not in self.blocked), polygons[0])

    def points(self, path: Sequence[Point]) -> Sequence[tuple[float, float]]:
        """Return the positions: they are points."""
        return path

    def position(self, place: int) -> Point:
        """Return the point inside the polygon of a number."""
        number = check_place(place, self.whole.size)
        x, y = self.middles[number].tolist()
        if number in self.blocked:
            raise BadInput(f"{self.whole.name}: the polygon at {x:g},{y:g} is blocked")
        return x, y

    def place_of_state(self, state: State) -> int:
        """Return the polygon that an interval leads into, or one at a corner, a start or a goal."""
        what, x, y, _, _ = state
        if what >= 0 or what <= CORNER:
            side = what if what >= 0 else int(self.mesh.walls[(CORNER - what) >> 1, 0])
            return self._numbers[int(self.mesh.polygon[side])]
        return self.place((x, y))

    @cached_property
    def _numbers(self) -> Sequence[int]:
        """The number of each polygon of the mesh in the whole mesh."""
        if self.mesh is self.whole:
            return range(self.whole.size)
        inside = shapely.get_coordinates(shapely.point_on_surface(self.mesh.shapes))
        found, numbers = self.whole.find_polygons_at([(x, y) for x, y in inside.tolist()])
        order: list[int] = found[np.argsort(numbers)].tolist()
        return order


@frozen(eq=False, slots=False)
class MeshCanvas(MeshView, Canvas[Point, State, W]):
    """A mesh whose polygons can be painted."""

    saves: ClassVar[tuple[str, ...]] = (".mesh",)

    of: Callable[[Mesh, Mesh, frozenset[int]], W]
    """Creates the domain for a mesh, the whole mesh, and the polygons of it that are blocked."""

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Return free and wall."""
        return FREE, WALL

    @property
    def values(self) -> bytes:
        """Return 1 for free polygons, and 0 for blocked ones."""
        values = np.ones(self.whole.size, "<f8")
        values[sorted(self.blocked)] = 0
        return values.tobytes()

    def paint(self, changes: Mapping[int, float]) -> W:
        """Return the mesh with other polygons blocked.

        Raises:
            BadInput: there is no such polygon, a value is neither 0 nor 1, or no polygon is left.
        """
        places, values = split_changes(changes, self.whole.size)
        unknown = values[~np.isin(values, (0, 1))]
        if unknown.size:
            raise BadInput(f"a polygon cannot have the value {unknown[0]:g}; give 1 for free or 0 for blocked")
        blocked = (self.blocked | set(places[values == 0].tolist())) - set(places[values == 1].tolist())
        if len(blocked) == self.whole.size:
            raise BadInput(f"{self.whole.name}: all polygons would be blocked; leave one free")
        return self.of(remove_polygons(self.whole, blocked), self.whole, blocked)

    def save(self, out: AnyPath, start: Point, goals: Sequence[Point]) -> None:
        """Write the mesh in Polyanya's format, version 3, in which faces may be blocked. It has no room for the question.

        Raises:
            BadInput: the suffix is another; or the file cannot be written.
        """
        write_text(expect_suffix(out, self.saves[0], "mesh"), format_faces(self.whole, self.blocked))

    def make_blank(self, width: int, height: int) -> W:
        """Return a mesh of squares with sides of length 1."""
        columns, rows = check_blank_size(width, height, 1_000_000)
        y, x = np.divmod(np.arange((rows + 1) * (columns + 1)), columns + 1)
        at = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).reshape(-1)
        squares = np.stack((at, at + 1, at + columns + 2, at + columns + 1), axis=1).tolist()
        mesh = build_mesh("the blank mesh", np.stack((x, y), axis=1).astype(np.float64), squares)
        return self.of(mesh, mesh, frozenset())


def format_faces(mesh: Mesh, blocked: frozenset[int]) -> str:
    """Return a mesh in Polyanya's format, version 3: vertices and faces count from 1, and -1 is a wall."""
    lines = ["mesh", "3", f"{len(mesh.points)} {mesh.size}", *(f"{x!r} {y!r}" for x, y in mesh.points.tolist())]
    beyond = np.where(mesh.twin < 0, -1, mesh.polygon[mesh.twin] + 1)
    for face, (begin, end) in enumerate(pairwise(mesh.first.tolist())):
        # A face lists what lies beyond each side that ends at the vertex of the same place.
        sides = np.roll(beyond[begin:end], 1).tolist()
        corners = (mesh.corners[begin:end] + 1).tolist()
        lines.append(" ".join(map(str, (int(face not in blocked), end - begin, *corners, *sides))))
    return "\n".join([*lines, ""])


def remove_polygons(whole: Mesh, blocked: frozenset[int]) -> Mesh:
    """Return a mesh without some of its polygons."""
    if not blocked:
        return whole
    rings = [
        whole.corners[begin:end].tolist()
        for number, (begin, end) in enumerate(zip(whole.first[:-1].tolist(), whole.first[1:].tolist(), strict=True))
        if number not in blocked
    ]
    following = np.arange(1, len(whole.corners) + 1)
    following[whole.first[1:] - 1] = whole.first[:-1]
    is_wall = whole.twin < 0
    walls = np.stack((whole.corners[is_wall], whole.corners[following][is_wall]), axis=1).tolist()
    return build_mesh(whole.name, whole.points, rings, [(one, other) for one, other in walls])
