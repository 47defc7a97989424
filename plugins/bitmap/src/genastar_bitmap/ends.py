"""Default starts and goals: openings in a maze's border, or pixels of a colour."""

from __future__ import annotations

import numpy as np

from genastar_bitmap.search import Pixel
from genastar_lattice.directions import Area, Mask


def find_maze_border(free: Mask) -> Area:
    """Return the smallest rectangle that contains all walls, since a maze may have a margin; the image if it has no wall."""
    rows = np.flatnonzero(~free.all(axis=1))
    columns = np.flatnonzero(~free.all(axis=0))
    if len(rows) == 0:
        return 0, 0, free.shape[1] - 1, free.shape[0] - 1
    return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])


def close_outside(free: Mask, border: Area) -> Mask:
    """Return the pixels with all outside the border as walls, so that no path leads around the maze."""
    left, top, right, bottom = border
    inside = np.zeros_like(free)
    inside[top : bottom + 1, left : right + 1] = free[top : bottom + 1, left : right + 1]
    return inside


def find_openings(free: Mask, border: Area) -> list[Pixel]:
    """Return the middle of each opening in the border, from top to bottom, then from left to right.

    An opening is a run of free pixels on the border; it may go around a corner. A border without walls has no opening.
    """
    ring = list_border_pixels(border)
    is_free = [bool(free[y, x]) for x, y in ring]
    if all(is_free):
        return []
    wall = is_free.index(False)  # begin at a wall, so that no run is split
    runs: list[list[Pixel]] = []
    was_free = False
    for pixel, now_free in zip(ring[wall:] + ring[:wall], is_free[wall:] + is_free[:wall], strict=True):
        if now_free and not was_free:
            runs.append([])
        if now_free:
            runs[-1].append(pixel)
        was_free = now_free
    return sorted((run[(len(run) - 1) // 2] for run in runs), key=lambda pixel: (pixel[1], pixel[0]))


def is_mostly_open(free: Mask, border: Area) -> bool:
    """Return whether more than half of the border is free, so that no wall surrounds a maze."""
    ring = list_border_pixels(border)
    return 2 * sum(bool(free[y, x]) for x, y in ring) > len(ring)


def find_middle(mask: Mask) -> Pixel:
    """Return the pixel of a nonempty mask that is nearest to the centre of its pixels."""
    y, x = np.nonzero(mask)
    nearest = int(np.argmin((x - x.mean()) ** 2 + (y - y.mean()) ** 2))
    return int(x[nearest]), int(y[nearest])


def list_border_pixels(border: Area) -> list[Pixel]:
    """Return the pixels of a rectangle's border, each once, clockwise from the upper left."""
    left, top, right, bottom = border
    ring = [(x, top) for x in range(left, right + 1)]
    ring += [(right, y) for y in range(top + 1, bottom + 1)]
    if top < bottom:
        ring += [(x, bottom) for x in range(right - 1, left - 1, -1)]
    if left < right:
        ring += [(left, y) for y in range(bottom - 1, top, -1)]
    return ring
