"""Colours: the palettes that drawing domains share."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from genastar.errors import shown

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


@frozen
class Palette:
    """The colours of a search: a ramp for the order of closing or for numbers, one colour for the path, one for what waits."""

    closed: tuple[Colour, ...]
    """Evenly spaced colours from what was closed first to what was closed last; those between are interpolated."""
    path: Colour
    waiting: Colour = (250, 220, 0)
    """Of what is on the open list."""

    def ramp(self, length: int) -> tuple[Colour, ...]:
        """So many colours, from the first closed to the last closed. ``length`` is at least 1."""
        last = len(self.closed) - 1
        return tuple(self._at(last * step / (length - 1) if length > 1 else 0.0) for step in range(length))

    def _at(self, place: float) -> Colour:
        """The colour at a place between 0 and ``len(closed) - 1``."""
        left = min(int(place), len(self.closed) - 2)
        share = place - left
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(self.closed[left], self.closed[left + 1], strict=True))
        return red, green, blue


RED_BLUE: Final = Palette(closed=((255, 0, 0), (0, 0, 255)), path=(0, 255, 0), waiting=(255, 215, 0))
"""The classic: red was closed first and blue last, the path is green."""

# Light to dark in one hue, so that the order shows in lightness alone, and a path of the opposite hue. Blue and orange stay
# apart in every kind of colour blindness; the tests measure it on simulated ones.
COLOUR_BLIND: Final = Palette(closed=((170, 212, 240), (86, 180, 233), (0, 114, 178), (0, 62, 112)), path=(240, 120, 0))
"""Pale blue was closed first and dark blue last, the path is orange: told apart without seeing red, green or blue."""

PALETTES: Final = {"red-blue": RED_BLUE, "colour-blind": COLOUR_BLIND}
"""Every palette by its name."""


def parse_colour(text: str) -> Colour:
    """A colour from ``#rrggbb``.

    Raises:
        ValueError: the text is no such colour.
    """
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{shown(text)} is no colour; write it as #rrggbb, red is #ff0000")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
