"""Rasters: an array of values with its frame."""

from __future__ import annotations

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar_terrain.frame import Cell, Frame
from genastar_terrain.rules.grounds import Layer, find_least


@frozen(eq=False)
class Raster:
    """The values of a raster, NaN where it has none."""

    name: str
    """Name of the source in messages."""
    frame: Frame
    values: Layer = field(repr=False)
    remark: str = ""
    """What was assumed when it was read."""


@frozen(eq=False)
class Layers:
    """The frame of a terrain, and what is known of each of its cells."""

    frame: Frame
    friction: Layer | None = field(repr=False)
    """Costs per metre, or factors of slopes; NaN where a cell cannot be entered. ``None`` for 1."""
    heights: Layer | None = field(repr=False)
    """Elevations in metres, NaN where a cell cannot be entered. ``None`` if the terrain has costs alone."""
    added: Layer | None = field(default=None, repr=False)
    """Costs per metre beside those of slopes; NaN where a cell cannot be entered. ``None`` for 0."""
    least_friction: float = field(init=False)
    least_added: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "least_friction", 1.0 if self.friction is None else find_least(self.friction))
        object.__setattr__(self, "least_added", 0.0 if self.added is None else find_least(self.added))

    @property
    def each(self) -> tuple[Layer | None, ...]:
        """Return all layers."""
        return self.friction, self.heights, self.added

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell can be entered."""
        return all(layer is None or bool(np.isfinite(layer[cell[1], cell[0]])) for layer in self.each)

    def find_nearest_open(self, cell: Cell) -> Cell | None:
        """Return the nearest cell that can be entered, if there is one within 100 rows and columns."""
        left, top = max(0, cell[0] - 100), max(0, cell[1] - 100)
        parts = [layer[top : cell[1] + 101, left : cell[0] + 101] for layer in self.each if layer is not None]
        rows, columns = np.nonzero(np.isfinite(sum(parts)))
        if not len(rows):
            return None
        near = int(np.argmin((rows + top - cell[1]) ** 2 + (columns + left - cell[0]) ** 2))
        return int(columns[near]) + left, int(rows[near]) + top

    def find_open(self) -> NDArray[np.bool_]:
        """Return whether each cell can be entered, shape (height, width)."""
        found = np.ones((self.frame.height, self.frame.width), np.bool_)
        for layer in self.each:
            found &= True if layer is None else np.isfinite(layer)
        return found

    def multiply(self, factors: Layer) -> Layers:
        """Return the same layers with other friction; factors that are NaN close cells."""
        mine = self.friction
        return evolve(self, friction=factors if mine is None else (mine * factors).astype(mine.dtype))

    def replace(self, cells: NDArray[np.bool_], cost: float) -> Layers:
        """Return the same layers with this friction in some cells, which costs no longer close."""
        mine = np.ones(cells.shape) if self.friction is None else self.friction
        added = None if self.added is None else np.where(cells & np.isnan(self.added), 0.0, self.added)
        return evolve(self, friction=np.where(cells, cost, mine).astype(mine.dtype), added=added)

    def find_changes(self, before: Layers) -> NDArray[np.bool_]:
        """Return the cells whose values differ from those of earlier layers, shape (height, width)."""
        shape = self.frame.height, self.frame.width
        changed = np.zeros(shape, np.bool_)
        for mine, other in zip(self.each, before.each, strict=True):
            one, two = (np.ones(shape) if layer is None else layer for layer in (mine, other))
            changed |= (one != two) & ~(np.isnan(one) & np.isnan(two))
        return changed
