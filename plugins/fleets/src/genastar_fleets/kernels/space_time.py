"""Space-time A*: one agent under constraints, in the states of a node and a time.

The search is a focal one, as in enhanced CBS (Barer et al., SoCS 2014): among the states whose total is within a bound of the
least, that with the fewest collisions with the paths of others comes first. With a bound of 1 it finds a cheapest path.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import (
    FOLLOWING,
    NEVER,
    NO_ROOM,
    NOT_FOUND,
    PASSING,
    STAYING,
    Int32,
    Int64,
    UnitSteps,
)
from genastar_fleets.kernels.reservations import find_edge
from genastar_prepare.heap import drop, push

COST, LOWER, COLLISIONS = 0, 1, 2
"""What ``told`` receives: the cost of the path, a lower bound on it, and the number of its collisions."""


class PathLimits(NamedTuple):
    """The constraints of one agent."""

    first: Int32
    """The first row of each time, shape (times + 1,)."""
    place: Int32
    """The place that is forbidden; -1 in rows about a move."""
    pair: Int32
    """The pair of places that must not be crossed; -1 in rows about a place."""
    moments: Int32
    """The times at which the agent must be somewhere, ascending."""
    ways: Int32
    """The distance from each node to where it must be, shape (moments, nodes)."""
    goals: Int32
    """The places of its goals."""
    holds: Int32
    """The first time at which it may end at each of them; `NEVER` if it may not."""


class Traffic(NamedTuple):
    """The paths of the others, to count collisions."""

    visits: NDArray[np.int16]
    """Number of agents at each place and time, shape (places, times)."""
    crossings: NDArray[np.int16]
    """Number of agents that cross each pair of places, shape (pairs, times)."""
    parked: Int32
    """The time from which each place is occupied for good."""


MOST_TRAFFIC: Final = 200_000_000
"""Limit of the entries of the table that counts collisions."""


def make_traffic(steps: UnitSteps, times: int) -> Traffic:
    """Return a table of so many times, or as many as memory allows, without agents."""
    times = max(1, min(times, MOST_TRAFFIC // max(1, steps.places + steps.pairs)))
    return Traffic(
        np.zeros((steps.places, times), np.int16),
        np.zeros((steps.pairs, times), np.int16),
        np.full(steps.places, NEVER, np.int32),
    )


class TimedRoom(NamedTuple):
    """Memory of a search, used again by the next."""

    node: Int32
    time: Int32
    cost: Int64
    total: Int64
    collisions: Int32
    parent: Int32
    state: Int32
    """0 for waiting states, 1 for closed ones, 2 for those that a better one replaced."""
    after: Int32
    """The next state in the same bucket of totals that is not within the bound yet."""
    keys: Int64
    items: Int32
    slots: Int32
    stamps: Int32
    facts: Int64
    """The number of this search; of states; the size of the heap; the largest total within the bound."""


def make_timed_room(capacity: int) -> TimedRoom:
    """Return room for this many states, a power of 2."""
    wide, doubled = ("cost", "total", "keys"), ("slots", "stamps")
    arrays: dict[str, Any] = {name: np.zeros(capacity, np.int64 if name in wide else np.int32) for name in TimedRoom._fields}
    arrays |= {name: np.zeros(2 * capacity, np.int32) for name in doubled}
    return TimedRoom(**arrays | {"facts": np.zeros(4, np.int64)})


@machine_code
def may_end(limits: PathLimits, place: int, time: int) -> bool:
    """Return whether an agent that is at the place of a goal may stay there, or vanish, from a time on."""
    for number in range(len(limits.goals)):
        if limits.goals[number] == place:
            return bool(limits.holds[number] <= time)
    return False


@machine_code
def is_allowed(limits: PathLimits, place: int, pair: int, node: int, time: int) -> bool:
    """Return whether an agent may arrive at a node of a place at a time, over a pair of places; -1 if it does not move."""
    if time < len(limits.first) - 1:
        for row in range(limits.first[time], limits.first[time + 1]):
            if limits.place[row] == place or (pair >= 0 and limits.pair[row] == pair):
                return False
    for number in range(len(limits.moments)):
        if limits.moments[number] >= time:
            return bool(limits.ways[number, node] <= limits.moments[number] - time)
    return True


@machine_code
def count_collisions(steps: UnitSteps, traffic: Traffic, before: int, place: int, edge: int, time: int) -> int:
    """Return with how many others an agent collides that is at a place at a time, and was at another one before."""
    count = 1 if traffic.parked[place] <= time else 0
    if time < traffic.visits.shape[1]:
        count += traffic.visits[place, time]
        if edge >= 0 and before != place:
            if steps.rules & FOLLOWING == 0:
                count += traffic.visits[place, time - 1] + traffic.visits[before, time]
            elif steps.rules & PASSING == 0 and steps.back[edge] >= 0:
                count += traffic.crossings[steps.back[edge], time]
    return count


@machine_code
def _add_timed(
    room: TimedRoom, buckets: Int32, alive: Int32, node: int, time: int, cost: int, total: int, collisions: int, parent: int
) -> bool:
    """Add a state, unless a better one of the same node and time is known; return whether there was room."""
    if room.facts[1] >= len(room.node) or total >= len(buckets):
        return False
    mask = len(room.slots) - 1
    slot = (int(node) * 73856093 ^ int(time) * 19349663) & mask
    while room.stamps[slot] == room.facts[0]:
        known = room.slots[slot]
        if room.node[known] == node and room.time[known] == time:
            if room.cost[known] < cost or (
                room.cost[known] == cost and (room.state[known] == 1 or room.collisions[known] <= collisions)
            ):
                return True
            if room.state[known] == 0:
                room.state[known] = 2
                alive[room.total[known]] -= 1
            break
        slot = (slot + 1) & mask
    state = room.facts[1]
    room.facts[1] += 1
    room.stamps[slot], room.slots[slot] = room.facts[0], state
    room.node[state], room.time[state], room.parent[state] = node, time, parent
    room.cost[state], room.total[state], room.collisions[state], room.state[state] = cost, total, collisions, 0
    alive[total] += 1
    if total <= room.facts[3]:
        _push_timed(room, state)
    else:
        room.after[state] = buckets[total]
        buckets[total] = state
    return True


@machine_code
def _push_timed(room: TimedRoom, state: int) -> None:
    key = (int(room.collisions[state]) << 42) + (int(room.total[state]) << 21) + (1 << 21) - 1 - int(room.time[state])
    push(room.keys, room.items, room.facts[2], key, state)
    room.facts[2] += 1


@machine_code
def find_timed_path(
    steps: UnitSteps,
    distances: Int32,
    start: int,
    limits: PathLimits,
    traffic: Traffic,
    weight: int,
    latest: int,
    room: TimedRoom,
    path: Int32,
    told: Int64,
) -> int:
    """Write a path under constraints with few collisions, and return its number of nodes.

    Args:
        steps: the graph.
        distances: the distance from each node to the goal.
        start: where the agent is at time 0.
        limits: its constraints.
        traffic: where the others are.
        weight: the bound on the ratio to the least cost, in hundredths.
        latest: the last time to look at.
        room: memory.
        path: receives the node at each time.
        told: receives the cost, a lower bound on it, and the number of collisions.

    Returns:
        The number of nodes; `NOT_FOUND` if no path keeps the constraints; `NO_ROOM` if there is too little memory.
    """
    stays, wait = steps.rules & STAYING != 0, steps.wait_cost
    buckets: Int32 = np.full((latest + 2) * max(1, wait) + 1, -1, np.int32)
    alive = np.zeros(len(buckets), np.int32)
    room.facts[0] += 1
    room.facts[1] = 0
    room.facts[2] = 0
    room.facts[3] = -1
    if distances[start] > latest or not is_allowed(limits, steps.place[start], -1, start, 0):
        return NOT_FOUND
    hold = limits.holds.min()
    total = distances[start] + max(0, hold - distances[start]) * min(1, wait)
    if not _add_timed(room, buckets, alive, start, 0, 0, total, 0, -1):
        return NO_ROOM
    least = 0
    while True:
        while least < len(buckets) and alive[least] == 0:
            least += 1
        if least == len(buckets):
            return NOT_FOUND
        while room.facts[3] < min(len(buckets) - 1, max(least, least * weight // 100)):
            room.facts[3] += 1
            state = buckets[room.facts[3]]
            while state >= 0:
                if room.state[state] == 0:
                    _push_timed(room, state)
                state = room.after[state]
        state = room.items[0]
        drop(room.keys, room.items, room.facts[2])
        room.facts[2] -= 1
        if room.state[state] != 0:
            continue
        room.state[state] = 1
        alive[room.total[state]] -= 1
        node, time = room.node[state], room.time[state]
        if distances[node] == 0 and may_end(limits, steps.place[node], time):
            told[COST], told[LOWER], told[COLLISIONS] = room.cost[state], min(least, room.cost[state]), room.collisions[state]
            if time + 1 > len(path):
                return NO_ROOM
            for at in range(time, -1, -1):
                path[at] = room.node[state]
                state = room.parent[state]
            return int(time) + 1
        if time >= latest or (distances[node] == 0 and not stays):
            continue
        place = steps.place[node]
        for edge in range(steps.first[node], steps.first[node + 1] + 1):
            is_wait = edge == steps.first[node + 1]
            there = node if is_wait else steps.head[edge]
            ahead, pair = steps.place[there], -1 if is_wait else steps.pair[edge]
            if distances[there] > latest - time - 1 or not is_allowed(limits, ahead, pair, there, time + 1):
                continue
            cost = room.cost[state] + (wait if is_wait else 1)
            idle = max(0, hold - time - 1 - distances[there])
            total = cost + distances[there] + idle * min(1, wait)
            collisions = room.collisions[state] + count_collisions(
                steps, traffic, place, ahead, -1 if is_wait else edge, time + 1
            )
            if distances[there] == 0 and stays and may_end(limits, ahead, time + 1):
                for later in range(time + 2, traffic.visits.shape[1]):
                    collisions += traffic.visits[ahead, later]
            if not _add_timed(room, buckets, alive, there, time + 1, cost, total, collisions, state):
                return NO_ROOM


@machine_code
def count_traffic(traffic: Traffic, steps: UnitSteps, nodes: Int32, edges: Int32, lengths: Int32, agent: int) -> None:
    """Add the path of an agent to the traffic.

    Args:
        traffic: the table.
        steps: the graph.
        nodes: the paths, shape (agents, times).
        edges: the edge to each node, as `list_edges` writes them.
        lengths: the number of nodes of each path; 0 for agents without one.
        agent: the agent; -1 for all.
    """
    for number in range(len(lengths)):
        length = lengths[number]
        if length == 0 or agent not in (-1, number):
            continue
        for time in range(min(length, traffic.visits.shape[1])):
            traffic.visits[steps.place[nodes[number, time]], time] += 1
            if edges[number, time] >= 0:
                traffic.crossings[steps.pair[edges[number, time]], time] += 1
        if steps.rules & STAYING != 0:
            traffic.parked[steps.place[nodes[number, length - 1]]] = length


@machine_code
def list_edges(steps: UnitSteps, path: Int32, edges: Int32) -> None:
    """Write the edge to each node of a path; -1 for the first, and after a wait."""
    edges[0] = -1
    for time in range(1, len(path)):
        edges[time] = find_edge(steps, path[time - 1], path[time])
