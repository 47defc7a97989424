"""The interpreted engine beside the pure-Python packages: the same callbacks, equal costs, ratios in one run.

"times genastar" is a contestant's time over genastar's: above 1 is slower. Memory is the peak that tracemalloc sees during
one search, over the positions that genastar closes in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from benchmarks.contestants import Search, Solver, contestants, cost_of
from benchmarks.measure import SLOW, median_seconds, peak_bytes, print_table
from benchmarks.problems import Grid, Problem, Puzzle

ROUNDS = 7

PROBLEMS: dict[str, tuple[Problem[Any], int]] = {
    "grid, 300 × 300, 8-connected, 20 % blocked, costs 408 and 577": (Grid.random(300, 0.2, seed=1), 178498),
    "8-puzzle, one of the two that need 31 moves": (Puzzle.of((8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0)), 31),
}
"""The problems and the costs of their optima."""


def run() -> None:
    for name, (problem, optimum) in PROBLEMS.items():
        result = Solver(problem).search(problem.start)
        closed = result.expanded + 1
        searches = contestants(problem)
        memory = {}
        for contestant, search in searches.items():
            found: list[Sequence[Any]] = []
            memory[contestant] = peak_bytes(partial(_keep, found, search))
            cost = cost_of(problem, found[0])
            assert cost == optimum, f"{contestant} finds {cost} on the {name}, not {optimum}"
        seconds = median_seconds(searches, ROUNDS)
        print(f"### {name}\n")
        print(f"Optimum {optimum}, found by all; genastar closes {closed} positions. Medians of {ROUNDS} interleaved rounds,")
        print(f"one round for those that take more than {SLOW:.0f} s.\n")
        print_table(
            ["", "ms", "times genastar", "bytes a closed position"],
            [
                (contestant, f"{taken * 1e3:.1f}", f"{taken / seconds['genastar']:.2f}", f"{memory[contestant] / closed:.0f}")
                for contestant, taken in sorted(seconds.items(), key=lambda item: item[1])
            ],
        )


def _keep(found: list[Sequence[Any]], search: Search) -> None:
    found.append(search())
