"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

import re
from typing import Literal

from attrs import Attribute, frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, option, switch, whole
from genastar_lattice import options
from genastar_lattice.options import Diagonals
from genastar_picture.options import PictureOptions, check_colour
from genastar_picture.writers.formats import WRITES

Directions = Literal[8, 4]
Cost = Literal["5/7", "octile"]
Ends = Literal["corners", "openings", "colours"]


def _check_unlike_start(options: Options, option: Attribute[str], goal: str) -> None:
    if goal.lower() == options.start_colour.lower():
        raise ValueError(f"{option.alias} and start_colour are both {goal!r}; choose different colours")


@frozen(kw_only=True)
class Options(PictureOptions):
    """Options that say which pixels are free, which steps exist, and what they cost."""

    threshold: int | None = option(
        None,
        validators.optional(whole(1, 255)),
        "least red value of a free pixel, 1 to 255; left out, chosen from the histogram (Otsu)",
    )
    wall_colour: str | None = option(
        None,
        validators.optional(check_colour),
        "colour of walls as #rrggbb: all other pixels are free; left out, threshold decides",
    )
    invert: bool = option(False, switch, "exchange free pixels and walls")
    directions: Directions = choice(Directions, 8, "number of directions of steps: 8, or 4 (no diagonal steps)")
    diagonals: Diagonals = options.diagonals()
    cost: Cost = choice(Cost, "5/7", "costs of straight and diagonal steps: 5 and 7, or 1 and the square root of 2 (octile)")
    ends: Ends = choice(
        Ends, "corners", "default start and goal: upper left and bottom right, two openings of a maze, or pixels of two colours"
    )
    start_colour: str = option("#ff0000", check_colour, "colour of the start as #rrggbb, with ends=colours")
    goal_colour: str = option(
        "#00ff00", [check_colour, _check_unlike_start], "colour of the goals as #rrggbb, with ends=colours"
    )
    megapixels: int = option(100, whole(1, 10_000), "largest image to read, in million pixels (default 100)", millions="places")


# Usual formats of mazes and maps. Pillow can read more, and so can the domain if it is named.
_COMMON = (".png", ".gif", ".bmp", ".dib", ".jpg", ".jpeg", ".jpe", ".jfif", ".jp2", ".tif", ".tiff", ".webp", ".avif")
_RARE = (".pbm", ".pgm", ".ppm", ".pnm", ".tga", ".pcx", ".qoi", ".ico", ".xbm", ".xpm", ".sgi", ".psd", ".dds")
_MAGIC = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"BM", b"qoif")
_NETPBM = re.compile(rb"P[1-6][\s#]")

INFO = DomainInfo(
    name="bitmap",
    summary="mazes and maps in image files, pixel by pixel",
    options=Options,
    suffixes=_COMMON + _RARE,
    magic=(*_MAGIC, _NETPBM),
    writes=WRITES,
    # Inexact only with cost="octile", by rounding.
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible", "inexact_cost"}),
    api_version="1",
)
