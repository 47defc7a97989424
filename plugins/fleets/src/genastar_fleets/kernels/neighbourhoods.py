"""Large neighbourhood search (Li et al., IJCAI 2021): some agents give up their paths and plan again among the others.

The neighbourhoods: agents by chance; the agent with the longest delay, and those that are in its way; those that visit the
places around a crossing. Each kind is drawn as often as it helped lately.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import NOBODY, Int32, Int64, UnitSteps, draw_number, shuffle, sum_cost
from genastar_fleets.kernels.reservations import Reservations, find_last_time, flip_path, is_reserved
from genastar_fleets.kernels.safe_intervals import IntervalRoom, find_safe_path

KINDS = 3
LONG_AGO = 0.01
"""The share by which a round changes the weight of its kind."""


class PathTable(NamedTuple):
    """A plan: the node of each agent at each time, and the number of nodes of each path."""

    nodes: Int32
    """Shape (agents, times)."""
    lengths: Int32


class Ends(NamedTuple):
    """The starts and the goals of the agents."""

    starts: Int32
    distances: Int32
    """From each node to the goal of each agent, shape (agents, nodes)."""
    places: Int32
    """The place of each goal; -1 if the goal is several places."""


class Ruins(NamedTuple):
    """Memory of the search."""

    chosen: Int32
    mark: Int32
    """1 for agents that are chosen, shape (agents,)."""
    backup: Int32
    """The paths that were given up, shape (most agents, times)."""
    lengths: Int32
    tabu: Int32
    """1 for agents whose delay was tried."""
    queue: Int32
    seen: Int32
    """The last round that saw each place."""
    weights: NDArray[np.float64]
    facts: Int64
    """The number of rounds."""


def make_ruins(agents: int, nodes: int, times: int, most: int) -> Ruins:
    """Return the memory for neighbourhoods of at most ``most`` agents."""
    return Ruins(
        np.zeros(agents, np.int32),
        np.zeros(agents, np.int32),
        np.zeros((most, times), np.int32),
        np.zeros(most, np.int32),
        np.zeros(agents, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.ones(KINDS),
        np.zeros(1, np.int64),
    )


@machine_code
def find_hold(held: Reservations, ends: Ends, agent: int) -> int:
    """Return the first time at which an agent might stay at its goal."""
    return 0 if ends.places[agent] < 0 else find_last_time(held, ends.places[agent]) + 1


@machine_code
def _choose_by_chance(ruins: Ruins, agents: int, wanted: int, count: int, rng: Int64) -> int:
    """Fill up a neighbourhood with random agents, and return its size."""
    while count < wanted:
        count = _choose_agent(ruins, draw_number(rng, agents), count)
    return count


@machine_code
def _choose_agent(ruins: Ruins, agent: int, count: int) -> int:
    if ruins.mark[agent] == 0:
        ruins.mark[agent] = 1
        ruins.chosen[count] = agent
        count += 1
    return count


@machine_code
def _choose_delayed(
    steps: UnitSteps, ends: Ends, paths: PathTable, held: Reservations, ruins: Ruins, wanted: int, rng: Int64
) -> int:
    """Choose the agent with the longest delay, and those in its way on random walks from its path."""
    agents, worst, delay = len(paths.lengths), -1, 0
    for agent in range(agents):
        late = paths.lengths[agent] - 1 - ends.distances[agent, ends.starts[agent]]
        if ruins.tabu[agent] == 0 and late > delay:
            worst, delay = agent, late
    if worst < 0:
        ruins.tabu[:] = 0
        return 0
    ruins.tabu[worst] = 1
    count = _choose_agent(ruins, worst, 0)
    length = paths.lengths[worst]
    for _ in range(10):
        if count >= wanted:
            break
        time = draw_number(rng, length)
        node = paths.nodes[worst, time]
        while count < wanted and time < length - 1:
            # A random next node from which the agent would still arrive sooner.
            ways, there = 0, -1
            for edge in range(steps.first[node], steps.first[node + 1] + 1):
                ahead = node if edge == steps.first[node + 1] else steps.head[edge]
                if time + 1 + ends.distances[worst, ahead] < length - 1:
                    ways += 1
                    if draw_number(rng, ways) == 0:
                        there = ahead
            if there < 0:
                break
            for moment in (time, time + 1):
                other = _find_occupant(steps, paths, held, steps.place[there], moment)
                if other != NOBODY and other != worst and count < wanted:
                    count = _choose_agent(ruins, other, count)
            node, time = there, time + 1
    return count


@machine_code
def _choose_around(steps: UnitSteps, paths: PathTable, ruins: Ruins, wanted: int, rng: Int64) -> int:
    """Choose agents that visit the places around a crossing on a random path."""
    agent = draw_number(rng, len(paths.lengths))
    origin = paths.nodes[agent, draw_number(rng, paths.lengths[agent])]
    for _ in range(20):
        if steps.first[origin + 1] - steps.first[origin] > 2:
            break
        agent = draw_number(rng, len(paths.lengths))
        origin = paths.nodes[agent, draw_number(rng, paths.lengths[agent])]
    # Mark some places around it, and take agents that visit one of them, from a random one on.
    stamp = ruins.facts[0] + 1
    ruins.queue[0] = origin
    ruins.seen[steps.place[origin]] = stamp
    done, waiting = 0, 1
    while done < waiting and waiting < 2 * wanted:
        node = ruins.queue[done]
        done += 1
        for edge in range(steps.first[node], steps.first[node + 1]):
            there = steps.head[edge]
            if ruins.seen[steps.place[there]] != stamp:
                ruins.seen[steps.place[there]] = stamp
                ruins.queue[waiting] = there
                waiting += 1
    agents, count = len(paths.lengths), 0
    first = draw_number(rng, agents)
    for number in range(agents):
        if count >= wanted:
            break
        agent = (first + number) % agents
        for time in range(paths.lengths[agent]):
            if ruins.seen[steps.place[paths.nodes[agent, time]]] == stamp:
                count = _choose_agent(ruins, agent, count)
                break
    return count


@machine_code
def _find_occupant(steps: UnitSteps, paths: PathTable, held: Reservations, place: int, time: int) -> int:
    """Return the agent at a place at a time; `NOBODY` if there is none."""
    if held.parked[place] <= time:
        return int(held.owner[place])
    if is_reserved(held.occupied[place], time):
        for agent in range(len(paths.lengths)):
            if time < paths.lengths[agent] and steps.place[paths.nodes[agent, time]] == place:
                return agent
    return NOBODY


@machine_code
def _draw_kind(ruins: Ruins, rng: Int64) -> int:
    drawn = draw_number(rng, 1 << 20) / (1 << 20) * ruins.weights.sum()
    for kind in range(KINDS):
        drawn -= ruins.weights[kind]
        if drawn < 0:
            return kind
    return 0


@machine_code
def improve_paths(
    steps: UnitSteps,
    ends: Ends,
    paths: PathTable,
    held: Reservations,
    room: IntervalRoom,
    ruins: Ruins,
    size: int,
    rng: Int64,
    rounds: int,
) -> int:
    """Plan neighbourhoods again, and keep what is not dearer; return by how much the sum of costs fell.

    Args:
        steps: the graph.
        ends: what the agents want.
        paths: the plan, which is changed.
        held: the reservations of the plan.
        room: memory.
        ruins: memory.
        size: number of agents in a neighbourhood.
        rng: the state of the random numbers.
        rounds: number of neighbourhoods.
    """
    agents, gain, times = len(paths.lengths), 0, paths.nodes.shape[1]
    for _ in range(rounds):
        wanted = min(size, agents)
        kind, count = _draw_kind(ruins, rng), 0
        if kind == 1:
            count = _choose_delayed(steps, ends, paths, held, ruins, wanted, rng)
        elif kind == 2:
            count = _choose_around(steps, paths, ruins, wanted, rng)
        if kind == 0 or count < 2:
            count = _choose_by_chance(ruins, agents, wanted, count, rng)
        ruins.facts[0] += 1
        before = 0
        shuffle(rng, ruins.chosen, count)
        for number in range(count):
            agent = ruins.chosen[number]
            ruins.mark[agent] = 0
            length = paths.lengths[agent]
            ruins.lengths[number] = length
            ruins.backup[number, :length] = paths.nodes[agent, :length]
            before += sum_cost(steps, paths.nodes[agent], length)
            flip_path(held, steps, agent, paths.nodes[agent], length)
        weight = 10 + 10 * draw_number(rng, 2)  # a hasty search finds gains sooner, an exact one finds the last
        left, least = before, 0
        for number in range(count):
            least += ends.distances[ruins.chosen[number], ends.starts[ruins.chosen[number]]]
        planned, is_better = 0, True
        for number in range(count):
            agent = ruins.chosen[number]
            shortest = ends.distances[agent, ends.starts[agent]]
            least -= shortest
            # The others cost at least their distances. A step costs at least the cheaper of a wait and a move.
            most = left - least if steps.wait_cost >= 1 else times - 1
            hold = find_hold(held, ends, agent)
            length = find_safe_path(
                steps,
                ends.distances[agent],
                ends.starts[agent],
                hold,
                min(most, times - 1),
                weight,
                held,
                room,
                rng,
                paths.nodes[agent],
            )
            if length < 0:
                is_better = False
                break
            paths.lengths[agent] = length
            flip_path(held, steps, agent, paths.nodes[agent], length)
            planned += 1
            left -= sum_cost(steps, paths.nodes[agent], length)
            if left < least:
                is_better = False
                break
        if not is_better or left < 0:
            for number in range(planned):
                agent = ruins.chosen[number]
                flip_path(held, steps, agent, paths.nodes[agent], paths.lengths[agent])
            for number in range(count):
                agent = ruins.chosen[number]
                length = ruins.lengths[number]
                paths.lengths[agent] = length
                paths.nodes[agent, :length] = ruins.backup[number, :length]
                flip_path(held, steps, agent, paths.nodes[agent], length)
            left = 0
        gain += left
        ruins.weights[kind] = max(0.05, ruins.weights[kind] * (1 - LONG_AGO) + LONG_AGO * left / count)
    return gain
