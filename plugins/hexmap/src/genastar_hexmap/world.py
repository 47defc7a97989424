"""The world: a map as cells and prices, ready to be searched.

Every map, whatever its layout and shape, is held in axial coordinates with a rim of one cell around it. So a step from a hex
of the map never leaves the arrays, and the price of a step to the rim says what is there: nothing (0), or, on a map that
wraps around, the hex that the rim stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_hexmap.layout import DIRECTIONS, Hex, Layout
from genastar_hexmap.terrain import MOST_COST, MOST_PARTS, Kind

Edge = tuple[Hex, Hex, Fraction | None]
"""Two neighbours, and what crossing between them costs in addition, either way; ``None`` where nobody crosses."""


@frozen(eq=False)
class Source:
    """What was read."""

    name: str
    """In messages."""
    layout: Layout
    terrain: NDArray[np.int16] = field(repr=False)
    """The kind of each hex, by row and column, shape (height, width); -1 where there is no hex."""
    kinds: Sequence[Kind]
    origin: Hex = (0, 0)
    """The coordinates of the first row's first hex."""
    edges: Sequence[Edge] = ()
    radius: int | None = None
    """Of a map in the form of a hexagon, around (0, 0)."""
    wrap: str | None = None
    """Which edges the source says to wrap around; ``None`` if it does not say."""
    places: tuple[tuple[str, Hex], ...] = ()
    """Places with a name, such as the first player's start."""
    start: Hex | None = None
    goals: tuple[Hex, ...] = ()


@frozen(eq=False)
class World:
    """Cells and prices. See `search` for how both are numbered."""

    layout: Layout
    source: Source = field(repr=False)
    prices: NDArray[np.int32] = field(repr=False)
    beyond: NDArray[np.int32] = field(repr=False)
    cells: NDArray[np.int64] = field(repr=False)
    """The cell of each hex, shape (height, width) as the source's terrain."""
    shift: int
    corner: Hex
    """The axial coordinates of cell 0."""
    copies: tuple[Hex, ...]
    """How far the copies of the map lie that are next to it, in axial coordinates; (0, 0), the map itself, is one of them."""
    unit: int
    """Prices for one point."""
    least: int
    """The lowest price."""

    def cell(self, position: Hex) -> int:
        """The number of a hex.

        Raises:
            BadInput: it is not on the map, or impassable.
        """
        x, y = position[0] - self.source.origin[0], position[1] - self.source.origin[1]
        height, width = self.source.terrain.shape
        if not (0 <= x < width and 0 <= y < height) or self.source.terrain[y, x] < 0:
            raise BadInput(f"{self.source.name}: {position[0]},{position[1]} is not on the map")
        kind = self.source.kinds[self.source.terrain[y, x]]
        if kind.cost is None:
            raise BadInput(f"{self.source.name}: {position[0]},{position[1]} is {kind.name!r}, which cannot be entered")
        return int(self.cells[y, x])

    def position(self, cell: int) -> Hex:
        """The hex of a number, in the map's own coordinates."""
        q, r = cell & ((1 << self.shift) - 1), cell >> self.shift
        return self.layout.own(q + self.corner[0], r + self.corner[1])

    def goals(self, positions: Iterable[Hex]) -> NDArray[np.int64]:
        """Goals and their copies, as `Hexes` has them."""
        rows = []
        for position in positions:
            cell = self.cell(position)
            q, r = cell & ((1 << self.shift) - 1), cell >> self.shift
            rows += [(q + dq, r + dr, cell) for dq, dr in self.copies]
        return np.array(rows, np.int64).reshape(-1, 3)


def world_of(source: Source, wrap: str) -> World:
    """Number the hexes and price the steps.

    Args:
        source: what was read.
        wrap: the edges that meet: ``none``, ``columns``, ``rows`` or ``both``.

    Raises:
        BadInput: the map cannot wrap around so; costs have no common measure; or an edge joins no neighbours.
    """
    height, width = source.terrain.shape
    rows, columns = np.indices((height, width), dtype=np.int64)
    q, r = source.layout.axial(columns + source.origin[0], rows + source.origin[1])
    corner = int(q.min()) - 1, int(r.min()) - 1
    shift = (int(q.max()) - corner[0] + 1).bit_length()
    cells = (r - corner[1]) << shift | (q - corner[0])
    size = (int(r.max()) - corner[1] + 2) << shift

    unit = _unit(source)
    costs = np.array([0 if kind.cost is None else int(kind.cost * unit) for kind in source.kinds] + [0], np.int32)
    there = source.terrain >= 0
    enter, on_map = np.zeros(size, np.int32), np.zeros(size, np.bool_)
    enter[cells] = costs[source.terrain]
    on_map[cells[there]] = True

    prices, beyond = np.zeros((size, 6), np.int32), np.zeros(0, np.int32)
    inside = cells[there & (costs[source.terrain] > 0)]
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        prices[inside, direction] = enter[inside + dq + (dr << shift)]
    copies = _copies(source, wrap)
    if len(copies) > 1:
        beyond = np.zeros(size, np.int32)
        for copy in copies:
            _join(copy, inside, on_map, enter, prices, beyond, shift)
    world = World(source.layout, source, prices, beyond, cells, shift, corner, copies, unit, 0)
    for edge in source.edges:
        _cross(world, edge)
    steps = np.abs(prices[prices != 0])
    return evolve(world, least=int(steps.min()) if steps.size else 1)


def _join(
    copy: Hex,
    inside: NDArray[np.int64],
    on_map: NDArray[np.bool_],
    enter: NDArray[np.int32],
    prices: NDArray[np.int32],
    beyond: NDArray[np.int32],
    shift: int,
) -> None:
    """Steps to the rim lead into the map again, where a copy of it, so far away, begins."""
    row = 1 << shift
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        rim = inside + dq + dr * row
        q, r = (rim & (row - 1)) - copy[0], (rim >> shift) - copy[1]
        to = r * row + q
        meets = ~on_map[rim] & (q >= 0) & (q < row) & (to >= 0) & (to < len(on_map))
        meets[meets] = on_map[to[meets]]
        beyond[rim[meets]] = to[meets]
        prices[inside[meets], direction] = -enter[to[meets]]


def _copies(source: Source, wrap: str) -> tuple[Hex, ...]:
    """How far the map's copies lie, itself included, in axial coordinates.

    A rectangle's copies lie above one another as its hexes do; where they are shoved by half a hex from line to line, an even
    number of lines is needed. A hexagon has six neighbours that mirror it.
    """
    if wrap == "none":
        return ((0, 0),)
    if source.radius is not None:
        if wrap != "both":
            raise BadInput(f"{source.name}: a map in the form of a hexagon wraps around as a whole: wrap=both")
        n = source.radius
        return _lattice((2 * n + 1, -n), (n, n + 1))
    if source.layout.is_axial:
        raise BadInput(f"{source.name}: a map of any form has no edges that meet: wrap=none")
    height, width = source.terrain.shape
    lines, word = (width, "columns") if source.layout.is_flat else (height, "rows")
    if lines % 2 and wrap in (word, "both"):
        raise BadInput(f"{source.name}: wrap={wrap} needs an even number of {word} in layout {source.layout.name}, not {lines}")
    along = (width, -width // 2) if source.layout.is_flat else (width, 0)
    down = (0, height) if source.layout.is_flat else (-height // 2, height)
    return _lattice(along if wrap in ("columns", "both") else (0, 0), down if wrap in ("rows", "both") else (0, 0))


def _lattice(one: Hex, other: Hex) -> tuple[Hex, ...]:
    around = (-1, 0, 1)
    return tuple(sorted({(i * one[0] + j * other[0], i * one[1] + j * other[1]) for i in around for j in around}))


def _unit(source: Source) -> int:
    """The smallest number of prices for a point in which all costs are whole."""
    costs = [kind.cost for kind in source.kinds] + [extra for _, _, extra in source.edges]
    unit = lcm(*(cost.denominator for cost in costs if cost is not None))
    if unit > MOST_PARTS:
        raise BadInput(f"{source.name}: costs have no common measure of at least 1/{MOST_PARTS}; round them")
    return unit


def _cross(world: World, edge: Edge) -> None:
    """Write the price of an edge into both directions."""
    one, other, extra = edge
    layout, name = world.layout, world.source.name
    q, r = layout.axial(*one)
    to_q, to_r = layout.axial(*other)
    ways = {(to_q + dq - q, to_r + dr - r) for dq, dr in world.copies if (to_q + dq - q, to_r + dr - r) in DIRECTIONS}
    if not ways:
        raise BadInput(f"{name}: an edge joins {_text(one)} and {_text(other)}, which are no neighbours")
    for dq, dr in ways:
        direction = DIRECTIONS.index((dq, dr))
        for position, way in ((one, direction), (other, (direction + 3) % 6)):
            x, y = position[0] - world.source.origin[0], position[1] - world.source.origin[1]
            height, width = world.source.terrain.shape
            if not (0 <= x < width and 0 <= y < height) or world.source.terrain[y, x] < 0:
                raise BadInput(f"{name}: an edge ends at {_text(position)}, which is not on the map")
            price = int(world.prices[world.cells[y, x], way])
            more = 0 if extra is None else int(extra * world.unit)
            if extra is not None and abs(price) + more > 2 * MOST_COST * world.unit:
                raise BadInput(f"{name}: edges at {_text(position)} cost more than {MOST_COST:,} together")
            world.prices[world.cells[y, x], way] = 0 if extra is None else price + (more if price > 0 else -more) * (price != 0)


def _text(position: Hex) -> str:
    return f"{position[0]},{position[1]}"
