"""The navmesh domain: a mesh that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import isfinite
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput, Cost, Domain, DomainInfo, Example, Question, Result, Trace
from genastar.arguments import matched
from genastar.errors import shown
from genastar.files import AnyPath
from genastar_navmesh.draw import draw
from genastar_navmesh.info import INFO, Options
from genastar_navmesh.mesh import Mesh
from genastar_navmesh.read import read_source
from genastar_navmesh.search import START, Point, Polyanya, State
from genastar_navmesh.view import MeshView

_NUMBER = r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)\s*"


@frozen(eq=False)
class NavMesh(Domain[Point, Cost[float], Options, State]):
    """A navigation mesh. A position is a point ``(x, y)`` in a polygon, in the units of the source."""

    info: ClassVar[DomainInfo] = INFO

    mesh: Mesh
    options: Options

    @classmethod
    def read(cls, source: object, options: Options) -> NavMesh:
        """Read a file, an array of free cells, or a shape of shapely; see `read_source`."""
        return cls(read_source(source, options), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Point]]:
        """Yield small meshes with and without a path."""
        picture = ["..........", ".####.##.#", ".#..#..#..", ".#.##.###.", "...#......"]
        rooms = np.array([[letter == "." for letter in row] for row in picture])
        for radius in (0.0, 0.25):
            world = cls.read(rooms, Options(radius=radius))
            yield Example(world, (0.5, 0.5), ((9.5, 4.5),))
            yield Example(world, (2.5, 4.5), ((9.5, 0.5), (0.5, 3.5), (9.5, 2.5)))
        yield Example(cls.read(rooms, Options()), (0.0, 0.0), ((2.5, 2.5),))
        yield Example(cls.read(rooms, Options()), (5.0, 1.0), ((1.0, 1.0), (9.0, 4.0)))

    def parse(self, text: str) -> Point:
        """Parse ``x,y``."""
        found = matched(_NUMBER + "," + _NUMBER, text)
        if not found or not all(isfinite(float(part)) for part in found.groups()):
            raise BadInput(f"{shown(text)} is no point; give x,y in numbers, such as 1.5,2")
        return self.entered((float(found[1]), float(found[2])))

    def format(self, position: Point) -> str:
        """Format a point as ``x,y``."""
        return f"{position[0]!r},{position[1]!r}"

    def entered(self, position: Point) -> Point:
        """Return a point as two floats.

        Raises:
            BadInput: the value is no point, or it is outside of the mesh.
        """
        point = _point_of(position)
        self.mesh.polygons_at([point])
        return point

    def to_state(self, position: Point) -> State:
        """Return the state of a start, for a problem with this start.

        Raises:
            BadInput: the value is no point.
        """
        x, y = _point_of(position)
        return START, x, y, x, y, x, y

    def to_positions(self, states: Sequence[State], question: Question[Point]) -> tuple[Point, ...]:
        """Return the points where a path begins, turns and ends, without the intervals that it passes."""
        points = tuple(point for point, _ in groupby((state[5], state[6]) for state in states if state[0] < 0))
        return points or tuple((state[5], state[6]) for state in states[:1])

    def problem(self, goals: tuple[Point, ...], starts: tuple[Point, ...] = ()) -> Polyanya:
        """Return the problem with these goals, for searches from these starts.

        Raises:
            BadInput: a goal or a start is outside of the mesh.
        """
        ends, origins = [_point_of(goal) for goal in goals], [_point_of(start) for start in starts]
        mesh = self.mesh
        return Polyanya(
            mesh.points,
            mesh.corners,
            mesh.first,
            mesh.polygon,
            mesh.twin,
            mesh.around,
            mesh.first_around,
            mesh.is_corner,
            mesh.walls,
            np.array(ends, np.float64).reshape(-1, 2),
            *mesh.polygons_at(ends),
            np.array(origins, np.float64).reshape(-1, 2),
            *mesh.polygons_at(origins),
            mesh.tolerance,
        )

    def default_start(self) -> Point:
        """Return the start of the options."""
        if self.options.start is None:
            raise BadInput(f"{self.mesh.name} names no start; give one with --from x,y")
        return self.parse(self.options.start)

    def default_goals(self) -> tuple[Point, ...]:
        """Return the goals of the options."""
        if self.options.goal is None:
            raise BadInput(f"{self.mesh.name} names no goal; give one with --to x,y")
        return tuple(map(self.parse, self.options.goal.split(";")))

    def configured(self, options: Options) -> NavMesh | None:
        """Return the same mesh under other options; ``None`` if the source must be read again."""
        was = self.options
        if any(getattr(options, name) != getattr(was, name) for name in ("radius", "up", "threshold")):
            return None
        return evolve(self, options=options)

    def view(self) -> MeshView:
        """Return the sides of the polygons for a screen."""
        return MeshView(self.mesh)

    def draw(self, result: Result[Point, Cost[float]], trace: Trace[State, Cost[float]], out: AnyPath) -> None:
        """Write a picture of the mesh, the expanded polygons in order and the path; or the path as ``.geojson``."""
        draw(self.mesh, self.options, trace.closing_order(), result.path, out)


def _point_of(position: Point) -> Point:
    try:
        x, y = map(float, position)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{shown(position)} is no point; give (x, y) in numbers") from None
    return x, y
