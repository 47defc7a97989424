"""The profile of a path: its heights over its distance, as a picture."""

from __future__ import annotations

from math import log10
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar_picture.palette import COLOUR_BLIND

Floats = NDArray[np.float64]

_PAPER: Final = (250, 250, 248)
_GROUND: Final = (216, 216, 208)
_INK: Final = (60, 60, 60)
_FONT: Final = 12
_SMOOTH: Final = 2
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 16, 32


def draw_profile(profile: Floats, out: AnyPath, width: int = 1000, height: int = 300) -> None:
    """Write a picture of distances and heights in metres, shape (k, 2) with at least 2 points.

    The scale of heights is stretched; both axes have their numbers.

    Raises:
        BadInput: the file is no ``.png``, cannot be written, or there are no heights.
    """
    out = expect_suffix(out, ".png", "profile")
    if len(profile) < 2:
        raise BadInput(f"{out}: there is no profile to draw; read the map with heights")
    distances, heights = profile.T
    size, scale = (width * _SMOOTH, height * _SMOOTH), _SMOOTH
    image = Image.new("RGB", size, _PAPER)
    brush = ImageDraw.Draw(image)
    step = round_scale_length(max(float(np.ptp(heights)), 10.0) / 3)
    low = step * np.floor(float(heights.min()) / step)
    high = max(step * np.ceil(float(heights.max()) / step), low + step)
    longest = max(float(distances[-1]), 1.0)
    x = (_LEFT + distances / longest * (width - _LEFT - _RIGHT)) * scale
    y = (height - _BOTTOM - (heights - low) / (high - low) * (height - _TOP - _BOTTOM)) * scale
    floor = (height - _BOTTOM) * scale
    line = np.stack((x, y), axis=1).ravel().tolist()
    brush.polygon([x[0], floor, *line, x[-1], floor], fill=_GROUND)
    for level in np.arange(low, high + step / 2, step):
        at = (height - _BOTTOM - (level - low) / (high - low) * (height - _TOP - _BOTTOM)) * scale
        brush.line((_LEFT * scale, at, (width - _RIGHT) * scale, at), fill=(180, 180, 174), width=1)
        brush.text(((_LEFT - 6) * scale, at), f"{level:,.0f} m", fill=_INK, anchor="rm", font_size=_FONT * scale)
    brush.line(line, fill=COLOUR_BLIND.path, width=3 * scale, joint="curve")
    apart = round_scale_length(longest / 5)
    for metres in np.arange(0, longest + 1e-9, apart):
        at = (_LEFT + metres / longest * (width - _LEFT - _RIGHT)) * scale
        text = f"{metres / 1000:g} km" if longest >= 2000 else f"{metres:g} m"
        brush.text((at, floor + 8 * scale), text, fill=_INK, anchor="mt", font_size=_FONT * scale)
    with replace_file(out) as beside:
        image.resize((width, height), Image.Resampling.BOX).save(beside, "PNG", optimize=True)


def round_scale_length(most: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20 … that is at most ``most``."""
    power = 10.0 ** int(np.floor(log10(max(most, 1.0))))
    return power * max(step for step in (1, 2, 5) if step * power <= max(most, 1.0))
