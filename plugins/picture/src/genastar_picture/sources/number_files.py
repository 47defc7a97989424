"""Files of numbers, told apart by their first bytes: arrays of numpy (``.npy``) and ESRI ASCII grids (``.asc``)."""

from __future__ import annotations

import re
from typing import Final

ESRI_ASCII: Final = re.compile(rb"\s*(ncols|nrows)\s+[0-9]", re.IGNORECASE)
"""The first line of an ESRI ASCII grid."""


def npy_magic(dimensions: int) -> re.Pattern[bytes]:
    """Return a pattern of the first bytes of an array of numpy with so many dimensions."""
    shape = b", ".join([b"[0-9]+"] * dimensions)
    return re.compile(rb"\x93NUMPY.*'shape': \(" + shape + rb"\)", re.DOTALL)


_DOMAINS: Final = {npy_magic(2): "grid", npy_magic(3): "voxel", ESRI_ASCII: "grid"}


def domain_of_numbers(head: bytes) -> str:
    """Return the domain that a file of numbers is for, by its first bytes; empty for all other files."""
    return next((domain for magic, domain in _DOMAINS.items() if magic.match(head)), "")
