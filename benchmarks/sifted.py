"""Expansions a second of the frontiers that leave nodes out, and of A*, in both engines, in processor time.

Both engines search in turns in one process, in warm workspaces; each figure is that of the fastest search.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any, Final

from attrs import frozen

from benchmarks.measure import print_table
from genastar import AStar, Cost, Limits, Node, OpenList, Workspace
from genastar_puzzle.boards import BoardShape
from genastar_puzzle.korf_files import read_instances
from genastar_puzzle.search import make_problem, pack

ALGORITHMS: Final = ("partial-expansion", "breadth-first-heuristic", "astar")
EASY: Final = Path(__file__).parents[1] / "plugins" / "puzzle" / "tests" / "data" / "korf_easy.csv"
SIDE: Final = 150
MOST: Final = 60_000
TURNS: Final = 3
COMPILED: Final = 10
"""Compiled searches in a turn."""


@frozen
class Cells(AStar[tuple[int, int], Cost[int]]):
    """Cells of a square, with steps in four directions that cost 1 or 2."""

    side: int

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            to_x, to_y = x + dx, y + dy
            if 0 <= to_x < self.side and 0 <= to_y < self.side:
                open_list.relax((to_x, to_y), node.cost.travelled + 1 + (to_x + x + to_y * y) % 3 % 2)

    def estimate(self, position: tuple[int, int]) -> int:
        return 2 * self.side - 2 - position[0] - position[1]

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == (self.side - 1, self.side - 1)


@frozen
class Numbered(Cells):
    """The same with an index."""

    def index(self, position: tuple[int, int]) -> int:
        return position[0] * self.side + position[1]

    @property
    def size(self) -> int:
        return self.side * self.side


def run() -> None:
    board = next(each.board for each in read_instances(EASY, None) if each.id == "79")
    puzzle: Any = make_problem(BoardShape(4, 4), (tuple(range(16)),), "manhattan")
    questions: dict[str, tuple[Any, object]] = {
        "Korf's 79": (puzzle, pack(board)),
        "cells": (Cells(SIDE), (0, 0)),
        "cells with an index": (Numbered(SIDE), (0, 0)),
    }
    rows = [measured(name, *question, algorithm) for name, question in questions.items() for algorithm in ALGORITHMS]
    print_table(["", "", "expanded", "interpreted: a second", "compiled: a second", "times"], rows)


def measured(name: str, problem: Any, start: object, algorithm: str) -> tuple[str, ...]:
    """Return the row of an algorithm and a question."""
    workspaces = {engine: Workspace() for engine in ("interpreted", "compiled")}
    least: dict[str, float] = {}
    for _ in range(TURNS + 1):  # the first compiles
        for engine, workspace in workspaces.items():
            for _ in range(COMPILED if engine == "compiled" else 1):
                began = process_time()
                found = problem.search(
                    start, algorithm=algorithm, engine=engine, workspace=workspace, limits=Limits(expansions=MOST)
                )
                least[engine] = min(least.get(engine, 1e9), process_time() - began)
    rates = [found.expanded / least[engine] for engine in workspaces]
    return name, f"`{algorithm}`", f"{found.expanded:,}", *(f"{rate:,.0f}" for rate in rates), f"{rates[1] / rates[0]:.0f}"
