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
from genastar.authoring import check_cancelled
from genastar_navmesh.polygons.joints import clean_polygons, cut_reflex_corners, divide_sides
from genastar_navmesh.polygons.merge import merge_polygons
from genastar_navmesh.polygons.rings import Rings, Whole, make_rings
from genastar_navmesh.search import Floats, Ints, Point

MOST_SIDES: Final = 10_000_000
"""Largest number of sides of all polygons together."""

FARTHEST: Final = 1e50
"""Largest coordinate, so that no product of four lengths overflows."""

NEAREST: Final = 1e-50
"""Least size of a mesh, so that no product of four lengths becomes 0."""

_TOLERANCE: Final = 1e-10
"""Distance below which two points count as one, by the larger side of the mesh."""

_STEPS: Final = 256
"""The same distance, by the distance of two floats that follow each other among the largest coordinates; the larger counts."""

_SINGLE: Final = 1e-6
"""Precision of coordinates in single precision, as most programs write meshes: a share of the larger side of the mesh."""

_FLAT: Final = 1e-6
"""How far a corner may lie inside of a convex polygon, as such a share."""

_COMMON: Final = 1e-6
"""Share of a polygon that may lie in another, for rounding."""

_AT_ONCE: Final = 1000
"""Polygons that are compared with all others at once; the first that overlaps ends the check."""

_AXES: Final = 12
"""Sides of each of two convex polygons that are tried as a line between both."""


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

    def get_outline(self, polygon: int) -> Floats:
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

    def find_polygons_at(self, points: Sequence[Point] | Floats) -> tuple[Ints, Ints]:
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


def build_mesh(
    name: str,
    points: Floats,
    polygons: Sequence[Sequence[int]],
    walls: Sequence[tuple[int, int]] = (),
    grid: float | None = None,
) -> Mesh:
    """Return the mesh of convex polygons that share sides or parts of sides. Those without a width are left out.

    Args:
        name: of the source in messages.
        points: x and y of the vertices.
        polygons: the vertices of each, in either direction.
        walls: pairs of vertices; no path leads across a side between these.
        grid: the distance of two places of the grid on which an area was united, whose triangles these polygons are; they are
            merged where the result stays convex.

    Raises:
        BadInput: there is no polygon, one names a vertex that does not exist or is not convex, or two overlap.
    """
    if not polygons:
        raise BadInput(f"{name}: there is no polygon; expected at least one")
    counts = np.array([len(each) for each in polygons], np.int64)
    if counts.min() < 3:
        raise BadInput(f"{name}: polygon {int(counts.argmin()) + 1} has {counts.min()} vertices; expected 3 or more")
    if counts.sum() > MOST_SIDES:
        raise BadInput(f"{name}: the polygons have {counts.sum():,} sides, more than {MOST_SIDES:,}")
    rings = make_rings(polygons, walls)
    if rings.corners.min() < 0 or rings.corners.max() >= len(points):
        wrong = int(np.flatnonzero((rings.corners < 0) | (rings.corners >= len(points)))[0])
        raise BadInput(
            f"{name}: polygon {rings.polygon[wrong] + 1} names vertex {rings.corners[wrong]}; "
            f"the vertices are 0 to {len(points) - 1}"
        )
    check_coordinates(name, points)
    extent, tolerance = measure_size(name, points[rings.corners])
    distance = max(2 * tolerance, extent * _SINGLE if grid is None else 2 * grid)
    points, rings = clean_polygons(points, rings, 2 * tolerance if grid is None else distance, distance)
    if not len(rings.counts):
        raise BadInput(f"{name}: no polygon has an area")
    _check_convex(name, points, rings, extent)
    rings = cut_reflex_corners(points, divide_sides(points, rings, distance), tolerance)
    if grid is not None:
        return _build(name, points, merge_polygons(points, rings, tolerance), tolerance, extent)
    mesh = _build(name, points, rings, tolerance, extent)
    _check_overlaps(mesh)
    return mesh


def _build(name: str, points: Floats, rings: Rings, tolerance: float, extent: float) -> Mesh:
    twin = _find_twins(name, points, rings)
    order, until = _order(rings, twin)
    rings, sides = rings.reorder(order)
    twin = np.where(twin < 0, -1, np.argsort(sides)[twin])[sides]
    points, corners = _split(points, rings, twin)
    angles = np.zeros(len(points))
    np.add.at(angles, corners, measure_angles(points[corners], rings))
    is_wall = twin < 0
    beside = np.full((len(points), 2), -1, np.int32)
    beside[corners[is_wall], 0] = np.flatnonzero(is_wall)
    beside[corners[rings.following][is_wall], 1] = np.flatnonzero(is_wall)
    which = rings.polygon
    beyond = np.where((twin >= 0) & (which[twin] > which), until[order][which[twin]], 0)
    return Mesh(
        name,
        np.ascontiguousarray(points, np.float64),
        np.concatenate((points[corners], points[corners[rings.following]]), axis=1),
        corners.astype(np.int32),
        rings.first.astype(np.int32),
        which.astype(np.int32),
        twin.astype(np.int32),
        beyond.astype(np.int32),
        (beside[:, 0] >= 0) & (angles > np.pi + tolerance / extent),
        beside,
        tolerance,
    )


def check_coordinates(name: str, points: Floats) -> None:
    """Raise BadInput if a coordinate is not a finite number, or is too large to compute with."""
    if not np.isfinite(points).all():
        raise BadInput(f"{name}: a coordinate is not a finite number")
    if points.size and (largest := float(np.abs(points).max())) > FARTHEST:
        raise BadInput(f"{name}: the coordinate {largest:g} is larger than {FARTHEST:g}; give coordinates in a larger unit")


def measure_size(name: str, points: Floats) -> tuple[float, float]:
    """Return the larger side of the box around points, and the distance below which two of them count as one.

    Raises:
        BadInput: they lie too close together to compute with.
    """
    extent = float(np.ptp(points, axis=0).max())
    if extent < NEAREST:
        raise BadInput(f"{name}: all polygons lie within {extent:g}; give coordinates in a larger unit")
    return extent, max(extent * _TOLERANCE, _STEPS * float(np.spacing(np.abs(points).max())))


def _order(rings: Rings, twin: Whole) -> tuple[Whole, Whole]:
    """Return the polygons in an order in which each tree of polygons is together, and for each the end of its tree.

    A tree hangs on the rest by one side, and no way leads around anything in it. Each polygon of a tree comes before those
    behind it, which come before the end of its tree. The end is 0 for polygons in no tree; these come first.
    """
    beyond, back, count = rings.polygon[twin].tolist(), twin.tolist(), len(rings.counts)
    inner = np.flatnonzero(twin >= 0)
    degree = np.bincount(rings.polygon[inner], minlength=count)
    sums = np.zeros(count, np.int64)  # of the sides that lead on: the sum of one side is that side
    np.add.at(sums, rings.polygon[inner], inner)
    leaves = np.flatnonzero(degree == 1).tolist()
    ways, side_sum = degree.tolist(), sums.tolist()
    above, size = {}, [1] * count
    removed = []
    while leaves:
        each = leaves.pop()
        if not ways[each]:
            continue  # the last of a part that is a tree as a whole
        side = side_sum[each]
        above[each] = before = beyond[side]
        removed.append(each)
        size[before] += size[each]
        ways[before] -= 1
        side_sum[before] -= back[side]
        if ways[before] == 1:
            leaves.append(before)
    place: dict[int, int] = {}
    number, free = [0] * count, 0
    rest = [each for each in range(count) if each not in above]
    for each in rest:
        number[each], free = free, free + 1
    end = np.zeros(count, np.int64)
    for each in reversed(removed):
        before = above[each]
        if before in place:
            number[each], place[before] = place[before], place[before] + size[each]
        else:
            number[each], free = free, free + size[each]
        place[each] = number[each] + 1
        end[each] = number[each] + size[each]
    return np.argsort(number), end


def _check_convex(name: str, points: Floats, rings: Rings, extent: float) -> None:
    """Raise BadInput if a polygon is not convex, or if it has a corner twice."""
    here = points[rings.corners]
    into, out = here - here[rings.before], here[rings.following] - here
    turn = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0]
    wrong = turn < -_FLAT * extent * np.maximum(np.hypot(*into.T), np.hypot(*out.T))
    keys = rings.polygon * len(points) + rings.corners
    order = np.argsort(keys, kind="stable")
    wrong[order[1:]] |= keys[order[1:]] == keys[order[:-1]]
    sums = np.add.reduceat(measure_angles(here, rings), rings.first[:-1])
    wrong[rings.first[:-1]] |= sums < (rings.counts - 3) * np.pi  # it winds around itself
    if wrong.any():
        at = int(wrong.argmax())
        x, y = here[at].tolist()
        number = rings.numbers[rings.polygon[at]]
        raise BadInput(f"{name}: polygon {number} is not convex at {x:g},{y:g}; divide it into convex polygons")


def _check_overlaps(mesh: Mesh) -> None:
    """Raise BadInput if polygons lie above each other."""
    inner = mesh.twin >= 0
    beside = np.sort(np.append(mesh.polygon[inner].astype(np.int64) * mesh.size + mesh.polygon[mesh.twin[inner]], mesh.size**2))
    left, bottom, right, top = shapely.bounds(mesh.shapes).T
    boxes = shapely.box(left + mesh.tolerance, bottom + mesh.tolerance, right - mesh.tolerance, top - mesh.tolerance)
    for begin in range(0, mesh.size, _AT_ONCE):
        check_cancelled()
        one, other = mesh.tree.query(boxes[begin : begin + _AT_ONCE])
        one += begin
        pairs = one * mesh.size + other
        is_apart = (one >= other) | (beside[np.searchsorted(beside, pairs)] == pairs)
        one, other = one[~is_apart], other[~is_apart]
        for turn in range(2 * _AXES):
            is_apart = _find_separated(mesh, one, other, turn // 2)
            one, other = other[~is_apart], one[~is_apart]
        one, other = mesh.shapes[one], mesh.shapes[other]
        common = shapely.intersection(one, other)
        is_wrong = shapely.area(common) > _COMMON * np.minimum(shapely.area(one), shapely.area(other))
        if is_wrong.any():
            x, y = shapely.get_coordinates(shapely.point_on_surface(common[is_wrong][0]))[0].tolist()
            raise BadInput(
                f"{mesh.name}: polygons lie above each other at {x:g},{y:g}; only meshes of one storey are supported"
            )


def _find_separated(mesh: Mesh, one: Whole, other: Whole, number: int) -> NDArray[np.bool_]:
    """Return for each pair of polygons whether a side of the one, given by its number, lies between them."""
    x, y, to_x, to_y = mesh.sides[mesh.first[one] + number % (mesh.first[one + 1] - mesh.first[one])].T
    counts = mesh.first[other + 1] - mesh.first[other]
    begins = np.cumsum(counts) - counts
    corners = np.arange(counts.sum()) + np.repeat(mesh.first[other] - begins, counts)
    along_x, along_y, from_x, from_y = (np.repeat(each, counts) for each in (to_x - x, to_y - y, x, y))
    inside = along_x * (mesh.sides[corners, 1] - from_y) - along_y * (mesh.sides[corners, 0] - from_x)
    is_apart: NDArray[np.bool_] = np.maximum.reduceat(inside, begins) <= mesh.tolerance * np.hypot(to_x - x, to_y - y)
    return is_apart


def measure_angles(here: Floats, rings: Rings) -> Floats:
    """Return the angle inside the polygon at each corner, from the places of the corners."""
    back, out = here[rings.before] - here, here[rings.following] - here
    across = out[:, 0] * back[:, 1] - out[:, 1] * back[:, 0]
    found: Floats = np.arctan2(np.maximum(across, 0), (out * back).sum(axis=1))
    return found


def _find_twins(name: str, points: Floats, rings: Rings) -> Whole:
    """Return for each side the same side of another polygon, -1 for none and for walls."""
    begin, ends = rings.corners, rings.ends
    order = np.lexsort((begin, ends[:, 1], ends[:, 0]))
    same = (ends[order][1:] == ends[order][:-1]).all(axis=1)
    wrong = same & (begin[order][1:] == begin[order][:-1])
    wrong[1:] |= same[1:] & same[:-1]
    if wrong.any():
        at = order[1:][wrong][0]
        (x, y), (to_x, to_y) = points[ends[at]].tolist()
        raise BadInput(
            f"{name}: polygons overlap along a side, from {x:g},{y:g} to {to_x:g},{to_y:g}; "
            "only meshes of one storey are supported"
        )
    twin = np.full(len(begin), -1)
    one, other = order[:-1][same], order[1:][same]
    is_open = ~(rings.is_wall[one] | rings.is_wall[other])
    one, other = one[is_open], other[is_open]
    twin[one], twin[other] = other, one
    return twin


def _split(points: Floats, rings: Rings, twin: Whole) -> tuple[Floats, Whole]:
    """Return the vertices and corners with a vertex of its own for each fan of polygons that touch only there."""
    corners, before = rings.corners.copy(), rings.before
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
