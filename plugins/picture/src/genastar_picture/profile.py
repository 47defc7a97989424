"""The profile of a path: its heights over its distance, as a picture."""

from __future__ import annotations

from math import log10
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar_picture.palette import COLOUR_BLIND, Colour

Floats = NDArray[np.float64]

_PAPER: Final = (250, 250, 248)
_GROUND: Final = (216, 216, 208)
_RULE: Final = (180, 180, 174)
_INK: Final = (60, 60, 60)
_FONT: Final = 12
_SMOOTH: Final = 2
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 16, 32


@frozen
class ProfileChart:
    """Where the line of a profile and the numbers of its axes lie, in pixels. The scale of heights is stretched."""

    width: int
    height: int
    line: list[tuple[float, float]]
    levels: list[tuple[float, str]]
    """The y and the text of each height."""
    marks: list[tuple[float, str]]
    """The x and the text of each distance."""

    @classmethod
    def of(cls, profile: Floats, width: int, height: int) -> ProfileChart:
        """Return the chart of distances and heights in metres, shape (k, 2)."""
        distances, heights = profile.T
        step = round_scale_length(max(float(np.ptp(heights)), 10.0) / 3)
        low = step * np.floor(float(heights.min()) / step)
        high = max(step * np.ceil(float(heights.max()) / step), low + step)
        longest = max(float(distances[-1]), 1.0)

        def to_x(metres: Floats) -> Floats:
            return _LEFT + metres / longest * (width - _LEFT - _RIGHT)

        def to_y(metres: Floats) -> Floats:
            return np.asarray(height - _BOTTOM - (metres - low) / (high - low) * (height - _TOP - _BOTTOM))

        levels = np.arange(low, high + step / 2, step)
        marks = np.arange(0, longest + 1e-9, round_scale_length(longest / 5))
        distances_in_words = [f"{each / 1000:g} km" if longest >= 2000 else f"{each:g} m" for each in marks]
        return cls(
            width,
            height,
            list(zip(to_x(distances).tolist(), to_y(heights).tolist(), strict=True)),
            list(zip(to_y(levels).tolist(), [f"{each:,.0f} m" for each in levels], strict=True)),
            list(zip(to_x(marks).tolist(), distances_in_words, strict=True)),
        )

    @property
    def floor(self) -> float:
        """The y of the axis of distances."""
        return self.height - _BOTTOM

    @property
    def ground(self) -> list[tuple[float, float]]:
        """The corners of the area under the line."""
        return [(self.line[0][0], self.floor), *self.line, (self.line[-1][0], self.floor)]


def draw_profile(profile: Floats, out: AnyPath, width: int = 1000, height: int = 300) -> None:
    """Write a picture of distances and heights in metres, shape (k, 2) with at least 2 points; both axes have their numbers.

    Raises:
        BadInput: the file is no ``.png``, cannot be written, or there are no heights.
    """
    out = expect_suffix(out, ".png", "profile")
    if len(profile) < 2:
        raise BadInput(f"{out}: there is no profile to draw; read the map with heights")
    chart = ProfileChart.of(profile, width, height)
    image = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), _PAPER)
    brush = ImageDraw.Draw(image)
    brush.polygon(_enlarge(chart.ground), fill=_GROUND)
    for y, text in chart.levels:
        brush.line(_enlarge([(_LEFT, y), (width - _RIGHT, y)]), fill=_RULE, width=1)
        brush.text(((_LEFT - 6) * _SMOOTH, y * _SMOOTH), text, fill=_INK, anchor="rm", font_size=_FONT * _SMOOTH)
    brush.line(_enlarge(chart.line), fill=COLOUR_BLIND.path, width=3 * _SMOOTH, joint="curve")
    for x, text in chart.marks:
        brush.text((x * _SMOOTH, (chart.floor + 8) * _SMOOTH), text, fill=_INK, anchor="mt", font_size=_FONT * _SMOOTH)
    with replace_file(out) as beside:
        image.resize((width, height), Image.Resampling.BOX).save(beside, "PNG", optimize=True)


def make_profile_svg(profile: Floats, width: int = 800, height: int = 220) -> str:
    """Return the picture of `draw_profile` as SVG."""
    chart = ProfileChart.of(profile, width, height)
    levels = "".join(
        f'<path d="M{_LEFT},{y:.1f}H{width - _RIGHT}" stroke="{_hex(_RULE)}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>'
        for y, text in chart.levels
    )
    marks = "".join(f'<text x="{x:.1f}" y="{chart.floor + 20}" text-anchor="middle">{text}</text>' for x, text in chart.marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
        f'<rect width="{width}" height="{height}" fill="{_hex(_PAPER)}"/>'
        f'<polygon points="{_join(chart.ground)}" fill="{_hex(_GROUND)}"/>'
        f'<g font-family="sans-serif" font-size="{_FONT}" fill="{_hex(_INK)}">{levels}{marks}</g>'
        f'<polyline points="{_join(chart.line)}" fill="none" stroke="{_hex(COLOUR_BLIND.path)}" stroke-width="3"/></svg>'
    )


def round_scale_length(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20 … that is at most ``most``."""
    power = 10.0 ** int(np.floor(log10(max(most, 1.0))))
    return power * max(step for step in (1, 2, 5) if step * power <= max(most, 1.0))


def _enlarge(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * _SMOOTH, y * _SMOOTH) for x, y in points]


def _join(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
