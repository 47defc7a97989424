"""Oracles: slow, short, and without a line of the search that they judge."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import reduce
from itertools import pairwise
from typing import Any

Edges = Mapping[Any, Iterable[tuple[Any, Any]]]
"""The neighbours of each position, and what the step to each costs."""


def compute_distances(
    edges: Edges, start: Hashable, zero: Any, add: Callable[[Any, Any], Any] = operator.add
) -> dict[Any, Any]:
    """The cost of the cheapest way from the start to each position that can be reached: Dijkstra (1959), without a heap."""
    best = {start: zero}
    settled: set[Any] = set()
    while waiting := [position for position in best if position not in settled]:
        nearest = reduce(lambda one, other: other if best[other] < best[one] else one, waiting)
        settled.add(nearest)
        for neighbour, step in edges.get(nearest, ()):
            cost = add(best[nearest], step)
            if neighbour not in best or cost < best[neighbour]:
                best[neighbour] = cost
    return best


def find_cheapest(
    edges: Edges, start: Hashable, goals: Collection[Any], zero: Any, add: Callable[[Any, Any], Any] = operator.add
) -> Any | None:
    """What the cheapest way from the start to any goal costs; ``None`` if there is no way."""
    reached = [cost for position, cost in compute_distances(edges, start, zero, add).items() if position in goals]
    return reduce(lambda one, other: other if other < one else one, reached) if reached else None


def reverse_edges(edges: Edges) -> dict[Any, list[tuple[Any, Any]]]:
    """The same edges, from their ends to their beginnings."""
    back: dict[Any, list[tuple[Any, Any]]] = {}
    for position, neighbours in edges.items():
        for neighbour, step in neighbours:
            back.setdefault(neighbour, []).append((position, step))
    return back


def compute_path_cost(edges: Edges, path: Iterable[Any], zero: Any, add: Callable[[Any, Any], Any] = operator.add) -> Any:
    """What a path costs, by the cheapest of parallel edges. A step without an edge is a KeyError."""
    cost = zero
    for position, neighbour in pairwise(path):
        steps = [step for end, step in edges.get(position, ()) if end == neighbour]
        if not steps:
            raise KeyError(f"no edge from {position!r} to {neighbour!r}")
        cost = add(cost, reduce(lambda one, other: other if other < one else one, steps))
    return cost


def expect_straightened(pulled: Any, result: Any, is_open: Callable[[Any, Any], bool], slack: float = 0.0) -> None:
    """Check an answer that was pulled straight: same ends, never dearer, and each leg a step of before or an open line."""
    assert pulled.outcome == result.outcome
    if not result.found:
        return
    assert (pulled.path[0], pulled.path[-1]) == (result.path[0], result.path[-1])
    assert set(pulled.path) <= set(result.path)
    assert pulled.cost.travelled <= result.cost.travelled * (1 + slack)
    assert len(pulled.costs) == len(pulled.path)
    steps = set(pairwise(result.path))
    assert all(leg in steps or is_open(*leg) for leg in pairwise(pulled.path))


def list_all_paths(edges: Edges, starts: dict[Any, Any], goals: frozenset[Any], steps: int | None = None) -> dict[Any, Any]:
    """All paths to the first goal on them, each with its cost: without loops, or of at most so many steps."""
    found = {}
    waiting = [((start,), cost) for start, cost in starts.items()]
    while waiting:
        path, cost = waiting.pop()
        if path[-1] in goals:
            found[path] = cost
            continue
        cheapest: dict[Any, Any] = {}
        for neighbour, step in edges.get(path[-1], ()):
            cheapest[neighbour] = min(step, cheapest.get(neighbour, step))
        for neighbour, step in cheapest.items():
            if (neighbour not in path) if steps is None else (len(path) <= steps):
                waiting.append(((*path, neighbour), cost + step))
    return found
