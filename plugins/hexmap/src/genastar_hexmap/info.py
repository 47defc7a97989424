"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

import re
from typing import Final, Literal

from attrs import field, frozen, validators

from genastar import DomainInfo
from genastar.options import number, one_of, switch, text, whole
from genastar_picture.options import PictureOptions

LayoutOption = Literal["auto", "odd-r", "even-r", "odd-q", "even-q", "pointy", "flat"]
Wrap = Literal["auto", "none", "x", "y", "xy"]


_UNKNOWN_COST: Final[float | None] = 1.0


@frozen(kw_only=True)
class Options(PictureOptions):
    """How a map is read, what terrain costs, and what a unit may do in a turn."""

    movement: str = field(
        default="smallfoot",
        validator=text,
        metadata={
            "help": "the type of movement, which says what terrain costs: smallfoot, mounted, swimmer, or one of the table"
        },
    )
    table: str | None = field(
        default=None,
        validator=validators.optional(text),
        metadata={"help": "a JSON file that adds or changes types of movement, terrains and colours", "file": True},
    )
    moves: float | None = field(
        default=None,
        validator=validators.optional(number(0.001, 1_000_000)),
        metadata={
            "help": "points for each turn; with it, the way of fewest turns is sought, and without, that of fewest points"
        },
    )
    layout: LayoutOption = field(
        default="auto",
        validator=one_of("auto", "odd-r", "even-r", "odd-q", "even-q", "pointy", "flat"),
        metadata={
            "help": "of a table: which lines are shoved, of rows (r) or columns (q); auto is what the file says, or odd-r"
        },
    )
    wrap: Wrap = field(
        default="auto",
        validator=one_of("auto", "none", "x", "y", "xy"),
        metadata={
            "help": "axes whose ends are joined: a path that leaves at one end enters at the other; auto: what the file says, "
            "or none"
        },
    )
    border: bool = field(
        default=False,
        validator=switch,
        metadata={"help": "the outermost hexes of a Wesnoth map may be entered, unlike in the game"},
    )
    cost_property: str = field(
        default="cost", validator=text, metadata={"help": "of Tiled's tiles: the property that holds the cost"}
    )
    unknown_cost: float | None = field(
        default=_UNKNOWN_COST,
        validator=validators.optional(number(0.0, 1_000_000)),
        metadata={
            "help": "cost of Wesnoth terrain codes that no table names, as of campaigns; an unknown overlay costs no less than "
            "its base; 0: impassable; none: refuse the map (default 1)"
        },
    )
    megahexes: int = field(
        default=4,
        validator=whole(1, 100),
        metadata={"help": "a map with more million hexes is refused", "millions": "places"},
    )


_CODE: Final = re.compile(rb"\s*(?:\w+ +)?[A-Z_][A-Za-z]{0,3}(?:\^[^\s,]*)?\s*,")
"""The first terrain of a Wesnoth map, with the name of a place before it or without."""

INFO = DomainInfo(
    name="hexmap",
    summary="hex maps: Battle for Wesnoth, Tiled, tables; terrain, rivers, walls, turns",
    options=Options,
    suffixes=(".map", ".tmx", ".hex.csv", ".hex.json"),
    # A map of Wesnoth begins with a terrain, or with a header of older versions.
    magic=(b"border_size=", b"usage=map", b"usage=mask", _CODE),
    writes=(".png", ".svg"),
    capabilities=frozenset({"compiled", "renderable", "consistent"}),
    api_version="1",
)
"""Not said to be reversible: with turns it is not."""
