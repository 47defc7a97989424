"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar.errors import shown
from genastar.options import number, one_of, whole
from genastar_picture.palette import PALETTES

SearchName = Literal["auto", "dijkstra", "astar", "bidirectional", "alt", "ch"]

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
    """Who travels, what is cheap, and how it is searched and drawn."""

    profile: str = field(
        default="car",
        validator=_named,
        metadata={
            "help": "who travels: car, bike, foot, or a file of your own, .toml or .json; for OpenStreetMap files",
            "file": True,
            "names": ("car", "bike", "foot"),
        },
    )
    metric: Literal["time", "distance"] = field(
        default="time", validator=one_of("time", "distance"), metadata={"help": "what is to be small"}
    )
    turn: float = field(
        default=0.0,
        validator=number(0.0, 1e6),
        metadata={"help": "what a turn by 90 degrees costs, in seconds or metres; others in proportion to their angle"},
    )
    part: Literal["largest", "all"] = field(
        default="largest",
        validator=one_of("largest", "all"),
        metadata={"help": "of an OpenStreetMap file, the largest part in which all is reached from all; or all"},
    )
    search: SearchName = field(
        default="auto",
        validator=one_of("auto", "dijkstra", "astar", "bidirectional", "alt", "ch"),
        metadata={"help": "how to search; auto is what fits the graph"},
    )
    snap: float = field(
        default=1000.0,
        validator=number(0.0, 1e6),
        metadata={"help": "metres; what is asked for may lie so far from the nearest road"},
    )
    megabytes: int = field(
        default=8000,
        validator=whole(1, 1_000_000),
        metadata={"help": "a file that unpacks to more is refused", "millions": "bytes"},
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of(*PALETTES),
        metadata={"help": "colours of the closed list and the route", "picture": True},
    )
    width: int = field(
        default=1000, validator=whole(64, 8000), metadata={"help": "pixels of a map, on its longer side", "picture": True}
    )
    origin: str | None = field(
        default=None, validator=validators.optional(validators.instance_of(str)), metadata={"help": "where to begin: lat,lon"}
    )
    target: str | None = field(
        default=None, validator=validators.optional(validators.instance_of(str)), metadata={"help": "where to go: lat,lon"}
    )


INFO = DomainInfo(
    name="roads",
    summary="road graphs: OpenStreetMap, DIMACS, GraphML; car, bike and foot; from any place on an edge to any other",
    options=Options,
    suffixes=SOURCES,
    magic=(b"GENROADS",),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible"}),
    extras=("networkx",),
    api_version="1",
)
