"""``math.hypot`` and ``math.dist`` of CPython 3.11, whose last bit differs from that of C and of later versions."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, Final


def norm(*parts: float) -> float:
    """Return what `math.hypot` returns: as ``vector_norm`` in CPython's mathmodule.c."""
    largest, is_nan, is_infinite = 0.0, False, False
    for part in parts:
        size = abs(float(part))
        is_nan = is_nan or size != size
        is_infinite = is_infinite or size == math.inf
        largest = max(largest, size)
    if is_infinite:
        return math.inf
    if is_nan:
        return math.nan
    if largest == 0.0 or len(parts) == 1:
        return largest
    total, first, second, third, scale = 1.0, 0.0, 0.0, 0.0, 1.0
    if largest < 2.0**-1024:
        for part in parts:
            ratio = abs(float(part)) / largest
            before, square = total, ratio * ratio
            total += square
            first += (before - total) + square
        return largest * math.sqrt(total - 1.0 + first)
    while largest * scale >= 1.0:
        scale *= 0.5
    while largest * scale < 0.5:
        scale *= 2.0
    for part in parts:
        size = abs(float(part)) * scale
        high = _high(size)
        low = size - high
        before, square = total, high * high
        total += square
        first += (before - total) + square
        before, square = total, 2.0 * high * low
        total += square
        second += (before - total) + square
        third += low * low
    found = math.sqrt(total - 1.0 + (first + second + third))
    high = _high(found)
    low = found - high
    before, square = total, -high * high
    total += square
    first += (before - total) + square
    before, square = total, -2.0 * high * low
    total += square
    second += (before - total) + square
    before, square = total, -low * low
    total += square
    third += (before - total) + square
    rest = total - 1.0 + (first + second + third)
    return (found + rest / (2.0 * found)) / scale


def _high(number: float) -> float:
    """Return the upper half of the bits of a number (Veltkamp's splitting)."""
    wide = number * 134217729.0
    return wide - (wide - number)


def distance(one: Any, other: Any) -> float:
    """Return what `math.dist` returns of two tuples of one length."""
    return norm(*tuple(float(a) - float(b) for a, b in zip(one, other, strict=True)))


WRITTEN: Final[dict[Any, Callable[..., float]]] = {math.hypot: norm, math.dist: distance} if sys.version_info < (3, 12) else {}
