"""Vertex covers of small graphs, for the heuristic of conflict-based search."""

from __future__ import annotations

Edges = frozenset[tuple[int, int]]

MOST_BRANCHES = 200
"""Branches that are tried before the search settles for a lower bound."""


def bound_cover(edges: Edges) -> int:
    """Return the size of the smallest vertex cover of a graph, or a lower bound on it if the graph is large."""
    matching = _match(edges)
    budget = [MOST_BRANCHES]
    best = _cover(edges, 2 * matching, budget)
    return matching if budget[0] <= 0 else best


def _match(edges: Edges) -> int:
    used: set[int] = set()
    count = 0
    for one, other in sorted(edges):
        if one not in used and other not in used:
            used |= {one, other}
            count += 1
    return count


def _cover(edges: Edges, most: int, budget: list[int]) -> int:
    """Return the size of the smallest cover, at most ``most``."""
    budget[0] -= 1
    if not edges:
        return 0
    if budget[0] <= 0 or _match(edges) >= most:
        return most
    degrees: dict[int, int] = {}
    for edge in edges:
        for end in edge:
            degrees[end] = degrees.get(end, 0) + 1
    chosen = max(sorted(degrees), key=degrees.__getitem__)
    beside = {one + other - chosen for one, other in edges if chosen in (one, other)}
    with_it = 1 + _cover(frozenset(edge for edge in edges if chosen not in edge), most - 1, budget)
    most = min(most, with_it)
    if len(beside) >= most:
        return most
    rest = frozenset(edge for edge in edges if not beside.intersection(edge))
    return min(most, len(beside) + _cover(rest, most - len(beside), budget))
