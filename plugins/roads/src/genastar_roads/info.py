"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal, get_args

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar.errors import shown
from genastar.options import number, one_of, whole
from genastar_picture.palette import PALETTES

UTurns = Literal["allowed", "dead-ends", "never"]
"""Where one may turn round, and leave a junction by the road that one came by: everywhere; only where no other road leads on
that may be taken; or nowhere. Inside an edge, at a start or a stop, one may always turn round."""

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
"""The suffixes that are read; ``.roads`` is a graph that was saved."""

WRITES = (".geojson", ".gpx", ".png", ".html")


def _named(_: object, option: Attribute[str], value: str) -> None:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{option.alias} is {shown(value)}; it must be car, bike, foot, or the name of a file, .toml or .json")


@frozen(kw_only=True)
class Options:
    """Who travels, what is cheap, and how it is drawn."""

    profile: str = field(
        default="car",
        validator=_named,
        metadata={
            "help": "profile of OpenStreetMap files: car, bike, foot, or a file of your own, .toml or .json",
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
        metadata={"help": "cost of a turn by 90 degrees, in seconds or metres; other turns in proportion to their angle"},
    )
    u_turns: Literal["auto", "allowed", "dead-ends", "never"] = field(
        default="auto",
        validator=one_of("auto", *U_TURNS),
        metadata={
            "help": "where a junction may be left by the road of arrival: allowed everywhere, at dead-ends only, or never; "
            "auto: dead-ends by car, allowed otherwise"
        },
    )
    part: Literal["largest", "all"] = field(
        default="largest",
        validator=one_of("largest", "all"),
        metadata={"help": "of an OpenStreetMap file, keep the largest strongly connected component, or everything"},
    )
    snap: float = field(
        default=1000.0,
        validator=number(0.0, 1e6),
        metadata={"help": "maximum snapping distance in metres"},
    )
    megabytes: int = field(
        default=8000,
        validator=whole(1, 1_000_000),
        metadata={"help": "maximum size of an unpacked file in megabytes", "millions": "bytes"},
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of(*PALETTES),
        metadata={"help": "colours of the closed list and the route", "picture": True},
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
    summary="road graphs: OpenStreetMap, DIMACS, GraphML; car, bike and foot; from any place on an edge to any other",
    options=Options,
    suffixes=SOURCES,
    magic=(b"GENROADS",),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible"}),
    api_version="1",
)
