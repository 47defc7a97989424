"""The table of JPS+: for each cell and each of the eight directions, the number of steps to the next place of interest.

JPS+ (Harabor and Grastien, ICAPS 2014; Rabin, GDC 2015) looks up what `jump` scans for. A positive number counts the steps to a
place of interest: in a straight direction, the next jump point; in a diagonal one, the next cell from whose row or column a
jump point can be reached. A number of 0 or less is the negated count of steps to the last cell before a wall. Each number
follows from that of the next cell, so the table takes linear time, a line at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from genastar_grid.jump_points.canonical import KEPT
from genastar_grid.jump_points.jump import find_jump_points, is_forced
from genastar_lattice.directions import EIGHT, Mask, OpenDirections

Distances = NDArray[np.int16] | NDArray[np.int32]
"""The table, shape (height, width, 8), the last axis by direction; int16 if the map is small enough."""

Plane = np.ndarray[tuple[int, ...], np.dtype[Any]]

_FITS: Final = 1 << 15

_TO_THE_RIGHT: Final[dict[int, Callable[[Plane], Plane]]] = {
    0: lambda plane: plane.T[:, ::-1],
    2: lambda plane: plane,
    4: lambda plane: plane.T,
    6: lambda plane: plane[:, ::-1],
}
"""For each straight direction, the view of the grid in which it runs to the right."""


def compute_jump_distances(realms: Sequence[Mask], open_directions: OpenDirections, rule: str = "no-obstacle") -> Distances:
    """Return the table of a grid.

    Args:
        realms: the free cells on each side of the shore, each of shape (height, width); no step leads from one to another.
        open_directions: the open directions of each cell.
        rule: the rule for diagonal steps. Under *never*, ``open_directions`` are those of *no-obstacle*, and the numbers of
            vertical directions count to the cells from whose row a jump point can be reached.
    """
    table = _make_blank_table(open_directions)
    for free in realms:
        for direction, view in _TO_THE_RIGHT.items():
            if rule != "never" or direction in (2, 6):
                _fill_straight(view(free), find_jump_points(view(free), rule), view(table[..., direction]))
    if rule == "never":
        interest = (table[..., 2] > 0) | (table[..., 6] > 0)
        for free in realms:
            for direction in (0, 4):
                view = _TO_THE_RIGHT[direction]
                _fill_straight(view(free), view(interest), view(table[..., direction]))
        return table
    for direction in (1, 3, 5, 7):
        _fill_diagonal(table, open_directions, direction, _find_diagonal_ends(table, open_directions, direction, rule))
    return table


def _find_diagonal_ends(table: Plane, open_directions: OpenDirections, direction: int, rule: str) -> Mask:
    """Return the cells at which a diagonal jump ends."""
    across, along = 2 if EIGHT[direction][0] > 0 else 6, 4 if EIGHT[direction][1] > 0 else 0
    forced = np.array([is_forced(KEPT[rule], direction, each) for each in range(256)])
    found: Mask = (table[..., across] > 0) | (table[..., along] > 0) | forced[open_directions]
    return found


def is_table(table: Plane, realms: Sequence[Mask], open_directions: OpenDirections, rule: str = "no-obstacle") -> bool:
    """Return whether a table is that of `compute_jump_distances`: each number follows from that of the next cell. Takes no
    loop.
    """
    found = _make_blank_table(open_directions)
    if table.shape != found.shape or table.dtype != found.dtype:
        return False
    interest = (table[..., 2] > 0) | (table[..., 6] > 0)
    for free in realms:
        for direction, view in _TO_THE_RIGHT.items():
            points = view(interest) if rule == "never" and direction in (0, 4) else find_jump_points(view(free), rule)
            steps = view(free)[:, :-1] & view(free)[:, 1:]
            view(found[..., direction])[:, :-1] += _step_back(view(table[..., direction])[:, 1:], points[:, 1:]) * steps
    for direction in (1, 3, 5, 7) if rule != "never" else ():
        (dx, dy), points = EIGHT[direction], _find_diagonal_ends(table, open_directions, direction, rule)
        here = slice(max(0, -dy), len(open_directions) - max(0, dy)), slice(max(0, -dx), open_directions.shape[1] - max(0, dx))
        there = slice(max(0, dy), len(open_directions) - max(0, -dy)), slice(max(0, dx), open_directions.shape[1] - max(0, -dx))
        opened = (open_directions[here] >> direction & 1).astype(np.bool_)
        found[(*here, direction)] = _step_back(table[(*there, direction)], points[there]) * opened
    return np.array_equal(found, table)


def compute_clearances(realms: Sequence[Mask], open_directions: OpenDirections, points: Mask) -> Distances:
    """Return the same numbers where the places of interest are the given points in all eight directions."""
    table = _make_blank_table(open_directions)
    for free in realms:
        for direction, view in _TO_THE_RIGHT.items():
            _fill_straight(view(free), view(points & free), view(table[..., direction]))
    for direction in (1, 3, 5, 7):
        _fill_diagonal(table, open_directions, direction, points)
    return table


def _make_blank_table(open_directions: OpenDirections) -> Distances:
    return np.zeros((*open_directions.shape, 8), np.int16 if max(open_directions.shape) < _FITS else np.int32)


def find_corner_points(realms: Sequence[Mask]) -> Mask:
    """Return the cells at which a straight jump ends in some direction: those beside which a wall ends."""
    found = np.zeros(realms[0].shape, np.bool_)
    for free in realms:
        for view in _TO_THE_RIGHT.values():
            there = view(found)
            there |= find_jump_points(view(free), "no-obstacle")
    return found


def _fill_straight(free: Mask, points: Mask, numbers: Plane) -> None:
    """Fill the numbers to the right, column by column from the last."""
    columns, interest = np.ascontiguousarray(free.T), np.ascontiguousarray(points.T)
    number = np.zeros(columns.shape[1], numbers.dtype)
    for x in range(len(columns) - 2, -1, -1):
        number = _step_back(number, interest[x + 1]) * (columns[x] & columns[x + 1])
        numbers[:, x] += number


def _fill_diagonal(table: Distances, open_directions: OpenDirections, direction: int, interest: Mask) -> None:
    """Fill the numbers of a diagonal direction, row by row from the last."""
    dx, dy = EIGHT[direction]
    height, width = open_directions.shape
    opened = (open_directions >> direction & 1).astype(np.bool_)
    here, there = (slice(0, width - 1), slice(1, width))[::dx]
    for y in range(height - 2, -1, -1) if dy > 0 else range(1, height):
        number = _step_back(table[y + dy, there, direction], interest[y + dy, there])
        table[y, here, direction] = number * opened[y, here]


def _step_back(number: Plane, interest: Plane) -> Plane:
    """Return the numbers of the cells one step before these."""
    one = number.dtype.type(1)
    before: Plane = np.where(interest, one, number + np.where(number > 0, one, -one))
    return before
