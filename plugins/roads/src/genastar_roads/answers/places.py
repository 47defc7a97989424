"""From the states of a path to places: nodes, and the ends of the question, which may lie inside edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np

from genastar.domain import Question
from genastar_roads.graph.place import Place, Row, direct, entry_rows, exit_rows, node_places
from genastar_roads.graph.turns import Junctions


def places_along(junctions: Junctions, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
    """Return the places that a path of states goes through. Of several starts and goals, an end is what the path pays for."""
    if not states:
        return ()
    size, starts, goals = junctions.split.size, question.starts, question.goals
    places = list(nodes_along(junctions, states))
    if not places and states[-1] == size:  # it stays on one edge
        start, goal = min(product(starts, goals), key=partial(_cost_on_one_edge, junctions))
        return (start,) if start == goal else (start, goal)
    if states[0] > size:
        inside = [start for start in starts if start.edge >= 0]
        after = states[1] if len(states) > 1 else size
        places.insert(0, _nearest(inside, lambda place: exit_rows(junctions, place), after))
    else:  # those that were asked for know what for
        places[0] = next((start for start in starts if start == places[0]), places[0])
    if states[-1] == size:
        goal = _nearest(goals, lambda place: entry_rows(junctions, (place,)), states[-2])
        places[-1:] = [goal] if goal.edge < 0 else [places[-1], goal]
    return tuple(places)


def states_at(junctions: Junctions, states: Sequence[int], places: Sequence[Place]) -> list[int]:
    """Return which of the states stands at each of the places that `places_along` gives, by its number on the path."""
    size, last = junctions.split.size, len(states) - 1
    found = [number for number, state in enumerate(states) if state < size]
    if not found:  # it stays on one edge
        return [0, last][-len(places) :]
    if states[0] > size:
        found.insert(0, 0)
    if states[-1] == size:
        found[len(places) - 1 :] = [last]
    return found


def nodes_along(junctions: Junctions, states: Sequence[int]) -> tuple[Place, ...]:
    """Return the nodes at which states lie. The states that stand for ends are left out."""
    found = np.array(states, np.int64)
    return node_places(junctions.graph, junctions.node_of[found[found < junctions.split.size]])


def joined(start: Place, nodes: Sequence[Place], goal: Place) -> tuple[Place, ...]:
    """Return the places of a way from its ends and the nodes between, which may be the ends themselves."""
    inner = list(nodes)
    return (start, *(inner[1:] if inner and inner[0] == start else inner)[: -1 if inner and inner[-1] == goal else None], goal)


def _nearest(places: Sequence[Place], rows: Callable[[Place], list[Row]], state: int) -> Place:
    """The place whose way to this state, or from it, costs least."""
    if len(places) == 1:
        return places[0]
    return min(places, key=lambda place: min((cost for each, cost, _ in rows(place) if each == state), default=np.inf))


def _cost_on_one_edge(junctions: Junctions, ends: tuple[Place, Place]) -> float:
    way = direct(junctions.graph, ends[:1], ends[1:])
    return np.inf if way is None else way[0]
