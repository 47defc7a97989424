"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Final, Literal

from attrs import Attribute, frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, number, option, text, whole
from genastar_lattice.options import ClimbMetric, Exposure, climb_metric, end, exposure
from genastar_picture.options import LayerOptions
from genastar_picture.writers.formats import WRITES

Slope = Literal["none", "tobler", "naismith", "walk", "minetti", "length", "wheelchair", "road"]
Neighbours = Literal[8, 4, 16, 32]
Ends = Literal["map", "latlon"]
Joins = Literal["multiply", "add"]

ROUTES: Final = (".geojson", ".gpkg")
"""Suffixes of routes."""


def _band(_: object, field: Attribute[object], value: object) -> None:
    """Raise BadOption unless the value is the number or the name of a band."""
    (text if isinstance(value, str) else whole(1, 10_000))(_, field, value)


@frozen(kw_only=True)
class Options(LayerOptions):
    """Options that say what a raster means, which steps exist, and how to draw. Each is an ``--option NAME=VALUE``."""

    slope: Slope = choice(
        Slope,
        "none",
        "none: the raster has costs per metre; else it has elevations in metres, and the cost is: tobler, naismith, walk: "
        "seconds on foot (walk is r.walk of GRASS); minetti: joules per kilogram; length: metres; wheelchair, road: metres "
        "where the grade is at most 8.33 or 12 percent",
    )
    max_grade: float | None = option(
        None, validators.optional(number(0.01, 10_000)), "steepest grade of a step in percent; by default that of the slope"
    )
    metric: ClimbMetric = climb_metric()
    exposure: Exposure = exposure()
    neighbours: Neighbours = choice(Neighbours, 8, "number of neighbours of a cell: 4, 8, 16 or 32")
    band: int | str = option(1, _band, "number or name of the band of the raster, or a variable of netCDF (default 1)")
    crs: str | None = option(
        None, validators.optional(text), "reference system of a raster that names none, such as EPSG:32633; 'none' for a plane"
    )
    nodata: float | None = option(
        None, validators.optional(number(-1e15, 1e15)), "value of cells without data, if the raster does not declare it"
    )
    ends: Ends = choice(Ends, "map", "coordinates of ends: map: x,y in the raster's reference system; latlon: degrees")
    formula: str | None = option(
        None,
        validators.optional(text),
        "costs as a formula of layers, such as 'b1 + 2*max(soil, b2)': b1, b2 or their names are bands, and soil is "
        "soil.tif of rasters=; with where, min, max, abs, sqrt, exp, log, classes, and nodata to close cells",
    )
    rasters: str | None = option(
        None,
        validators.optional(text),
        "more rasters of the formula, separated by commas; FILE.tif is FILE in the formula, and FILE.b2 its second band",
        file=True,
    )
    friction: str | None = option(None, validators.optional(text), "raster of costs that join those of slopes", file=True)
    joins: Joins = choice(
        Joins,
        "multiply",
        "multiply: friction or the formula multiplies the cost of slopes; add: it is a cost per metre beside that cost",
    )
    classes: str | None = option(
        None, validators.optional(text), "table of a raster of classes: .csv with the columns class and cost", file=True
    )
    barriers: str | None = option(
        None, validators.optional(text), "vector file, such as .geojson, whose shapes cannot be crossed", file=True
    )
    lines: str | None = option(
        None, validators.optional(text), "vector file, such as of roads; the costs of cells that it touches change", file=True
    )
    line_factor: float | None = option(
        None, validators.optional(number(1e-9, 1e9)), "number by which lines multiply the cost of their cells"
    )
    line_cost: float | None = option(
        None, validators.optional(number(0, 1e15)), "cost of lines instead, which also opens cells closed by costs or barriers"
    )
    window: str | None = option(
        None, validators.optional(text), "part of the raster to read: left,bottom,right,top in its coordinates"
    )
    overview: int = option(1, whole(1, 1000), "read one cell for so many in each direction (default 1: all)")
    megapixels: int = option(
        1000, whole(1, 100_000), "largest raster to read, in megapixels: million cells (default 1000)", millions="places"
    )
    start: str | None = end("start", "x,y")
    goal: str | None = end("goal", "x,y")


INFO = DomainInfo(
    name="terrain",
    summary="rasters of costs or elevations: GeoTIFF and other maps, slopes, coordinates, any angle",
    options=Options,
    suffixes=(".asc", ".nc", ".img"),
    writes=(*ROUTES, *WRITES),
    capabilities=frozenset({"compiled", "consistent", "renderable", "inexact_cost", "reversible", "straight_lines", "vectors"}),
    api_version="1",
)
"""A ``.tif`` is an image until ``--domain terrain`` is said: its name does not tell which."""
