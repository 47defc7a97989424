"""The world: a map as cells and prices, prepared for searching.

Every map, whatever its layout and shape, is stored in lines of doubled coordinates (see `search`) with a rim around it. So a
step from a hex of the map never leaves the arrays. The price of a step to the rim is 0 if nothing is there; on a map that wraps
around, it leads to the hex on the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from operator import index
from typing import Final

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar_hexmap.hexes.layout import DIRECTIONS, Hex, I, Layout
from genastar_hexmap.searches.march import HexCell
from genastar_hexmap.terrains.terrain import MOST_PARTS, Kind, Terrains, make_empty_terrains
from genastar_lattice.costs.limits import MOST_COST
from genastar_lattice.paths import check_pairs
from genastar_lattice.positions import format_position

MOST_PLACES: Final = 1 << 17

Edge = tuple[Hex, Hex, Fraction | None]
"""Two neighbours, and the extra cost of crossing between them in either direction; ``None``: impassable."""


@frozen(eq=False)
class HexSource:
    """A map that was read."""

    name: str
    """Name of the source in messages."""
    layout: Layout
    terrain: NDArray[np.int16] = field(repr=False)
    """The kind of each hex, by row and column, shape (height, width); -1 for no hex."""
    kinds: Sequence[Kind]
    origin: Hex = (0, 0)
    """The coordinates of the first hex of the first row."""
    edges: Sequence[Edge] = ()
    radius: int | None = None
    """The radius of a map with the shape of a hexagon around (0, 0)."""
    wrap: str | None = None
    """The edges to join according to the source; ``None`` if it does not say."""
    places: tuple[tuple[str, Hex], ...] = ()
    """Named places, such as the start of the first player."""
    starts: tuple[Hex, ...] = ()
    goals: tuple[Hex, ...] = ()
    remark: str = ""
    """What the reader assumed; empty if nothing."""
    terrains: Terrains = field(factory=make_empty_terrains, repr=False)
    """The terrains of its tables, for the movement type."""

    def with_movement(self, movement: str) -> HexSource:
        """Return the same map for another movement type.

        Raises:
            BadInput: the movement type is unknown.
            KeyError: a terrain is unknown to it.
        """
        terrains = self.terrains.with_movement(movement)
        kinds = [terrains.find_kind(kind.name) if kind.is_named else kind for kind in self.kinds]
        return evolve(self, kinds=kinds, terrains=terrains)

    def get_kind_at(self, position: Hex) -> int:
        """Return the number of a hex's kind, -1 for no hex."""
        x, y = position[0] - self.origin[0], position[1] - self.origin[1]
        height, width = self.terrain.shape
        return int(self.terrain[y, x]) if 0 <= x < width and 0 <= y < height else -1


@frozen
class HexNumbering:
    """The numbering of hexes as cells; see `search`."""

    first_line: int
    """The line of cell 0, which is part of the rim."""
    first_place: int
    """The place of cell 0."""
    shift: int
    """Bits of a place."""
    lines: int
    """Number of lines, including the rim."""
    swapped: bool
    """Whether lines are numbered by q; otherwise by r."""

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return self.lines << self.shift >> 1

    def to_steps(self, dq: I, dr: I) -> tuple[I, I]:
        """Return a displacement in axial coordinates as places and lines."""
        along, line = (dr, dq) if self.swapped else (dq, dr)
        return 2 * along + line, line

    def to_cells(self, q: I, r: I) -> I:
        """Return the cell of axial coordinates."""
        place, line = self.to_steps(q, r)
        return (line - self.first_line << self.shift) + place - self.first_place

    def from_halves(self, halves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cells whose halves, rounded down, are these."""
        lines = halves >> self.shift - 1
        return 2 * halves + (lines + self.first_line + self.first_place & 1)

    def split(self, cell: I) -> tuple[I, I]:
        """Return the place and line of a cell, counted from cell 0."""
        return cell & (1 << self.shift) - 1, cell >> self.shift

    def to_axial(self, cell: I) -> tuple[I, I]:
        """Return the axial coordinates of a cell."""
        place, line = self.split(cell)
        line = line + self.first_line
        along = (place + self.first_place - line) // 2
        return (line, along) if self.swapped else (along, line)


class CachedHexes(dict[HexCell, Hex]):
    """The hexes of cells in the map's coordinates, cached, because paths use the same cells again and again."""

    def __init__(self, layout: Layout, numbering: HexNumbering) -> None:
        self._layout = layout
        self._numbering = numbering

    def __missing__(self, cell: HexCell) -> Hex:
        if len(self) >= MOST_PLACES:
            self.clear()
        place = self[cell] = self._layout.from_axial(*self._numbering.to_axial(cell))
        return place

    def __reduce__(self) -> tuple[object, ...]:
        return CachedHexes, (self._layout, self._numbering)


@frozen(eq=False)
class HexWorld:
    """The cells and prices of a map."""

    layout: Layout
    source: HexSource = field(repr=False)
    numbering: HexNumbering
    prices: NDArray[np.int32] = field(repr=False)
    """See `HexProblem.prices`."""
    beyond: NDArray[np.int32] = field(repr=False)
    """See `HexProblem.beyond`."""
    copies: NDArray[np.int64]
    """See `HexProblem.copies`."""
    cells: NDArray[np.int32] = field(repr=False)
    """The cell of each hex that can be entered, by row and column, -1 elsewhere."""
    unit: int
    """Number of prices in one point."""
    least: int
    """The lowest price."""
    room: NDArray[np.int8] = field(repr=False)
    """The largest radius of a unit that fits at each hex, up to that of this world's unit, by row and column; -1: none does."""
    radius: int
    """The radius of the unit in hexes; 0 for one hex."""
    places: CachedHexes = field(init=False, repr=False)

    @places.default
    def _no_places(self) -> CachedHexes:
        return CachedHexes(self.layout, self.numbering)

    def to_cell(self, position: Hex) -> HexCell:
        """Return the cell of a hex.

        Raises:
            BadInput: the hex is not on the map or impassable.
        """
        (left, top), (height, width) = self.source.origin, self.cells.shape
        try:
            column, row = position
            x, y = index(column) - left, index(row) - top
        except (TypeError, ValueError) as error:
            raise BadInput(
                f"{self.source.name}: {format_value(position)} is no hex; give column, row in whole numbers"
            ) from error
        if 0 <= x < width and 0 <= y < height:
            cell: int = self.cells.item(y, x)
            if cell >= 0:
                return cell
        raise self._make_entry_error(position)

    def to_cells(self, positions: ArrayLike) -> NDArray[np.int64]:
        """Return the cells of n hexes, shape (n, 2).

        Raises:
            BadInput: the positions are no hexes, or one is not on the map or impassable.
        """
        found = check_pairs(positions, "hex")
        (x, y), (height, width) = (found - self.source.origin).T, self.cells.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        cells = np.where(inside, self.cells[np.where(inside, y, 0), np.where(inside, x, 0)], -1)
        if cells.min(initial=0) < 0:
            left, right = found[int(np.argmin(cells))].tolist()
            raise self._make_entry_error((left, right))
        return cells.astype(np.int64)

    def to_hexes(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the hexes of cells in the map's coordinates, as two arrays."""
        return self.layout.from_axial(*self.numbering.to_axial(cells))

    def _make_entry_error(self, position: Hex) -> BadInput:
        number = self.source.get_kind_at(position)
        if number < 0:
            return BadInput(f"{self.source.name}: {format_position(position)} is not on the map")
        room = int(self.room[position[1] - self.source.origin[1], position[0] - self.source.origin[0]])
        if room >= 0:
            return BadInput(
                f"{self.source.name}: {format_position(position)} has room for a unit of radius {room}, but the unit has "
                f"radius {self.radius}; give another hex, or a smaller unit"
            )
        return BadInput(
            f"{self.source.name}: {format_position(position)} is {self.source.kinds[number].name!r}, which cannot be entered"
        )


def make_world(source: HexSource, wrap: str, radius: int = 0) -> HexWorld:
    """Return the world of a map, with numbered hexes and a price for each step.

    Args:
        source: the map that was read.
        wrap: the joined edges: ``none``, ``x``, ``y`` or ``xy``.
        radius: the radius of the unit, in hexes. A larger unit fits where all hexes under it can be entered, and pays for the
            dearest.

    Raises:
        BadInput: the map has no hex, or cannot wrap around in this way; costs have no common measure; an edge joins no
            neighbours; or a map with edges has a unit of several hexes.
    """
    if radius and source.edges:
        raise BadInput(f"{source.name}: unit={radius} cannot move on a map with rivers or walls between hexes; use unit=0")
    y, x = np.nonzero(source.terrain >= 0)
    kinds = source.terrain[y, x]
    if not len(kinds):
        raise BadInput(f"{source.name}: the map has no hexes; give at least one")
    q, r = source.layout.to_axial(x + source.origin[0], y + source.origin[1])
    # The smaller numbering needs only a few cells for each place of the source's table, whatever the table's proportions.
    numbering = min((_make_numbering(q, r, swapped) for swapped in (False, True)), key=lambda each: each.size)
    unit, copies = _choose_unit(source, kinds), _list_copies(source, wrap)
    costs = np.array([0 if kind.cost is None else int(kind.cost * unit) for kind in source.kinds], np.int32)
    cells = numbering.to_cells(q, r)
    enter, on_map = np.zeros(numbering.size, np.int32), np.zeros(numbering.size, np.bool_)
    enter[cells >> 1] = costs[kinds]
    on_map[cells >> 1] = True

    inside = cells[costs[kinds] > 0]
    fits = np.where(costs[kinds] > 0, 0, -1)
    prices, beyond = _price_steps(numbering, copies, inside, on_map, enter)
    for size in range(1, radius + 1):  # each pass takes away the hexes beside those that cannot be entered
        around = np.abs(prices[inside >> 1])
        has_room = (around > 0).all(axis=1)
        enter[inside >> 1] = np.where(has_room, np.maximum(enter[inside >> 1], around.max(axis=1)), 0)
        inside = inside[has_room]
        fits[enter[cells >> 1] > 0] = size
        prices, beyond = _price_steps(numbering, copies, inside, on_map, enter)
    table, room = np.full(source.terrain.shape, -1, np.int32), np.full(source.terrain.shape, -1, np.int8)
    table[y, x] = np.where(fits == radius, cells, -1)
    room[y, x] = fits
    for edge in source.edges:
        _add_edge_price(source, numbering, copies, unit, prices, edge)
    paid = np.abs(prices[prices != 0])
    least = int(paid.min()) if paid.size else 1
    apart = np.array([numbering.to_steps(*copy) for copy in copies if copy != (0, 0)], np.int64).reshape(-1, 2)
    return HexWorld(source.layout, source, numbering, prices, beyond, apart, table, unit, least, room, radius)


def _price_steps(
    numbering: HexNumbering,
    copies: Sequence[Hex],
    inside: NDArray[np.int64],
    on_map: NDArray[np.bool_],
    enter: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the price of each step from the cells that can be entered, and where steps across joined edges lead."""
    prices = np.zeros((numbering.size, 6), np.int32)
    beyond = np.zeros(numbering.size if len(copies) > 1 else 0, np.int32)
    for direction, step in enumerate(_list_steps(numbering)):
        prices[inside >> 1, direction] = enter[inside + step >> 1]
    for copy in copies if len(copies) > 1 else ():
        _join(numbering, copy, inside, on_map, enter, prices, beyond)
    return prices, beyond


def _make_numbering(q: NDArray[np.int64], r: NDArray[np.int64], swapped: bool) -> HexNumbering:
    place, line = HexNumbering(0, 0, 0, 0, swapped).to_steps(q, r)
    first = int(place.min()) - 2
    shift = (int(place.max()) - first + 2).bit_length()
    return HexNumbering(int(line.min()) - 1, first, shift, int(line.max()) - int(line.min()) + 3, swapped)


def _list_steps(numbering: HexNumbering) -> list[int]:
    """Return the distances to the six neighbours, in the order used by problems."""
    row = 1 << numbering.shift
    return [2 * along + line + line * row for along, line in DIRECTIONS]


def _join(
    numbering: HexNumbering,
    copy: Hex,
    inside: NDArray[np.int64],
    on_map: NDArray[np.bool_],
    enter: NDArray[np.int32],
    prices: NDArray[np.int32],
    beyond: NDArray[np.int32],
) -> None:
    """Redirect steps to the rim into the map, where an adjacent copy of the map begins."""
    row = 1 << numbering.shift
    along, across = numbering.to_steps(*copy)
    for direction, step in enumerate(_list_steps(numbering)):
        rim = inside + step
        place, line = numbering.split(rim)
        place, line = place - along, line - across
        meets = ~on_map[rim >> 1] & (place >= 0) & (place < row) & (line >= 0) & (line < numbering.lines)
        to = line * row + place
        meets[meets] = on_map[to[meets] >> 1]
        beyond[rim[meets] >> 1] = to[meets]
        prices[inside[meets] >> 1, direction] = -enter[to[meets] >> 1]


def _list_copies(source: HexSource, wrap: str) -> tuple[Hex, ...]:
    """Return the displacements of the map's copies, including itself, in axial coordinates.

    Copies of a rectangle are stacked like its hexes; if lines are offset by half a hex, this needs an even number of lines. A
    hexagon has six adjacent copies.
    """
    if wrap == "none":
        return ((0, 0),)
    if source.radius is not None:
        if wrap != "xy":
            raise BadInput(f"{source.name}: a hexagon-shaped map can only wrap around as a whole; use wrap=xy")
        n = source.radius
        return _make_lattice((2 * n + 1, -n), (n, n + 1))
    if source.layout.is_axial:
        raise BadInput(f"{source.name}: a map of any shape cannot wrap around; use wrap=none")
    height, width = source.terrain.shape
    lines, word, axis = (width, "columns", "x") if source.layout.is_flat else (height, "rows", "y")
    if lines % 2 and axis in wrap:
        raise BadInput(f"{source.name}: wrap={wrap} needs an even number of {word} in layout {source.layout.name}, not {lines}")
    along = (width, -width // 2) if source.layout.is_flat else (width, 0)
    down = (0, height) if source.layout.is_flat else (-height // 2, height)
    return _make_lattice(along if "x" in wrap else (0, 0), down if "y" in wrap else (0, 0))


def _make_lattice(one: Hex, other: Hex) -> tuple[Hex, ...]:
    around = (-1, 0, 1)
    return tuple(sorted({(i * one[0] + j * other[0], i * one[1] + j * other[1]) for i in around for j in around}))


def _choose_unit(source: HexSource, kinds: NDArray[np.int16]) -> int:
    """Return the smallest number of prices for a point that makes all costs of these kinds, and of edges, whole."""
    costs = [source.kinds[kind].cost for kind in np.unique(kinds)] + [extra for _, _, extra in source.edges]
    unit = lcm(*(cost.denominator for cost in costs if cost is not None))
    if unit > MOST_PARTS:
        raise BadInput(f"{source.name}: costs have no common denominator up to {MOST_PARTS}; round them")
    return unit


def _add_edge_price(
    source: HexSource, numbering: HexNumbering, copies: Iterable[Hex], unit: int, prices: NDArray[np.int32], edge: Edge
) -> None:
    """Add the price of an edge to both directions."""
    one, other, extra = edge
    for position in (one, other):
        if source.get_kind_at(position) < 0:
            raise BadInput(
                f"{source.name}: an edge ends at {format_position(position)}, which is not on the map; give a hex of it"
            )
    (q, r), (to_q, to_r) = source.layout.to_axial(*one), source.layout.to_axial(*other)
    steps = {(to_q + dq - q, to_r + dr - r) for dq, dr in copies} & set(DIRECTIONS)
    if not steps:
        raise BadInput(
            f"{source.name}: an edge joins {format_position(one)} and {format_position(other)}, which are not adjacent"
        )
    for dq, dr in steps:
        direction = DIRECTIONS.index((dr, dq) if numbering.swapped else (dq, dr))
        for place, side in (((q, r), direction), ((to_q, to_r), (direction + 3) % 6)):
            at = numbering.to_cells(*place) >> 1
            price = int(prices[at, side])
            if extra is None:
                prices[at, side] = 0
            elif price:
                more = abs(price) + int(extra * unit)
                if more > 2 * MOST_COST * unit:
                    raise BadInput(f"{source.name}: edges of {format_position(one)} cost more than {MOST_COST:,} together")
                prices[at, side] = more if price > 0 else -more
