"""The numbers and arrays that machine code is given: what of them is part of a question's shape."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

LARGEST = (1 << 63) - 1
_BY_ROWS, _BY_COLUMNS = 0x0001, 0x0002
_LAYOUT = _BY_ROWS | _BY_COLUMNS | 0x0100 | 0x0400
"""Bits of ``ndarray.flags.num``: C-contiguous, F-contiguous, aligned, writeable (numpy's C API, "Array flags")."""


def layout_mask(array: NDArray[Any]) -> int:
    """Return the flags of an array that machine code depends on. An array that is both C- and F-contiguous, as a row is, counts
    as C-contiguous.
    """
    return _LAYOUT & ~_BY_COLUMNS if array.flags.num & _BY_ROWS else _LAYOUT


HALF = 1 << 31


def fits_half(value: object) -> bool:
    """Return whether this is an int of 32 bits: sums of such ints need no overflow check."""
    return type(value) is int and -HALF <= value < HALF
