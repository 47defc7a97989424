"""Ways that keep out of each other's traffic, for crowded worlds (Chen et al., AAAI 2024).

One agent after another gets a way that is cheap where few go the other way and few go at all. Time plays no part.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import NEVER, NOBODY, Int32, Int64, UnitSteps, drop_entry, push_entry
from genastar_fleets.kernels.reservations import find_edge

STEP: Final = 16
"""The price of a move."""
AGAINST: Final = 8
"""What each agent that goes the other way adds to it."""
ALONG: Final = 1
"""What each agent that enters the same place adds to it."""
MOST: Final = 6 * STEP
"""What others may add to a move at most."""


@machine_code
def spread_ways(steps: UnitSteps, distances: Int32, starts: Int32, order: Int32, guides: Int32) -> None:
    """Write the next node of each agent at each node of its way, `NOBODY` elsewhere, shape (agents, nodes).

    Args:
        steps: the graph.
        distances: from each node to the goal of each agent, shape (agents, nodes).
        starts: the start of each agent.
        order: the agents.
        guides: receives the ways; `NOBODY` everywhere before.
    """
    nodes = len(steps.place)
    crossing, entering = np.zeros(steps.pairs + 1, np.int32), np.zeros(steps.places, np.int32)
    price, before, seen = np.zeros(nodes, np.int64), np.zeros(nodes, np.int32), np.zeros(nodes, np.int32)
    room = len(steps.head) + nodes + 1
    keys, items = np.zeros(room, np.int64), np.zeros(room, np.int32)
    search = 0
    for agent in order:
        left, start = distances[agent], starts[agent]
        if left[start] >= NEVER:
            continue
        search += 2
        node = _find_way(steps, left, start, crossing, entering, price, before, seen, search, keys, items)
        while node != start:
            guides[agent, before[node]] = node
            node = before[node]
        _add_traffic(steps, guides[agent], start, crossing, entering)


@machine_code
def _add_traffic(steps: UnitSteps, way: Int32, start: int, crossing: Int32, entering: Int32) -> None:
    """Count the moves of a way."""
    node = start
    while way[node] != NOBODY:
        crossing[steps.pair[find_edge(steps, node, way[node])]] += 1
        node = way[node]
        entering[steps.place[node]] += 1


@machine_code
def _find_way(
    steps: UnitSteps,
    distances: Int32,
    start: int,
    crossing: Int32,
    entering: Int32,
    price: Int64,
    before: Int32,
    seen: Int32,
    search: int,
    keys: Int64,
    items: Int32,
) -> int:
    """Return the goal of the cheapest way, which ``before`` receives. Known nodes are ``search``, closed ones one more."""
    price[start], seen[start], count = 0, search, 1
    keys[0], items[0] = STEP * distances[start], start
    while count > 0:
        node = items[0]
        drop_entry(keys, items, count)
        count -= 1
        if seen[node] == search + 1:
            continue
        seen[node] = search + 1
        if distances[node] == 0:
            return int(node)
        for edge in range(steps.first[node], steps.first[node + 1]):
            there = steps.head[edge]
            if distances[there] >= NEVER or seen[there] == search + 1:
                continue
            against = AGAINST * crossing[steps.back[edge]] if steps.back[edge] >= 0 else 0
            paid = price[node] + STEP + min(MOST, against + ALONG * entering[steps.place[there]])
            if seen[there] != search or paid < price[there]:
                price[there], before[there], seen[there] = paid, node, search
                push_entry(keys, items, count, paid + STEP * distances[there], there)
                count += 1
    return int(start)
