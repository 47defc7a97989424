"""Rubik's cube, solved in the fewest turns by IDA*, with pattern databases of its corners and edges (Korf, AAAI 1997).

GENASTAR_LARGE=1 builds the table of all 88,179,840 arrangements of the corners and two tables of 42,577,920 arrangements of six
edges. Without it, each table has four pieces. Tables are kept in the folder GENASTAR_TABLES (default: out/tables).
The numbers of corner arrangements by turns are compared with the published ones, and each length with a breadth-first search
from both ends, which turns stickers in space and shares no code with the tables.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from time import process_time
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.measure import print_table
from genastar import AStar, Cost, Node, OpenList
from genastar_prepare.patterns import (
    Guided,
    Max,
    PatternDatabase,
    count_free_before,
    find_free_place,
    open_pattern_database,
    pattern_database,
    save_pattern_database,
)

Cube = tuple[int, int, int]
"""The corners and the edges, five bits each, and the face of the last turn, so that no two turns in a row are needless.

A corner is 3 * place + twist, an edge 2 * place + flip: where one of its stickers is."""

TABLES: Final = Path(os.environ.get("GENASTAR_TABLES", "out/tables"))
LARGE: Final = bool(os.environ.get("GENASTAR_LARGE"))
FACES: Final = "URFDLB"
CIRCLES: Final = {
    3: ((9, 0, 3, 6), (12, 2, 9, 23), (3, 1, 12, 16), (15, 12, 21, 18), (6, 4, 15, 19), (9, 7, 18, 22)),
    2: ((6, 0, 2, 4), (16, 0, 22, 8), (18, 3, 16, 11), (10, 8, 14, 12), (20, 4, 18, 12), (22, 7, 20, 15)),
}
"""Where a quarter turn of each face moves a sticker, of the corners, which have three sides, and of the edges, with two."""
CORNERS_AT: Final = (1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736)
"""Published numbers of arrangements of the corners by turns."""
CUBES_AT: Final = (1, 18, 243, 3240, 43239, 574908)
"""Published numbers of cubes by turns."""
DEPTHS: Final = (8, 9, 10, 11, 12, 13, 14)
EACH: Final = 3
"""Scrambles of each number of turns."""
MEETING: Final = 12
"""The longest solution that the search from both ends is asked for."""


def turns(sides: int) -> NDArray[np.int64]:
    """Return where the 18 turns move each of the 24 stickers."""
    quarters = np.tile(np.arange(24), (6, 1))
    for quarter, circle in zip(quarters, CIRCLES[sides], strict=True):
        for old, new in zip(circle, circle[1:] + circle[:1], strict=True):
            for side in range(sides):
                quarter[old - old % sides + (old + side) % sides] = new - new % sides + (new + side) % sides
    return np.array([turn for once in quarters for turn in (once, once[once], once[once[once]])])


def solved(sides: int, first: int, count: int) -> int:
    """Return so many pieces, each in its own place."""
    return sum(sides * (first + piece) << 5 * piece for piece in range(count))


@frozen(eq=False)
class Rubik(AStar[Cube, Cost[int]]):
    """The cube."""

    corners: NDArray[np.int64]
    edges: NDArray[np.int64]

    def add_neighbours(self, node: Node[Cube, Cost[int]], open_list: OpenList[Cube, Cost[int]]) -> None:
        corners, edges, last = node.position
        for turn in range(18):
            face = turn // 3
            if face != last and face + 3 != last:  # turns of opposite faces can be in either order
                moved = turned(self.corners, turn, corners, 8), turned(self.edges, turn, edges, 12), face
                open_list.relax(moved, node.cost.travelled + 1)

    def is_destination(self, position: Cube) -> bool:
        return position[0] == GOAL[0] and position[1] == GOAL[1]


def turned(moves: NDArray[np.int64], turn: int, pieces: int, count: int) -> int:
    """Return these pieces after a turn."""
    after = 0
    for piece in range(count):
        after |= int(moves[turn, (pieces >> 5 * piece) & 31]) << 5 * piece
    return after


@frozen(eq=False)
class Pieces(AStar[int, Cost[int]]):
    """Some corners or edges of the cube: the pattern in which all other pieces look alike."""

    moves: NDArray[np.int64]
    sides: int
    part: int
    """0 for corners, 1 for edges."""
    first: int
    count: int

    def abstract(self, cube: Cube) -> int:
        return (cube[self.part] >> 5 * self.first) & ((1 << 5 * self.count) - 1)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for turn in range(18):
            open_list.relax(turned(self.moves, turn, node.position, self.count), node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False

    @property
    def places(self) -> int:
        return 24 // self.sides

    @property
    def free(self) -> int:
        """Number of pieces whose twist or flip does not follow from that of the others."""
        return self.count - (1 if self.count == self.places else 0)

    @property
    def size(self) -> int:
        size = int(self.sides**self.free)
        for piece in range(self.count):
            size *= self.places - piece
        return size

    def index(self, state: int) -> int:
        number = taken = sides = 0
        for piece in range(self.count):
            sticker = (state >> 5 * piece) & 31
            place = sticker // self.sides
            number = number * (self.places - piece) + count_free_before(taken, place)
            taken |= 1 << place
            if piece < self.free:
                sides = sides * self.sides + sticker % self.sides
        return int(number * self.sides**self.free + sides)

    def state(self, index: int) -> int:
        state = taken = total = 0
        left = self.sides**self.free
        number, sides = index // left, index % left
        behind = self.size // left
        for piece in range(self.count):
            behind //= self.places - piece
            place = find_free_place(taken, number // behind)
            number %= behind
            taken |= 1 << place
            left = max(left // self.sides, 1)
            side = sides // left % self.sides if piece < self.free else -total % self.sides
            total += side
            state |= (self.sides * place + side) << 5 * piece
        return state


GOAL: Final[Cube] = solved(3, 0, 8), solved(2, 0, 12), -1


def run() -> None:
    began = process_time()
    heuristic = Max(*(table(*pattern) for pattern in patterns()))
    print(f"All tables after {process_time() - began:.0f} s of processor time\n")
    plain = Rubik(turns(3), turns(2))
    cube = Guided(plain, heuristic)
    random, space, rows = np.random.default_rng(3), Space(), []
    cube.search(GOAL, algorithm="ida-star", engine="compiled")
    for depth in DEPTHS if LARGE else DEPTHS[:2]:
        lengths, expanded, seconds, checked = [], [], [], 0
        for _ in range(EACH):
            scramble = random_turns(random, depth)
            start = GOAL
            for turn in scramble:
                start = turned(plain.corners, turn, start[0], 8), turned(plain.edges, turn, start[1], 12), -1
            began = process_time()
            found = cube.search(start, algorithm="ida-star", engine="compiled")
            seconds.append(process_time() - began)
            assert found.found
            lengths.append(found.cost.travelled)
            expanded.append(found.expanded)
            assert lengths[-1] <= depth
            if lengths[-1] <= MEETING:
                assert next(turns for turns, meets in space.meetings(scramble) if meets) == lengths[-1]
                checked += 1
        rows.append(
            (f"{depth}", " ".join(map(str, lengths)), f"{checked}", f"{np.mean(expanded):,.0f}", f"{np.mean(seconds):.2f}")
        )
    print_table(("turns of the scramble", "fewest turns", "checked", "expanded, mean", "seconds, mean"), rows)


def patterns() -> tuple[tuple[str, Pieces], ...]:
    """Return the name and the pattern of each table."""
    corners, edges = (8, 6) if LARGE else (4, 4)
    return (
        (f"rubik-corners-{corners}", Pieces(turns(3), 3, 0, 0, corners)),
        (f"rubik-edges-{edges}-first", Pieces(turns(2), 2, 1, 0, edges)),
        (f"rubik-edges-{edges}-last", Pieces(turns(2), 2, 1, 12 - edges, edges)),
    )


def table(name: str, pattern: Pieces) -> PatternDatabase[Cube, int]:
    """Open or build a table."""
    path = TABLES / f"{name}.patterns"
    if path.exists():
        return open_pattern_database(path, pattern, GOAL)
    began = process_time()
    built: PatternDatabase[Cube, int] = pattern_database(pattern, GOAL, engine="compiled")
    assert built.states == pattern.size
    assert name != "rubik-corners-8" or tuple(np.bincount(built.costs)) == CORNERS_AT
    print(f"{name}: {built.states:,} arrangements, at most {built.largest} turns, {process_time() - began:.0f} s\n", flush=True)
    TABLES.mkdir(parents=True, exist_ok=True)
    save_pattern_database(path, built)
    return built


def random_turns(random: np.random.Generator, count: int) -> list[int]:
    """Return random turns, no two in a row of one face."""
    found: list[int] = []
    while len(found) < count:
        turn = int(random.integers(18))
        if not found or found[-1] // 3 != turn // 3:
            found.append(turn)
    return found


class Space:
    """The stickers of the cube in space, turned by rotations; a cube is a row of the 48 stickers that are at the places."""

    def __init__(self) -> None:
        self.weights = np.random.default_rng(1).integers(1, 2**63, (48, 48), np.uint64)
        self.turns = np.array(list(self._rotations()))
        layers = [self.hashes(rows) for rows in self.layers(np.arange(48, dtype=np.uint8)[None], MEETING // 2 - 1)]
        assert tuple(map(len, layers)) == CUBES_AT
        *_, last = self.layers(np.arange(48, dtype=np.uint8)[None], MEETING // 2 - 1)
        self.behind = [*layers, np.unique(np.concatenate([self.hashes(last[:, turn]) for turn in self.turns]))]

    def _rotations(self) -> Iterator[NDArray[np.int64]]:
        """Yield for each turn the place that the sticker of each place comes from."""
        cubes = [np.array(at) for at in product((-1, 0, 1), repeat=3)]
        stickers = [
            (at, np.eye(3, dtype=int)[axis] * at[axis]) for at in cubes for axis in range(3) if at[axis] and abs(at).sum() > 1
        ]
        numbers = {(*at, *side): number for number, (at, side) in enumerate(stickers)}
        for axis, sign in ((1, 1), (0, 1), (2, 1), (1, -1), (0, -1), (2, -1)):  # U, R, F, D, L, B
            pole = np.eye(3, dtype=int)[axis]

            def back(vector: NDArray[np.int64], pole: NDArray[np.int64] = pole, sign: int = sign) -> NDArray[np.int64]:
                return pole * (pole @ vector) + sign * np.cross(pole, vector)

            once = np.array(
                [
                    numbers[(*back(at), *back(side))] if at[axis] == sign else number
                    for number, (at, side) in enumerate(stickers)
                ]
            )
            yield from (once, once[once], once[once[once]])

    def hashes(self, cubes: NDArray[np.uint8]) -> NDArray[np.uint64]:
        found = np.zeros(len(cubes), np.uint64)
        for place in range(48):
            found += self.weights[place][cubes[:, place]]
        return found

    def layers(self, cubes: NDArray[np.uint8], depth: int) -> Iterator[NDArray[np.uint8]]:
        """Yield the cubes that are 0, 1, … turns away."""
        yield cubes
        known = self.hashes(cubes)
        for _ in range(depth):
            cubes = np.concatenate([cubes[:, turn] for turn in self.turns])
            hashes, first = np.unique(self.hashes(cubes), return_index=True)
            new = ~np.isin(hashes, known)
            cubes, known = cubes[first[new]], np.concatenate((known, hashes[new]))
            yield cubes

    def meetings(self, scramble: Sequence[int]) -> Iterator[tuple[int, bool]]:
        """Yield numbers of turns, and whether so many solve the scramble by a meeting of both sides, from 0 to `MEETING`."""
        cube = np.arange(48, dtype=np.uint8)[None]
        for turn in scramble:
            cube = cube[:, self.turns[turn]]
        depths = MEETING // 2
        layers = self.layers(cube, depths - 1)
        yield 0, bool(np.isin(self.hashes(cube), self.behind[0]).any())
        for depth in range(depths):
            ahead = next(layers)
            hashes = self.hashes(ahead)
            yield 2 * depth + 1, bool(np.isin(hashes, self.behind[depth + 1]).any())
            onward = np.concatenate([self.hashes(ahead[:, turn]) for turn in self.turns])
            yield 2 * depth + 2, bool(np.isin(onward, self.behind[depth + 1]).any())
