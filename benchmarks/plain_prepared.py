"""Plain calls of what was prepared, one question at a time, after warming: their time, and the Python calls that each makes.

The terrain has 300 x 300 cells that cost 1 to 9. The city is Rome (see `benchmarks.roads`), in the folder that the
environment variable GENASTAR_DATA names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import process_time
from types import FrameType
from typing import Any

import numpy as np

import genastar
from benchmarks.measure import print_table
from benchmarks.roads import data, read
from genastar.worlds.preparing import Prepared
from genastar_roads.model import Roads
from genastar_roads.sources.order import order_by_hilbert_curve

SIDE = 300
QUESTIONS, ROUNDS = 300, 20

Ask = Callable[[Any, Any], object]


def run() -> None:
    random = np.random.default_rng(1)
    world: Any = genastar.load(random.integers(1, 10, (SIDE, SIDE)), "grid")
    pairs = [((x, y), (to_x, to_y)) for x, y, to_x, to_y in random.integers(0, SIDE, (QUESTIONS, 4)).tolist()]
    rows = []
    for method in ("hierarchy", "hub-labels"):
        prepared = genastar.prepare(world, method, engine="compiled")
        rows.append((f"terrain, {method}: distance", *_measure(prepared.distance, pairs)))
        rows.append((f"terrain, {method}: path", *_measure(prepared.path, pairs)))
        rows.append((f"terrain, {method}: search", *_measure(partial(_search, prepared), pairs)))
    if (found := data("rome-roads.gr.bin.gz")) is not None:
        graph = read(found)
        city = Roads("Rome", graph.reorder_nodes(order_by_hilbert_curve(graph.lat, graph.lon)))
        places = [city.make_node_place(int(node)) for node in random.integers(0, graph.size, 2 * QUESTIONS)]
        algorithm = genastar.prepare(city, "hierarchy").algorithm

        def route(start: Any, goal: Any) -> object:
            return city.search(start, [goal], algorithm=algorithm).path

        rows.append(("Rome, hierarchy: route", *_measure(route, list(zip(places[::2], places[1::2], strict=True)))))
    print_table(["", "µs a question at least", "in the median", "Python calls"], rows)


def _search(prepared: Prepared[Any], start: Any, goal: Any) -> object:
    return prepared.search(start, [goal])


def _measure(ask: Ask, pairs: Sequence[tuple[Any, Any]]) -> tuple[str, str, str]:
    """Return the least and the median processor time of a question in microseconds, and its number of Python calls."""
    for pair in pairs:
        ask(*pair)
    taken = []
    for _ in range(ROUNDS):
        began = process_time()
        for pair in pairs:
            ask(*pair)
        taken.append((process_time() - began) / len(pairs))
    return f"{1e6 * min(taken):.1f}", f"{1e6 * median(taken):.1f}", f"{median(_count_calls(ask, *pair) for pair in pairs):.0f}"


def _count_calls(ask: Ask, *pair: Any) -> int:
    """Return the number of Python functions that are called to answer a question."""
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        ask(*pair)
    finally:
        sys.setprofile(before)
    return calls
