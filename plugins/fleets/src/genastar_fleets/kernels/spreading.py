"""Ways that keep out of each other's traffic, for crowded worlds: SUO of LaCAM3 (Okumura, AAMAS 2024).

One agent after another gets the way, little longer than its shortest, that meets the fewest others, were all to move without
waiting; then each again, now that all have one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import NEVER, STAYING, Int32, Int64, UnitSteps
from genastar_fleets.kernels.reservations import find_edge
from genastar_fleets.kernels.space_time import Traffic, count_collisions, make_traffic
from genastar_prepare.heap import drop, push

DETOUR = 10
"""Steps by which a way may be longer than the shortest."""


class Ways(NamedTuple):
    """The ways of the agents, and the memory of the search."""

    after: Int32
    """The number of the next node of an agent at each node of its way, plus 1; 0 elsewhere. Shape (agents, nodes)."""
    traffic: Traffic
    value: Int64
    """Of each node the collisions and the length of the best way over it, as one number."""
    time: Int32
    before: Int32
    seen: Int32
    """The search that saw each node, twice; one more if it is closed."""
    keys: Int64
    items: Int32


def make_ways(steps: UnitSteps, agents: int, longest: int) -> Ways:
    """Return no ways yet, for agents of which none is farther than ``longest`` from its goal."""
    nodes, room = len(steps.place), len(steps.place) + len(steps.head)
    time, before, seen = (np.zeros(nodes, np.int32) for _ in range(3))
    value, keys, items = np.zeros(nodes, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int32)
    after, traffic = np.zeros((agents, nodes), np.int32), make_traffic(steps, longest + DETOUR + 1)
    return Ways(after, traffic, value, time, before, seen, keys, items)


@machine_code
def spread_ways(steps: UnitSteps, distances: Int32, starts: Int32, agents: Int32, ways: Ways, search: int) -> None:
    """Give some agents ways again.

    Args:
        steps: the graph.
        distances: from each node to the goal of each agent, shape (agents, nodes).
        starts: the start of each agent.
        agents: those that get ways, in this order.
        ways: the ways of all, which are changed.
        search: a number that is larger, by the number of agents, with each call.
    """
    for agent in agents:
        search += 1
        if distances[agent, starts[agent]] >= NEVER:
            continue
        _count_way(steps, distances[agent], ways, ways.after[agent], starts[agent], -1)
        node = _find_way(steps, distances[agent], starts[agent], ways, 2 * search)
        while node != starts[agent]:
            ways.after[agent, ways.before[node]] = node + 1
            node = ways.before[node]
        _count_way(steps, distances[agent], ways, ways.after[agent], starts[agent], 1)


@machine_code
def _count_way(steps: UnitSteps, distances: Int32, ways: Ways, after: Int32, node: int, sign: int) -> None:
    """Add the way of an agent to the traffic, or take it away from there and from ``after``."""
    time, traffic = 0, ways.traffic
    while after[node] > 0:
        there = after[node] - 1
        time += 1
        if time < traffic.visits.shape[1]:
            traffic.visits[steps.place[there], time] += sign
            traffic.crossings[steps.pair[find_edge(steps, node, there)], time] += sign
        if sign < 0:
            after[node] = 0
        node = there
    if distances[node] == 0 and steps.rules & STAYING != 0:
        traffic.parked[steps.place[node]] = time + 1 if sign > 0 else NEVER


@machine_code
def _find_way(steps: UnitSteps, distances: Int32, start: int, ways: Ways, search: int) -> int:
    """Return the goal of the way with the fewest collisions, of equals the shortest, which ``ways.before`` receives."""
    most, count = distances[start] + DETOUR, 1
    ways.value[start], ways.time[start], ways.seen[start] = 0, 0, search
    ways.keys[0], ways.items[0] = 0, start
    while count > 0:
        node = ways.items[0]
        drop(ways.keys, ways.items, count)
        count -= 1
        if ways.seen[node] == search + 1:
            continue
        ways.seen[node] = search + 1
        if distances[node] == 0:
            return int(node)
        time = ways.time[node] + 1
        for edge in range(steps.first[node], steps.first[node + 1]):
            there = steps.head[edge]
            length = time + distances[there]
            if length > most or ways.seen[there] == search + 1:
                continue
            hits = count_collisions(steps, ways.traffic, steps.place[node], steps.place[there], edge, time)
            value = (((ways.value[node] >> 32) + hits) << 32) + length
            if ways.seen[there] != search or value < ways.value[there]:
                ways.value[there], ways.time[there], ways.before[there], ways.seen[there] = value, time, node, search
                push(ways.keys, ways.items, count, value, there)
                count += 1
    return start
