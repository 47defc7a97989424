"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Final, Literal

from attrs import field, frozen, validators

from genastar import DomainInfo
from genastar.options import number, one_of, whole
from genastar_picture.palette import PALETTES

WRITES: Final = (".png", ".svg", ".geojson")
"""Suffixes of pictures."""


@frozen(kw_only=True)
class Options:
    """Options of a navigation mesh. Each field is an ``--option NAME=VALUE``."""

    radius: float = field(
        default=0.0,
        validator=number(0, 1e9),
        metadata={"help": "radius of the agent, in units of the mesh: its middle keeps this distance from all walls"},
    )
    up: Literal["y", "z"] = field(
        default="y", validator=one_of("y", "z"), metadata={"help": "axis of .obj files that points up and is left out"}
    )
    off_mesh: Literal["refuse", "ignore"] = field(
        default="refuse",
        validator=one_of("refuse", "ignore"),
        metadata={"help": "off-mesh connections of Detour, such as jumps and ladders: refuse the file, or ignore them"},
    )
    threshold: int = field(
        default=128, validator=whole(0, 255), metadata={"help": "least brightness of a free pixel of an image"}
    )
    megapixels: int = field(
        default=25,
        validator=whole(1, 1000),
        metadata={"help": "largest image or array to read, in million pixels (default 25)", "millions": "places"},
    )
    start: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "start as x,y; used if a question gives none"},
    )
    goal: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "goal as x,y; separate several with ';'; used if a question gives none"},
    )
    width: int = field(
        default=800, validator=whole(16, 8000), metadata={"help": "width of pictures in pixels", "picture": True}
    )
    palette: str = field(
        default="red-blue", validator=one_of(*PALETTES), metadata={"help": "colours of pictures", "picture": True}
    )


INFO = DomainInfo(
    name="navmesh",
    summary="navigation meshes of convex polygons, with exact shortest paths",
    options=Options,
    suffixes=(".mesh", ".obj", ".bin", ".geojson"),
    writes=WRITES,
    capabilities=frozenset({"compiled", "consistent", "renderable", "inexact_cost"}),
    api_version="1",
)
