"""Meshes: convex polygons that share vertices, as arrays, and the place of a point in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
import shapely
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_navmesh.search import Floats, Ints, Point

MOST_SIDES: Final = 10_000_000
"""Largest number of sides of all polygons together."""

FARTHEST: Final = 1e50
"""Largest coordinate, so that no product of four lengths overflows."""

NEAREST: Final = 1e-50
"""Least size of a mesh, so that no product of four lengths becomes 0."""

_TOLERANCE: Final = 1e-10
"""Distance below which two points count as one, by the larger side of the mesh."""

_STEPS: Final = 4
"""The same distance, by the distance of two floats that follow each other among the largest coordinates; the larger counts."""


_Whole = NDArray[np.int64]


@frozen(eq=False, slots=False)
class Mesh:
    """A mesh of convex polygons. Vertices where two obstacles touch are split, so that no path leads between these."""

    name: str
    """Name of the source in messages."""
    points: Floats = field(repr=False)
    """x and y of each vertex, shape (v, 2)."""
    sides: Floats = field(repr=False)
    """See `Polyanya.sides`; so also for the other arrays."""
    corners: Ints = field(repr=False)
    first: Ints = field(repr=False)
    polygon: Ints = field(repr=False)
    twin: Ints = field(repr=False)
    beyond: Ints = field(repr=False)
    is_corner: NDArray[np.bool_] = field(repr=False)
    walls: Ints = field(repr=False)
    tolerance: float

    @property
    def size(self) -> int:
        """Return the number of polygons."""
        return len(self.first) - 1

    def outline(self, polygon: int) -> Floats:
        """Return the vertices of a polygon, shape (k, 2)."""
        return self.points[self.corners[self.first[polygon] : self.first[polygon + 1]]]

    @cached_property
    def shapes(self) -> NDArray[np.object_]:
        """Return the polygons as shapes of shapely, shape (p,)."""
        ends = self.first[1:].astype(np.int64)
        rings = np.insert(self.corners, ends, self.corners[self.first[:-1]])
        which = np.repeat(np.arange(self.size), np.diff(self.first) + 1)
        shapes: NDArray[np.object_] = shapely.polygons(shapely.linearrings(self.points[rings], indices=which))
        return shapes

    @property
    def outer_sides(self) -> shapely.Geometry:
        """Return the sides that lead to no other polygon, as lines."""
        following = np.arange(1, len(self.corners) + 1)
        following[self.first[1:] - 1] = self.first[:-1]
        ends = np.stack((self.corners, self.corners[following]), axis=1)[self.twin < 0]
        return shapely.multilinestrings(shapely.linestrings(self.points[ends]))

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Return the tree that finds polygons in logarithmic time."""
        return shapely.STRtree(self.shapes)

    def polygons_at(self, points: Sequence[Point] | Floats) -> tuple[Ints, Ints]:
        """Return the polygons that contain each of these points, ascending, and for each the number of the point; shapes (n,).

        Raises:
            BadInput: a point is outside of the mesh.
        """
        at = np.asarray(points, np.float64).reshape(-1, 2)
        numbers, polygons = self.tree.query(shapely.points(at), predicate="dwithin", distance=self.tolerance)
        found = np.bincount(numbers, minlength=len(at))
        if not found.all():
            x, y = at[found.argmin()].tolist()
            raise BadInput(f"{self.name}: {x!r},{y!r} is outside of the mesh; give a point in a polygon")
        order = np.lexsort((numbers, polygons))
        return polygons[order].astype(np.int32), numbers[order].astype(np.int32)


def mesh_of(name: str, points: Floats, polygons: Sequence[Sequence[int]], walls: Sequence[tuple[int, int]] = ()) -> Mesh:
    """Return the mesh of convex polygons, each a list of its vertices in either direction.

    Polygons without an area are left out. No path leads across a side between the two vertices of one of the ``walls``.

    Raises:
        BadInput: there is no polygon, one names a vertex that does not exist or is not convex, or two overlap along a side.
    """
    if not polygons:
        raise BadInput(f"{name}: there is no polygon; expected at least one")
    counts = np.array([len(each) for each in polygons], np.int64)
    if counts.min() < 3:
        raise BadInput(f"{name}: polygon {int(counts.argmin()) + 1} has {counts.min()} vertices; expected 3 or more")
    if counts.sum() > MOST_SIDES:
        raise BadInput(f"{name}: the polygons have {counts.sum():,} sides, more than {MOST_SIDES:,}")
    corners = np.concatenate([np.asarray(each, np.int64) for each in polygons])
    which = np.repeat(np.arange(len(counts)), counts)
    if corners.min() < 0 or corners.max() >= len(points):
        wrong = int(np.flatnonzero((corners < 0) | (corners >= len(points)))[0])
        raise BadInput(
            f"{name}: polygon {which[wrong] + 1} names vertex {corners[wrong]}; the vertices are 0 to {len(points) - 1}"
        )
    check_coordinates(name, points)
    used = points[corners]
    extent = float(np.ptp(used, axis=0).max())
    if extent < NEAREST:
        raise BadInput(f"{name}: all polygons lie within {extent:g}; give coordinates in a larger unit")
    corners, counts = _counterclockwise(points, corners, counts, extent)
    if not len(counts):
        raise BadInput(f"{name}: no polygon has an area")
    first = _first(counts)
    which = np.repeat(np.arange(len(counts)), counts)
    following, before = _neighbours(first, counts)
    _check_convex(name, points, corners, following, before, which, extent)
    twin = _twins(name, corners, following, walls)
    order, until = _order(which, twin, counts)
    sides = np.concatenate([np.arange(first[each], first[each + 1]) for each in order])
    moved = np.argsort(sides)
    corners, counts, until = corners[sides], counts[order], until[order]
    twin = np.where(twin < 0, -1, moved[twin])[sides]
    first = _first(counts)
    which = np.repeat(np.arange(len(counts)), counts)
    following, before = _neighbours(first, counts)
    points, corners = _split(points, corners, twin, before)
    angles = np.zeros(len(points))
    np.add.at(angles, corners, _angles(points, corners, following, before))
    is_wall = twin < 0
    beside = np.full((len(points), 2), -1, np.int32)
    beside[corners[is_wall], 0] = np.flatnonzero(is_wall)
    beside[corners[following][is_wall], 1] = np.flatnonzero(is_wall)
    beyond = np.where((twin >= 0) & (which[twin] > which), until[which[twin]], 0)
    return Mesh(
        name,
        np.ascontiguousarray(points, np.float64),
        np.concatenate((points[corners], points[corners[following]]), axis=1),
        corners.astype(np.int32),
        first.astype(np.int32),
        which.astype(np.int32),
        twin.astype(np.int32),
        beyond.astype(np.int32),
        (beside[:, 0] >= 0) & (angles > np.pi + 1e-9),
        beside,
        max(extent * _TOLERANCE, _STEPS * float(np.spacing(np.abs(used).max()))),
    )


def check_coordinates(name: str, points: Floats) -> None:
    """Raise BadInput if a coordinate is not a finite number, or is too large to compute with."""
    if not np.isfinite(points).all():
        raise BadInput(f"{name}: a coordinate is not a finite number")
    if points.size and (largest := float(np.abs(points).max())) > FARTHEST:
        raise BadInput(f"{name}: the coordinate {largest:g} is larger than {FARTHEST:g}; give coordinates in a larger unit")


def _order(which: _Whole, twin: _Whole, counts: _Whole) -> tuple[_Whole, _Whole]:
    """Return the polygons in an order in which each tree of polygons is together, and for each the end of its tree.

    A tree hangs on the rest by one side, and no way leads around anything in it. Each polygon of a tree comes before those
    behind it, which come before the end of its tree. The end is 0 for polygons in no tree; these come first.
    """
    beyond = np.where(twin >= 0, which[twin], -1).tolist()
    first = _first(counts).tolist()
    ways = [{side for side in range(first[each], first[each + 1]) if beyond[side] >= 0} for each in range(len(counts))]
    back = twin.tolist()
    leaves = [each for each, sides in enumerate(ways) if len(sides) == 1]
    above, size = {}, [1] * len(counts)
    removed = []
    while leaves:
        each = leaves.pop()
        if not ways[each]:
            continue  # the last of a part that is a tree as a whole
        (side,) = ways[each]
        above[each] = before = beyond[side]
        removed.append(each)
        size[before] += size[each]
        ways[before].discard(back[side])
        if len(ways[before]) == 1:
            leaves.append(before)
    place: dict[int, int] = {}
    number, free = [0] * len(counts), 0
    rest = [each for each in range(len(counts)) if each not in above]
    for each in rest:
        number[each], free = free, free + 1
    end = np.zeros(len(counts), np.int64)
    for each in reversed(removed):
        before = above[each]
        if before in place:
            number[each], place[before] = place[before], place[before] + size[each]
        else:
            number[each], free = free, free + size[each]
        place[each] = number[each] + 1
        end[each] = number[each] + size[each]
    return np.argsort(number), end


def _first(counts: _Whole) -> _Whole:
    """Return where each polygon begins, and last where all end."""
    first = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    return first


def _counterclockwise(points: Floats, corners: _Whole, counts: _Whole, extent: float) -> tuple[_Whole, _Whole]:
    """Return the polygons with an area, each counterclockwise."""
    first = _first(counts)
    following, _ = _neighbours(first, counts)
    x, y = (points[corners] - points[corners[np.repeat(first[:-1], counts)]]).T
    doubled = np.add.reduceat(x * y[following] - x[following] * y, first[:-1])
    place = np.arange(len(corners)) - np.repeat(first[:-1], counts)
    turned = np.repeat(doubled < 0, counts)
    from_end = np.repeat(first[1:] - 1, counts) - place
    corners = corners[np.where(turned, from_end, np.arange(len(corners)))]
    kept = np.abs(doubled) > (extent * _TOLERANCE) ** 2
    return corners[np.repeat(kept, counts)], counts[kept]


def _neighbours(first: _Whole, counts: _Whole) -> tuple[_Whole, _Whole]:
    """Return the following and the preceding side of each side in its polygon."""
    following = np.arange(1, first[-1] + 1)
    following[first[1:] - 1] = first[:-1]
    before = np.arange(-1, first[-1] - 1)
    before[first[:-1]] = first[1:] - 1
    return following, before


def _check_convex(
    name: str, points: Floats, corners: _Whole, following: _Whole, before: _Whole, which: _Whole, extent: float
) -> None:
    here = points[corners]
    into, out = here - here[before], here[following] - here
    turn = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    longest = np.maximum(np.hypot(*into.T), np.hypot(*out.T))
    wrong = turn < -1e-6 * extent * longest
    if wrong.any():
        at = int(wrong.argmax())
        x, y = here[at].tolist()
        raise BadInput(f"{name}: polygon {which[at] + 1} is not convex at {x:g},{y:g}; divide it into convex polygons")


def _angles(points: Floats, corners: _Whole, following: _Whole, before: _Whole) -> Floats:
    """Return the angle inside the polygon at each corner."""
    here = points[corners]
    back, out = here[before] - here, here[following] - here
    across = out[:, 0] * back[:, 1] - out[:, 1] * back[:, 0]
    found: Floats = np.arctan2(np.maximum(across, 0), (out * back).sum(axis=1))
    return found


def _twins(name: str, corners: _Whole, following: _Whole, walls: Sequence[tuple[int, int]]) -> _Whole:
    """Return for each side the same side of another polygon, -1 for none and for walls."""
    begin, end = corners, corners[following]
    low, high = np.minimum(begin, end), np.maximum(begin, end)
    order = np.lexsort((begin, high, low))
    same = (low[order][1:] == low[order][:-1]) & (high[order][1:] == high[order][:-1])
    double = same & (begin[order][1:] == begin[order][:-1])
    if double.any() or (same[1:] & same[:-1]).any():
        raise BadInput(f"{name}: polygons overlap along a side; give polygons that only touch")
    twin = np.full(len(corners), -1)
    one, other = order[:-1][same], order[1:][same]
    twin[one], twin[other] = other, one
    if walls:
        count = int(high.max()) + 1
        twin[np.isin(low * count + high, np.sort(np.array(walls, np.int64), axis=1) @ (count, 1))] = -1
    return twin


def _split(points: Floats, corners: _Whole, twin: _Whole, before: _Whole) -> tuple[Floats, _Whole]:
    """Return the vertices and corners with a vertex of its own for each fan of polygons that touch only there."""
    corners = corners.copy()
    seen: set[int] = set()
    added: list[Floats] = []
    walls = np.flatnonzero(twin < 0)
    for wall, vertex in zip(walls.tolist(), corners[walls].tolist(), strict=True):  # each fan begins along one wall
        if vertex in seen:
            side, number = wall, len(points) + len(added)
            while side >= 0:
                corners[side] = number
                side = int(twin[before[side]])
            added.append(points[vertex])
        seen.add(vertex)
    return (np.concatenate([points, added]) if added else points), corners
