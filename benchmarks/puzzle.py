"""Sliding tiles: IDA* in nodes a second, A* over a hash table, and the packages that solve such puzzles.

Korf's hundred instances are read from korf15.csv, anywhere in the folder that the environment variable GENASTAR_DATA names;
without it, that table is left out. Every length is asserted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.compiled_puzzle import EIGHT, KORF_13, KORF_19, KORF_MOVES, fifteen
from benchmarks.contestants import Search, contestants
from benchmarks.measure import median_seconds, print_table
from benchmarks.problems import Puzzle as Problem
from benchmarks.puzzle_yardstick import ida_star as yardstick
from genastar import AStar, Cost, Result, Workspace
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.command import run as run_korf
from genastar_puzzle.info import Heuristic, Options
from genastar_puzzle.search import make_problem, pack

ROUNDS = 5
NEAR = (5, 2, 1, 7, 3, 9, 11, 10, 4, 6, 0, 15, 8, 12, 13, 14)
NEAR_MOVES = 30
"""A board of the 15-puzzle that packages in Python can solve: they take minutes for the easiest of Korf's."""
FOUR = BoardShape(4, 4)
_ALGORITHMS = {"A*": "a*", "IDA*": "ida*"}


def run() -> None:
    nodes_a_second()
    hash_table()
    peers("The 8-puzzle that needs 31 moves", EIGHT, (*range(1, 9), 0), BoardShape(3, 3), 31)
    peers("A 15-puzzle that needs 30 moves", NEAR, tuple(range(16)), FOUR, NEAR_MOVES)
    korf()


def _ask(
    board: Board, goal: Board, shape: BoardShape, heuristic: Heuristic, algorithm: str, engine: str = "compiled"
) -> Callable[[], Result[Any, Cost[int]]]:
    """Return a search that can be repeated in one workspace."""
    problem: AStar[Any, Cost[int]] = make_problem(shape, (goal,), heuristic)
    return partial(problem.search, pack(board), algorithm=algorithm, engine=engine, workspace=Workspace())


def nodes_a_second() -> None:
    """IDA* beside the same by hand."""
    print("### IDA*\n")
    rows = []
    for number, board in ((13, KORF_13), (19, KORF_19)):
        problem = fifteen(board)
        searches: dict[str, Callable[[], tuple[int, int]]] = {
            "the yardstick": partial(yardstick, problem.start, problem.distance)
        }
        for heuristic in ("manhattan", "linear-conflict"):
            ask = _ask(board, tuple(range(16)), FOUR, heuristic, "ida-star")
            searches[f"genastar, {heuristic}"] = partial(_moves_and_nodes, ask)
        nodes = {name: search() for name, search in searches.items()}
        assert {moves for moves, _ in nodes.values()} == {KORF_MOVES}, nodes
        seconds = median_seconds(searches, ROUNDS)
        for name, taken in seconds.items():
            expanded = nodes[name][1]
            rate, first = expanded / taken / 1e6, nodes["the yardstick"][1] / seconds["the yardstick"] / 1e6
            rows.append((f"Korf's {number}: {name}", f"{taken * 1e3:.1f}", expanded, f"{rate:.1f}", f"{first / rate:.2f}"))
    print("The last round ends where the goal is met, which is another node for each order of neighbours.\n")
    print_table(["", "ms", "expanded", "million a second", "a node, times the yardstick's"], rows)


def _moves_and_nodes(ask: Callable[[], Result[Any, Cost[int]]]) -> tuple[int, int]:
    result = ask()
    return len(result.path) - 1, result.expanded


def hash_table() -> None:
    """Search by A*, which remembers every board."""
    print("### A* over a hash table, Korf's instance 13\n")
    rows = []
    for heuristic in ("manhattan", "linear-conflict"):
        ask = _ask(KORF_13, tuple(range(16)), FOUR, heuristic, "astar")
        results = [ask() for _ in range(ROUNDS + 1)]
        assert all(len(result.path) - 1 == KORF_MOVES for result in results)
        rates = [result.expanded / result.seconds / 1e6 for result in results]
        rows.append((heuristic, results[0].expanded, f"{median(rates[1:]):.2f}", f"{rates[0]:.2f}"))
    print_table(["", "expanded", "million a second", "in a new workspace"], rows)


def peers(title: str, board: Board, goal: Board, shape: BoardShape, moves: int) -> None:
    """Compare packages on one instance, all with Manhattan distances."""
    searches: dict[str, Callable[[], int]] = {}
    for name, algorithm in (("genastar A*", "astar"), ("genastar IDA*", "ida-star")):
        for engine in ("compiled", "interpreted"):
            ask = _ask(board, goal, shape, "manhattan", algorithm, engine)
            searches[f"{name}, {engine}"] = partial(_places, ask)
    problem = Problem.of(board, goal)
    others = contestants(problem)
    del others["genastar"]
    others = {name: search for name, search in others.items() if "no estimate" not in name}
    if shape == FOUR:  # simpleai would need an hour
        others = {name: search for name, search in others.items() if name.startswith(("astar", "pathfinding"))}
    searches |= {name: partial(_length, search) for name, search in others.items()}
    searches |= _slidingpuzzle(board, shape)
    lengths = {name: search() for name, search in searches.items()}
    assert set(lengths.values()) == {moves + 1}, lengths
    print(f"### {title}, Manhattan distance\n")
    seconds = median_seconds(searches, 3)
    _print_peers(seconds)


def _places(ask: Callable[[], Result[Any, Cost[int]]]) -> int:
    return len(ask().path)


def _length(search: Search) -> int:
    return len(search())


def _slidingpuzzle(board: Board, shape: BoardShape) -> Mapping[str, Callable[[], int]]:
    """Not for the 15-puzzle, where its IDA* misses the fewest moves (46 instead of 42) and its A* takes minutes."""
    if shape == FOUR:
        return {}
    if find_spec("slidingpuzzle") is None:
        print("skipped: slidingpuzzle is not installed (it wants an old numpy, and does without: uv pip install --no-deps)\n")
        return {}
    import slidingpuzzle

    rows = slidingpuzzle.from_rows(*map(list, shape.split_rows(board)))

    def solve(algorithm: str) -> int:
        found = slidingpuzzle.search(rows, algorithm, heuristic=slidingpuzzle.manhattan_distance)
        return len(found.solution) + 1

    return {f"slidingpuzzle {name}": partial(solve, algorithm) for name, algorithm in _ALGORITHMS.items()}


def _print_peers(seconds: Mapping[str, float]) -> None:
    ours = ("genastar A*, compiled", "genastar IDA*, compiled")
    print_table(
        ["", "ms", *(f"times {name}" for name in ours)],
        [
            (name, f"{taken * 1e3:.2f}", *(f"{taken / seconds[our]:.1f}" for our in ours))
            for name, taken in sorted(seconds.items(), key=lambda item: item[1])
        ],
    )


def korf() -> None:
    """All instances, to their published lengths."""
    named = os.environ.get("GENASTAR_DATA")
    file = next(iter(sorted(Path(named).rglob("korf15.csv"))), None) if named else None
    if file is None:
        print("skipped: Korf's instances, because GENASTAR_DATA does not name a folder with korf15.csv\n")
        return
    print("### Korf's instances, IDA* with linear conflicts\n")
    began = perf_counter()
    report = run_korf(file, Options(gap="first"), None, "ida-star", "compiled")
    assert report.matched == report.queries, report.mismatched
    rate = report.expanded / report.seconds / 1e6
    print(f"{report.queries} instances, all of the published lengths: {report.seconds:.0f} s, {report.expanded} expanded,")
    print(f"{rate:.1f} million a second ({perf_counter() - began:.0f} s with the compilation).\n")
