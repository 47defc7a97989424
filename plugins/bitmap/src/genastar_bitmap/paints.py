"""The colours for painting an image: one for walls, and one for free pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from genastar_bitmap.info import Options
from genastar_lattice.directions import Mask
from genastar_picture.palette import Colour, parse_colour
from genastar_picture.scene import Rgb

_WHITES: Final[tuple[Colour, ...]] = ((255, 255, 255), (255, 255, 254), (255, 254, 255))
_BLACKS: Final[tuple[Colour, ...]] = ((0, 0, 0), (0, 0, 1), (0, 1, 0))
"""Candidates for painting; at least one of each list is neither the start's nor the goal's colour."""


def choose_paints(options: Options, are_free: Callable[[Rgb], Mask]) -> tuple[Colour, Colour] | None:
    """Return the colours of a wall and a free pixel; ``None`` if the options leave none but those of the ends."""
    paints = [*_WHITES, *_BLACKS, *([] if options.wall_colour is None else [parse_colour(options.wall_colour)])]
    if options.ends == "colours":
        ends = parse_colour(options.start_colour), parse_colour(options.goal_colour)
        paints = [paint for paint in paints if paint not in ends]
    free = are_free(np.array(paints, np.uint8)).tolist()
    if all(free) or not any(free):
        return None
    return paints[free.index(False)], paints[free.index(True)]
