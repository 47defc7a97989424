"""Conflicts of the paths of a plan, and places that all cheapest paths of an agent pass."""

from __future__ import annotations

from typing import Final

import numpy as np

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import FOLLOWING, NEVER, NOBODY, NOT_FOUND, PASSING, STAYING, Int32, UnitSteps
from genastar_fleets.kernels.space_time import PathLimits, is_allowed, may_end

VERTEX: Final = 0
"""Both agents are at the place at the time."""
SWAP: Final = 1
"""The first crosses the pair of places as the second crosses it the other way round."""
FOLLOW: Final = 2
"""The first enters the place at the time as the second leaves it."""


@machine_code
def _place_at(steps: UnitSteps, row: Int32, length: int, time: int) -> int:
    if time < length:
        return int(steps.place[row[time]])
    return int(steps.place[row[length - 1]]) if steps.rules & STAYING != 0 else -1


@machine_code
def _add_row(rows: Int32, count: int, kind: int, one: int, other: int, time: int, place: int) -> int:
    rows[count, 0], rows[count, 1], rows[count, 2], rows[count, 3], rows[count, 4] = kind, one, other, time, place
    return count + 1


@machine_code
def list_conflicts(steps: UnitSteps, nodes: Int32, edges: Int32, lengths: Int32, now: Int32, before: Int32, rows: Int32) -> int:
    """Write conflicts as rows of kind, two agents, the time, and the place or the pair of places; return their number.

    Every two agents with a conflict need not have a row, but if there is a conflict, there is a row.

    Args:
        steps: the graph.
        nodes: the paths, shape (agents, times).
        edges: the edge to each node, as `list_edges` writes them.
        lengths: the number of nodes of each path.
        now: for each place -1; as before afterwards.
        before: the same.
        rows: receives the conflicts, shape (most, 5).
    """
    agents, count, last = len(lengths), 0, 0
    for length in lengths:
        last = max(last, length)
    for time in range(last):
        for agent in range(agents):
            place = _place_at(steps, nodes[agent], lengths[agent], time)
            if place < 0:
                continue
            other = now[place]
            if other == NOBODY:
                now[place] = agent
            elif count < len(rows):
                count = _add_row(rows, count, VERTEX, other, agent, time, place)
        for agent in range(agents):
            if time == 0 or count >= len(rows):
                break
            place = _place_at(steps, nodes[agent], lengths[agent], time)
            if place < 0:
                continue
            other = before[place]
            if other in (NOBODY, agent) or time >= lengths[agent] or edges[agent, time] < 0:
                continue
            if steps.rules & FOLLOWING == 0:
                count = _add_row(rows, count, FOLLOW, agent, other, time, place)
            elif steps.rules & PASSING == 0 and agent < other:
                back = steps.back[edges[agent, time]]
                if back >= 0 and time < lengths[other] and edges[other, time] >= 0 and steps.pair[edges[other, time]] == back:
                    count = _add_row(rows, count, SWAP, agent, other, time, edges[agent, time])
        for agent in range(agents):
            if time > 0:
                place = _place_at(steps, nodes[agent], lengths[agent], time - 1)
                if place >= 0:
                    before[place] = NOBODY
            place = _place_at(steps, nodes[agent], lengths[agent], time)
            if place >= 0:
                now[place] = NOBODY
        for agent in range(agents):
            place = _place_at(steps, nodes[agent], lengths[agent], time)
            if place >= 0:
                before[place] = agent
    for agent in range(agents):
        place = _place_at(steps, nodes[agent], lengths[agent], last - 1)
        if place >= 0:
            before[place] = NOBODY
    return count


@machine_code
def find_single_places(
    steps: UnitSteps, distances: Int32, start: int, limits: PathLimits, cost: int, seen: Int32, single: Int32
) -> int:
    """Write the place that all cheapest paths pass at each time, -1 where they differ (a multi-value decision diagram).

    Args:
        steps: the graph, in which waiting costs 1.
        distances: the distance from each node to the goal.
        start: where the agent is at time 0.
        limits: its constraints.
        cost: the cost of its cheapest path under them.
        seen: for each node -1; as before afterwards.
        single: receives the places, shape (cost + 1,).

    Returns:
        The number of entries of the diagram.
    """
    nodes, begins = np.zeros(1024, np.int32), np.zeros(cost + 2, np.int32)
    nodes[0] = start
    begins[1] = 1
    count = 1
    for time in range(cost):
        first = count
        for at in range(begins[time], begins[time + 1]):
            node = nodes[at]
            for edge in range(steps.first[node], steps.first[node + 1] + 1):
                is_wait = edge == steps.first[node + 1]
                there = node if is_wait else steps.head[edge]
                if distances[there] + time + 1 > cost or seen[there] >= first:
                    continue
                if time + 1 < cost and distances[there] == 0 and steps.rules & STAYING == 0:
                    continue
                if not is_allowed(limits, steps.place[there], -1 if is_wait else steps.pair[edge], there, time + 1):
                    continue
                if count == len(nodes):
                    more = np.zeros(2 * count, np.int32)
                    more[:count] = nodes
                    nodes = more
                nodes[count] = there
                seen[there] = count
                count += 1
        begins[time + 2] = count
    for at in range(count):
        seen[nodes[at]] = -1
    is_alive = np.zeros(count, np.bool_)
    for at in range(begins[cost], begins[cost + 1]):
        is_alive[at] = distances[nodes[at]] == 0 and may_end(limits, steps.place[nodes[at]], cost)
    for time in range(cost, -1, -1):
        if time < cost:
            for at in range(begins[time + 1], begins[time + 2]):
                if is_alive[at]:
                    seen[nodes[at]] = at
            for at in range(begins[time], begins[time + 1]):
                node = nodes[at]
                for edge in range(steps.first[node], steps.first[node + 1] + 1):
                    is_wait = edge == steps.first[node + 1]
                    there = node if is_wait else steps.head[edge]
                    if seen[there] >= 0 and is_allowed(
                        limits, steps.place[there], -1 if is_wait else steps.pair[edge], there, time + 1
                    ):
                        is_alive[at] = True
                        break
            for at in range(begins[time + 1], begins[time + 2]):
                seen[nodes[at]] = -1
        place = NOT_FOUND
        for at in range(begins[time], begins[time + 1]):
            if is_alive[at]:
                if place == NOT_FOUND:
                    place = steps.place[nodes[at]]
                elif place != steps.place[nodes[at]]:
                    place = NEVER
        single[time] = place if 0 <= place < NEVER else -1
    return count
