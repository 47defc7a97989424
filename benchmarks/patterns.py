"""Pattern databases: Korf's 15-puzzles and DeepCubeA's 24-puzzles by additive tables.

Korf's hundred instances are read from korf15.csv, and the 496 of DeepCubeA (Agostinelli et al., Nature Machine Intelligence 1,
2019) from puzzle24/test/data_0.pkl of its repository, anywhere in the folder that the environment variable GENASTAR_DATA names.
The tables are kept in the folder GENASTAR_TABLES (default: out/tables). GENASTAR_LARGE=1 also builds the 7-8 partition of the
15-puzzle, with 2.1 GB, and the 6-6-6-6 partition of the 24-puzzle, with 1.3 GB, in some minutes of processor time each. Every
answer is asserted. The 24-puzzles are solved from the easiest on, each within GENASTAR_SECONDS (default: 10), and at most
GENASTAR_FEW (default: 60) of them.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import print_table
from genastar import Limits
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.command import run as run_korf
from genastar_puzzle.info import Options
from genastar_puzzle.model import Puzzle
from genastar_puzzle.patterns import PARTITIONS, find_partition, make_tile_patterns

TABLES = Path(os.environ.get("GENASTAR_TABLES", "out/tables"))
FOUR, FIVE = BoardShape(4, 4), BoardShape(5, 5)
LARGE = bool(os.environ.get("GENASTAR_LARGE"))
SECONDS = float(os.environ.get("GENASTAR_SECONDS", "10"))
FEW = int(os.environ.get("GENASTAR_FEW", "60"))


def run() -> None:
    korf()
    deepcubea()


def data(pattern: str) -> Path | None:
    """Return the first file of this name in the folder of the data; without one, say what is left out."""
    found = sorted(Path(os.environ["GENASTAR_DATA"]).rglob(pattern)) if "GENASTAR_DATA" in os.environ else []
    if not found:
        print(f"Left out: no {pattern} in the folder that GENASTAR_DATA names\n")
    return found[0] if found else None


def korf() -> None:
    """Korf's instances by IDA*, with each partition."""
    file = data("korf15.csv")
    if file is None:
        return
    rows = []
    for name in PARTITIONS:
        if name == "6-6-6-6" or (name == "7-8" and not LARGE):
            continue
        heuristic = make_tile_patterns(FOUR, FOUR.make_ordered_board("first"), PARTITIONS[name], TABLES)
        report = run_korf(file, Options(gap="first"), None, "ida-star", "compiled", lambda *_, guide=heuristic: guide)
        assert not report.mismatched, report.mismatched
        rows.append((name, f"{report.expanded / report.queries:,.0f}", f"{report.seconds:.1f}"))
    print_table(("partition", "nodes expanded, mean", "seconds for all"), rows)


def deepcubea() -> None:
    """DeepCubeA's instances by IDA*, from the easiest on."""
    file = data("puzzle24/test/data_0.pkl")
    if file is None:
        return
    if not LARGE:
        print("Left out: DeepCubeA's 24-puzzles need tables of 255 MB; set GENASTAR_LARGE=1\n")
        return
    goal, options = FIVE.make_ordered_board("first"), Options(gap="first")
    heuristic = make_tile_patterns(FIVE, goal, find_partition("6-6-6-6", FIVE, goal), TABLES, engine="compiled")
    tried = sorted(instances(file), key=lambda instance: instance[1])[:FEW]
    Puzzle("warm-up", options, FIVE, goal, goal, heuristic=heuristic).search(algorithm="ida-star", engine="compiled")
    solved, expanded, total = [], 0, 0.0
    for board, moves in tried:
        puzzle = Puzzle("board", options, FIVE, board, goal, heuristic=heuristic)
        began = process_time()
        found = puzzle.search(algorithm="ida-star", engine="compiled", limits=Limits(seconds=SECONDS))
        taken = process_time() - began
        expanded, total = expanded + found.expanded, total + taken
        if found.found:
            assert len(found.path) - 1 == moves, (board, len(found.path) - 1, moves)
            solved.append((moves, taken))
    lengths, seconds = zip(*solved, strict=True) if solved else ((0,), (0.0,))
    print_table(
        ("24-puzzles", "limit, s", "solved", "their lengths", "mean, s", "expansions a second"),
        [
            (
                f"the easiest {len(tried)}",
                f"{SECONDS:g}",
                f"{len(solved)}",
                f"{min(lengths)} to {max(lengths)}",
                f"{np.mean(seconds):.1f}",
                f"{expanded / total:,.0f}",
            )
        ],
    )


class State:
    """A board of the pickle, with the gap last in the goal."""

    tiles: Any


class Boards(pickle.Unpickler):
    """Reads arrays and boards, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("numpy") and name in ("_reconstruct", "ndarray", "dtype", "scalar"):
            return getattr(import_module(module), name)
        return State


def instances(file: Path) -> Iterator[tuple[Board, int]]:
    """Yield each board, turned by half so that the gap is first in the goal, and its fewest moves."""
    with file.open("rb") as stream:
        found = Boards(stream).load()
    for state, solution in zip(found["states"], found["solutions"], strict=True):
        tiles = [int(tile) for tile in state.tiles]
        yield tuple(FIVE.places - tile if tile else 0 for tile in reversed(tiles)), len(solution)
