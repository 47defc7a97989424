"""``math.hypot`` and ``math.dist`` of CPython, whose last bit differs from that of C: as ``vector_norm`` in mathmodule.c.

CPython 3.12 has another way to add up than 3.11.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, Final

_LEAST: Final = 2.0**-1022
"""The least number of full precision."""


def hypot(*parts: float) -> float:
    """Return what `math.hypot` returns."""
    largest = _largest(*parts)
    if largest == 0.0 or largest == math.inf or largest != largest or len(parts) == 1:
        return largest
    if largest >= 2.0**-1024:
        return norm(largest, *parts)
    if _IS_LATER:
        return norm(largest / _LEAST, *tuple(float(part) / _LEAST for part in parts)) * _LEAST
    total, first = 1.0, 0.0
    for part in parts:
        ratio = abs(float(part)) / largest
        before, square = total, ratio * ratio
        total += square
        first += (before - total) + square
    return largest * math.sqrt(total - 1.0 + first)


def distance(one: Any, other: Any) -> float:
    """Return what `math.dist` returns of two tuples of one length."""
    return hypot(*tuple(float(a) - float(b) for a, b in zip(one, other, strict=True)))


def _largest(*parts: float) -> float:
    """Return the largest of these, without signs; infinity if one is infinite, or else NaN if one is."""
    largest, is_nan = 0.0, False
    for part in parts:
        size = abs(float(part))
        is_nan = is_nan or size != size
        largest = max(largest, size)
    return math.nan if is_nan and largest != math.inf else largest


def _scale(largest: float) -> float:
    """Return the power of two that brings a number between a half and one."""
    scale = 1.0
    while largest * scale >= 1.0:
        scale *= 0.5
    while largest * scale < 0.5:
        scale *= 2.0
    return scale


def _high(number: float) -> float:
    """Return the upper half of the bits of a number (Veltkamp's splitting)."""
    wide = number * 134217729.0
    return wide - (wide - number)


def _norm_until_3_11(largest: float, *parts: float) -> float:
    scale = _scale(largest)
    total, first, second, third = 1.0, 0.0, 0.0, 0.0
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


def _norm_from_3_12(largest: float, *parts: float) -> float:
    scale = _scale(largest)
    total, first, second = 1.0, 0.0, 0.0
    for part in parts:
        size = abs(float(part)) * scale
        before, square = total, size * size
        total += square
        first += _lost(size, square)
        second += (before - total) + square
    found = math.sqrt(total - 1.0 + (first + second))
    before, square = total, -found * found
    total += square
    first -= _lost(found, -square)
    second += (before - total) + square
    return (found + (total - 1.0 + (first + second)) / (2.0 * found)) / scale


def _lost(number: float, square: float) -> float:
    """Return what its rounded square lacks (Dekker's product)."""
    high = _high(number)
    low = number - high
    return ((high * high - square) + 2.0 * high * low) + low * low


_IS_LATER: Final = sys.version_info >= (3, 12)
norm: Final = _norm_from_3_12 if _IS_LATER else _norm_until_3_11
"""The norm of numbers of which this is the largest."""
WRITTEN: Final[dict[Any, Callable[..., float]]] = {math.hypot: hypot, math.dist: distance}
