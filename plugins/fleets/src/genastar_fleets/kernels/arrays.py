"""The arrays that the functions in machine code share, and random numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

NEVER: Final = 2**30
"""A time after all others, and the distance of nodes from which a goal cannot be reached."""
NOBODY: Final = -1
GONE: Final = -1
"""The node of an agent that vanished at its goal."""
UNDECIDED: Final = -2
"""The next node of an agent that is still to choose."""
NO_ROOM: Final = -2
"""What a function returns if an array is too short for what it writes."""
NOT_FOUND: Final = -1

FOLLOWING: Final = 1
"""Rule: an agent may enter the place that another leaves at the same time."""
PASSING: Final = 2
"""Rule: two agents may exchange their places."""
STAYING: Final = 4
"""Rule: agents stay at their goals; otherwise they vanish one step after they arrive."""


class UnitSteps(NamedTuple):
    """A graph in which each move takes one step of time. Edges ``first[v]`` to ``first[v + 1]`` leave node ``v``."""

    first: Int32
    head: Int32
    place: Int32
    """The place that an agent at a node occupies. Two agents never share a place."""
    pair: Int32
    """For each edge the number of its pair of places, from one to the other."""
    back: Int32
    """For each edge the number of the same places the other way round; -1 if there is no such edge."""
    places: int
    """Number of places."""
    pairs: int
    """Number of pairs of places."""
    rules: int
    """The sum of the rules that hold."""
    wait_cost: int
    """The cost of a step without a move; a move costs 1."""


@machine_code
def draw_number(state: Int64, count: int) -> int:
    """Return a number below ``count``; ``state[0]`` holds the state of the generator (Park and Miller, CACM 1988)."""
    state[0] = state[0] * 48271 % 2147483647
    return int(state[0] % count)


@machine_code
def shuffle(state: Int64, items: Int32, count: int) -> None:
    """Bring the first items into a random order."""
    for last in range(count - 1, 0, -1):
        other = draw_number(state, last + 1)
        items[last], items[other] = items[other], items[last]


@machine_code
def compute_distances(first: Int32, head: Int32, goals: Int32, distances: Int32, queue: Int32) -> None:
    """Write the number of steps from each node to the nearest goal, given the reversed graph; `NEVER` where there is none.

    Args:
        first: row starts of the reversed graph, shape (n + 1,).
        head: the nodes before each node, shape (m,).
        goals: the goals.
        distances: receives the distances, shape (n,).
        queue: room for n nodes.
    """
    for node in range(len(distances)):
        distances[node] = NEVER
    count = 0
    for goal in goals:
        if distances[goal] == NEVER:
            distances[goal] = 0
            queue[count] = goal
            count += 1
    done = 0
    while done < count:
        node = queue[done]
        done += 1
        for edge in range(first[node], first[node + 1]):
            before = head[edge]
            if distances[before] == NEVER:
                distances[before] = distances[node] + 1
                queue[count] = before
                count += 1


@machine_code
def sum_cost(steps: UnitSteps, path: Int32, length: int) -> int:
    """Return the cost of a path of ``length`` nodes: 1 for each move, the cost of waiting for each other step."""
    cost = 0
    for time in range(1, length):
        cost += 1 if path[time] != path[time - 1] else steps.wait_cost
    return cost
