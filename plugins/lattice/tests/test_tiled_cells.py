"""The cells of staggered and hexagonal maps of Tiled, against their corners as Tiled draws them."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genastar_lattice.tiled.cells import StaggeredCells

KINDS = [(side, columns, odd) for side in (0, 6) for columns in (False, True) for odd in (False, True)]
SIZE, ORIGIN, SHAPE = (14, 12), (-2, 3), (5, 4)


def corners(x, y, side, columns, odd):
    """The corners of a tile, by Tiled's HexagonalRenderer."""
    width, height = SIZE
    side_x, side_y = (side, 0) if columns else (0, side)
    offset_x, offset_y = (width - side_x) // 2, (height - side_y) // 2
    if columns:
        left = x * (offset_x + side_x)
        top = y * (height + side_y) + (x % 2 == odd) * (offset_y + side_y)
    else:
        left = x * (width + side_x) + (y % 2 == odd) * (offset_x + side_x)
        top = y * (offset_y + side_y)
    shape = [(0, height - offset_y), (0, offset_y), (offset_x, 0), (width - offset_x, 0)]
    shape += [(width - dx, height - dy) for dx, dy in shape]
    return [(left + dx, top + dy) for dx, dy in shape]


def area(points):
    """Twice the area of a convex outline."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)))


def clip(points, cell):
    """The part of a convex outline in a convex cell, by Sutherland and Hodgman, in fractions."""
    points = [(Fraction(x), Fraction(y)) for x, y in points]
    for (ax, ay), (bx, by) in zip(cell, cell[1:] + cell[:1], strict=True):

        def depth(point, ax=ax, ay=ay, bx=bx, by=by):
            return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

        found = []
        for one, other in zip(points, points[1:] + points[:1], strict=True):
            near, far = depth(one), depth(other)
            if near >= 0:
                found.append(one)
            if near * far < 0:
                share = near / (near - far)
                found.append(tuple(a + share * (b - a) for a, b in zip(one, other, strict=True)))
        points = found
    return points


POINT = st.tuples(st.integers(-60, 60), st.integers(0, 90))


@settings(max_examples=150, deadline=None)
@given(st.lists(POINT, min_size=3, max_size=3), st.sampled_from(KINDS))
def test_triangles_cover_the_cells_that_share_area_with_them(points, kind):
    cells = StaggeredCells(SIZE, *kind, origin=ORIGIN, shape=SHAPE)
    outline = np.array(points, np.float64)
    covered = np.zeros(SHAPE, bool)
    where, found = cells.cover(outline, True)
    covered[where] = found
    assert cells.measure(outline, True) > 0
    if area(points):
        for y in range(SHAPE[0]):
            for x in range(SHAPE[1]):
                shared = area(clip(points, corners(x + ORIGIN[0], y + ORIGIN[1], *kind)))
                assert covered[y, x] == (shared > 0), (x, y)


@settings(max_examples=100, deadline=None)
@given(POINT, st.sampled_from(KINDS))
def test_a_point_is_in_the_cell_that_is_drawn_there(point, kind):
    cells = StaggeredCells(SIZE, *kind, origin=ORIGIN, shape=SHAPE)
    x, y = cells.find(*point)
    dot = [(point[0] + dx, point[1] + dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    assert area(clip(dot, corners(x + ORIGIN[0], y + ORIGIN[1], *kind))) > 0
    where, found = cells.cover(np.array([point], np.float64), True)
    inside = 0 <= x < SHAPE[1] and 0 <= y < SHAPE[0]
    assert [(column + where[1].start, row + where[0].start) for row, column in np.argwhere(found)] == [(x, y)] * inside


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_covers_the_cells_that_it_passes(kind):
    """The line along the middles of a row, or of a column, passes its cells alone."""
    cells = StaggeredCells(SIZE, *kind, shape=(6, 6))
    here = [(2, 2), (2, 4)] if kind[1] else [(2, 2), (4, 2)]
    ends = np.array([np.mean(corners(*cell, *kind), axis=0) for cell in here])
    where, found = cells.cover(ends, False)
    middle = [(2, 2), (2, 3), (2, 4)] if kind[1] else [(2, 2), (3, 2), (4, 2)]
    assert sorted((column + where[1].start, row + where[0].start) for row, column in np.argwhere(found)) == middle
