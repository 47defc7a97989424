"""Safe-interval path planning (Phillips and Likhachev, ICRA 2011): one agent among reservations.

A state is a node and a time without reservations at its place. Among the paths to a state the earliest is the best, because an
agent may wait there. So there are few states, whatever the times are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

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
    draw_number,
)
from genastar_fleets.kernels.reservations import Reservations, find_reserved, is_reserved
from genastar_prepare.heap import drop, push

EFFORT: Final = 3
"""The place of the number of states in ``IntervalRoom.facts``."""


class IntervalRoom(NamedTuple):
    """Memory of a search over safe intervals, used again by the next."""

    node: Int32
    time: Int32
    begin: Int32
    """The first time of the interval."""
    until: Int32
    """The last time of the interval."""
    parent: Int32
    keys: Int64
    items: Int32
    slots: Int32
    """A hash table of the best state of each node and interval."""
    stamps: Int32
    """The search that wrote each slot."""
    facts: Int64
    """The number of this search; the number of states; the size of the heap; the states of all searches before."""


def make_interval_room(capacity: int) -> IntervalRoom:
    """Return room for this many states, a power of 2."""
    node, time, begin, until, parent, items = (np.zeros(capacity, np.int32) for _ in range(6))
    slots, stamps = (np.zeros(2 * capacity, np.int32) for _ in range(2))
    keys = np.zeros(capacity, np.int64)
    return IntervalRoom(node, time, begin, until, parent, keys, items, slots, stamps, np.zeros(4, np.int64))


@machine_code
def _add_state(room: IntervalRoom, node: int, time: int, begin: int, until: int, parent: int, key: int) -> bool:
    """Push an arrival, unless an earlier one at this node and interval is known; return whether there was room."""
    mask = len(room.slots) - 1
    slot = (int(node) * 73856093 ^ int(begin) * 19349663) & mask
    stamp, state = room.facts[0], room.facts[1]
    if state >= len(room.node):
        return False
    while room.stamps[slot] == stamp:
        known = room.slots[slot]
        if room.node[known] == node and room.begin[known] == begin:
            if room.time[known] <= time:
                return True
            break
        slot = (slot + 1) & mask
    room.stamps[slot] = stamp
    room.slots[slot] = state
    room.facts[1] = state + 1
    room.node[state], room.time[state], room.parent[state] = node, time, parent
    room.begin[state], room.until[state] = begin, until
    push(room.keys, room.items, room.facts[2], key, state)
    room.facts[2] += 1
    return True


@machine_code
def _find_begin(bits: Int64, time: int) -> int:
    """Return the first time of the interval without reservations that holds a time."""
    word = time >> 5
    if word >= len(bits):
        word, before = len(bits), 0
    else:
        before = bits[word] & ((1 << (time & 31)) - 1)
    while before == 0:
        word -= 1
        if word < 0:
            return 0
        before = bits[word]
    last = 31
    while before >> last & 1 == 0:
        last -= 1
    return (word << 5) + last + 1


@machine_code
def find_safe_path(
    steps: UnitSteps,
    distances: Int32,
    start: int,
    hold: int,
    most: int,
    weight: int,
    held: Reservations,
    room: IntervalRoom,
    rng: Int64,
    path: Int32,
) -> int:
    """Write the path of an agent that arrives first among the reservations, and return its number of nodes.

    Args:
        steps: the graph.
        distances: the distance from each node to the goal.
        start: where the agent is at time 0.
        hold: a time before which the agent cannot stay at the goal, for the estimate.
        most: the latest arrival that is of use.
        weight: the weight of the distance in tenths; with 10 the arrival is the first possible.
        held: the reservations of the others.
        room: memory.
        rng: the state of the random numbers, which decide among equals.
        path: receives the node at each time.

    Returns:
        The number of nodes; `NOT_FOUND` if there is no path; `NO_ROOM` if the memory or ``path`` is too short.
    """
    room.facts[0] += 1
    room.facts[EFFORT] += room.facts[1]
    room.facts[1] = 0
    room.facts[2] = 0
    stays, follows, passes = steps.rules & STAYING != 0, steps.rules & FOLLOWING != 0, steps.rules & PASSING != 0
    end = min(find_reserved(held.occupied[steps.place[start]], 0), int(held.parked[steps.place[start]]))
    if end <= 0 or distances[start] >= NEVER:
        return NOT_FOUND
    _add_state(room, start, 0, 0, NEVER if end >= NEVER else end - 1, -1, 0)
    while room.facts[2] > 0:
        state = room.items[0]
        drop(room.keys, room.items, room.facts[2])
        room.facts[2] -= 1
        node, time, until = int(room.node[state]), int(room.time[state]), int(room.until[state])
        # An agent that vanishes leaves its place one step later, when nobody may follow it without the rule.
        if distances[node] == 0 and (until >= NEVER or (not stays and (follows or until > time))):
            if time + 1 > len(path):
                return NO_ROOM
            at = time
            while state >= 0:
                while at >= room.time[state]:
                    path[at] = room.node[state]
                    at -= 1
                state = room.parent[state]
            return time + 1
        if distances[node] == 0 and not stays:
            continue
        place = steps.place[node]
        latest = until if until >= NEVER or not follows else until + 1
        for edge in range(steps.first[node], steps.first[node + 1]):
            there = steps.head[edge]
            if distances[there] >= NEVER:
                continue
            ahead = steps.place[there]
            bits, parked = held.occupied[ahead], int(held.parked[ahead])
            if ahead == place:  # a turn on the spot, within the same interval
                if time + 1 <= until:
                    total = max(time + 1 + distances[there], hold)
                    value = int(max(10 * (time + 1) + weight * distances[there], 10 * hold))
                    key = (value << 28) - (time + 1 << 5) + draw_number(rng, 32)
                    if total <= most and not _add_state(room, there, time + 1, room.begin[state], until, state, key):
                        return NO_ROOM
                continue
            arrival = time + 1
            while arrival <= latest and arrival < parked:
                end = min(find_reserved(bits, arrival), parked)
                last = NEVER if end >= NEVER else end - 1
                is_after = is_reserved(bits, arrival - 1)  # the place is left as the agent arrives
                begin = arrival
                if end > arrival and is_after:
                    if not follows:
                        arrival += 1
                    elif not passes and steps.back[edge] >= 0 and is_reserved(held.crossed[steps.back[edge]], arrival):
                        arrival += 1  # they would exchange their places
                if end > arrival and arrival <= latest:
                    total = max(arrival + distances[there], hold)
                    if total > most:
                        break
                    # Of equal totals the latest state first, which is nearer to the goal; then by chance.
                    value = int(max(10 * arrival + weight * distances[there], 10 * hold))
                    key = (value << 28) - (arrival << 5) + draw_number(rng, 32)
                    if not is_after:
                        begin = _find_begin(bits, arrival)
                    if not _add_state(room, there, arrival, begin, last, state, key):
                        return NO_ROOM
                arrival = end + 1
    return NOT_FOUND
