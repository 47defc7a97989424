"""Lines in degrees for GeoJSON (RFC 7946) and other formats that end at the 180th meridian."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def split_at_antimeridian(line: Floats, longitude: int) -> list[Floats]:
    """Return the parts of a line on either side of 180 degrees, as RFC 7946 asks; most lines are one part.

    Args:
        line: shape (n, k), with longitudes from -180 to 180; each other column is linear between two points.
        longitude: the column of longitudes.
    """
    jumps = np.flatnonzero(np.abs(np.diff(line[:, longitude])) > 180.0)
    if not len(jumps):
        return [line]
    before, after = line[jumps], line[jumps + 1]
    edge = np.copysign(180.0, before[:, longitude])
    gap = np.abs(after[:, longitude] - before[:, longitude] + 2 * edge)
    share = np.abs(edge - before[:, longitude]) / np.where(gap > 0, gap, 1.0)
    ends = before + share[:, None] * (after - before)
    ends[:, longitude] = edge
    begins = ends.copy()
    begins[:, longitude] = -edge
    inner = np.split(line, jumps + 1)
    parts = map(np.concatenate, zip((line[:0], *begins[:, None]), inner, (*ends[:, None], line[:0]), strict=True))
    found = [part[np.insert((np.diff(part, axis=0) != 0).any(axis=1), 0, True)] for part in parts]
    return [part for part in found if len(part) > 1] or [line[[0, 0]]]  # a part may be a point of the meridian
