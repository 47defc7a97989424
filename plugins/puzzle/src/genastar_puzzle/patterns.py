"""Additive pattern databases of sliding tiles (Korf and Felner, Artificial Intelligence 134, 2002).

A pattern is some of the tiles. Its abstract states are their places and the region of the gap: the places that the gap reaches
without moving one of them. Only moves of the pattern's tiles are steps, and each costs 1. So patterns without a common tile can
be added. The table has an entry for each arrangement of the tiles, the least over all regions: the estimate is admissible, but
not consistent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import isqrt
from pathlib import Path
from typing import ClassVar, Final, Generic, cast

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar_prepare.patterns import (
    PatternDatabase,
    count_free_before,
    find_free_place,
    open_pattern_database,
    pattern_database,
    save_pattern_database,
)
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.search import S, Sliding, State, make_problem, pack

PARTITIONS: Final = {
    "5-5-5": ((1, 2, 3, 6, 7), (4, 5, 8, 9, 12), (10, 11, 13, 14, 15)),
    "6-6-3": ((4, 5, 8, 9, 12, 13), (6, 7, 10, 11, 14, 15), (1, 2, 3)),
    "7-8": ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15)),
    "6-6-6-6": ((1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21), (17, 18, 19, 22, 23, 24)),
}
"""Patterns of the 15- and the 24-puzzle with the gap first, by the homes of their tiles. With the gap last, they turn."""

_BITS: Final = 6
"""Bits of a place in an abstract state."""
_MOST_TILES: Final = 9
"""Tiles of a pattern, whose places and the gap's fit into an integer."""


@frozen(eq=False)
class TilePattern(AStar[int, Cost[int]], Generic[S]):
    """The places of some tiles and the region of the gap, in one integer of six bits for each place, the first tile lowest.

    The gap's region is named by its first place.
    """

    puzzle: Sliding[S] = field(repr=False)
    count: int
    """Number of tiles."""
    items: NDArray[np.int8] = field(repr=False)
    """For each tile of the board its number in the pattern; ``count`` for the gap, and -1 for other tiles."""
    turned: NDArray[np.int64] = field(repr=False)
    """The place in the pattern of each place of the board: the same, or mirrored."""
    width: int
    places: int
    west: int = field(repr=False)
    """Bits of the places that have one to their west."""
    east: int = field(repr=False)
    """Bits of the places that have one to their east."""

    def abstract(self, board: S) -> int:
        """Return the abstract state of a board."""
        state = self.read_places(board)
        region = self.flood_region(self.get_taken_bits(state), 1 << (state >> _BITS * self.count))
        return state & ((1 << _BITS * self.count) - 1) | self.get_first_place(region) << _BITS * self.count

    def read_places(self, board: S) -> int:
        """Return the places of the tiles, and after them that of the gap itself."""
        state = 0
        for place in range(self.places):
            item = int(self.items[self.puzzle.get_tile(board, place)])
            if item >= 0:
                state |= int(self.turned[place]) << _BITS * item
        return state

    def get_taken_bits(self, state: int) -> int:
        """Return the bits of the places of the tiles."""
        taken = 0
        for item in range(self.count):
            taken |= 1 << ((state >> _BITS * item) & 63)
        return taken

    def get_neighbour_bits(self, places: int) -> int:
        """Return the bits of the places beside these."""
        return (places & self.east) << 1 | (places & self.west) >> 1 | places << self.width | places >> self.width

    def flood_region(self, taken: int, gap: int) -> int:
        """Return the bits of the places that the gap reaches while the tiles stay where they are."""
        free = ((1 << self.places) - 1) & ~taken
        region, reached = 0, gap
        while reached != region:
            region = reached
            reached |= ((reached & self.east) << 1 | (reached & self.west) >> 1) & free
            reached |= (reached << self.width | reached >> self.width) & free
        return region

    def get_first_place(self, places: int) -> int:
        """Return the first of these places."""
        return (places & -places).bit_length() - 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        state = node.position
        taken = self.get_taken_bits(state)
        region = self.flood_region(taken, 1 << (state >> _BITS * self.count))
        tiles = state & ((1 << _BITS * self.count) - 1)
        for item in range(self.count):
            place = (state >> _BITS * item) & 63
            here = 1 << place
            open_directions = self.get_neighbour_bits(here) & region
            while open_directions:
                there = open_directions & -open_directions
                open_directions ^= there
                gap = self.get_first_place(self.flood_region(taken ^ here ^ there, here))
                moved = tiles ^ (place ^ self.get_first_place(there)) << _BITS * item
                open_list.relax(moved | gap << _BITS * self.count, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False

    def index(self, position: int) -> int:
        """Return the number of the arrangement of the tiles and the gap, the gap's place last."""
        gap = count_free_before(self.get_taken_bits(position), position >> _BITS * self.count)
        return self.number_arrangement(position) * (self.places - self.count) + gap

    def number_arrangement(self, state: int) -> int:
        """Return the number of the arrangement of the tiles, wherever the gap is: the entry of the compressed table."""
        number = taken = 0
        for item in range(self.count):
            place = (state >> _BITS * item) & 63
            number = number * (self.places - item) + count_free_before(taken, place)
            taken |= 1 << place
        return number

    def state(self, index: int) -> int:
        """Return the abstract state with this index."""
        state = taken = 0
        behind = self.size
        for item in range(self.count + 1):
            behind //= self.places - item
            place = find_free_place(taken, index // behind)
            index %= behind
            taken |= 1 << place
            state |= place << _BITS * item
        return state

    @property
    def size(self) -> int:
        """Return the number of arrangements of the tiles and the gap."""
        size = 1
        for item in range(self.count + 1):
            size *= self.places - item
        return size


@frozen(eq=False)
class TilePatterns(Generic[S]):
    """The sum of the pattern databases of a partition, and that for the mirror image of a board; the larger counts.

    A `Max` of two `Sum` would do the same. Here the parts have one type, so machine code has them once, in a loop, and every
    arrangement has an entry, so the region of the gap need not be found.
    """

    databases: tuple[PatternDatabase[S, int], ...] = field(repr=False)
    """Those of the board, then as many of its mirror image, if it has one."""
    patterns: int
    """Number of patterns."""
    admissible: ClassVar[bool] = True
    consistent: ClassVar[bool] = False

    def estimate(self, board: S) -> int:
        """Return a lower bound of the moves to the goal."""
        total = largest = 0
        number = self.patterns
        for database in self.databases:
            if number == 0:
                number, largest, total = self.patterns, total, 0
            total += int(database.costs[database.pattern.number_arrangement(database.pattern.read_places(board))])
            number -= 1
        return max(total, largest)


def find_partition(name: str, shape: BoardShape, goal: Board) -> tuple[tuple[int, ...], ...]:
    """Return the partition with a name of `PARTITIONS`.

    Raises:
        BadInput: there is no such name, or it is not for this board.
    """
    homes = PARTITIONS.get(name)
    if homes is None:
        raise BadInput(
            f"patterns={format_value(name)} is none of {', '.join(PARTITIONS)}; give a name, or the tiles of each pattern"
        )
    side = isqrt(sum(map(len, homes)) + 1)
    if shape != BoardShape(side, side) or goal.index(0) not in (0, shape.places - 1):
        raise BadInput(
            f"the patterns {name} need {side} x {side} places, and the gap first or last in the goal; give the tiles of each"
        )
    turned = goal if goal[0] == 0 else goal[::-1]
    return tuple(tuple(turned[place] for place in places) for places in homes)


def make_tile_pattern(shape: BoardShape, goal: Board, tiles: Sequence[int]) -> TilePattern[State]:
    """Return the pattern of these tiles.

    Raises:
        BadInput: a tile is not on the board or appears twice, or there are too many.
    """
    if not 0 < len(tiles) <= _MOST_TILES or len(set(tiles)) < len(tiles) or not set(tiles) <= set(range(1, shape.places)):
        raise BadInput(
            f"{' '.join(map(str, tiles)) or 'no tile'} is no pattern; give 1 to {_MOST_TILES} different tiles from 1 to "
            f"{shape.places - 1}"
        )
    items = np.full(shape.places, -1, np.int8)
    items[[*tiles, 0]] = range(len(tiles) + 1)
    columns = [place % shape.width for place in range(shape.places)]
    west, east = (sum(1 << p for p, x in enumerate(columns) if x != edge) for edge in (0, shape.width - 1))
    puzzle = cast("Sliding[State]", make_problem(shape, (goal,), "manhattan"))
    return TilePattern(puzzle, len(tiles), items, np.arange(shape.places), shape.width, shape.places, west, east)


def make_tile_patterns(
    shape: BoardShape,
    goal: Board,
    partition: Sequence[Sequence[int]],
    folder: AnyPath | None = None,
    *,
    engine: str = "auto",
    memory: float = 6e9,
) -> TilePatterns[State]:
    """Return the sum of the pattern databases of a partition of the tiles.

    A pattern that is another one turned or mirrored has the same table. The goal of a square board may be its own mirror image
    about the diagonal, as the goal with the gap first is. Then the tables also serve the mirror image of a board, and the
    estimate is the larger of both sums.

    Args:
        shape: the shape of the board.
        goal: the goal.
        partition: tiles of each pattern; no tile is in two.
        folder: where the tables are kept: they are opened if they are there, and otherwise built and saved.
        engine: the engine that builds tables, as in `AStar.search`.
        memory: maximum number of bytes for building a table.

    Raises:
        BadInput: the partition is none of the tiles, a file belongs to another puzzle, or a table needs too much memory.
        Cancelled: the governing `CancelToken` was cancelled.
    """
    whole = sorted(tile for tiles in partition for tile in tiles)
    twice = [one for one, other in pairwise(whole) if one == other]
    if len(partition) < 2 or twice:
        raise BadInput(
            f"the patterns {'/'.join(','.join(map(str, tiles)) for tiles in partition)} are no partition; give two or more, "
            f"and each tile once{f', not tile {twice[0]} twice' if twice else ''}"
        )
    built: list[PatternDatabase[State, int]] = []
    databases: list[PatternDatabase[State, int]] = []
    for tiles in partition:
        pattern = make_tile_pattern(shape, goal, tiles)
        found = next(_make_images(built, shape, goal, pattern), None)
        if found is None:
            found = _load_or_build(pattern, goal, tiles, folder, engine, memory)
            built.append(found)
        databases.append(found)
    turned = _compute_mirror(shape, goal)
    mirrored = [] if turned is None else [evolve(each, pattern=_turn_pattern(each.pattern, turned, goal)) for each in databases]
    return TilePatterns((*databases, *mirrored), len(databases))


def _make_images(
    built: Sequence[PatternDatabase[State, int]], shape: BoardShape, goal: Board, pattern: TilePattern[State]
) -> Iterator[PatternDatabase[State, int]]:
    """Yield the databases of a pattern that are turned or mirrored ones of others."""
    start = pack(goal)
    for database, turned in product(built, _list_symmetries(shape)):
        image = _turn_pattern(database.pattern, turned, goal)
        same = (image.items >= 0) == (pattern.items >= 0)
        if same.all() and image.abstract(start) == database.pattern.abstract(start):
            yield evolve(database, pattern=image)


def _load_or_build(
    pattern: TilePattern[State], goal: Board, tiles: Sequence[int], folder: AnyPath | None, engine: str, memory: float
) -> PatternDatabase[State, int]:
    """Open or build the database of a pattern."""
    start = pack(goal)
    path = None if folder is None else Path(folder) / f"{pattern.places}-{'-'.join(map(str, tiles))}.patterns"
    if path is not None and path.exists():
        return open_pattern_database(path, pattern, start)
    built = pattern_database(pattern, start, compress=pattern.places - pattern.count, engine=engine, memory=memory)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_pattern_database(path, built)
    return built


def _list_symmetries(shape: BoardShape) -> list[NDArray[np.int64]]:
    """Return the place to which each way to turn or mirror a board brings each place."""
    plain = np.arange(shape.places).reshape(shape.height, shape.width)
    boards = [plain, plain.T] if shape.width == shape.height else [plain]
    return [each[::up, ::left].reshape(-1) for each in boards for up in (1, -1) for left in (1, -1)]


def _compute_mirror(shape: BoardShape, goal: Board) -> NDArray[np.int64] | None:
    """Return the mirrored place of each place; ``None`` if the board is no square or the gap's home is not on the diagonal."""
    turned = np.arange(shape.places).reshape(shape.height, shape.width).T.reshape(-1)
    return turned if shape.width == shape.height and turned[goal.index(0)] == goal.index(0) else None


def _turn_pattern(pattern: TilePattern[State], turned: NDArray[np.int64], goal: Board) -> TilePattern[State]:
    """Return the pattern that sees a board turned: each tile is the one that has its home in the turned place."""
    items = np.full_like(pattern.items, -1)
    for place, tile in enumerate(goal):
        other = goal[turned[place]]
        if tile and other:
            items[tile] = pattern.items[other]
    items[0] = pattern.count
    return evolve(pattern, items=items, turned=pattern.turned[turned])
