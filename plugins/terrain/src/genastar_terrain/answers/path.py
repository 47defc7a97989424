"""A path over terrain: its length, climb and profile, and its line for other programs."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput, Cost, Result, Vector
from genastar.files import AnyPath, replace_file, write_text
from genastar.values.cost import get_travelled
from genastar_picture.profile import make_profile_svg
from genastar_picture.writers.geojson import split_at_antimeridian
from genastar_terrain.frame import Frame, Point
from genastar_terrain.rasters import Layers
from genastar_terrain.sources.vectors import import_geopandas

Floats = NDArray[np.float64]


@frozen(eq=False)
class LeastCostPath:
    """A path with its facts. Lengths and heights are in metres."""

    cost: float
    frame: Frame = field(repr=False)
    cells: NDArray[np.int64] = field(repr=False)
    """The numbers of its cells, shape (n,)."""
    points: Floats = field(repr=False)
    """The centres of its cells in the raster's reference system, shape (n, 2)."""
    distances: Floats = field(repr=False)
    """The horizontal distance from the start, shape (n,)."""
    heights: Floats | None = field(repr=False)
    """The elevation, shape (n,); ``None`` if the raster has costs."""
    costs: Floats = field(repr=False)
    """The cost from the start, shape (n,)."""
    more: Mapping[str, float] = field(factory=dict, repr=False)
    """The numbers of a cost after the first, by name."""

    @property
    def length(self) -> float:
        """Return the horizontal length."""
        return float(self.distances[-1])

    @property
    def climb(self) -> float | None:
        """Return the sum of all ascents; ``None`` without elevations."""
        return None if self.heights is None else float(np.maximum(np.diff(self.heights), 0).sum())

    @property
    def descent(self) -> float | None:
        """Return the sum of all descents; ``None`` without elevations."""
        return None if self.heights is None else float(np.maximum(-np.diff(self.heights), 0).sum())

    def list_facts(self) -> dict[str, float]:
        """Return cost, length, climb and descent by name, as far as they are known."""
        facts = {"cost": self.cost, "length": self.length, "climb": self.climb, "descent": self.descent} | {**self.more}
        return {name: round(value, 6) for name, value in facts.items() if value is not None}

    def to_geojson(self) -> dict[str, object]:
        """Return the path as a GeoJSON feature in WGS84, cut at the 180th meridian as RFC 7946 wants it.

        Raises:
            BadInput: the raster names no reference system.
        """
        points = self.frame.degrees(self.points)
        points[:, 0] = (points[:, 0] + 180) % 360 - 180
        rows = points if self.heights is None else np.column_stack((points, self.heights))
        parts = [part.tolist() for part in split_at_antimeridian(rows, 0)]
        kind, coordinates = ("MultiLineString", parts) if len(parts) > 1 else ("LineString", parts[0])
        if len(points) == 1:
            kind, coordinates = "Point", coordinates[0]
        return {"type": "Feature", "properties": self.list_facts(), "geometry": {"type": kind, "coordinates": coordinates}}

    def to_svg(self) -> str:
        """Return a picture of the profile, which notebooks show as well.

        Raises:
            BadInput: the raster has no elevations.
        """
        if self.heights is None:
            raise BadInput("a profile needs elevations; read the raster with a function of slope, such as slope=tobler")
        return make_profile_svg(np.column_stack((self.distances, self.heights)))

    def _repr_svg_(self) -> str | None:
        return None if self.heights is None else self.to_svg()

    def to_geodataframe(self) -> Any:
        """Return the path as a row of a ``geopandas.GeoDataFrame`` in the raster's reference system.

        Raises:
            BadInput: geopandas is not installed.
        """
        geopandas = import_geopandas()
        from shapely import LineString, Point

        shape = LineString(self.points) if len(self.points) > 1 else Point(self.points[0])
        facts = {name: [value] for name, value in self.list_facts().items()}
        return geopandas.GeoDataFrame(facts, geometry=[shape], crs=self.frame.crs)


def write_paths(paths: Sequence[LeastCostPath], out: AnyPath) -> None:
    """Write paths as ``.geojson`` in WGS84, or as ``.gpkg`` in the raster's reference system; without one, an empty file.

    Raises:
        BadInput: the file cannot be written, or geopandas is not installed, which ``.gpkg`` needs.
    """
    if Path(out).suffix.lower() == ".geojson":
        found = {"type": "FeatureCollection", "features": [path.to_geojson() for path in paths]}
        write_text(out, json.dumps(found, allow_nan=False) + "\n")
        return
    if paths:
        table = import_geopandas().pd.concat([path.to_geodataframe() for path in paths])
    else:
        table = import_geopandas().GeoDataFrame({"cost": []}, geometry=[])
    with replace_file(out) as beside, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an empty table has no type of geometry
        try:
            table.to_file(beside, driver="GPKG", layer="route")
        except RuntimeError as error:  # GDAL's own errors, in many words
            raise OSError("not all could be written; is there room on the disk?") from error


def make_path(
    result: Result[Point, Cost[float]], states: Sequence[int], layers: Layers, names: Sequence[str] = ()
) -> LeastCostPath:
    """Return the path of a result, whose cells have these numbers; ``names`` are those of the costs after the first.

    Raises:
        BadInput: the result has no path.
    """
    if not result.path or result.cost is None:
        raise BadInput(f"the search ended with {result.outcome.value}, so there is no route; check `result.found` first")
    cells = np.array(states, np.int64)
    frame, heights = layers.frame, layers.heights
    points = frame.centres(cells)
    steps = frame.measure_legs(points)
    rows, columns = np.divmod(cells, frame.width)
    levels = None if heights is None else heights[rows, columns].astype(np.float64)
    costs = np.array([_list_numbers(cost) for cost in result.costs], np.float64)
    distances = np.concatenate(([0.0], steps.cumsum()))
    more = dict(zip(names, _list_numbers(result.cost)[1:], strict=True))
    return LeastCostPath(_list_numbers(result.cost)[0], frame, cells, points, distances, levels, costs[:, 0], more)


def _list_numbers(cost: object) -> tuple[float, ...]:
    travelled = get_travelled(cost)
    return travelled.numbers if isinstance(travelled, Vector) else (travelled,)
