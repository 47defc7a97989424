"""The terrain domain: rasters that answer questions in their coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import isfinite
from typing import Any, ClassVar, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import BadInput, Cost, Domain, Result, Trace
from genastar.authoring import DomainInfo, Example, Question, StepMeasure
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.values.arguments import match_text
from genastar_lattice.metrics import MeasuredSteps
from genastar_lattice.positions import find_changed_around
from genastar_terrain.answers.draw import draw
from genastar_terrain.answers.path import LeastCostPath, make_path
from genastar_terrain.answers.surfaces import Surface, compute_surface
from genastar_terrain.frame import Cell, Frame, Point
from genastar_terrain.info import INFO, Ends, Options
from genastar_terrain.rasters import Layers
from genastar_terrain.rules.grounds import (
    FrictionGround,
    Ground,
    Layer,
    SlopeCostGround,
    SlopeFrictionGround,
    SlopeGround,
)
from genastar_terrain.rules.measures import ClimbMeasure, GroundMeasure, number_steps
from genastar_terrain.rules.paces import Pace, get_unit, make_pace
from genastar_terrain.search import IndexedTerrainProblem, LinedTerrainProblem, TerrainProblem, make_goals
from genastar_terrain.sources.layers import read_layers
from genastar_terrain.sources.read import make_raster, read_raster
from genastar_terrain.sources.vectors import find_touched
from genastar_terrain.view import TerrainView

_NUMBER = r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)\s*"
_DENSE = 50_000_000
"""Rasters with more cells are searched with a hash table, whose size is that of the search."""


@frozen(eq=False)
class TerrainWorld(MeasuredSteps[int], Domain[Point, Cost[float], Options, int]):
    """A raster of costs per metre, or of elevations with a function of slope.

    A position is the centre of a cell, ``(x, y)`` in the raster's reference system, or ``(lat, lon)`` with ``ends=latlon``. Any
    point of a cell may be given. Costs are those of the option ``slope``.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """Name of the source in messages."""
    options: Options
    layers: Layers
    pace: Pace
    notes: str = ""
    _drawn: tuple[Layers, NDArray[np.bool_]] | None = None
    """The layers without drawn barriers, and the cells of these."""

    @classmethod
    def read(cls, source: object, options: Options, *, slope: Callable[[float], float] | None = None) -> TerrainWorld:
        """Read a raster; see `read_raster`.

        Args:
            source: a path or an array with coordinates.
            options: how to read it.
            slope: a function of your own: the cost of a metre over ground of this slope (rise over run; negative downhill). The
                source then has elevations.

        Raises:
            BadInput: a source cannot be read, layers do not fit each other, or a cost is negative.
        """
        pace, is_flat = make_pace(options, slope), options.slope == "none" and slope is None
        raster, layers = read_layers(source, options, is_flat=is_flat)
        return cls(raster.name, options, layers, pace, raster.remark)._with_shapes().with_measures()

    @classmethod
    def examples(cls) -> Iterable[Example[Point]]:
        """Yield small rasters of costs and of hills, with and without a path."""
        random = np.random.default_rng(3)
        costs = random.integers(1, 6, (6, 8)).astype(np.float64)
        costs[2, 1:] = np.nan
        hills = random.random((6, 8)) * 3
        ends = (0.5, 0.5), (7.5, 5.5)

        def read(values: NDArray[np.float64], **options: Any) -> TerrainWorld:
            return cls.read(make_raster(values, crs="EPSG:32633"), Options(**options))

        yield Example(read(costs), ends[0], (ends[1],), costs)
        for neighbours in (4, 16):
            yield Example(read(costs, neighbours=neighbours), ends[0], ends[1:])
        yield Example(read(hills, slope="tobler"), ends[0], ends[1:])
        yield Example(read(hills, slope="naismith", neighbours=32), ends[1], (ends[0], (0.5, 5.5)))
        yield Example(read(np.where(np.arange(8) == 4, np.nan, costs)), ends[0], (ends[1],))

    @property
    def remark(self) -> str:
        taken = "the values were taken for costs per metre; for elevations name a function of slope, such as slope=tobler"
        is_said = self.layers.heights is not None or self.options.classes is not None or self.options.formula is not None
        return "; ".join(filter(None, (self.notes, "" if is_said else taken)))

    def parse(self, text: str) -> Point:
        """Return the centre of the cell around a point such as ``1.5,2``.

        Raises:
            BadInput: the text is no point, or its cell is outside or cannot be entered.
        """
        found = match_text(_NUMBER + "," + _NUMBER, text)
        if found is None:
            raise BadInput(
                f"{format_value(text)} is no point; give {self._axes} in numbers, such as {self.format(self._middle)}"
            )
        return self.to_point(self.to_state((float(found[1]), float(found[2]))))

    def format(self, position: Point) -> str:
        """Return a point as text."""
        return f"{float(position[0])!r},{float(position[1])!r}"

    @property
    def _axes(self) -> str:
        return "lat,lon" if self.options.ends == "latlon" else "x,y"

    @property
    def _middle(self) -> Point:
        return self.to_point(self.frame.height // 2 * self.frame.width + self.frame.width // 2)

    def to_state(self, position: Point) -> int:
        """Return the number of the cell around a point.

        Raises:
            BadInput: the value is no point, or its cell is outside or cannot be entered.
        """
        try:
            x, y = map(float, position)
        except (TypeError, ValueError, OverflowError):
            raise BadInput(f"{format_value(position)} is no point; give ({self._axes}) in numbers") from None
        if not (isfinite(x) and isfinite(y)):
            raise BadInput(f"{format_value(position)} is no point; give ({self._axes}) in finite numbers")
        cell = self._find_cell(x, y, self.options.ends)
        if cell is None:
            where = f"the raster, which reaches from {self.frame.describe_bounds()}"
            raise BadInput(f"{self.name}: {x:.10g},{y:.10g} is outside of {where}{self._hint_inside(x, y)}")
        if not self.layers.is_open(cell):
            near = self.layers.find_nearest_open(cell)
            hint = "" if near is None else f"; the nearest that is open: {self.format(self.to_point(self._number(near)))}"
            raise BadInput(f"{self.name}: the cell of {x:.10g},{y:.10g} has no data or is blocked{hint}")
        return self._number(cell)

    def _number(self, cell: Cell) -> int:
        return cell[1] * self.frame.width + cell[0]

    def _find_cell(self, x: float, y: float, ends: Ends) -> Cell | None:
        return self.frame.find_cell(self.frame.from_degrees(x, y) if ends == "latlon" else (x, y))

    def _hint_inside(self, x: float, y: float) -> str:
        """Return the end of a message about a point outside, if its numbers lie inside when they are read in another way."""
        mine: Ends = self.options.ends
        other: Ends = "map" if mine == "latlon" else "latlon"
        for one, two, ends in ((y, x, mine), (x, y, other), (y, x, other)):
            with suppress(BadInput):  # of a raster without a reference system, or of places that it does not cover
                if self._find_cell(one, two, ends) is not None:
                    how = "" if ends == mine else f" with --option ends={ends}"
                    return f"; {one:.10g},{two:.10g}{how} would be inside"
        frame = self.frame
        if mine == "map" and frame.crs is not None and not frame.is_geographic and max(abs(x), abs(y)) <= 180:
            lat, lon = evolve(self, options=evolve(self.options, ends="latlon"))._middle
            return f"; give degrees as lat,lon with --option ends=latlon, such as {lat:.6f},{lon:.6f}, the middle of it"
        return ""

    def to_point(self, state: int) -> Point:
        """Return the position of a cell's number."""
        return self.to_positions((state,), Question((), ()))[0]

    def to_positions(self, states: Sequence[int], question: Question[Point]) -> tuple[Point, ...]:
        points = self.frame.centres(np.array(states, np.int64))
        if self.options.ends == "latlon":
            points = self.frame.degrees(points)[:, ::-1]
        return tuple((x, y) for x, y in points.tolist())

    def problem(self, goals: tuple[Point, ...], starts: tuple[Point, ...] = ()) -> TerrainProblem:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal is outside of the raster, or has no value.
        """
        return self.make_problem([self.to_state(goal) for goal in goals])

    def make_problem(self, goals: list[int], *, estimates: bool = True) -> TerrainProblem:
        """Return the problem with these cells as goals.

        Args:
            goals: their numbers.
            estimates: whether the search is guided; otherwise it is Dijkstra's.
        """
        frame, ground = self.frame, self._make_ground()
        steps = frame.measure_steps(str(self.options.neighbours))
        least = self.least if estimates else 0.0
        fields: dict[str, Any] = {
            "width": frame.width, "height": frame.height, "goals": make_goals(goals, frame.width), "across": steps.across,
            "along": steps.along, "lengths": steps.lengths, "ground": ground, "bound": frame.bound_steps(steps, least),
        }  # fmt: skip
        if frame.size > _DENSE:
            return TerrainProblem(**fields)
        if frame.is_geographic:
            return IndexedTerrainProblem(**fields)
        a, b, _, d, e, _ = (part * frame.metres for part in frame.transform)
        return LinedTerrainProblem(**fields, columns=(a, d), rows=(b, e), line_bound=frame.bound_lines(least))

    def make_measure(self, name: str) -> StepMeasure[int]:
        """Return the measure of a metric; see `MeasuredSteps`."""
        frame, heights = self.frame, self.layers.heights
        if name == "climb":
            if heights is None:
                raise BadInput(
                    f"{self.name}: climb needs elevations; name a function of slope with slope=…, or leave out climb"
                )
            return ClimbMeasure(frame.width, heights)
        is_open = self.layers.find_open()
        values = self.read_exposure(self._read_values, is_open) if name == "exposure" else np.ones(is_open.shape)
        steps = frame.measure_steps(str(self.options.neighbours))
        return GroundMeasure(FrictionGround(values), frame.width, steps.lengths, number_steps(steps))

    def _read_values(self, source: object) -> NDArray[Any]:
        other = read_raster(source, evolve(self.options, classes=None, slope="length", band=1))
        if why := self.frame.describe_mismatch(other.frame):
            raise BadInput(f"{other.name} does not lie on {self.name}, so that it must be warped: {why}")
        return np.asarray(other.values)

    def unit_of_metric(self, name: str) -> str:
        """Return the unit of a metric."""
        return {"cost": get_unit(self.options), "length": "m", "climb": "m"}.get(name, "")

    def _make_ground(self) -> Ground:
        layers = self.layers
        if layers.heights is None:
            return FrictionGround(cast("Layer", layers.friction))
        steps = SlopeGround(layers.heights, self.pace)
        slopes = steps if layers.added is None else SlopeCostGround(steps, FrictionGround(layers.added))
        return slopes if layers.friction is None else SlopeFrictionGround(slopes, FrictionGround(layers.friction))

    @property
    def frame(self) -> Frame:
        """Return where the cells lie."""
        return self.layers.frame

    @property
    def least(self) -> float:
        """Return a lower bound on the cost of a metre."""
        layers = self.layers
        return layers.least_friction * (1.0 if layers.heights is None else self.pace.least + layers.least_added)

    def combine(
        self, questions: Sequence[tuple[Point, tuple[Point, ...]]]
    ) -> tuple[TerrainProblem, Sequence[int], Mapping[str, Sequence[object]]] | None:
        """Prepare questions for one batch; ``None`` with several goals. See `DomainHooks.combine`."""
        if any(len(goals) != 1 for _, goals in questions):
            return None
        goals = [self.to_state(goal) for _, (goal,) in questions]
        starts = [self.to_state(start) for start, _ in questions]
        width = self.frame.width
        boxes = [(goal % width, goal % width, goal // width, goal // width) for goal in goals]
        return self.make_problem(goals[:1]), starts, {"goals.one": goals, "goals.box": boxes}

    def default_starts(self) -> tuple[Point, ...]:
        """Return the start of the options."""
        return self._parse_ends(self.options.start, "start", "start= or --from")

    def default_goals(self) -> tuple[Point, ...]:
        """Return the goals of the options."""
        return self._parse_ends(self.options.goal, "goal", "goals= or --to")

    def _parse_ends(self, text: str | None, end: str, flag: str) -> tuple[Point, ...]:
        if text is None:
            raise BadInput(f"{self.name} names no {end}; give {flag} {self._axes}")
        return tuple(map(self.parse, text.split(";")))

    def _with_shapes(self) -> TerrainWorld:
        """Return the same terrain with the barriers and lines of the options."""
        options, found = self.options, self
        if options.barriers is not None:
            found = found.with_barriers(options.barriers)
        if options.lines is not None:
            return found.with_lines(options.lines, options.line_factor, cost=options.line_cost)
        if options.line_factor is not None or options.line_cost is not None:
            raise BadInput("line_factor and line_cost are for lines; give lines=FILE")
        return found

    def with_barriers(self, shapes: object) -> TerrainWorld:
        """Return the same terrain, with the cells that shapes touch closed.

        Args:
            shapes: a vector file, a GeoDataFrame, or shapes of shapely in the coordinates of the raster.

        Raises:
            BadInput: the shapes cannot be read, or their reference system is unknown.
        """
        return evolve(self, drawn=None, layers=self.layers.multiply(np.where(find_touched(shapes, self.frame), np.nan, 1.0)))

    def with_lines(self, shapes: object, factor: float | None = None, *, cost: float | None = None) -> TerrainWorld:
        """Return the same terrain, with other costs of the cells that shapes touch.

        Args:
            shapes: as those of `with_barriers`.
            factor: multiplies their costs, such as 0.2 for paths.
            cost: their cost per metre, or their factor of the cost of slopes, instead. It opens cells that costs or barriers
                close, such as those under a bridge; cells without an elevation stay closed.

        Raises:
            BadInput: as `with_barriers`; or not one of both is given, or the factor is not positive, or the cost is negative.
        """
        given = [each for each in (factor, cost) if each is not None]
        if len(given) != 1 or not isinstance(given[0], (int, float)) or not 0 <= given[0] < float("inf") or factor == 0:
            found = "; not both" if len(given) > 1 else "".join(f"; not {format_value(each)}" for each in given)
            raise BadInput(f"lines need a positive factor or a cost from 0, such as line_factor=0.2 or line_cost=1{found}")
        touched = find_touched(shapes, self.frame)
        layers = self.layers.multiply(np.where(touched, factor, 1.0)) if factor else self.layers.replace(touched, given[0])
        return evolve(self, drawn=None, layers=layers)

    def find_changed_states(self, before: Domain[Point, Cost[float], Options, int]) -> list[int] | None:
        """Return the cells near those whose values changed; ``None`` if an estimate may be less. See the base class."""
        was = cast("TerrainWorld", before)
        if (self.options, self.frame.transform, self.pace) != (was.options, was.frame.transform, was.pace):
            return None
        if (self.frame.width, self.frame.height) != (was.frame.width, was.frame.height) or self.least < was.least:
            return None
        reach = {4: 1, 8: 1, 16: 2, 32: 3}[self.options.neighbours]
        cells = find_changed_around(self.layers.find_changes(was.layers).T, (reach, reach), "")
        return None if cells is None else cast("list[int]", (cells[:, 1] * self.frame.width + cells[:, 0]).tolist())

    def with_options(self, options: Options) -> TerrainWorld | None:
        """Return the same terrain under other options of pictures and ends; ``None`` if the source must be read again."""
        same = {"ends", "start", "goal", "metric", "exposure", "neighbours", "layers", "scale", "palette", "frames", "seconds"}
        one, two = ((each.slope, each.max_grade) for each in (self.options, options))
        pace = self.pace
        if one != two and "none" not in (one[0], two[0]):
            same, pace = same | {"slope", "max_grade"}, make_pace(options)
        if evolve(options, **{name: getattr(self.options, name) for name in same}) != self.options:
            return None
        return evolve(self, options=options, pace=pace).with_measures()

    def measure_path(self, result: Result[Point, Cost[float]]) -> LeastCostPath:
        """Return the facts of a path: its length, climb, descent and profile, and its line for other programs.

        Raises:
            BadInput: the result has no path.
        """
        return make_path(
            result, [self.to_state(each) for each in result.path], self.layers, [each.name for each in self.objectives[1:]]
        )

    def accumulate(self, *starts: Point, within: float | None = None, backwards: bool = False, engine: str = "auto") -> Surface:
        """Return the cost of the cheapest path from the nearest of these starts to each cell.

        Args:
            starts: one or several sources.
            within: maximum cost; cells that cost more are infinite.
            backwards: whether to give the costs from each cell to the sources instead.
            engine: as in `search`.
        """
        if not starts:
            raise BadInput("accumulate() needs at least one source; give points such as (x, y)")
        states = [self.to_state(each) for each in starts]
        problem = self.make_problem(states, estimates=False)
        if backwards:
            problem = evolve(problem, ground=problem.ground.reverse_steps())
        return compute_surface(problem, states, self.frame, within, engine, backwards)

    def view(self) -> TerrainView[TerrainWorld]:
        """Return the cells for a screen, in the shades of the hills, on which barriers are drawn."""
        read = partial(type(self).read, options=self.options)
        return TerrainView(
            self.layers, get_unit(self.options), self.drawn, self.to_state, self.to_point, self._draw_barriers, read
        )

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Return the cells of barriers that were drawn on a screen, shape (height, width)."""
        return self._drawn[1] if self._drawn else np.zeros((self.frame.height, self.frame.width), np.bool_)

    def _draw_barriers(self, drawn: NDArray[np.bool_]) -> TerrainWorld:
        before = self._drawn[0] if self._drawn else self.layers
        layers = before.multiply(np.where(drawn, np.nan, 1.0)) if drawn.any() else before
        return evolve(self, layers=layers, drawn=(before, drawn))

    def draw(self, result: Result[Point, Cost[float]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """Write the path as ``.geojson`` or ``.gpkg``, or a picture of the search over the shaded terrain."""
        self.draw_all((result,), trace, out)

    def draw_all(self, results: Sequence[Result[Point, Cost[float]]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """Write the paths as ``.geojson`` or ``.gpkg``, one feature each; or a picture with all."""
        self.check_drawn(results, trace)
        draw(self.layers, self.options, trace, [self.measure_path(each) for each in results if each.path], out)
