"""Times and sizes, and the tables that show them."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from time import perf_counter

SLOW = 5.0
"""Seconds after which a contestant is not asked again."""


def median_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the median time of each contestant. Rounds are interleaved, so that a busy machine affects all alike."""
    return {name: median(taken) for name, taken in _seconds(contestants, rounds).items()}


def least_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the least time of each contestant."""
    return {name: min(taken) for name, taken in _seconds(contestants, rounds).items()}


def _seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            if times[name] and times[name][0] > SLOW:
                continue
            gc.collect()
            began = perf_counter()
            contestant()
            times[name].append(perf_counter() - began)
    return times


def peak_bytes(work: Callable[[], object]) -> int:
    """Return the peak of Python's memory during a piece of work, minus the memory before it."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def print_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown, the first column aligned to the left and the others to the right."""
    print(f"| {' | '.join(head)} |")
    print(f"|{'|'.join([' :-- '] + [' --: '] * (len(head) - 1))}|")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")
    print()
