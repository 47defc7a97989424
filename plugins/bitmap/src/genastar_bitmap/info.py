"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

import re
from typing import Literal

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar.options import one_of, switch, whole
from genastar_lattice import options
from genastar_lattice.options import Diagonals
from genastar_picture.formats import WRITES
from genastar_picture.options import PictureOptions, colour


def _unlike_the_start(options: Options, option: Attribute[str], goal: str) -> None:
    if goal.lower() == options.start_colour.lower():
        raise ValueError(f"{option.alias} is {goal!r}, and so is start_colour; they must differ")


@frozen(kw_only=True)
class Options(PictureOptions):
    """How an image becomes a world, and how steps are counted."""

    threshold: int = field(
        default=1, validator=whole(1, 255), metadata={"help": "a pixel is free where its red is at least this, of 255"}
    )
    wall_colour: str | None = field(
        default=None,
        validator=validators.optional(colour),
        metadata={"help": "#rrggbb: pixels of exactly this colour are walls and all others free, whatever the threshold"},
    )
    invert: bool = field(default=False, validator=switch, metadata={"help": "free pixels are walls and walls are free"})
    directions: Literal[8, 4] = field(
        default=8, validator=one_of(8, 4), metadata={"help": "steps to the sides and over corners, or to the sides alone"}
    )
    diagonals: Diagonals = options.diagonals()
    cost: Literal["5/7", "octile"] = field(
        default="5/7",
        validator=one_of("5/7", "octile"),
        metadata={"help": "what a straight and a diagonal step cost: 5 and 7, or 1 and the square root of 2"},
    )
    ends: Literal["corners", "openings", "colours"] = field(
        default="corners",
        validator=one_of("corners", "openings", "colours"),
        metadata={"help": "start and goal: upper left and bottom right; the two openings of a maze; pixels of two colours"},
    )
    start_colour: str = field(default="#ff0000", validator=colour, metadata={"help": "of the start, for ends=colours"})
    goal_colour: str = field(
        default="#00ff00", validator=[colour, _unlike_the_start], metadata={"help": "of the goals, for ends=colours"}
    )
    megapixels: int = field(
        default=100,
        validator=whole(1, 10_000),
        metadata={"help": "an image with more million pixels is refused unread", "millions": "places"},
    )


# What people keep mazes and maps in. Pillow reads more, and so does the domain if it is named.
_COMMON = (".png", ".gif", ".bmp", ".dib", ".jpg", ".jpeg", ".jpe", ".jfif", ".jp2", ".tif", ".tiff", ".webp", ".avif")
_RARE = (".pbm", ".pgm", ".ppm", ".pnm", ".pfm", ".tga", ".pcx", ".qoi", ".ico", ".xbm", ".xpm", ".sgi", ".psd", ".dds")
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"BM", b"qoif")
_NETPBM = re.compile(rb"P[1-6][\s#]")

INFO = DomainInfo(
    name="bitmap",
    summary="mazes and maps in image files, pixel by pixel",
    options=Options,
    suffixes=_COMMON + _RARE,
    magic=(*_MAGIC, _NETPBM),
    writes=WRITES,
    # Inexact with cost="octile" alone, by rounding.
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible", "inexact_cost"}),
    api_version="1",
)
