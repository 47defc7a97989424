"""The cost of ``engine="auto"`` beside the two engines, with an empty and a warm cache; and plain calls.

Each whole program is a process of its own. "times" is a contestant's median time over that of the row named with 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from attrs import evolve

from benchmarks.compiled_solvers import Plain
from benchmarks.measure import median_seconds, print_table
from genastar import Workspace

ROUNDS = 5
OFTEN = 200
MAZE = Path("plugins/bitmap/tests/data/normal.png")
PROGRAM = """
import sys
from attrs import frozen
from genastar import AStar

@frozen
class Plane(AStar):
    side: int
    goal: tuple

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= x + dx < self.side and 0 <= y + dy < self.side:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position):
        return position == self.goal

engine, side, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for number in range(count):
    result = Plane(side, (side - 1, side - 1 - number % 2)).search((0, 0), engine=engine)
print(result.expanded, result.engine)
"""


def run() -> None:
    small_maze()
    programs()
    plain_calls()


def small_maze() -> None:
    """``genastar solve`` of a maze of 661 expansions."""
    if not MAZE.exists():
        print("skipped: the maze, because this is not run in the project's folder\n")
        return
    asked = [sys.executable, "-m", "genastar", "solve", str(MAZE), "--option", "ends=openings", "--engine"]
    _race(
        "`genastar solve` of a maze of 661 expansions",
        {
            "interpreted": [*asked, "interpreted"],
            "auto, empty cache": [*asked, "auto"],
            "auto, warm cache": [*asked, "auto"],
            "compiled, warm cache": [*asked, "compiled"],
        },
        against="interpreted",
    )


def programs() -> None:
    """One large search, and many small ones, in a program."""

    def with_engine(engine: str, side: int, count: int) -> list[str]:
        return [sys.executable, "-c", PROGRAM, engine, str(side), str(count)]

    _race(
        "a program with a search of 1,000,000 expansions",
        {
            "compiled, empty cache": with_engine("compiled", 1000, 1),
            "auto, empty cache": with_engine("auto", 1000, 1),
            "auto, warm cache": with_engine("auto", 1000, 1),
            "interpreted": with_engine("interpreted", 1000, 1),
        },
        against="compiled, empty cache",
    )
    _race(
        "a program with 10,000 searches of 100 expansions",
        {
            "interpreted": with_engine("interpreted", 10, 10_000),
            "compiled, empty cache": with_engine("compiled", 10, 10_000),
            "compiled, warm cache": with_engine("compiled", 10, 10_000),
            "auto, empty cache": with_engine("auto", 10, 10_000),
            "auto, warm cache": with_engine("auto", 10, 10_000),
        },
        against="compiled, empty cache",
    )


def _race(title: str, contestants: Mapping[str, list[str]], against: str) -> None:
    """Run programs, each as often as the others, and compare their times. All print the same, but for the engine."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    told: dict[str, str] = {}
    with TemporaryDirectory(prefix="genastar-bench-") as folder:
        for number in range(ROUNDS):
            for name, command in contestants.items():
                cache = f"{folder}/{number}-{name}" if "empty" in name else f"{folder}/warm"
                environment = os.environ | {"GENASTAR_CACHE_DIR": cache}
                if number == 0 and "warm" in name:
                    subprocess.run([*map(_compiled, command)], env=environment, check=True, capture_output=True)
                began = perf_counter()
                done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
                taken[name].append(perf_counter() - began)
                told[name] = done.stdout
    answers = {text.split()[0] for text in told.values()}
    assert len(answers) == 1, told
    base = median(taken[against])
    rows = [(name, f"{median(each):.2f} s", f"{median(each) / base:.2f}") for name, each in taken.items()]
    print(f"### {title}\n")
    print_table(("", "median", "times"), rows)


def _compiled(word: str) -> str:
    return "compiled" if word == "auto" else word


def plain_calls() -> None:
    """Compare searches with and without a workspace, and Python's share of a call."""
    free = np.zeros((514, 514), np.bool_)
    free[1:-1, 1:-1] = True
    free[100:400, 256] = False
    workspace = Workspace()
    rows = []
    for title, goal in (("across a map of 512 x 512", (511, 255)), ("to itself", (1, 255))):
        solver = Plain(free, 514, goal)
        plain = partial(solver.search, (1, 255), engine="compiled")
        held = partial(plain, workspace=workspace)
        assert evolve(plain(), seconds=0) == evolve(held(), seconds=0)
        times = median_seconds({"plain": partial(_often, plain), "held": partial(_often, held)}, 2 * ROUNDS)
        each = [f"{seconds / OFTEN * 1e6:,.1f} µs" for seconds in times.values()]
        rows.append((title, plain().expanded, *each, f"{times['plain'] / times['held']:.2f}"))
    print("### A plain call\n")
    print_table(("", "expanded", "plain", "with a workspace", "times"), rows)


def _often(call: Callable[[], object]) -> None:
    for _ in range(OFTEN):
        call()
