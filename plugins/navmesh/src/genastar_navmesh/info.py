"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, number, one_of, option, text, whole
from genastar_picture.palette import PALETTES

WRITES: Final = (".png", ".svg", ".geojson")
"""Suffixes of pictures."""

Up = Literal["y", "z"]
OffMesh = Literal["refuse", "ignore"]


@frozen(kw_only=True)
class Options:
    """Options of a navigation mesh. Each field is an ``--option NAME=VALUE``."""

    radius: float = option(
        0.0, number(0, 1e9), "radius of the agent, in units of the mesh: its middle keeps this distance from all walls"
    )
    up: Up = choice(Up, "y", "axis of .obj files that points up and is left out")
    off_mesh: OffMesh = choice(
        OffMesh, "refuse", "off-mesh connections of Detour, such as jumps and ladders: refuse the file, or ignore them"
    )
    threshold: int = option(128, whole(0, 255), "least brightness of a free pixel of an image")
    megapixels: int = option(
        25, whole(1, 1000), "largest image or array to read, in million pixels (default 25)", millions="places"
    )
    start: str | None = option(None, validators.optional(text), "start as x,y; used if a question gives none")
    goal: str | None = option(
        None, validators.optional(text), "goal as x,y; separate several with ';'; used if a question gives none"
    )
    width: int = option(800, whole(16, 8000), "width of pictures in pixels", picture=True)
    palette: str = option("red-blue", one_of(*PALETTES), "colours of pictures", picture=True)


INFO = DomainInfo(
    name="navmesh",
    summary="navigation meshes of convex polygons, with exact shortest paths",
    options=Options,
    suffixes=(".mesh", ".obj", ".bin", ".geojson"),
    writes=WRITES,
    capabilities=frozenset({"compiled", "consistent", "renderable", "inexact_cost"}),
    api_version="1",
)
