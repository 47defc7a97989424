"""The navmesh domain: a mesh that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from math import isfinite
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput, Cost, Domain, Result, Trace
from genastar.authoring import DomainInfo, Example, Question
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.values.arguments import match_text
from genastar_navmesh.draw import draw
from genastar_navmesh.formats.read import read_source
from genastar_navmesh.info import INFO, Options
from genastar_navmesh.mesh import Mesh
from genastar_navmesh.search import START, Ints, Point, Polyanya, State
from genastar_navmesh.view import MeshCanvas, MeshView

_NUMBER = r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)\s*"


@frozen(eq=False)
class NavMesh(Domain[Point, Cost[float], Options, State]):
    """A navigation mesh. A position is a point ``(x, y)`` in a polygon, in the units of the source."""

    info: ClassVar[DomainInfo] = INFO

    mesh: Mesh
    options: Options
    whole: Mesh
    """The mesh with the polygons that were painted blocked."""
    blocked: frozenset[int] = frozenset()
    """The polygons of the whole mesh that were painted blocked."""

    @classmethod
    def read(cls, source: object, options: Options) -> NavMesh:
        """Read a file, an array of free cells, or a shape of shapely; see `read_source`."""
        mesh = read_source(source, options)
        return cls(mesh, options, mesh)

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
        found = match_text(_NUMBER + "," + _NUMBER, text)
        if not found or not all(isfinite(float(part)) for part in found.groups()):
            raise BadInput(f"{format_value(text)} is no point; give x,y in numbers, such as 1.5,2")
        return self.entered((float(found[1]), float(found[2])))

    def format(self, position: Point) -> str:
        """Format a point as ``x,y``."""
        return f"{position[0]!r},{position[1]!r}"

    def entered(self, position: Point) -> Point:
        """Return a point as two floats.

        Raises:
            BadInput: the value is no point, or it is outside of the mesh.
        """
        point = _to_point(position)
        self.mesh.find_polygons_at([point])
        return point

    def to_state(self, position: Point) -> State:
        """Return the state of a start, for a problem with this start.

        Raises:
            BadInput: the value is no point.
        """
        x, y = _to_point(position)
        return START, x, y, 0.0, 0.0

    def to_positions(self, states: Sequence[State], question: Question[Point]) -> tuple[Point, ...]:
        """Return the points where a path begins, turns and ends, without the intervals that it passes."""
        points = tuple(point for point, _ in groupby((state[1], state[2]) for state in states if state[0] < 0))
        return points or tuple((state[1], state[2]) for state in states[:1])

    def problem(self, goals: tuple[Point, ...], starts: tuple[Point, ...] = ()) -> Polyanya:
        """Return the problem with these goals, for searches from these starts.

        Raises:
            BadInput: a goal or a start is outside of the mesh.
        """
        return self._make_problem([(starts, goals)])[0]

    def combine(
        self, questions: Sequence[tuple[Point, tuple[Point, ...]]]
    ) -> tuple[Polyanya, Sequence[State], Mapping[str, Sequence[object]]]:
        """Combine questions; see `DomainHooks.combine`."""
        problem, asked = self._make_problem([((start,), goals) for start, goals in questions])
        return problem, [self.to_state(start) for start, _ in questions], {"asked": asked}

    def _make_problem(
        self, questions: Sequence[tuple[tuple[Point, ...], tuple[Point, ...]]]
    ) -> tuple[Polyanya, Sequence[tuple[int, int, int, int, int, int]]]:
        """Return the problem of the first of these questions, each with its starts and goals, and ``asked`` of all."""
        mesh = self.mesh
        goal_counts, start_counts = ([len(each[part]) for each in questions] for part in (1, 0))
        points = [_to_point(point) for part in (1, 0) for each in questions for point in each[part]]
        at, count = np.array(points, np.float64).reshape(-1, 2), sum(goal_counts)
        polygons, numbers = mesh.find_polygons_at(at)
        is_goal = numbers < count
        is_start = ~is_goal
        goal_polygons, goal_numbers, goal_places = _group_by_question(polygons[is_goal], numbers[is_goal], goal_counts)
        start_polygons, start_numbers, start_places = _group_by_question(
            polygons[is_start], numbers[is_start] - count, start_counts
        )
        goal_ends = [0, *accumulate(goal_counts)]
        asked = [
            (*one, *other, *last)
            for one, other, last in zip(pairwise(goal_ends), pairwise(goal_places), pairwise(start_places), strict=True)
        ]
        return Polyanya(
            mesh.sides,
            mesh.corners,
            mesh.first,
            mesh.polygon,
            mesh.twin,
            mesh.beyond,
            mesh.is_corner,
            mesh.walls,
            at[:count],
            goal_polygons,
            goal_numbers,
            at[count:],
            start_polygons,
            start_numbers,
            asked[0],
            mesh.tolerance,
        ), asked

    def default_starts(self) -> tuple[Point, ...]:
        """Return the start of the options."""
        if self.options.start is None:
            raise BadInput(f"{self.mesh.name} names no start; give start= or --from x,y")
        return (self.parse(self.options.start),)

    def default_goals(self) -> tuple[Point, ...]:
        """Return the goals of the options."""
        if self.options.goal is None:
            raise BadInput(f"{self.mesh.name} names no goal; give goals= or --to x,y")
        return tuple(map(self.parse, self.options.goal.split(";")))

    def with_options(self, options: Options) -> NavMesh | None:
        """Return the same mesh under other options; ``None`` if the source must be read again."""
        was = self.options
        if any(getattr(options, name) != getattr(was, name) for name in ("radius", "up", "off_mesh", "threshold")):
            return None
        return evolve(self, options=options)

    def view(self) -> MeshView:
        """Return the polygons for a screen; a canvas, unless an agent has a radius, which painted walls would not keep."""
        if self.options.radius > 0:
            return MeshView(self.mesh, self.whole, self.blocked)
        return MeshCanvas(self.mesh, self.whole, self.blocked, self._with_mesh)

    def _with_mesh(self, mesh: Mesh, whole: Mesh, blocked: frozenset[int]) -> NavMesh:
        return evolve(self, mesh=mesh, whole=whole, blocked=blocked)

    def draw(self, result: Result[Point, Cost[float]], trace: Trace[State, Cost[float]], out: AnyPath) -> None:
        """Write a picture of the mesh, the expanded polygons in order and the path; or the path as ``.geojson``."""
        self.check_drawn((result,), trace)
        draw(self.mesh, self.options, trace.list_closed(), result.path, out)


def _to_point(position: Point) -> Point:
    try:
        x, y = map(float, position)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{format_value(position)} is no point; give (x, y) in numbers") from None
    return x, y


def _group_by_question(polygons: Ints, numbers: Ints, counts: Sequence[int]) -> tuple[Ints, Ints, Sequence[int]]:
    """Return polygons and the numbers of the points in them question after question, and where each question begins and ends.

    Args:
        polygons: ascending.
        numbers: of the points, counted through all questions.
        counts: of the points of each question.
    """
    if len(counts) == 1:
        return polygons, numbers, (0, len(polygons))
    asking = np.repeat(np.arange(len(counts)), counts)[numbers]
    order = np.argsort(asking, kind="stable")
    places: list[int] = np.searchsorted(asking[order], np.arange(len(counts) + 1)).tolist()
    return polygons[order], numbers[order], places
