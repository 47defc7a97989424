"""Pattern databases: Korf's 15-puzzles by additive tables, and the corners of Rubik's cube.

Korf's hundred instances are read from korf15.csv, anywhere in the folder that the environment variable GENASTAR_DATA names. The
tables are kept in the folder GENASTAR_TABLES (default: out/tables). GENASTAR_LARGE=1 also builds the 7-8 partition, with 4.2 GB
and 12 minutes of processor time, and the table of all 88,179,840 arrangements of the cube's corners. Every answer is asserted.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.measure import print_table
from genastar import AStar, Cost, Node, OpenList
from genastar_prepare.patterns import free_before, free_place, pattern_database
from genastar_puzzle.boards import Shape
from genastar_puzzle.info import Options
from genastar_puzzle.korf import run as run_korf
from genastar_puzzle.patterns import PARTITIONS, tile_patterns

TABLES = Path(os.environ.get("GENASTAR_TABLES", "out/tables"))
FOUR = Shape(4, 4)
LARGE = bool(os.environ.get("GENASTAR_LARGE"))
TURNS = (  # of U, R, F, D, L and B: the corner that comes to each place, and the thirds by which it is twisted (Kociemba)
    ((3, 0, 1, 2, 4, 5, 6, 7), (0, 0, 0, 0, 0, 0, 0, 0)),
    ((4, 1, 2, 0, 7, 5, 6, 3), (2, 0, 0, 1, 1, 0, 0, 2)),
    ((1, 5, 2, 3, 0, 4, 6, 7), (1, 2, 0, 0, 2, 1, 0, 0)),
    ((0, 1, 2, 3, 5, 6, 7, 4), (0, 0, 0, 0, 0, 0, 0, 0)),
    ((0, 2, 6, 3, 4, 1, 5, 7), (0, 1, 2, 0, 0, 2, 1, 0)),
    ((0, 1, 3, 7, 4, 5, 2, 6), (0, 0, 1, 2, 0, 0, 2, 1)),
)
DEPTHS = (1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736)
"""Published numbers of arrangements of the corners by turns."""


@frozen(eq=False)
class Corners(AStar[int, Cost[int]]):
    """The corners of Rubik's cube: for each place five bits, three times the corner and its twist."""

    turns: NDArray[np.int64]
    """Corner and twist by turn, kind and place."""

    def abstract(self, cube: int) -> int:
        return cube

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for turn in range(len(self.turns)):
            cube = node.position
            for _ in range(3):
                turned = 0
                for place in range(8):
                    item = (cube >> 5 * int(self.turns[turn, 0, place])) & 31
                    twist = (item + int(self.turns[turn, 1, place])) % 3
                    turned |= (item - item % 3 + twist) << 5 * place
                cube = turned
                open_list.relax(cube, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False

    def index(self, cube: int) -> int:
        """The number of the places in 8!, and the twists of all corners but the last, which follows."""
        number = taken = twists = 0
        for place in range(8):
            item = (cube >> 5 * place) & 31
            number = number * (8 - place) + free_before(taken, item // 3)
            taken |= 1 << item // 3
            twists = twists * 3 + item % 3 if place < 7 else twists
        return number * 2187 + twists

    def state(self, index: int) -> int:
        """The arrangement with this number."""
        number, twists = index // 2187, index % 2187
        cube = taken = 0
        behind, left = 40320, 0
        for place in range(8):
            behind //= 8 - place
            corner = free_place(taken, number // behind)
            number %= behind
            taken |= 1 << corner
            twist = twists // 3 ** (6 - place) % 3 if place < 7 else -left % 3
            left += twist
            cube |= (3 * corner + twist) << 5 * place
        return cube

    @property
    def size(self) -> int:
        return 40320 * 2187


def run() -> None:
    korf()
    if LARGE:
        corners()


def korf() -> None:
    """Korf's instances by IDA*, with each partition."""
    found = sorted(Path(os.environ["GENASTAR_DATA"]).rglob("korf15.csv")) if "GENASTAR_DATA" in os.environ else []
    rows = []
    for name in PARTITIONS if found else ():
        if name == "7-8" and not LARGE:
            continue
        heuristic = tile_patterns(FOUR, FOUR.ordered("first"), PARTITIONS[name], TABLES)
        report = run_korf(found[0], Options(gap="first"), None, "ida-star", "compiled", lambda *_, guide=heuristic: guide)
        assert not report.mismatched, report.mismatched
        rows.append((name, f"{report.expanded / report.queries:,.0f}", f"{report.seconds:.1f}"))
    if rows:
        print_table(("partition", "nodes expanded, mean", "seconds for all"), rows)


def corners() -> None:
    """The whole table of the corners."""
    began = perf_counter()
    table = pattern_database(Corners(np.array(TURNS)), sum((3 * place) << 5 * place for place in range(8)), engine="compiled")
    assert tuple(np.bincount(table.costs)) == DEPTHS
    print(f"Corners of Rubik's cube: {table.states:,} arrangements in {perf_counter() - began:.0f} s\n")
