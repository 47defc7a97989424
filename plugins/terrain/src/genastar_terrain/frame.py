"""The frame of a raster: its cells on the ground, their sizes and the lengths of steps in metres."""

from __future__ import annotations

from functools import lru_cache
from math import floor, hypot, isfinite, sqrt
from typing import Any, cast

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray
from pyproj import CRS, Transformer

from genastar import BadInput
from genastar.errors import format_value
from genastar_lattice.directions import list_moves

Point = tuple[float, float]
Transform = tuple[float, float, float, float, float, float]
"""Columns and rows to coordinates: x = a column + b row + c, y = d column + e row + f, as rasterio and affine write them."""

Cell = tuple[int, int]
"""Column and row of a cell, from the upper left of the array."""

Floats = NDArray[np.float64]

_ROUNDING = 1 - 1e-9
"""Estimates are a little less than the bound, so that rounded sums of steps never fall below them."""


@frozen
class StepBound:
    """The length of the shortest path of steps to the eight neighbours, where each kind of step has its least length."""

    across: float
    along: float
    diagonal: float

    def measure(self, dx: int, dy: int) -> float:
        """Return the bound."""
        shared = min(dx, dy)
        return shared * self.diagonal + (dx - shared) * self.across + (dy - shared) * self.along


@frozen
class LineBound:
    """The least length of a straight line: a norm of columns and rows."""

    across: float
    along: float

    def measure(self, dx: int, dy: int) -> float:
        """Return the bound."""
        return sqrt((dx * self.across) ** 2 + (dy * self.along) ** 2)


Bound = StepBound | LineBound
"""A lower bound on the length of a path, by columns and rows."""


@frozen
class Steps:
    """The steps of a stencil on a frame."""

    across: NDArray[np.int64]
    """The columns of each step."""
    along: NDArray[np.int64]
    """The rows of each step."""
    lengths: Floats = field(repr=False)
    """The length of each step in metres, shape (height, steps)."""


@frozen(eq=False)
class Frame:
    """The place of the cells of a raster on the ground.

    Args:
        width: number of columns.
        height: number of rows.
        transform: columns and rows to coordinates; (0, 0) is the outer corner of the first cell.
        crs: the reference system; ``None`` for a plane in metres.
    """

    width: int
    height: int
    transform: Transform
    crs: CRS | None
    _steps: dict[str, Steps] = field(init=False, factory=dict, repr=False)

    @property
    def is_geographic(self) -> bool:
        """Return whether the coordinates are degrees."""
        return self.crs is not None and self.crs.is_geographic

    @property
    def metres(self) -> float:
        """Return the metres of a unit of the coordinates; 1 if they are degrees."""
        if self.crs is None or self.crs.is_geographic or not self.crs.axis_info:
            return 1.0
        return float(self.crs.axis_info[0].unit_conversion_factor)

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return self.width * self.height

    @property
    def is_south_up(self) -> bool:
        """Return whether the first row is the southern one."""
        return self.transform[4] > 0

    def place(self, cell: int) -> int:
        """Return the number of a cell on a picture, whose first row is the northern one; and the reverse."""
        return (self.height - 1 - cell // self.width) * self.width + cell % self.width if self.is_south_up else cell

    def centre(self, cell: Cell) -> Point:
        """Return the coordinates of a cell's centre."""
        return self._to_point(cell[0] + 0.5, cell[1] + 0.5)

    def _to_point(self, column: float, row: float) -> Point:
        a, b, c, d, e, f = self.transform
        return a * column + b * row + c, d * column + e * row + f

    def _from_point(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self.transform
        area = a * e - b * d
        return (e * (x - c) - b * (y - f)) / area, (a * (y - f) - d * (x - c)) / area

    def centres(self, cells: NDArray[np.int64]) -> Floats:
        """Return the coordinates of the centres of cells given by number, shape (n, 2)."""
        rows, columns = np.divmod(cells, self.width)
        a, b, c, d, e, f = self.transform
        return np.stack((a * (columns + 0.5) + b * (rows + 0.5) + c, d * (columns + 0.5) + e * (rows + 0.5) + f), axis=-1)

    def find_cell(self, point: Point) -> Cell | None:
        """Return the cell around a point; ``None`` outside. Degrees of longitude may be given with or without a full circle."""
        for turn in (0.0, 360.0, -360.0) if self.is_geographic else (0.0,):
            x, y = self._from_point(point[0] + turn, point[1])
            if isfinite(x) and isfinite(y) and 0 <= x <= self.width and 0 <= y <= self.height:
                return min(floor(x), self.width - 1), min(floor(y), self.height - 1)
        return None

    def describe_bounds(self) -> str:
        """Return the bounds and the reference system in words."""
        left, bottom, right, top = self.bounds()
        system = "" if self.crs is None else f" ({self.crs.name})"
        return f"{left:.10g},{bottom:.10g} to {right:.10g},{top:.10g}{system}"

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of the coordinates."""
        corners = [self._to_point(x, y) for x in (0, self.width) for y in (0, self.height)]
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def degrees(self, points: Floats) -> Floats:
        """Return points, shape (n, 2), as longitude and latitude in WGS84.

        Raises:
            BadInput: the raster names no reference system.
        """
        return change_points(points, self._require_crs(), CRS(4326))

    def from_degrees(self, lat: float, lon: float) -> Point:
        """Return the coordinates of a place in WGS84; infinite if it cannot be projected.

        Raises:
            BadInput: the raster names no reference system.
        """
        x, y = change_points(np.array([[lon, lat]]), CRS(4326), self._require_crs())[0].tolist()
        return x, y

    def _require_crs(self) -> CRS:
        if self.crs is None:
            raise BadInput(
                "the raster names no reference system, which latitudes, longitudes and GeoJSON need; give one with "
                "--option crs=EPSG:NUMBER (or write a path as .gpkg, or with --json, in the coordinates of the raster)"
            )
        return self.crs

    def measure_steps(self, stencil: str) -> Steps:
        """Return the steps of a stencil, ``"4"``, ``"8"``, ``"16"`` or ``"32"``, with their lengths.

        In degrees, the length of a step is that of the geodesic on the ellipsoid between both centres.
        """
        if stencil in self._steps:
            return self._steps[stencil]
        moves = [move for move in list_moves(stencil) if stencil != "4" or 0 in move]
        across, along = (np.array(part, np.int64) for part in zip(*moves, strict=True))
        lengths = np.empty((self.height, len(moves)))
        for number, (dx, dy) in enumerate(moves):
            lengths[:, number] = self._measure_rows(dx, dy)
        return self._steps.setdefault(stencil, Steps(across, along, lengths))

    def _measure_rows(self, dx: int, dy: int) -> Floats | float:
        """Return the length of a step from each row."""
        a, b, _, d, e, _ = self.transform
        if not self.is_geographic:
            return hypot(a * dx + b * dy, d * dx + e * dy) * self.metres
        if (dy, dx) < (0, 0):  # measured once, so that both ways are equal to the last bit
            return np.roll(cast("Floats", self._measure_rows(-dx, -dy)), -dy)
        rows = np.arange(self.height)
        start = self.centres(rows * self.width)
        stop = start + np.array((a * dx + b * dy, d * dx + e * dy))
        return self.measure_geodesics(start, stop)

    def measure_geodesics(self, starts: Floats, stops: Floats) -> Floats:
        """Return the metres between points in degrees, each shape (n, 2), on the ellipsoid."""
        geod: Any = cast("CRS", self.crs).get_geod()
        found: Floats = geod.inv(starts[:, 0], np.clip(starts[:, 1], -90, 90), stops[:, 0], np.clip(stops[:, 1], -90, 90))[2]
        return found

    def measure_legs(self, points: Floats) -> Floats:
        """Return the length in metres of each leg of a line, whose points have shape (n, 2)."""
        if self.is_geographic:
            return self.measure_geodesics(points[:-1], points[1:])
        legs = np.diff(points, axis=0)
        return np.hypot(legs[:, 0], legs[:, 1]) * self.metres

    def bound_steps(self, steps: Steps, least: float) -> Bound:
        """Return a bound on the cost of paths of these steps, if a metre costs at least ``least``.

        For steps to neighbours it is the shortest path of such steps, each of its kind's least length. For longer ones it is a
        norm, scaled so that no step is shorter: the triangle inequality makes it admissible and consistent.
        """
        rate = least * _ROUNDING
        shortest = {
            (abs(int(x)), abs(int(y))): float(length)
            for x, y, length in sorted(
                zip(steps.across, steps.along, steps.lengths.min(axis=0), strict=True), key=lambda each: -each[2]
            )
        }
        across, along = shortest[1, 0], shortest[0, 1]
        if len(shortest) <= 3:
            diagonal = min(shortest.get((1, 1), across + along), across + along)
            return StepBound(across * rate, along * rate, diagonal * rate)
        share = min(length / hypot(x * across, y * along) for (x, y), length in shortest.items())
        return LineBound(across * share * rate, along * share * rate)

    def bound_lines(self, least: float) -> Bound:
        """Return a bound on the cost of straight lines, if a metre costs at least ``least``."""
        a, b, _, d, e, _ = self.transform
        rate = least * self.metres * _ROUNDING
        if b == d == 0:
            return LineBound(abs(a) * rate, abs(e) * rate)
        shortest = float(np.linalg.svd([[a, b], [d, e]], compute_uv=False)[-1])
        return LineBound(shortest * rate, shortest * rate)

    def describe_mismatch(self, other: Frame) -> str:
        """Return how the frame of another layer differs from this one; empty if it does not."""
        if self.crs != other.crs:
            mine, its = ("none" if each is None else each.to_string() for each in (self.crs, other.crs))
            return f"its reference system is {its}, and that of the first is {mine}"
        if (self.width, self.height) != (other.width, other.height):
            return f"it has {other.width} x {other.height} cells, and the first {self.width} x {self.height}"
        if not np.allclose(self.bounds(), other.bounds(), rtol=0, atol=0.01 * hypot(self.transform[0], self.transform[3])):
            return f"it covers {other.bounds()}, and the first {self.bounds()} (left, bottom, right, top)"
        return ""


def change_points(points: Floats, source: CRS, target: CRS) -> Floats:
    """Return points, shape (n, 2), in another reference system."""
    changer: Any = _make_transformer(source, target)
    return np.stack(changer.transform(points[:, 0], points[:, 1]), axis=-1)


@lru_cache(maxsize=16)
def _make_transformer(source: CRS, target: CRS) -> Transformer:
    return Transformer.from_crs(source, target, always_xy=True)


def parse_crs(text: str | None) -> CRS | None:
    """Return the reference system that a text names; ``None`` for ``none``.

    Raises:
        BadInput: no reference system has this name.
    """
    if text is None or text.lower() == "none":
        return None
    try:
        return CRS.from_user_input(text)
    except Exception as error:
        raise BadInput(f"crs={format_value(text)}: no reference system; give one such as EPSG:32633, or none") from error
