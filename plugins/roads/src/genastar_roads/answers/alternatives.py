"""Alternatives: other ways that are good for themselves, by plateaus.

Where the tree of cheapest ways from the start and that of cheapest ways to the goal run along together, they make a plateau.
The way over it is as cheap as any through its middle, and the longer it is, the more of the way is optimal for itself (Abraham,
Delling, Goldberg and Werneck, Alternative routes in road networks, SEA 2010, section 4). The first is the cheapest of all.

A plateau has two junctions at least: a single long edge beside the cheapest way is no alternative here.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import frozen

from genastar import check_cancelled
from genastar.tree import ByIndex
from genastar_roads.graph.place import Place, entries, exits
from genastar_roads.graph.road_graph import Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.search.tree import tree_from


@frozen
class Wanted:
    """What makes a way an alternative."""

    stretch: float = 1.4
    """How many times the cheapest it may cost."""
    shared: float = 0.75
    """Which part of its cost it may share with the ways before it."""
    plateau: float = 0.05
    """Which part of the cheapest way's cost its plateau has at least."""


WANTED = Wanted()


def alternatives_of(
    junctions: Junctions, start: Place, goal: Place, cheapest: int, *, wanted: Wanted = WANTED, engine: str = "auto"
) -> Iterator[list[int]]:
    """Paths of states beside the cheapest one, the best first, as many as there are; each without a state twice.

    Whoever takes them judges what they share with those before.

    Args:
        junctions: the graph.
        start: where they begin.
        goal: where they end.
        cheapest: what the cheapest way costs, in units of the graph.
        wanted: what makes a way an alternative.
        engine: as in `AStar.search`.
    """
    within = int(wanted.stretch * cheapest)
    forth = tree_from(junctions.split, exits(junctions, (start,)), within=within, engine=engine)
    ends = entries(junctions, (goal,))
    back = tree_from(junctions.backward, ends, within=within, engine=engine)
    whole = forth.g + back.g
    both = forth.settled & back.settled & (whole <= within)
    head, length = _plateaus(forth, back)
    state = np.flatnonzero(both & (head == np.arange(len(head))) & (length >= wanted.plateau * cheapest))
    for begin in state[np.argsort(whole[state] - length[state], kind="stable")]:
        check_cancelled()
        path = [*_to_root(forth.parent, int(begin))[::-1], *_to_root(back.parent, int(begin))[1:]]
        if len(set(path)) == len(path):
            yield path


def _plateaus(forth: ByIndex, back: ByIndex) -> tuple[Int64, Int64]:
    """For each state, where its plateau begins, shape (states,); and how long plateaus are, at their beginnings."""
    size = len(forth.parent)
    state = np.arange(size)
    before = np.where(forth.parent >= 0, forth.parent, state)
    joined = (forth.parent >= 0) & (back.parent[before] == state)
    head = np.where(joined, before, state)
    while True:  # pointers jump twice as far each time
        further = head[head]
        if np.array_equal(further, head):
            break
        head = further
    length = np.zeros(size, np.int64)
    np.maximum.at(length, head, forth.g - forth.g[head])
    return head, length


def _to_root(parent: Int64, state: int) -> list[int]:
    path = [state]
    while parent[path[-1]] >= 0:
        path.append(int(parent[path[-1]]))
    return path
