"""Any-angle search on a grid beside A*: six questions between distant cells of AR0011SR, asked in turns, at both speeds.

The times are processor times: of each algorithm the least of several rounds of all questions, without compiling and without
the table of even squares, which is computed once for a map.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from benchmarks.measure import print_table
from genastar import Workspace
from genastar_grid.info import Options
from genastar_grid.model import Grid

MAP = Path("plugins/grid/tests/data/AR0011SR.map.gz")
ALGORITHMS = ("astar", "theta-star", "lazy-theta-star", "anya")
QUESTIONS = 6
FAR = 300
"""The least length of a question's path, in cells."""
ROUNDS = {"interpreted": 2, "compiled": 12}


def run() -> None:
    grid, random = Grid.read(MAP, Options()), Random(3)
    free = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    questions: list[tuple[tuple[int, int], tuple[int, int]]] = []
    while len(questions) < QUESTIONS:
        start, goal = random.choice(free), random.choice(free)
        found = grid.search(start, [goal])
        if found.cost is not None and found.cost.travelled > FAR:
            questions.append((start, goal))
    rows = []
    for engine, rounds in ROUNDS.items():
        spaces = {name: Workspace() for name in ALGORITHMS}
        best: dict[str, tuple[float, int, float]] = {}
        for _ in range(rounds):
            for name in ALGORITHMS:
                began = process_time()
                answers = [grid.search(a, [b], algorithm=name, engine=engine, workspace=spaces[name]) for a, b in questions]
                seconds = process_time() - began
                length = float(sum(each.cost.travelled for each in answers if each.cost))
                told = seconds, sum(each.expanded for each in answers), length
                best[name] = min(best.get(name, told), told)
        for name, (seconds, expanded, length) in best.items():
            ratio, each = seconds / best["astar"][0], seconds / expanded * 1e9
            rows.append(
                (
                    engine,
                    name,
                    f"{length:,.1f}",
                    f"{expanded:,}",
                    f"{seconds / QUESTIONS * 1e3:.2f}",
                    f"{each:,.0f}",
                    f"{ratio:.2f}",
                )
            )
    print_table(["engine", "algorithm", "length", "expanded", "ms a question", "ns an expansion", "times A*"], rows)
