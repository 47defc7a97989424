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


def find_front(edges: Edges, start: Hashable, goals: Collection[Any], numbers: int) -> list[tuple[float, ...]]:
    """What the ways to the goals cost that no other way beats in every number: each way is followed that none beats so far."""

    def is_beaten(cost: tuple[float, ...], others: Iterable[tuple[float, ...]]) -> bool:
        return any(all(one <= two for one, two in zip(other, cost, strict=True)) for other in others)

    known: dict[Any, list[tuple[float, ...]]] = {start: [(0,) * numbers]}
    waiting = [(start, (0,) * numbers)]
    while waiting:
        here, cost = waiting.pop()
        for there, step in () if here in goals else edges[here]:
            after = tuple(map(sum, zip(cost, step, strict=True)))
            rest = known.setdefault(there, [])
            if not is_beaten(after, rest):
                rest[:] = [other for other in rest if not is_beaten(other, [after])] + [after]
                waiting.append((there, after))
    ends = {cost for goal in goals for cost in known.get(goal, ())}
    return sorted(cost for cost in ends if not is_beaten(cost, ends - {cost}))


def expect_front(found: Iterable[tuple[float, ...]], wanted: Iterable[tuple[float, ...]], slack: float = 1e-5) -> None:
    """Check that two fronts are the same but for rounding, by which one may have a cost that another one of it beats."""
    found, wanted = [*found], [*wanted]

    def is_near(cost: tuple[float, ...], other: tuple[float, ...], least: float) -> bool:
        return all(least <= (x - y) / (1 + abs(y)) <= slack for x, y in zip(cost, other, strict=True))

    for cost in found:
        assert any(is_near(cost, other, -slack) for other in wanted), cost
    for cost in wanted:
        assert any(is_near(other, cost, -float("inf")) for other in found), cost


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
