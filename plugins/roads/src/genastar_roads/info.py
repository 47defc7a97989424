"""Options of the roads domain and the files it reads and writes, available without importing the domain."""

from __future__ import annotations

from typing import Literal, get_args

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar.errors import shown
from genastar.options import number, one_of, whole
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


def _named(_: object, option: Attribute[str], value: str) -> None:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{option.alias} is {shown(value)}; expected car, bike, foot, or the name of a .toml or .json file")


@frozen(kw_only=True)
class Options:
    """Options of the roads domain: travel profile, quantity to minimise, and drawing."""

    profile: str = field(
        default="car",
        validator=_named,
        metadata={
            "help": "profile for OpenStreetMap files: car, bike, foot, or a profile file of your own (.toml or .json)",
            "file": True,
            "names": ("car", "bike", "foot"),
        },
    )
    metric: Literal["time", "distance"] = field(
        default="time",
        validator=one_of("time", "distance"),
        metadata={"help": "quantity to minimise: time in seconds, or distance in metres"},
    )
    turn: float = field(
        default=0.0,
        validator=number(0.0, 1e6),
        metadata={"help": "cost of a 90-degree turn in seconds or metres; other turns in proportion to their angle"},
    )
    u_turns: Literal["auto", "allowed", "dead-ends", "never"] = field(
        default="auto",
        validator=one_of("auto", *U_TURNS),
        metadata={
            "help": "permission of U-turns at junctions: everywhere (allowed), at dead-ends only, or never; "
            "auto: as the profile says (cars: dead-ends), or allowed without a profile"
        },
    )
    part: Literal["largest", "all"] = field(
        default="largest",
        validator=one_of("largest", "all"),
        metadata={"help": "part of an OpenStreetMap file to keep: the largest strongly connected component, or all"},
    )
    snap: float = field(
        default=1000.0,
        validator=number(0.0, 1e6),
        metadata={"help": "maximum snapping distance in metres"},
    )
    megabytes: int = field(
        default=8000,
        validator=whole(1, 1_000_000),
        metadata={"help": "maximum size of an input file in megabytes, unpacked", "millions": "bytes"},
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of(*PALETTES),
        metadata={"help": "colours of the closed positions and the route", "picture": True},
    )
    width: int = field(
        default=1000, validator=whole(64, 8000), metadata={"help": "length of a map's longer side in pixels", "picture": True}
    )
    origin: str | None = field(
        default=None, validator=validators.optional(validators.instance_of(str)), metadata={"help": "default start: lat,lon"}
    )
    target: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "default destination: lat,lon"},
    )


INFO = DomainInfo(
    name="roads",
    summary="road graphs from OpenStreetMap, DIMACS and GraphML, for car, bike and foot, between any places on edges",
    options=Options,
    suffixes=SOURCES,
    magic=(b"GENROADS",),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible"}),
    api_version="1",
)
