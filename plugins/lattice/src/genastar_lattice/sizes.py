"""Units larger than a cell: what they cover, and where they fit.

A unit of several cells is searched as a point on a map of its own, whose cell is free if every cell under the unit is free
there: the erosion of the free cells, computed once (Harabor and Botea, "Hierarchical path planning for multi-size agents in
heterogeneous environments", CIG 2008, call it clearance). So every algorithm serves units of every size without knowing of
them. A cell of that map costs what the dearest cell under the unit costs.

A box of cells stands on its first cell: the upper left, or in three dimensions that with the lowest x, y and z. A round unit
stands with its middle on the middle of a cell, and covers every cell that is closer to it than its radius; touching is allowed.

**Diagonal steps** are exact: if the cells beside a diagonal step are free on the eroded map, all cells between both ends are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil, cos, floor, pi, sin
from typing import Any, Final, TypeVar

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar.worlds.view import UnitForm
from genastar_lattice.options import MOST_SIDE

Number = TypeVar("Number", bound="np.integer[Any] | np.floating[Any]")

_CORNERS: Final = 48
"""Corners of the polygon that stands for a round unit in pictures."""

Offsets = NDArray[np.int64]
"""Cells, relative to the position of a unit, shape (n, axes)."""


@frozen(eq=False)
class Footprint:
    """The cells under a unit."""

    text: str
    """The size as text, such as ``2x2`` or ``1.5``."""
    parts: tuple[Offsets, ...] = field(repr=False)
    """Sets of cells whose sums are the cells under the unit; a box has one for each axis."""

    @property
    def offsets(self) -> Offsets:
        """Return the cells under the unit, the first of them its position or its upper left."""
        found = self.parts[0]
        for part in self.parts[1:]:
            found = (found[:, None] + part[None]).reshape(-1, found.shape[1])
        return found

    @property
    def middle(self) -> tuple[float, ...]:
        """Return the middle of the unit, relative to the middle of the cell that is its position."""
        offsets = self.offsets
        return tuple(((offsets.min(axis=0) + offsets.max(axis=0)) / 2).tolist())

    @property
    def is_box(self) -> bool:
        """Return whether the unit is a box; otherwise it is round."""
        return "x" in self.text

    @property
    def form(self) -> UnitForm:
        """Return the form of the unit in a view of cells."""
        if self.is_box:
            right, down, *up = (int(side) for side in self.text.split("x"))
            corners = [(0, 0), (right, 0), (right, down), (0, down)]
            return UnitForm(self.text, tuple((x - 0.5, y - 0.5) for x, y in corners), *up)
        angles = [2 * pi * corner / _CORNERS for corner in range(_CORNERS)]
        return UnitForm(self.text, tuple((float(self.text) * cos(angle), float(self.text) * sin(angle)) for angle in angles))


def make_footprint(text: str, axes: int) -> Footprint:
    """Return the cells under a unit.

    Args:
        text: a size as the option ``unit`` accepts it: ``2x2``, or a radius in cells such as ``1.5``.
        axes: the number of axes.
    """
    if "x" in text:
        sides = [int(side) for side in text.split("x")]
        return Footprint(
            text, tuple(np.arange(side)[:, None] * np.eye(axes, dtype=np.int64)[axis] for axis, side in enumerate(sides))
        )
    radius = float(text)
    reach = np.arange(-ceil(radius), ceil(radius) + 1)
    cells = np.stack(np.meshgrid(*[reach] * axes, indexing="ij"), axis=-1).reshape(-1, axes)
    gaps = np.maximum(np.abs(cells) - 0.5, 0)  # from the middle to the nearest point of each cell
    return Footprint(text, (cells[(gaps**2).sum(axis=1) < radius**2],))


def erode_costs(costs: NDArray[Number], footprint: Footprint, wrap: str = "none") -> NDArray[Number]:
    """Return what each position costs a unit: the dearest cell under it; 0 if one is blocked or outside.

    Args:
        costs: the cost of each cell, 0 for blocked; the axes in the order x, y, z.
        footprint: the cells under the unit.
        wrap: the axes whose ends are joined, such as ``xy``.
    """
    kind: Any = costs.dtype
    blocked: Any = np.inf if kind.kind == "f" else np.iinfo(kind).max
    table = np.where(costs > 0, costs, blocked).astype(costs.dtype)
    for part in footprint.parts:
        found = np.zeros_like(table)
        for offset in part.tolist():
            _fold(np.maximum, found, table, offset, wrap, blocked)
        table = found
    return np.where(table == blocked, 0, table).astype(costs.dtype)


def erode_bits(table: NDArray[np.uint8], footprint: Footprint, wrap: str = "none") -> NDArray[np.uint8]:
    """Return the bits that all cells under a unit have at each position; else as `erode_costs`."""
    for part in footprint.parts:
        found = np.full_like(table, 255)
        for offset in part.tolist():
            _fold(np.bitwise_and, found, table, offset, wrap, 0)
        table = found
    return table


def erode_at(costs: NDArray[Number], positions: Offsets, footprint: Footprint, wrap: str = "none") -> NDArray[Number]:
    """Return the values of `erode_costs` at some positions, shape (n,); positions are rows of x, y and, if there is one, z."""
    cells = positions[:, None] + footprint.offsets[None]
    inside = np.ones(cells.shape[:2], np.bool_)
    for axis, side in enumerate(costs.shape):
        if "xyz"[axis] in wrap:
            cells[..., axis] %= side
        inside &= (cells[..., axis] >= 0) & (cells[..., axis] < side)
    found = np.where(inside, costs[tuple(np.where(inside, cells[..., axis], 0) for axis in range(cells.shape[2]))], 0)
    return np.where((found > 0).all(axis=1), found.max(axis=1), 0).astype(costs.dtype)


def list_positions_over(cells: Offsets, footprint: Footprint, sides: tuple[int, ...], wrap: str = "none") -> Offsets:
    """Return the positions of a unit that cover one of these cells, each once, shape (m, axes)."""
    found = (cells[:, None] - footprint.offsets[None]).reshape(-1, len(sides))
    for axis, side in enumerate(sides):
        if "xyz"[axis] in wrap:
            found[:, axis] %= side
    inside = ((found >= 0) & (found < sides)).all(axis=1)
    return np.unique(found[inside], axis=0)


def describe_clearance(costs: NDArray[Number], position: tuple[int, ...], footprint: Footprint, wrap: str = "none") -> str:
    """Return the largest unit that fits at a position, among squares, cubes or radii; empty if the position is blocked.

    Args:
        costs: the cost of each cell; see `erode_costs`.
        position: a cell inside.
        footprint: a unit of the same kind.
        wrap: see `erode_costs`.
    """
    largest = "x".join([str(MOST_SIDE)] * costs.ndim) if footprint.is_box else str(MOST_SIDE / 2)
    around = make_footprint(largest, costs.ndim).offsets
    blocked = around[~_are_free(costs, np.array(position) + around, wrap)]
    if not costs[position]:
        return ""
    if footprint.is_box:
        return "x".join([str(blocked.max(axis=1).min(initial=MOST_SIDE))] * costs.ndim)
    gaps = (np.maximum(np.abs(blocked) - 0.5, 0) ** 2).sum(axis=1)
    return f"radius {floor(100 * min(gaps.min(initial=np.inf) ** 0.5, MOST_SIDE / 2)) / 100:g}"


def describe_misfit(costs: NDArray[Number], position: tuple[int, ...], footprint: Footprint, wrap: str = "none") -> str:
    """Return why a unit does not fit at a position: how many cells under it are blocked or outside, and one of them."""
    cells = np.array(position) + footprint.offsets
    wrong = cells[~_are_free(costs, cells, wrap)]
    return (
        f"has no room for a unit of {footprint.text}: {len(wrong)} of the {len(cells)} cells under it are blocked or outside, "
        f"such as {','.join(map(str, wrong[0].tolist()))}; give another cell, or a smaller unit"
    )


def compute_clearance(free: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the side of the largest square of free cells, or cube, that has each cell as its first; 0 for a blocked cell.

    A unit of n x n cells fits where the clearance is at least n. Use it in your own class on an array, in any number of
    dimensions. The time is proportional to the number of cells.

    Args:
        free: true for free cells, of any shape.

    >>> compute_clearance(np.array([[1, 1, 0], [1, 1, 1]]) > 0).tolist()
    [[2, 1, 0], [1, 1, 1]]
    """
    *sides, width = free.shape
    found = np.zeros([side + 1 for side in free.shape], np.int64)  # with a rim, where nothing is free
    columns, far = np.arange(width + 1), np.full(width, np.iinfo(np.int64).max // 2)
    moves = [move for move in product((0, 1), repeat=len(sides)) if any(move)]
    for place in reversed([*np.ndindex(*sides)]):
        # A box is one cell larger than the least box of its neighbours on the far sides.
        least = far
        for move in moves:
            beside = found[tuple(map(sum, zip(place, move, strict=True)))]
            least = np.minimum(least, np.minimum(beside[:-1], beside[1:]))
        row = found[place]
        row[:-1] = np.where(free[place], least + 1, 0)
        row[:] = np.minimum.accumulate((row + columns)[::-1])[::-1] - columns
    return found[tuple(slice(side) for side in free.shape)].copy()


def _are_free(costs: NDArray[Number], cells: Offsets, wrap: str) -> NDArray[np.bool_]:
    """Return which cells are inside and free."""
    return erode_at(costs, cells, Footprint("", (np.zeros((1, costs.ndim), np.int64),)), wrap) > 0


def _fold(
    combine: np.ufunc, found: NDArray[Number], table: NDArray[Number], offset: Sequence[int], wrap: str, outside: float
) -> None:
    """Combine each cell with the value at an offset from it; where that is outside, set the cell to ``outside``."""
    here, there = [], []
    for axis, (step, side) in enumerate(zip(offset, table.shape, strict=True)):
        if axis < len("xyz") and "xyz"[axis] in wrap:
            table = np.roll(table, -step, axis=axis)
            step = 0
        here.append(slice(min(max(-step, 0), side), max(side - max(step, 0), 0)))
        there.append(slice(min(max(step, 0), side), max(side - max(-step, 0), 0)))
        if step:
            beyond = [slice(None)] * table.ndim
            beyond[axis] = slice(max(side - step, 0), side) if step > 0 else slice(0, min(-step, side))
            found[tuple(beyond)] = outside
    part = found[tuple(here)]
    combine(part, table[tuple(there)], out=part)
