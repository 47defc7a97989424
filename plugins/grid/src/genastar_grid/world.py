"""The world: a cost for each cell, which may change between searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Final, cast

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar import BadInput
from genastar.arguments import expect
from genastar_grid.searches.jump import Stops, stops_of
from genastar_grid.searches.jump_table import Distances, distances_of, jump_points
from genastar_grid.searches.kept import Arrays, digest_of, kept
from genastar_grid.searches.shortcuts import Shortcuts
from genastar_grid.searches.subgoals import Graph, graph_of, numbered
from genastar_lattice.costs import MOST_COST, are_broken, check_change
from genastar_lattice.positions import inside
from genastar_lattice.ways import Area, Mask, Ways, look_again, ways_of

Cell = tuple[int, int]
Costs = NDArray[np.int32] | NDArray[np.float64]
"""The cost of each cell, 0 where it cannot be entered, shape (height, width)."""

REACH: Final = 3
"""No move of any stencil is longer, in columns or in rows."""

CROWDED: Final = 0.15
"""Jump points for each free cell from which on walking is faster. On the maps of games, cities and rooms there are 0.001 to
0.09 and jumping is 3 to 70 times as fast; among walls strewn at random the two draw level at 0.1 to 0.15, and at 0.3 walking
is twice as fast."""

CORRIDORS: Final = 3
"""Open directions for each free cell below which the map is made of corridors, where jumping is faster however many jump points
there are: no scan is long, and none runs beside another."""

MOST_CORNERS: Final = 500_000
"""For the graph of corners."""

SCATTERED: Final = 2_000
"""Cells of the rectangle around some, for each of them, from which on it is faster to look around each alone."""


@define(eq=False)
class World:
    """Costs, and the open directions that follow from them."""

    costs: Costs = field(repr=False)
    water: Mask | None = field(repr=False)
    """Cells of water, which only cells of water lead to; ``None`` where there are none."""
    directions: str
    diagonals: str
    wrap: str
    """The axes whose ends are joined: none, x, y or xy."""
    swamp: Mask | None = field(default=None, repr=False, kw_only=True)
    """Cells of swamp, for pictures: they cost what ground costs."""
    ways: Ways = field(init=False, repr=False)
    _least: float | None = field(init=False, default=None, repr=False)
    _even: bool | None = field(init=False, default=None, repr=False)
    _is_open: bool | None = field(init=False, default=None, repr=False)
    _stops: dict[bool, Stops] = field(init=False, factory=dict, repr=False)
    _open_sides: Ways | None = field(init=False, default=None, repr=False)
    _distances: Distances | None = field(init=False, default=None, repr=False)
    _graph: Graph | None = field(init=False, default=None, repr=False)
    _files: set[str] = field(init=False, factory=set, repr=False)
    """Files that tables were read from or written to."""
    _changed: bool = field(init=False, default=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.ways = self._all_ways()

    @property
    def least(self) -> float:
        """What the cheapest free cell costs: found at its first use after a change that may have made it dearer."""
        if self._least is None:
            paid = self.costs[self.costs > 0]
            self._least = paid.min().item() if paid.size else 1
        return self._least

    @property
    def even(self) -> bool:
        """Whether every free cell costs 1: found at its first use after a change that may have made it so."""
        if self._even is None:
            self._even = bool(((self.costs == 0) | (self.costs == 1)).all())
        return self._even

    def stops(self, in_water: bool) -> Stops:
        """Where jumps end, for those who walk or for those who swim; packed at its first use after a change."""
        found = self._stops.get(in_water)
        if found is None:
            found = self._stops[in_water] = stops_of(self._realm(self.costs > 0, self.water, in_water), self.rule)
        return found

    @property
    def open_sides(self) -> Ways:
        """The open directions that searches prune by: where no step is diagonal, those of the rule *no-obstacle*; found at the
        first use after a change.
        """
        if self.rule != "never":
            return self.ways
        if self._open_sides is None:
            self._open_sides = np.zeros_like(self.ways)
            for free in self.realms:
                self._open_sides |= ways_of(free, "8", "no-obstacle")
        return self._open_sides

    @property
    def rule(self) -> str:
        """The rule for diagonal steps; 4 directions are 8 that are never diagonal."""
        return "never" if self.directions == "4" else self.diagonals

    def distances(self, file: str | None = None) -> Distances:
        """The table of jps-plus, made at its first use after a change; or kept in a file, until there is a change.

        Raises:
            BadInput: see `kept.kept`.
        """
        found = self._distances
        if found is None or self._is_new(file):
            kind = "jps-plus" if self.rule == "no-obstacle" else f"jps-plus {self.rule}"

            def make() -> Arrays:
                return [distances_of(self.realms, self.open_sides, self.rule) if found is None else found]

            self._distances = found = cast("Distances", self._kept(file, kind, make)[0])
        return found

    def graph(self, file: str | None = None) -> Graph:
        """The graph of corners, made at its first use after a change; or kept in a file, until there is a change.

        Raises:
            BadInput: there are more than `MOST_CORNERS`; or see `kept.kept`.
        """
        known = self._graph
        if known is None or self._is_new(file):
            points = jump_points(self.realms)
            if (corners := int(points.sum())) > MOST_CORNERS:
                raise BadInput(
                    f"the algorithm 'subgoal' takes maps of up to {MOST_CORNERS:,} corners, and this map has {corners:,}; "
                    "use jps-plus"
                )

            def make() -> Arrays:
                graph = graph_of(points, self.realms, self.ways) if known is None else known
                return [self.distances(), graph.first, graph.arcs, graph.prices, graph.shortcuts.pairs, graph.shortcuts.middles]

            distances, first, arcs, prices, *shortcuts = self._kept(file, "subgoal", make)
            self._distances = cast("Distances", distances)
            self._graph = known = Graph(
                numbered(points), first, cast("Distances", arcs), prices, Shortcuts(np.flatnonzero(points), *shortcuts)
            )
        return known

    def _is_new(self, file: str | None) -> bool:
        """Whether this file was neither read nor written yet, and is to be."""
        return file is not None and not self._changed and file not in self._files

    def _kept(self, file: str | None, kind: str, make: Callable[[], Arrays]) -> Arrays:
        if file is None or self._changed:
            return make()
        found = kept(file, kind, digest_of(*self.realms), make)
        self._files.add(file)
        return found

    @property
    def realms(self) -> list[Mask]:
        """The free cells on each side of the shore."""
        free = self.costs > 0
        return [self._realm(free, self.water, side) for side in ((False,) if self.water is None else (False, True))]

    @property
    def is_open(self) -> bool:
        """Whether jumping from jump point to jump point is faster than walking: found at its first use after a change."""
        if self._is_open is None:
            free = self.costs > 0
            cells = int(free.sum())
            opened = int(np.unpackbits(self.open_sides.astype(np.uint8)).sum())
            points = int(jump_points(self.realms).sum())
            self._is_open = points < CROWDED * cells or opened < CORRIDORS * cells
        return self._is_open

    def change(self, cells: Iterable[Cell], cost: float) -> None:
        """Give cells another cost, 0 to block them. What follows from it is looked at again around them and nowhere else.

        Raises:
            BadInput: a cell is outside; or the cost is negative, not finite, or a fraction in a grid of whole numbers.
        """
        check_change(cost, self.costs.dtype.kind == "i", "cell", "grid")
        expect("cells", cells, Iterable, "cells in a list or a tuple")
        wanted = [self.inside(cell) for cell in cells]
        for x, y in wanted:
            if self._least is not None and (self.costs[y, x] == self._least or 0 < cost < self._least):
                self._least = None
            if self._even is not (cost in (0, 1)):
                self._even = None
            self.costs[y, x] = cost
        self._look_again(wanted)

    def painted(self, places: NDArray[np.int64], costs: NDArray[np.float64]) -> World:
        """Another world, with these costs at these places, numbered in the order of reading. Costs stay whole numbers, or
        become them again, if all are whole.

        Raises:
            BadInput: a cost is negative or too great.
        """
        broken = are_broken(costs, "cell")
        twin = self.copy()
        if broken and twin.costs.dtype.kind == "i":
            twin.costs = twin.costs.astype(np.float64)
        rows = twin.costs.reshape(-1)
        turned = places[(rows[places] > 0) != (costs > 0)]
        rows[places] = costs
        if twin.costs.dtype.kind == "f" and not broken:
            twin.costs = checked_costs("the grid", twin.costs)
        twin._least = twin._even = None
        y, x = np.divmod(turned, self.costs.shape[1])
        twin._look_again(list(zip(x.tolist(), y.tolist(), strict=True)))
        return twin

    def copy(self) -> World:
        """The same world with costs and open directions of its own, to change. What was found of it is kept."""
        twin = copy(self)
        twin.costs, twin.ways = self.costs.copy(), self.ways.copy()
        twin._stops, twin._files = dict(self._stops), set(self._files)
        return twin

    def under(self, directions: str, diagonals: str, wrap: str) -> World:
        """The same costs under other rules, or these, with arrays of its own."""
        if (directions, diagonals, wrap) == (self.directions, self.diagonals, self.wrap):
            return self.copy()
        twin = World(self.costs.copy(), self.water, directions, diagonals, wrap, swamp=self.swamp)
        twin._changed = self._changed
        return twin

    @property
    def is_changed(self) -> bool:
        """Whether this is no longer what was read."""
        return self._changed

    def _look_again(self, cells: Sequence[Cell]) -> None:
        """Forget what follows from costs, and find the open directions anew around these cells."""
        self._stops.clear()
        self._distances = self._graph = self._open_sides = None
        self._changed = True
        self._is_open = None
        if not cells:
            return
        if self.wrap != "none":
            self.ways = self._all_ways()
            return
        for area in _boxes(cells):
            look_again(self.ways, area, REACH, self._ways_between)

    def inside(self, cell: Cell) -> Cell:
        """The cell in Python's ints.

        Raises:
            BadInput: it is no cell, or outside the grid.
        """
        return inside(cell, self.costs.T.shape, "cell", "grid")

    def _ways_between(self, where: tuple[slice, slice]) -> Ways:
        """The open directions in some rows and columns, of these alone."""
        return self._ways(self.costs[where] > 0, None if self.water is None else self.water[where])

    def _all_ways(self) -> Ways:
        return self._ways(self.costs > 0, self.water)

    def _ways(self, free: Mask, water: Mask | None) -> Ways:
        ways = self._rules(self._realm(free, water, False))
        if water is not None:
            ways |= self._rules(self._realm(free, water, True))
        return ways

    def _rules(self, free: Mask) -> Ways:
        return ways_of(free, self.directions, self.diagonals, self.wrap)

    @staticmethod
    def _realm(free: Mask, water: Mask | None, in_water: bool) -> Mask:
        """The free cells on this side of the shore."""
        if water is None:
            return free
        return free & water if in_water else free & ~water


def _boxes(cells: Sequence[Cell]) -> list[Area]:
    """Rectangles that hold these cells, both corners included: one for all, or one for each where they lie far apart."""
    columns, rows = zip(*cells, strict=True)
    box = min(columns), min(rows), max(columns), max(rows)
    if (box[2] - box[0] + 1) * (box[3] - box[1] + 1) <= SCATTERED * len(cells):
        return [box]
    return [(x, y, x, y) for x, y in cells]


def checked_costs(name: str, values: NDArray[np.generic]) -> Costs:
    """An array as costs: int32 of whole numbers, float64 of others.

    Raises:
        BadInput: it is no array of two dimensions of numbers, or a cost is negative, not finite or too great.
    """
    if values.ndim != 2 or values.size == 0 or values.dtype.kind not in "buif":
        raise BadInput(f"{name}: shape {values.shape} of {values.dtype} is no grid; give costs of shape (height, width)")
    numbers = values.astype(np.float64)
    wrong = ~((numbers >= 0) & (numbers <= MOST_COST))  # NaN is neither
    if wrong.any():
        y, x = (int(part) for part in np.argwhere(wrong)[0])
        raise BadInput(
            f"{name}: row {y + 1}, column {x + 1}: a cell cannot cost {values[y, x]}; 0 to {MOST_COST:,} were expected"
        )
    if values.dtype.kind == "f" and (numbers != np.floor(numbers)).any():
        return numbers
    return values.astype(np.int32)
