"""Alternative routes by plateaus.

A plateau is a stretch that the tree of cheapest paths from the start and the tree of cheapest paths to the goal share. The path
over a plateau is as cheap as any path through the plateau, and the longer the plateau, the more of that path is locally optimal
(Abraham, Delling, Goldberg and Werneck, Alternative routes in road networks, SEA 2010, section 4).

A plateau has at least two junctions, so a single long edge beside the cheapest path is not an alternative here.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import frozen

from genastar.authoring import check_cancelled
from genastar.contracts.tree import TreeArrays
from genastar_roads.answers.places import join_places, list_nodes
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import Place, list_entries, list_exits
from genastar_roads.search.tree import search_tree


@frozen
class Wanted:
    """Limits for an alternative route."""

    stretch: float = 1.4
    """Maximum cost, as a multiple of the cheapest cost."""
    shared: float = 0.75
    """Maximum share of its cost that lies on earlier routes."""
    plateau: float = 0.05
    """Minimum length of its plateau, as a share of the cheapest cost."""


WANTED = Wanted()


def find_alternatives(
    junctions: Junctions,
    first: Route,
    start: Place,
    goal: Place,
    cheapest: int,
    count: int,
    *,
    wanted: Wanted = WANTED,
    engine: str = "auto",
) -> tuple[Route, ...]:
    """Return up to ``count`` good routes, cheapest first.

    Args:
        junctions: the graph.
        first: the cheapest route.
        start: where the routes begin.
        goal: where the routes end.
        cheapest: cost of the cheapest route, in units of the graph.
        count: maximum number of routes.
        wanted: limits for an alternative.
        engine: as in `AStar.search`.
    """
    routes = [first]
    for path in _iterate_paths(junctions, start, goal, cheapest, wanted, engine):
        if len(routes) >= count:
            break
        route = Route.of(first.graph, join_places(start, list_nodes(junctions, path), goal))
        if route.legs and all(route.measure_share(other) <= wanted.shared for other in routes):
            routes.append(route)
    return tuple(sorted(routes, key=lambda route: route.cost))


def _iterate_paths(
    junctions: Junctions, start: Place, goal: Place, cheapest: int, wanted: Wanted, engine: str
) -> Iterator[list[int]]:
    """Yield paths of states beside the cheapest one, best first. No path visits a state twice; some share much."""
    within = int(wanted.stretch * cheapest)
    forth = search_tree(junctions.split, list_exits(junctions, (start,)), within=within, engine=engine)
    ends = list_entries(junctions, (goal,))
    back = search_tree(junctions.backward, ends, within=within, engine=engine)
    whole = forth.g + back.g
    both = forth.settled & back.settled & (whole <= within)
    head, length = _find_plateaus(forth, back)
    state = np.flatnonzero(both & (head == np.arange(len(head))) & (length >= wanted.plateau * cheapest))
    for begin in state[np.argsort(whole[state] - length[state], kind="stable")]:
        check_cancelled()
        path = [*_trace_to_root(forth.parent, int(begin))[::-1], *_trace_to_root(back.parent, int(begin))[1:]]
        if len(set(path)) == len(path):
            yield path


def _find_plateaus(forth: TreeArrays, back: TreeArrays) -> tuple[Int64, Int64]:
    """Return the state where each state's plateau begins, shape (states,), and at these states the plateau's length."""
    size = len(forth.parent)
    state = np.arange(size)
    before = np.where(forth.parent >= 0, forth.parent, state)
    joined = (forth.parent >= 0) & (back.parent[before] == state)
    head = np.where(joined, before, state)
    while True:  # pointer doubling
        further = head[head]
        if np.array_equal(further, head):
            break
        head = further
    length = np.zeros(size, np.int64)
    np.maximum.at(length, head, forth.g - forth.g[head])
    return head, length


def _trace_to_root(parent: Int64, state: int) -> list[int]:
    path = [state]
    while parent[path[-1]] >= 0:
        path.append(int(parent[path[-1]]))
    return path
