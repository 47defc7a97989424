"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

import re
from typing import Final, Literal

from attrs import frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, number, option, switch, text, whole
from genastar_lattice import options
from genastar_lattice.options import TILED_HEXES, UNIT_NAMES, Exposure, Metric
from genastar_picture.options import PictureOptions

LayoutOption = Literal["auto", "odd-r", "even-r", "odd-q", "even-q", "pointy", "flat"]
Wrap = Literal["auto", "none", "x", "y", "xy"]


_UNKNOWN_COST: Final[float | None] = 1.0


@frozen(kw_only=True)
class Options(PictureOptions):
    """Options that say how to read a map, what terrain costs, and how far a unit moves in a turn."""

    movement: str = option(
        "smallfoot", text, "movement type, which determines terrain costs: smallfoot, mounted, swimmer, or one of the table"
    )
    table: str | None = option(
        None, validators.optional(text), "JSON file that adds or changes movement types, terrains and colours", file=True
    )
    moves: float | None = option(
        None,
        validators.optional(number(0.001, 1_000_000)),
        "movement points for each turn: minimise turns; left out, minimise points",
    )
    layout: LayoutOption = choice(
        LayoutOption, "auto", "rows (r) or columns (q) of a table that are offset; auto: as in the file, otherwise odd-r"
    )
    wrap: Wrap = choice(
        Wrap,
        "auto",
        "axes whose ends are joined: a path that leaves at one end enters at the other; auto: as in the file, otherwise none",
    )
    border: bool = option(False, switch, "allow entering the outermost hexes of a Wesnoth map, unlike the game")
    cost_property: str = option("cost", text, "property of Tiled tiles that holds the cost")
    unknown_cost: float | None = option(
        _UNKNOWN_COST,
        validators.optional(number(0.0, 1_000_000)),
        "cost of Wesnoth terrain codes that no table names; an unknown overlay costs no less than its base; "
        "0: impassable; none: refuse the map (default 1)",
    )
    metric: Metric = options.metric()
    exposure: Exposure = options.exposure()
    unit: int = option(
        0,
        whole(0, 32),
        "radius of the unit in hexes, whose position is its middle (default 0: one hex)",
        other_names=UNIT_NAMES,
    )
    megahexes: int = option(4, whole(1, 100), "largest map to read, in million hexes", millions="places")


_CODE: Final = re.compile(rb"\s*(?:\w+ +)?[A-Z_][A-Za-z]{0,3}(?:\^[^\s,]*)?\s*,")
"""The first terrain of a Wesnoth map, optionally after the name of a place."""

INFO = DomainInfo(
    name="hexmap",
    summary="hex maps: Battle for Wesnoth, Tiled, tables; terrain, rivers, walls, turns",
    options=Options,
    suffixes=(".map", ".tmx", ".tmj", ".hex.csv", ".hex.json"),
    # A Wesnoth map begins with a terrain, or with a header in older versions.
    magic=(b"border_size=", b"usage=map", b"usage=mask", _CODE, TILED_HEXES),
    writes=(".png", ".svg"),
    capabilities=frozenset({"compiled", "renderable", "consistent", "straight_lines", "vectors"}),
    api_version="1",
)
"""`reversible` is not declared, since problems with turns cannot be reversed."""
