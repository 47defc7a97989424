"""Options of the roads domain and the files it reads and writes, available without importing the domain."""

from __future__ import annotations

from typing import Final, Literal, cast, get_args

from attrs import Attribute, frozen, validators

from genastar.authoring import DomainInfo
from genastar.errors import BadOption, format_value
from genastar.options import choice, number, one_of, option, text, whole
from genastar_picture.palette import PALETTES

UTurns = Literal["allowed", "dead-ends", "never"]
"""Where a U-turn is allowed, that is, leaving a junction along the road of arrival: everywhere; only where no other road may be
taken; or nowhere. U-turns inside an edge, at a start or at a stop are always allowed."""

U_TURNS: tuple[UTurns, ...] = get_args(UTurns)

SOURCES = (
    ".osm.pbf",
    ".pbf",
    ".osm",
    ".osm.gz",
    ".osm.bz2",
    ".gr",
    ".gr.gz",
    ".gr.xz",
    ".gr.bz2",
    ".graphml",
    ".graphml.gz",
    ".roads",
)
"""Suffixes of readable files; ``.roads`` is a saved graph."""

WRITES = (".geojson", ".gpx", ".png", ".html")

Metric = Literal["time", "distance"]
Metrics = Literal[
    "time", "distance", "time,distance", "distance,time", "time,climb", "distance,climb", "time,distance,climb",
    "distance,time,climb",
]  # fmt: skip
Part = Literal["largest", "all"]


def _check_name(_: object, option: Attribute[str], value: str) -> None:
    if not isinstance(value, str) or not value:
        raise ValueError(
            f"{option.alias} is {format_value(value)}; expected car, bike, foot, or the name of a .toml or .json file"
        )


@frozen(kw_only=True)
class Options:
    """Options of the roads domain: travel profile, quantity to minimise, and drawing."""

    profile: str = option(
        "car",
        _check_name,
        "profile for OpenStreetMap files: car, bike, foot, or a profile file of your own (.toml or .json)",
        file=True,
        names=("car", "bike", "foot"),
    )
    metric: Metrics = choice(
        Metrics,
        "time",
        "quantity to minimise: time in seconds, or distance in metres; several, also metres of climb where heights are known: "
        "routes of which none is worse in all of them",
    )
    turn: float = option(
        0.0,
        number(0.0, 1e6),
        "cost of a 90-degree turn in seconds or metres (several metrics: seconds); other turns in proportion to their angle",
    )
    u_turns: Literal["auto", "allowed", "dead-ends", "never"] = option(
        "auto",
        one_of("auto", *U_TURNS),
        "permission of U-turns at junctions: everywhere (allowed), at dead-ends only, or never; "
        "auto: as the profile says (cars: dead-ends), or allowed without a profile",
    )
    part: Part = choice(
        Part, "largest", "part of an OpenStreetMap file to keep: the largest strongly connected component, or all"
    )
    avoid: tuple[str, ...] = option(
        (), [], "classes of roads to avoid: values of highway, toll, ferry, unpaved; separated by commas"
    )
    avoid_area: str | None = option(
        None, validators.optional(text), "GeoJSON file of polygons; roads that meet one are avoided", file=True
    )
    avoid_factor: float | None = option(
        None,
        validators.optional(number(1.0, 1e6)),
        "factor of the cost of avoided roads; none: no route may use them",
    )
    prefer: tuple[str, ...] = option((), [], "classes of roads to prefer, as of avoid")
    prefer_factor: float = option(0.5, number(0.001, 0.999), "factor of the cost of preferred roads, less than 1")
    heights: str | None = option(
        None,
        validators.optional(text),
        "raster of elevations in metres, such as a GeoTIFF; climbs then count for bike and foot",
        file=True,
    )
    heights_crs: str | None = option(
        None, validators.optional(text), "reference system of heights, if the raster names none, such as EPSG:32633"
    )
    depart: str | None = option(
        None,
        validators.optional(text),
        "local date and time of the departure, such as 2026-11-28T08:10; costs are then seconds until the arrival",
    )
    speeds: str | None = option(
        None, validators.optional(text), "CSV file of speeds by the hour of the day, for a departure", file=True
    )
    snap: float = option(1000.0, number(0.0, 1e6), "maximum snapping distance in metres")
    megabytes: int = option(8000, whole(1, 1_000_000), "maximum size of an input file in megabytes, unpacked", millions="bytes")
    palette: Literal["red-blue", "colour-blind"] = option(
        "colour-blind", one_of(*PALETTES), "colours of the closed positions and the route", picture=True
    )
    width: int = option(1000, whole(64, 8000), "length of a map's longer side in pixels", picture=True)
    origin: str | None = option(None, validators.optional(text), "default start: lat,lon")
    target: str | None = option(None, validators.optional(text), "default destination: lat,lon")

    def __attrs_post_init__(self) -> None:
        """Raise `BadOption` if turns cost a time, and no metric is one."""
        if self.turn and len(self.metrics) > 1 and "time" not in self.metrics:
            raise BadOption(f"turn is {self.turn:g} s, and metric={self.metric} has no time; leave out turn, or add time")

    @property
    def metrics(self) -> tuple[str, ...]:
        """The quantities to minimise, one or several."""
        return tuple(self.metric.split(","))

    @property
    def main_metric(self) -> Metric:
        """The first of them, which the weights of a graph measure."""
        return cast(Metric, self.metrics[0])


ASKED: Final = ("avoid", "avoid_area", "avoid_factor", "prefer", "prefer_factor", "depart", "speeds")
"""Options of what questions ask of the roads, which a saved graph does not hold."""

DEFAULTS: Final = Options()

INFO = DomainInfo(
    name="roads",
    summary="road graphs from OpenStreetMap, DIMACS and GraphML, for car, bike and foot, between any places on edges",
    options=Options,
    suffixes=SOURCES,
    magic=(b"GENARRAY",),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible", "vectors"}),
    api_version="1",
)
