"""The profile of a path: its heights over its length, as SVG."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 790.0, 20.0, 190.0

_STYLE: Final = 'font-family="sans-serif" font-size="13" fill="#333"'


def draw_profile(distances: NDArray[np.float64], heights: NDArray[np.float64]) -> str:
    """Return an SVG picture of heights over distances, both in metres, shape (n,)."""
    length, low, high = float(distances[-1]), float(heights.min()), float(heights.max())
    xs = _LEFT + (_RIGHT - _LEFT) * distances / (length or 1.0)
    ys = _BOTTOM - (_BOTTOM - _TOP) * (heights - low) / ((high - low) or 1.0)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs.tolist(), ys.tolist(), strict=True))
    scale, unit = (1000, "km") if length >= 2000 else (1, "m")
    ends = ((_BOTTOM, low), (_TOP, high))
    texts = [f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{height:.0f} m</text>' for y, height in ends]
    for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        x, place = _LEFT + (_RIGHT - _LEFT) * share, length * share / scale
        texts.append(f'<text x="{x}" y="{_BOTTOM + 20}" text-anchor="{anchor}">{place:.3g} {unit}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 220" width="800"><g {_STYLE}>{"".join(texts)}</g>'
        f'<polygon points="{_LEFT},{_BOTTOM} {line} {_RIGHT},{_BOTTOM}" fill="#9db4c8"/>'
        f'<polyline points="{line}" fill="none" stroke="#1f4e79" stroke-width="2"/></svg>'
    )
