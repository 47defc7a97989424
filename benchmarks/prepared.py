"""Prepared terrain of 512 x 512 cells: grids and hexes with costs, by hub labels, beside A* on the same questions.

Times are of the processor, so that a busy machine changes them less. Every path is as cheap as that of A*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import numpy as np

import genastar
from benchmarks.measure import print_table

SIDE = 512
QUESTIONS = 2000
CHECKED = 50
"""Questions that A* answers too."""
ROUNDS = 3


def run() -> None:
    random = np.random.default_rng(1)
    costs = random.integers(1, 10, (SIDE, SIDE))
    hexes = {(x, y): int(costs[y, x] + 1) // 2 for x in range(SIDE) for y in range(SIDE) if random.random() > 0.2}
    worlds = {"grid, costs 1 to 9": genastar.load(costs, "grid")}
    worlds["hexes, costs 1 to 5, a fifth blocked"] = genastar.load(hexes, domain="hexmap")
    rows = [(name, *race(world)) for name, world in worlds.items()]
    print_table(("", "preparation, s", "a distance, µs", "a path with its cells, µs", "cells of a path", "A*, µs"), rows)


def race(world: Any) -> tuple[str, ...]:
    began = process_time()
    prepared: Any = genastar.prepare(world, "hub-labels", engine="compiled")
    preparation = process_time() - began
    random = np.random.default_rng(7)
    cells = [cell for cell in prepared.algorithm.ground.places if cell is not None]
    pairs = [(cells[one], cells[other]) for one, other in random.integers(0, len(cells), (QUESTIONS, 2))]
    pairs = [pair for pair in pairs if prepared.path(*pair)]
    checked = [world.search(start, [goal], algorithm="astar", engine="compiled") for start, goal in pairs[:CHECKED]]
    for (start, goal), plain in zip(pairs, checked, strict=False):
        found = world.search(start, [goal], algorithm=prepared.algorithm, engine="compiled")
        assert found.cost == plain.cost
        assert found.path == prepared.path(start, goal)
    distance = least(lambda: [prepared.distance(*pair) for pair in pairs], pairs)
    path = least(lambda: [prepared.path(*pair) for pair in pairs], pairs)
    astar = least(lambda: [world.search(a, [b], algorithm="astar", engine="compiled") for a, b in pairs[:CHECKED]], checked)
    length = np.mean([len(prepared.path(*pair)) for pair in pairs])
    return f"{preparation:.0f}", f"{distance:.1f}", f"{path:.0f}", f"{length:.0f}", f"{astar:,.0f}"


def least(work: Callable[[], object], asked: Sequence[object]) -> float:
    """Return the least processor time of some rounds, in microseconds for each question."""
    taken = []
    for _ in range(ROUNDS):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return min(taken) / len(asked) * 1e6
