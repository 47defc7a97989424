"""Colours: the palettes shared by domains that draw."""

from __future__ import annotations

import re
from colorsys import hsv_to_rgb
from typing import Final

from attrs import frozen

from genastar.errors import format_value

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


@frozen
class Palette:
    """The colours of a search: a ramp for the closed cells, one colour for the path, one for the open list."""

    closed: tuple[Colour, ...]
    """Evenly spaced colours from the first closed cell to the last; colours between them are interpolated."""
    path: Colour
    waiting: Colour = (250, 220, 0)
    """The colour of the open list."""

    def make_ramp(self, length: int) -> tuple[Colour, ...]:
        """Return ``length`` colours, at least 1, from the first closed to the last closed."""
        last = len(self.closed) - 1
        return tuple(self._mix_colour(last * step / (length - 1) if length > 1 else 0.0) for step in range(length))

    def _mix_colour(self, place: float) -> Colour:
        """Return the colour at a place between 0 and ``len(closed) - 1``."""
        left = min(int(place), len(self.closed) - 2)
        share = place - left
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(self.closed[left], self.closed[left + 1], strict=True))
        return red, green, blue


RED_BLUE: Final = Palette(closed=((255, 0, 0), (0, 0, 255)), path=(0, 255, 0), waiting=(255, 215, 0))
"""The classic palette: closed cells from red (first) to blue (last), green path."""

# One hue from light to dark, so that lightness alone shows the order, and a path of the opposite hue. Blue and orange differ
# in every kind of colour blindness; tests measure this with simulated ones.
COLOUR_BLIND: Final = Palette(closed=((170, 212, 240), (86, 180, 233), (0, 114, 178), (0, 62, 112)), path=(240, 120, 0))
"""Closed cells from pale blue (first) to dark blue (last), orange path: distinct in all kinds of colour blindness."""

PALETTES: Final = {"red-blue": RED_BLUE, "colour-blind": COLOUR_BLIND}
"""All palettes by name."""


def make_hues(count: int) -> list[Colour]:
    """Return colours around the circle of hues, for the paths of a front."""
    parts = [hsv_to_rgb(number / count, 0.9, 0.8) for number in range(count)]
    return [(round(255 * red), round(255 * green), round(255 * blue)) for red, green, blue in parts]


def parse_colour(text: str) -> Colour:
    """Return the colour of a text ``#rrggbb``.

    Raises:
        ValueError: the text is no such colour.
    """
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{format_value(text)} is no colour; write it as #rrggbb, for example #ff0000 for red")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
