"""Convert the states of a path to places: nodes, and ends that may lie inside edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np

from genastar.worlds.question import Question
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import EndRow, Place, find_direct, list_entry_rows, list_exit_rows, make_state_places


def list_places(junctions: Junctions, states: Sequence[int], question: Question[Place]) -> tuple[Place, ...]:
    """Return the places along a path of states. Of several starts and goals, the ends are those that the path's cost uses."""
    if not states:
        return ()
    size, starts, goals = junctions.split.size, question.starts, question.goals
    places = list(list_nodes(junctions, states))
    if not places and states[-1] == size:  # the path stays on one edge
        start, goal = min(product(starts, goals), key=partial(_compute_cost_on_one_edge, junctions))
        return (start,) if start == goal else (start, goal)
    if states[0] > size:
        inside = [start for start in starts if start.edge >= 0]
        after = states[1] if len(states) > 1 else size
        places.insert(0, _find_nearest(inside, lambda place: list_exit_rows(junctions, place), after))
    else:  # keep the caller's place, which knows the coordinates that were asked for
        places[0] = next((start for start in starts if start == places[0]), places[0])
    if states[-1] == size:
        goal = _find_nearest(goals, lambda place: list_entry_rows(junctions, (place,)), states[-2])
        places[-1:] = [goal] if goal.edge < 0 else [places[-1], goal]
    return tuple(places)


def list_states(junctions: Junctions, states: Sequence[int], places: Sequence[Place]) -> list[int]:
    """Return the state of each place that `list_places` gives, as an index into the path."""
    size, last = junctions.split.size, len(states) - 1
    found = [number for number, state in enumerate(states) if state < size]
    if not found:  # the path stays on one edge
        return [0, last][-len(places) :]
    if states[0] > size:
        found.insert(0, 0)
    if states[-1] == size:
        found[len(places) - 1 :] = [last]
    return found


def list_nodes(junctions: Junctions, states: Sequence[int]) -> tuple[Place, ...]:
    """Return the nodes of states, without the states that stand for ends."""
    size, first, last = junctions.split.size, 0, len(states)
    if last and states[-1] >= size:
        last -= 1
    if last and states[0] >= size:
        first = 1
    inner = states[first:last]
    if inner and max(inner) >= size:  # not a path: along one, ends are first and last
        inner = [state for state in inner if state < size]
    return make_state_places(junctions, inner)


def join_places(start: Place, nodes: Sequence[Place], goal: Place) -> tuple[Place, ...]:
    """Return the places of a path from its ends and the nodes between, which may include the ends."""
    inner = list(nodes)
    return (start, *(inner[1:] if inner and inner[0] == start else inner)[: -1 if inner and inner[-1] == goal else None], goal)


def _find_nearest(places: Sequence[Place], rows: Callable[[Place], list[EndRow]], state: int) -> Place:
    """Return the place that is cheapest to connect to this state."""
    if len(places) == 1:
        return places[0]
    return min(places, key=lambda place: min((cost for each, cost, _ in rows(place) if each == state), default=np.inf))


def _compute_cost_on_one_edge(junctions: Junctions, ends: tuple[Place, Place]) -> float:
    way = find_direct(junctions.graph, ends[:1], ends[1:])
    return np.inf if way is None else way[0]
