"""The world: a cost for each cell, which may change between searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Final, cast

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar import BadInput
from genastar_grid.any_angle.anya import Runs, find_runs
from genastar_grid.formats.cost_arrays import Costs, convert_costs
from genastar_grid.jump_points.jump import Stops, pack_stops
from genastar_grid.jump_points.jump_table import Distances, compute_jump_distances, find_corner_points, is_table
from genastar_grid.jump_points.table_file import Arrays, compute_digest, load_or_build
from genastar_grid.rules.change_areas import REACH, make_boxes
from genastar_grid.rules.passages import Sides, close_passages
from genastar_grid.rules.stagger import Stagger, compute_staggered_directions
from genastar_grid.steps.squares import Squares, compute_squares
from genastar_grid.subgoals.shortcuts import Shortcuts
from genastar_grid.subgoals.subgoal_graph import SubgoalGraph, are_shortcuts, build_graph, is_graph, number_points
from genastar_lattice.costs.limits import has_fractions, list_changes
from genastar_lattice.directions import Mask, OpenDirections, compute_open_directions, look_again
from genastar_lattice.positions import check_inside
from genastar_lattice.sizes import Footprint, erode_at, erode_bits, erode_costs, list_positions_over

Cell = tuple[int, int]
CROWDED: Final = 0.15
"""Jump points per free cell above which stepping is faster than jumping. Maps of games, cities and rooms have 0.001 to 0.09,
and jumping is 3 to 70 times as fast. Among random walls the two are equal at 0.1 to 0.15, and at 0.3 stepping is twice as
fast."""

CORRIDORS: Final = 3
"""Open directions per free cell below which a map consists of corridors. There jumping is faster whatever the number of jump
points, because all scans are short."""

MOST_CORNERS: Final = 500_000
"""Limit of corners for the graph of corners."""


@define(eq=False)
class GridWorld:
    """Costs of cells, and the open directions computed from them.

    With a unit larger than a cell, ``costs`` and ``water`` are those of its positions, made from those of the cells, ``ground``
    and ``bed``. Searches use the former alone.
    """

    costs: Costs = field(repr=False)
    water: Mask | None = field(repr=False)
    """Water cells, which only water cells lead to; ``None`` if there are none."""
    directions: str
    diagonals: str
    wrap: str
    """Axes whose ends are joined: none, x, y or xy."""
    swamp: Mask | None = field(default=None, repr=False, kw_only=True)
    """Swamp cells, for pictures; they cost the same as ground."""
    passages: Sides | None = field(default=None, repr=False, kw_only=True)
    """The straight steps that one-way cells allow; see `rules.passages`. ``None`` if no cell is one-way."""
    stagger: Stagger | None = field(default=None, kw_only=True)
    """Which rows or columns are offset; ``None`` on a square grid."""
    footprint: Footprint | None = field(default=None, kw_only=True)
    """The cells under the unit; ``None`` for a single cell."""
    ground: Costs = field(init=False, repr=False)
    """The cost of each cell, whatever the unit."""
    bed: Mask | None = field(init=False, repr=False)
    """The water cells, whatever the unit."""
    open_directions: OpenDirections = field(init=False, repr=False)
    _unit_passages: Sides | None = field(init=False, default=None, repr=False)
    _least: float | None = field(init=False, default=None, repr=False)
    _even: bool | None = field(init=False, default=None, repr=False)
    _is_open: bool | None = field(init=False, default=None, repr=False)
    _stops: dict[bool, Stops] = field(init=False, factory=dict, repr=False)
    _runs: Runs | None = field(init=False, default=None, repr=False)
    _squares: Squares | None = field(init=False, default=None, repr=False)
    _open_sides: OpenDirections | None = field(init=False, default=None, repr=False)
    _distances: Distances | None = field(init=False, default=None, repr=False)
    _graph: SubgoalGraph | None = field(init=False, default=None, repr=False)
    _files: set[str] = field(init=False, factory=set, repr=False)
    """Files that tables were read from or written to."""
    changes: int = field(init=False, default=0, repr=False)
    """How often the costs were changed since the source was read."""

    def __attrs_post_init__(self) -> None:
        self.ground, self.bed, self._unit_passages = self.costs, self.water, self.passages
        if self.footprint is not None:
            costs = np.ascontiguousarray(erode_costs(self.ground.T, self.footprint, self.wrap).T)
            if self.bed is not None:  # a unit is in the water or on land
                wet, dry = (
                    erode_costs(part.T.astype(np.uint8), self.footprint, self.wrap).T > 0 for part in (self.bed, ~self.bed)
                )
                costs[~wet & ~dry], self.water = 0, wet
            if self.passages is not None:
                self._unit_passages = np.ascontiguousarray(erode_bits(self.passages.T, self.footprint, self.wrap).T)
            self.costs = costs
        self.open_directions = self._compute_all_directions()

    @property
    def least(self) -> float:
        """Return the cost of the cheapest free cell, computed when first needed after a change."""
        if self._least is None:
            paid = self.costs[self.costs > 0]
            self._least = paid.min().item() if paid.size else 1
        return self._least

    @property
    def even(self) -> bool:
        """Return whether every free cell costs 1, computed when first needed after a change."""
        if self._even is None:
            self._even = bool(((self.costs == 0) | (self.costs == 1)).all())
        return self._even

    def get_stops(self, in_water: bool) -> Stops:
        """Return the cells where jumps end, on land or in water, packed when first needed after a change."""
        found = self._stops.get(in_water)
        if found is None:
            found = self._stops[in_water] = pack_stops(self._select_realm(self.costs > 0, self.water, in_water), self.rule)
        return found

    @property
    def runs(self) -> Runs:
        """Return the runs of free cells in each row, computed when first needed after a change."""
        if self._runs is None:
            self._runs = find_runs(self.realms)
        return self._runs

    @property
    def squares(self) -> Squares:
        """Return the even squares of each cell, computed when first needed after a change."""
        if self._squares is None:
            self._squares = compute_squares(self.open_directions, self.costs)
        return self._squares

    @property
    def open_sides(self) -> OpenDirections:
        """Return the open directions used for pruning, computed when first needed after a change.

        Without diagonal steps, these are the open directions of the rule *no-obstacle*.
        """
        if self.rule != "never":
            return self.open_directions
        if self._open_sides is None:
            self._open_sides = np.zeros_like(self.open_directions)
            for free in self.realms:
                self._open_sides |= compute_open_directions(free, "8", "no-obstacle")
        return self._open_sides

    @property
    def rule(self) -> str:
        """Return the rule for diagonal steps; with 4 directions it is *never*."""
        return "never" if self.directions == "4" else self.diagonals

    def load_distances(self, file: str | None = None) -> Distances:
        """Return the table of jps-plus, computed when first needed after a change, or kept in a file until a change.

        Raises:
            BadInput: see `kept.load_or_build`.
        """
        found = self._distances
        if found is None or self._is_new(file):
            kind = "jps-plus" if self.rule == "no-obstacle" else f"jps-plus {self.rule}"

            def make() -> Arrays:
                return [compute_jump_distances(self.realms, self.open_sides, self.rule) if found is None else found]

            self._distances = found = cast("Distances", self._load_or_build(file, kind, make, self._are_distances)[0])
        return found

    def load_graph(self, file: str | None = None) -> SubgoalGraph:
        """Return the graph of corners, computed when first needed after a change, or kept in a file until a change.

        Raises:
            BadInput: there are more than `MOST_CORNERS`; or see `kept.load_or_build`.
        """
        known = self._graph
        if known is None or self._is_new(file):
            points = find_corner_points(self.realms)
            if (corners := int(points.sum())) > MOST_CORNERS:
                raise BadInput(
                    f"the algorithm 'subgoal' needs a map of at most {MOST_CORNERS:,} corners, but this map has {corners:,}; "
                    "use jps-plus"
                )

            def make() -> Arrays:
                graph = build_graph(points, self.realms, self.open_directions) if known is None else known
                return [
                    self.load_distances(),
                    graph.first,
                    graph.arcs,
                    graph.prices,
                    graph.shortcuts.pairs,
                    graph.shortcuts.middles,
                ]

            def fits(arrays: Arrays) -> bool:
                kinds = [(array.ndim, array.dtype) for array in arrays[1:]]
                expected = [(1, np.int32), (2, arrays[0].dtype), (1, np.int64), (1, np.int64), (1, np.int32)]
                if kinds != expected or not self._are_distances(arrays[:1]) or arrays[1].shape != (corners + 1,):
                    return False
                is_whole = arrays[2].shape[1] == 7 and are_shortcuts(arrays[4], arrays[5], corners)
                return is_whole and is_graph(self._restore_graph(points, arrays), cast("Distances", arrays[0]))

            arrays = self._load_or_build(file, "subgoal", make, fits)
            self._distances, self._graph = cast("Distances", arrays[0]), self._restore_graph(points, arrays)
            known = self._graph
        return known

    def _are_distances(self, arrays: Arrays) -> bool:
        return len(arrays) == 1 and is_table(arrays[0], self.realms, self.open_sides, self.rule)

    def _restore_graph(self, points: Mask, arrays: Arrays) -> SubgoalGraph:
        _, first, arcs, prices, *shortcuts = arrays
        return SubgoalGraph(
            number_points(points), first, cast("Distances", arcs), prices, Shortcuts(np.flatnonzero(points), *shortcuts)
        )

    def _is_new(self, file: str | None) -> bool:
        """Return whether this file is to be used and was neither read nor written yet."""
        return file is not None and not self.is_changed and file not in self._files

    def _load_or_build(self, file: str | None, kind: str, make: Callable[[], Arrays], fits: Callable[[Arrays], bool]) -> Arrays:
        if file is None or self.is_changed:
            return make()
        found = load_or_build(file, kind, compute_digest(*self.realms), make, fits)
        self._files.add(file)
        return found

    @property
    def realms(self) -> list[Mask]:
        """Return the free cells on each side of the shore."""
        free = self.costs > 0
        return [self._select_realm(free, self.water, side) for side in ((False,) if self.water is None else (False, True))]

    @property
    def is_open(self) -> bool:
        """Return whether jumping is faster than stepping, computed when first needed after a change."""
        if self._is_open is None:
            free = self.costs > 0
            cells = int(free.sum())
            opened = int(np.unpackbits(self.open_sides.astype(np.uint8)).sum())
            points = int(find_corner_points(self.realms).sum())
            self._is_open = points < CROWDED * cells or opened < CORRIDORS * cells
        return self._is_open

    def change(self, cells: Iterable[Cell] | Mapping[Cell, float], cost: float | None = None) -> None:
        """Set the cost of cells; 0 blocks them. Derived data is updated only around these cells.

        Args:
            cells: cells, which all get the same cost; or a mapping of cells to costs.
            cost: that cost; left out with a mapping.

        Raises:
            BadInput: a cell is outside; or a cost is negative, not finite, or a fraction in a grid of whole numbers.
        """
        changes = list_changes(cells, cost, self.costs.dtype.kind == "i", "cell", "grid")
        wanted = [self.check_cell(cell) for cell, _ in changes]
        for (x, y), (_, cost) in zip(wanted, changes, strict=True):
            if self._least is not None and (
                self.costs[y, x] == self._least or 0 < cost < self._least or self.footprint is not None
            ):
                self._least = None
            if self._even is not (cost in (0, 1)) or self.footprint is not None:
                self._even = None
            self.ground[y, x] = cost
        self._look_again(self._fit_unit_again(np.array(wanted, np.int64).reshape(-1, 2)))

    def _fit_unit_again(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Compute the costs of the positions from which the unit covers changed cells, and return these positions."""
        if self.footprint is None or not len(cells):
            return cells
        positions = list_positions_over(cells, self.footprint, self.costs.T.shape, self.wrap)
        x, y = positions.T
        found = erode_at(self.ground.T, positions, self.footprint, self.wrap)
        if self.bed is not None:
            wet, dry = (
                erode_at(part.T.astype(np.uint8), positions, self.footprint, self.wrap) > 0 for part in (self.bed, ~self.bed)
            )
            found[~wet & ~dry] = 0
        self.costs[y, x] = found
        return positions

    def paint(self, places: NDArray[np.int64], costs: NDArray[np.float64]) -> GridWorld:
        """Return another world with these costs at these places, which are numbered row by row.

        Costs stay or become whole numbers if all are whole.

        Raises:
            BadInput: a cost is negative or too great.
        """
        broken = has_fractions(costs, "cell")
        twin = self.copy()
        if broken and twin.ground.dtype.kind == "i":
            twin.ground = twin.ground.astype(np.float64)
        rows = twin.ground.reshape(-1)
        turned = places[(rows[places] > 0) != (costs > 0)]
        rows[places] = costs
        if twin.ground.dtype.kind == "f" and not broken:
            twin.ground = convert_costs("the grid", twin.ground)
        if self.footprint is not None:
            found = twin._rebuild()
            found.changes = self.changes + 1
            return found
        twin.costs, twin._least, twin._even = twin.ground, None, None
        y, x = np.divmod(turned, self.costs.shape[1])
        twin._look_again(np.stack([x, y], axis=1))
        return twin

    def copy(self) -> GridWorld:
        """Return a copy with its own costs and open directions, to change. Derived data is kept."""
        twin = copy(self)
        twin.costs, twin.open_directions = self.costs.copy(), self.open_directions.copy()
        twin.ground = twin.costs if self.footprint is None else self.ground.copy()
        twin._stops, twin._files = dict(self._stops), set(self._files)
        return twin

    def with_rules(self, directions: str, diagonals: str, wrap: str, footprint: Footprint | None) -> GridWorld:
        """Return the same costs of cells under these rules and for this unit, with arrays of its own."""
        sizes = [None if each is None else each.text for each in (footprint, self.footprint)]
        twin = self.copy()
        if (directions, diagonals, wrap, sizes[0]) == (self.directions, self.diagonals, self.wrap, sizes[1]):
            return twin
        twin.directions, twin.diagonals, twin.wrap, twin.footprint = directions, diagonals, wrap, footprint
        return twin._rebuild()

    def _rebuild(self) -> GridWorld:
        """Return the world of the same cells, with everything that is derived computed again."""
        found = GridWorld(
            self.ground,
            self.bed,
            self.directions,
            self.diagonals,
            self.wrap,
            swamp=self.swamp,
            passages=self.passages,
            stagger=self.stagger,
            footprint=self.footprint,
        )
        found.changes = self.changes
        return found

    @property
    def is_changed(self) -> bool:
        """Return whether the costs have changed since the source was read."""
        return self.changes > 0

    def _look_again(self, cells: NDArray[np.int64]) -> None:
        """Discard data derived from costs, and update the open directions around these cells, shape (n, 2)."""
        self._stops.clear()
        self._distances = self._graph = self._open_sides = self._runs = self._squares = None
        self.changes += 1
        self._is_open = None
        if not len(cells):
            return
        if self.wrap != "none" or self.stagger is not None:
            self.open_directions = self._compute_all_directions()
            return
        for area in make_boxes(cells):
            look_again(self.open_directions, area, REACH, self._compute_open_directions)

    def list_shore(self, cell: Cell) -> Costs:
        """Return the costs of the cells on the same side of the shore as a cell, by column and row, whatever the unit."""
        x, y = cell
        return (self.ground if self.bed is None else self.ground * (self.bed == self.bed[y, x])).T

    def check_cell(self, cell: Cell) -> Cell:
        """Return the cell with Python's ints.

        Raises:
            BadInput: the argument is no cell, or the cell is outside the grid.
        """
        return check_inside(cell, self.costs.T.shape, "cell", "grid")

    def _compute_all_directions(self) -> OpenDirections:
        return self._compute_open_directions((slice(None), slice(None)))

    def _compute_open_directions(self, where: tuple[slice, slice]) -> OpenDirections:
        free, water = self.costs[where] > 0, None if self.water is None else self.water[where]
        open_directions = self._apply_rules(self._select_realm(free, water, False))
        if water is not None:
            open_directions |= self._apply_rules(self._select_realm(free, water, True))
        if self._unit_passages is not None:
            passages = self._unit_passages[where]
            return close_passages(open_directions, passages, self.diagonals, self.wrap != "none")
        return open_directions

    def _apply_rules(self, free: Mask) -> OpenDirections:
        if self.stagger is not None:
            return compute_staggered_directions(free, self.directions, self.diagonals, self.stagger)
        return compute_open_directions(free, self.directions, self.diagonals, self.wrap)

    @staticmethod
    def _select_realm(free: Mask, water: Mask | None, in_water: bool) -> Mask:
        """Return the free cells on this side of the shore."""
        if water is None:
            return free
        return free & water if in_water else free & ~water
