"""Priority inheritance with backtracking, PIBT (Okumura et al., AIJ 2022): one step of all agents.

The agents choose in the order of their priorities. One that wants the place of another makes it choose first; if that has
nowhere to go, the first tries its next best place. The swaps in corridors are those of LaCAM* (Okumura, IJCAI 2023).

Where several nodes are one place, as the headings of a cart, agents choose places, of which some are several steps away: an
agent turns within its place, and enters the next when it is free.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_fleets.graph.move_graph import MoveGraph
from genastar_fleets.kernels.arrays import (
    FOLLOWING,
    GONE,
    NEVER,
    NOBODY,
    PASSING,
    STAYING,
    UNDECIDED,
    Int32,
    Int64,
    UnitSteps,
    draw_number,
)

Float64 = NDArray[np.float64]


class StepRoom(NamedTuple):
    """The world and the memory of a step. Between steps no place has an agent."""

    steps: UnitSteps
    distances: Int32
    """From each node to the goal of each agent, shape (agents, nodes)."""
    goals: Int32
    """The first goal node of each agent."""
    guides: Int32
    """The ways of `spreading.Ways.after`, which agents would rather go; of no agents without them."""
    ahead: Int32
    """The node to which each node leads for sure; see `MoveGraph.ahead`."""
    swaps: bool
    """Whether agents in corridors look for swaps: if each node is a place, all moves lead back, and none may pass another."""
    degree: int
    """The largest number of moves from a node."""
    rng: Int64
    occupied: Int32
    """The agent at each place before the step."""
    taken: Int32
    """The agent at each place after the step."""
    choices: Int32
    """The nodes that each agent may choose, one in each place, the best first, shape (agents, most choices)."""
    totals: Int32
    """The steps to the goal by way of each choice, but for the one that all have."""
    ways: Int32
    """Where each agent is a step later if it makes for that choice."""
    inside: Int32
    """Nodes in the place of an agent, shape (nodes, 3): each with the first node on the way there, and the steps."""
    counts: Int32
    """The number of those nodes."""
    tried: Int32
    """The number of those that were tried."""
    partner: Int32
    """The agent with which each agent swaps its place; `NOBODY` if there is none."""
    stack: Int32


_MOST_INSIDE: Final = 64
"""Nodes of a place among which an agent looks for ways out of it."""


def make_step_room(graph: MoveGraph, distances: Int32, goals: Int32, seed: int, guides: Int32 | None = None) -> StepRoom:
    """Return the memory for steps of these agents."""
    steps, agents = graph.steps, len(goals)
    tails = np.repeat(steps.place, np.diff(steps.first))
    leaving = np.bincount(tails[tails != steps.place[steps.head]], minlength=1)
    swaps = graph.leads_back and steps.places == graph.size and steps.rules & (FOLLOWING | PASSING) == FOLLOWING
    degree, rng, inside = int(np.diff(steps.first).max(initial=0)), np.array([seed]), np.zeros((_MOST_INSIDE, 3), np.int32)
    occupants = (np.full(steps.places, NOBODY, np.int32) for _ in range(2))
    tables = (np.zeros((agents, int(leaving.max(initial=0)) + 1), np.int32) for _ in range(3))
    numbers = (np.zeros(agents, np.int32) for _ in range(4))
    memory = (*occupants, *tables, inside, *numbers)
    guides = np.zeros((0, 0), np.int32) if guides is None else guides
    return StepRoom(steps, distances, goals, guides, graph.ahead, swaps, degree, rng, *memory)


@machine_code
def _is_swap_needed(room: StepRoom, pusher: int, puller: int, behind: int, ahead: int) -> bool:
    """Return whether two agents in a corridor must exchange their places: the pusher from ``behind`` past ``ahead``."""
    distances = room.distances
    while distances[pusher, ahead] < distances[pusher, behind]:
        ways, further = _count_ways(room, behind, ahead)
        if ways >= 2:
            return False
        if ways <= 0:
            break
        behind, ahead = ahead, further
    comes = distances[pusher, behind] == 0 or distances[pusher, ahead] < distances[pusher, behind]
    return bool(comes and distances[puller, behind] < distances[puller, ahead])


@machine_code
def _is_swap_possible(room: StepRoom, behind: int, ahead: int) -> bool:
    """Return whether the agent ahead can be pulled to where the way branches."""
    origin = behind
    for _ in range(len(room.steps.first)):
        if ahead == origin:
            return False
        ways, further = _count_ways(room, behind, ahead)
        if ways >= 2:
            return True
        if ways <= 0:
            return False
        behind, ahead = ahead, further
    return False


@machine_code
def _count_ways(room: StepRoom, behind: int, ahead: int) -> tuple[int, int]:
    """Return the number of nodes to go on to, without dead ends in which an agent stays at its goal; and one of them."""
    steps = room.steps
    ways, further = 0, -1
    for edge in range(steps.first[ahead], steps.first[ahead + 1]):
        node = steps.head[edge]
        agent = room.occupied[node]
        ends = steps.first[node + 1] - steps.first[node] == 1 and agent != NOBODY and room.goals[agent] == node
        if node != behind and not ends:
            ways, further = ways + 1, node
    return ways, further


@machine_code
def _find_partner(room: StepRoom, now: Int32, after: Int32, agent: int) -> int:
    """Return the agent with which an agent should swap its place; `NOBODY` if there is none."""
    steps = room.steps
    here, best = now[agent], room.choices[agent, 0]
    if best == here:
        return NOBODY
    other = int(room.occupied[best])
    if (
        other != NOBODY
        and after[other] == UNDECIDED
        and _is_swap_needed(room, agent, other, here, best)
        and _is_swap_possible(room, best, here)
    ):
        return other
    for edge in range(steps.first[here], steps.first[here + 1]):
        node = steps.head[edge]
        other = int(room.occupied[node])
        if (
            other != NOBODY
            and node != best
            and _is_swap_needed(room, other, agent, here, best)
            and _is_swap_possible(room, best, here)
        ):
            return other
    return NOBODY


@machine_code
def _add_choice(room: StepRoom, agent: int, count: int, node: int, way: int, total: int) -> int:
    """Add a choice, or keep the better one of the same place; return the number of choices."""
    row = room.choices[agent]
    for number in range(1, count):
        if room.steps.place[row[number]] == room.steps.place[node]:
            if total < room.totals[agent, number]:
                row[number], room.ways[agent, number], room.totals[agent, number] = node, way, total
            return count
    row[count], room.ways[agent, count], room.totals[agent, count] = node, way, total
    return count + 1


@machine_code
def _find_choices(room: StepRoom, here: int, agent: int) -> int:
    """Write the choices of an agent, the first of which is to stay; return their number."""
    steps, distances, inside = room.steps, room.distances, room.inside
    room.choices[agent, 0], room.ways[agent, 0], room.totals[agent, 0] = here, here, distances[agent, here]
    inside[0, 0], inside[0, 1], inside[0, 2] = here, here, 0
    count, size, at = 1, 1, 0
    while at < size:
        origin = inside[at, 0]
        for edge in range(steps.first[origin], steps.first[origin + 1]):
            node = steps.head[edge]
            way = node if at == 0 else inside[at, 1]
            left = distances[agent, node]
            if left >= NEVER:
                continue
            if steps.place[node] != steps.place[here]:
                is_guided = len(room.guides) > 0 and room.guides[agent, origin] == node + 1
                count = _add_choice(room, agent, count, node, way, -1 if is_guided else inside[at, 2] + left)
                continue
            may_stay = room.ahead[node] in (node, room.ahead[here])  # not at the begin of a move to elsewhere
            if at == 0 and may_stay and left < room.totals[agent, 0]:
                room.ways[agent, 0], room.totals[agent, 0] = node, left
            is_known = size == len(inside)
            for other in range(size):
                is_known = is_known or inside[other, 0] == node
            if not is_known:
                inside[size, 0], inside[size, 1], inside[size, 2] = node, way, inside[at, 2] + 1
                size += 1
        at += 1
    return count


@machine_code
def _list_choices(room: StepRoom, now: Int32, after: Int32, agent: int) -> None:
    """Write what an agent may choose, the nearest to its goal first; of equals where it is, then by chance."""
    count = _find_choices(room, now[agent], agent)
    for last in range(count - 1, 1, -1):
        _exchange(room, agent, last, 1 + draw_number(room.rng, last))
    for number in range(1, count):
        at = number
        while at > 0 and room.totals[agent, at - 1] > room.totals[agent, at]:
            _exchange(room, agent, at, at - 1)
            at -= 1
    room.counts[agent], room.tried[agent], room.partner[agent] = count, 0, NOBODY
    if room.swaps:
        partner = _find_partner(room, now, after, agent)
        room.partner[agent] = partner
        if partner != NOBODY:
            for number in range(count // 2):
                _exchange(room, agent, number, count - 1 - number)


@machine_code
def _exchange(room: StepRoom, agent: int, one: int, other: int) -> None:
    """Exchange two choices of an agent."""
    for table in (room.choices, room.ways, room.totals):
        table[agent, one], table[agent, other] = table[agent, other], table[agent, one]


@machine_code
def _choose(room: StepRoom, now: Int32, after: Int32, first: int) -> None:
    """Let an agent choose its next node, and those that it pushes."""
    steps = room.steps
    follows, passes = steps.rules & FOLLOWING != 0, steps.rules & PASSING != 0
    depth, is_back, is_good = 0, False, False
    room.stack[0] = first
    _list_choices(room, now, after, first)
    while depth >= 0:
        agent = room.stack[depth]
        here = steps.place[now[agent]]
        is_done, pushes = is_back and (is_good or after[agent] == now[agent]), NOBODY
        while not is_done and room.tried[agent] < room.counts[agent]:
            number = room.tried[agent]
            room.tried[agent] += 1
            node = room.choices[agent, number]
            place = steps.place[node]
            other = room.occupied[place]
            if room.taken[place] not in (NOBODY, agent):
                continue
            if depth > 0 and place == here:
                continue  # it is to make room, and stays only if it cannot
            if other != NOBODY and other != agent:
                if after[other] >= 0 and not passes and steps.place[after[other]] == here:
                    continue
                # A move of several steps begins when its end is free: it cannot be given up.
                way = room.ways[agent, number]
                begins = not passes and room.ahead[way] != way and room.ahead[now[agent]] == now[agent]
                if not follows or begins:
                    if number == 0 and after[other] == UNDECIDED and room.taken[here] == NOBODY:
                        after[agent] = now[agent]  # it waits until the other has left
                        room.taken[here] = agent
                        pushes = other
                        break
                    continue
            after[agent] = node
            room.taken[place] = agent
            if other != NOBODY and other != agent and after[other] == UNDECIDED:
                pushes = other
                break
            is_done = True
        if pushes != NOBODY:
            depth += 1
            room.stack[depth] = pushes
            is_back = False
            _list_choices(room, now, after, pushes)
            continue
        is_good = is_done
        if is_done:
            partner = room.partner[agent]
            if partner != NOBODY and room.tried[agent] == 1 and after[partner] == UNDECIDED and room.taken[here] == NOBODY:
                after[partner] = now[agent]
                room.taken[here] = partner
        else:
            after[agent] = now[agent]
            room.taken[here] = agent
        is_back = True
        depth -= 1


@machine_code
def step_agents(room: StepRoom, now: Int32, after: Int32, order: Int32) -> bool:
    """Choose the next node of each agent, and return whether every agent could choose.

    Args:
        room: what the step needs.
        now: the node of each agent; `GONE` for those that vanished.
        after: receives the next nodes. Those that are not `UNDECIDED` are given.
        order: the agents, those that choose first in front.
    """
    steps, distances = room.steps, room.distances
    is_good = True
    for agent in range(len(now)):
        room.tried[agent] = 0
        if now[agent] == GONE:
            after[agent] = GONE
            continue
        room.occupied[steps.place[now[agent]]] = agent
        if steps.rules & STAYING == 0 and distances[agent, now[agent]] == 0:
            after[agent] = GONE
    for agent in range(len(now)):
        if after[agent] >= 0:
            place = steps.place[after[agent]]
            other = room.occupied[place]
            if room.taken[place] != NOBODY:
                is_good = False
            elif other != NOBODY and other != agent:
                swaps = after[other] >= 0 and steps.place[after[other]] == steps.place[now[agent]]
                is_good = is_good and steps.rules & FOLLOWING != 0 and (steps.rules & PASSING != 0 or not swaps)
            room.taken[place] = agent
    for agent in range(len(now)):
        if steps.rules & PASSING == 0 and now[agent] >= 0 and room.ahead[now[agent]] != now[agent]:
            place = steps.place[room.ahead[now[agent]]]  # kept free for the end of its move
            if room.taken[place] == NOBODY:
                room.taken[place] = agent
    for agent in order:
        if is_good and after[agent] == UNDECIDED:
            _choose(room, now, after, agent)
    for agent in range(len(now)):
        if after[agent] >= 0 and room.taken[steps.place[after[agent]]] != agent:
            is_good = False  # one that found no way stayed where a given move leads
    for agent in range(len(now)):
        if after[agent] >= 0:
            room.taken[steps.place[after[agent]]] = NOBODY
        if now[agent] >= 0:
            room.taken[steps.place[room.ahead[now[agent]]]] = NOBODY
    is_good = _take_ways(room, now, after) and is_good
    for agent in range(len(now)):
        if now[agent] >= 0:
            room.occupied[steps.place[now[agent]]] = NOBODY
    return is_good


@machine_code
def _take_ways(room: StepRoom, now: Int32, after: Int32) -> bool:
    """Replace the choices of agents by where they are a step later; return whether all given moves are possible."""
    if room.steps.places == len(room.steps.place):
        return True  # each choice is a step away
    place, is_good, changes = room.steps.place, True, True
    for agent in range(len(now)):
        number = room.tried[agent] - 1
        if number >= 0 and after[agent] == room.choices[agent, number]:
            after[agent] = room.ways[agent, number]
    while changes:
        changes = False
        for agent in range(len(now)):
            if now[agent] < 0 or after[agent] < 0 or place[after[agent]] == place[now[agent]]:
                continue
            other = room.occupied[place[after[agent]]]
            if other != NOBODY and after[other] >= 0 and place[after[other]] == place[now[other]]:
                is_good = is_good and room.tried[agent] > 0
                after[agent], changes = now[agent], True
    return is_good


@machine_code
def run_steps(room: StepRoom, nodes: Int32, priority: Float64) -> tuple[int, bool]:
    """Write the nodes at each further time, until all agents are at their goals or the rows end.

    Args:
        room: as in `step_agents`.
        nodes: the first row has the nodes now, shape (times, agents).
        priority: the priority of each agent, which grows until it is at its goal.

    Returns:
        The number of rows that were written, and whether all agents are at their goals.
    """
    order = np.zeros(nodes.shape[1], np.int32)
    for time in range(len(nodes)):
        are_there = True
        for agent in range(nodes.shape[1]):
            node = nodes[time, agent]
            if node == GONE or room.distances[agent, node] == 0:
                priority[agent] -= np.floor(priority[agent])
            else:
                priority[agent] += 1
                are_there = False
        if are_there or time == len(nodes) - 1:
            return time, are_there
        order[:] = np.argsort(-priority, kind="mergesort")
        nodes[time + 1, :] = UNDECIDED
        step_agents(room, nodes[time], nodes[time + 1], order)
    return len(nodes) - 1, False
