"""Rings: the corners of many polygons, one polygon after the other, in flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_navmesh.search import Floats

Whole = NDArray[np.int64]
Bools = NDArray[np.bool_]


@frozen(eq=False, slots=False)
class Rings:
    """Polygons as rings of vertices. The side of a corner goes from there to the following corner of its polygon."""

    corners: Whole
    """The vertex at each corner."""
    counts: Whole
    """The number of corners of each polygon."""
    is_wall: Bools
    """Whether the source says that no path leads across the side of each corner."""
    numbers: Whole
    """The number of each polygon in its source, from 1."""

    @cached_property
    def first(self) -> Whole:
        """Return the first corner of each polygon, and last the number of all corners."""
        first = np.zeros(len(self.counts) + 1, np.int64)
        np.cumsum(self.counts, out=first[1:])
        return first

    @cached_property
    def polygon(self) -> Whole:
        """Return the polygon of each corner, counted from 0."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def following(self) -> Whole:
        """Return the following corner of each corner in its polygon."""
        following = np.arange(1, len(self.corners) + 1)
        following[self.first[1:] - 1] = self.first[:-1]
        return following

    @cached_property
    def before(self) -> Whole:
        """Return the preceding corner of each corner in its polygon."""
        before = np.arange(-1, len(self.corners) - 1)
        before[self.first[:-1]] = self.first[1:] - 1
        return before

    @property
    def ends(self) -> Whole:
        """Return the vertices at both ends of each side, the smaller number first, shape (n, 2)."""
        return np.sort(np.stack((self.corners, self.corners[self.following]), axis=1), axis=1)

    def find_single_sides(self) -> Bools:
        """Return whether no other side has the same ends, for each side."""
        ends = self.ends
        order = np.lexsort((ends[:, 1], ends[:, 0]))
        is_same = (ends[order][1:] == ends[order][:-1]).all(axis=1)
        is_single = np.ones(len(ends), np.bool_)
        is_single[order[1:][is_same]] = is_single[order[:-1][is_same]] = False
        return is_single

    def select_corners(self, is_kept: Bools) -> Rings:
        """Return the rings without some of their corners, and without the polygons of which fewer than three are left."""
        counts = np.bincount(self.polygon[is_kept], minlength=len(self.counts))
        rings = Rings(self.corners[is_kept], counts, self.is_wall[is_kept], self.numbers)
        return rings.select(counts > 2)

    def select(self, is_kept: Bools) -> Rings:
        """Return some of the polygons."""
        corners = is_kept[self.polygon]
        return Rings(self.corners[corners], self.counts[is_kept], self.is_wall[corners], self.numbers[is_kept])

    def reorder(self, order: Whole) -> tuple[Rings, Whole]:
        """Return the polygons in another order, and where each corner was before."""
        sides = np.repeat(self.first[order], self.counts[order])
        counts = self.counts[order]
        sides += np.arange(len(sides)) - np.repeat(np.cumsum(counts) - counts, counts)
        return Rings(self.corners[sides], counts, self.is_wall[sides], self.numbers[order]), sides

    def reverse(self, is_reversed: Bools) -> Rings:
        """Return the rings with some of the polygons in the other direction."""
        place = np.arange(len(self.corners)) - self.first[self.polygon]
        at = np.where(is_reversed[self.polygon], self.first[self.polygon + 1] - 1 - place, np.arange(len(self.corners)))
        # Reversed, a side begins where it ended, so it stands at the corner that followed.
        sides = np.where(is_reversed[self.polygon], self.before[at], at)
        return Rings(self.corners[at], self.counts, self.is_wall[sides], self.numbers)

    def insert(self, sides: Whole, vertices: Whole) -> Rings:
        """Return the rings with vertices on some of their sides; several vertices of one side come in this order."""
        added = np.bincount(self.polygon[sides], minlength=len(self.counts))
        corners = np.insert(self.corners, sides + 1, vertices)
        return Rings(corners, self.counts + added, np.insert(self.is_wall, sides + 1, self.is_wall[sides]), self.numbers)

    def to_lists(self) -> list[list[int]]:
        """Return the vertices of each polygon."""
        corners, first = self.corners.tolist(), self.first.tolist()
        return [corners[begin:end] for begin, end in pairwise(first)]


def unite_points(points: Floats) -> tuple[Floats, Whole]:
    """Return the places of points in ascending order, each once, and for each point the number of its place."""
    numbers = np.ascontiguousarray(points + 0.0).view(np.complex128)  # sorted much faster than rows; + 0.0 removes -0.0
    places, inverse = np.unique(numbers.reshape(-1), return_inverse=True)
    return places.view(np.float64).reshape(-1, 2), inverse


def make_rings(polygons: Sequence[Sequence[int]], walls: Sequence[tuple[int, int]] = ()) -> Rings:
    """Return the rings of polygons, each a list of its vertices, with walls between the vertices of each pair in ``walls``."""
    counts = np.array([len(each) for each in polygons], np.int64)
    corners = np.fromiter(chain.from_iterable(polygons), np.int64, int(counts.sum()))
    rings = Rings(corners, counts, np.zeros(len(corners), np.bool_), np.arange(1, len(counts) + 1))
    if walls:
        count = int(corners.max()) + 1
        pairs = np.sort(np.array(walls, np.int64), axis=1) @ (count, 1)
        rings.is_wall[:] = np.isin(rings.ends @ (count, 1), pairs)
    return rings
