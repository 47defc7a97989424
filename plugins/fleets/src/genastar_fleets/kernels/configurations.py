"""LaCAM* (Okumura, IJCAI 2023): a search of configurations, the nodes of all agents at one time.

Depth first: the successor of a configuration is one step of PIBT under constraints, of which each configuration has a tree that
grows only when the search comes back. So a first plan takes as many steps as it is long, and the search is complete. It goes on
afterwards: known configurations are reached over cheaper parents, and those that cannot lead to a better plan are left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genastar.engine import machine_code
from genastar_fleets.kernels.arrays import (
    GONE,
    NEVER,
    NO_ROOM,
    NOT_FOUND,
    STAYING,
    UNDECIDED,
    Int32,
    Int64,
    draw_number,
    shuffle,
)
from genastar_fleets.kernels.priority_inheritance import StepRoom, step_agents

CONFIGURATIONS, OPEN, CONSTRAINTS, EDGES, GOAL, PLANS = range(6)
"""What ``facts`` counts: configurations, entries of the stack, constraints, known steps; the goal, -1 before it is found; and
how often a better plan was found."""
EXHAUSTED = 1
"""The search has ended: the plan is the cheapest, or there is none."""
GOING_ON = 0


class Explored(NamedTuple):
    """The configurations that were reached."""

    nodes: Int32
    """The node of each agent, shape (configurations, agents)."""
    priority: NDArray[np.float32]
    order: Int32
    parent: Int32
    cost: Int64
    estimate: Int64
    queue: Int32
    """The first and the last waiting constraint of each configuration, shape (configurations, 2)."""
    steps: Int32
    """The first known step from each configuration."""
    slots: Int32
    """A hash table of configurations."""
    stack: Int32
    constraints: Int32
    """Constraints, as rows of the one before in its branch, the agent, its node, the depth and the next that waits."""
    edges: Int32
    """Known steps, as rows of the configuration that they lead to and the next step from the same."""
    facts: Int64


def make_explored(agents: int, capacity: int, entries: int) -> Explored:
    """Return room for some configurations, and for some constraints, steps and entries of the stack."""
    shape = (capacity, agents)
    return Explored(
        np.zeros(shape, np.int32),
        np.zeros(shape, np.float32),
        np.zeros(shape, np.int32),
        np.full(capacity, -1, np.int32),
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.int64),
        np.full((capacity, 2), -1, np.int32),
        np.full(capacity, -1, np.int32),
        np.full(1 << (2 * capacity - 1).bit_length(), -1, np.int32),
        np.zeros(entries, np.int32),
        np.zeros((entries, 5), np.int32),
        np.zeros((entries, 2), np.int32),
        np.array([0, 0, 0, 0, -1, 0]),
    )


def grow_explored(old: Explored) -> Explored:
    """Return the same with twice the room."""
    new = make_explored(old.nodes.shape[1], 2 * len(old.nodes), 2 * len(old.stack))
    arrays: Any = zip(old, new, strict=True)
    for before, after in arrays:
        if before is not old.slots:
            after[: len(before)] = before
    for number in range(int(old.facts[CONFIGURATIONS])):
        new.slots[_find_slot(new, new.nodes[number])] = number
    return new


@machine_code
def _find_slot(explored: Explored, nodes: Int32) -> int:
    """Return the slot of a configuration, or the free one where it belongs."""
    code = 0
    for node in nodes:
        code = (code * 1000003 + int(node) + 2) % 2147483647
    mask = len(explored.slots) - 1
    slot = code & mask
    while explored.slots[slot] >= 0:
        known = explored.nodes[explored.slots[slot]]
        is_same = True
        for agent in range(len(nodes)):
            if known[agent] != nodes[agent]:
                is_same = False
                break
        if is_same:
            break
        slot = (slot + 1) & mask
    return int(slot)


@machine_code
def _count_cost(room: StepRoom, before: Int32, after: Int32) -> int:
    """Return the cost of a step of all agents; staying at the goal costs nothing."""
    cost = 0
    for agent in range(len(before)):
        node = before[agent]
        if node == GONE or after[agent] == GONE:
            continue
        if node != after[agent]:
            cost += 1
        elif room.distances[agent, node] != 0:
            cost += room.steps.wait_cost
    return cost


@machine_code
def _sum_distances(room: StepRoom, nodes: Int32) -> int:
    """Return the sum of the distances of all agents to their goals."""
    total = 0
    for agent in range(len(nodes)):
        if nodes[agent] != GONE:
            total += room.distances[agent, nodes[agent]]
    return total


@machine_code
def _add_configuration(room: StepRoom, explored: Explored, nodes: Int32, parent: int, cost: int) -> int:
    """Add a configuration, push it onto the stack, and return its number."""
    number = explored.facts[CONFIGURATIONS]
    explored.facts[CONFIGURATIONS] += 1
    estimate = 0
    row, order = explored.priority[number], explored.order[number]
    for agent in range(len(nodes)):
        node = nodes[agent]
        explored.nodes[number, agent] = node
        left = 0 if node == GONE else room.distances[agent, node]
        estimate += left
        if parent < 0:
            row[agent] = left / 65536
        else:
            before = explored.priority[parent, agent]
            row[agent] = before - np.floor(before) if left == 0 else before + 1
        order[agent] = agent
    order[:] = np.argsort(-row, kind="mergesort")
    explored.parent[number], explored.cost[number], explored.estimate[number] = parent, cost, estimate
    explored.slots[_find_slot(explored, nodes)] = number
    _add_constraint(explored, number, -1, -1, -1, 0)
    explored.stack[explored.facts[OPEN]] = number
    explored.facts[OPEN] += 1
    return int(number)


@machine_code
def _add_constraint(explored: Explored, number: int, before: int, agent: int, node: int, depth: int) -> None:
    """Let a constraint wait in a configuration."""
    added = explored.facts[CONSTRAINTS]
    explored.facts[CONSTRAINTS] += 1
    row = explored.constraints[added]
    row[0], row[1], row[2], row[3], row[4] = before, agent, node, depth, -1
    if explored.queue[number, 0] < 0:
        explored.queue[number, 0] = added
    else:
        explored.constraints[explored.queue[number, 1], 4] = added
    explored.queue[number, 1] = added


@machine_code
def _add_step(explored: Explored, number: int, there: int) -> None:
    """Note a step between two configurations, unless it is known."""
    edge = explored.steps[number]
    while edge >= 0:
        if explored.edges[edge, 0] == there:
            return
        edge = explored.edges[edge, 1]
    added = explored.facts[EDGES]
    explored.facts[EDGES] += 1
    explored.edges[added, 0], explored.edges[added, 1] = there, explored.steps[number]
    explored.steps[number] = added


@machine_code
def _rewire(room: StepRoom, explored: Explored, number: int, waiting: Int32) -> None:
    """Pass on a cheaper cost over the known steps; ``waiting`` has room for some configurations."""
    waiting[0] = number
    count = 1
    while count > 0:
        count -= 1
        here = waiting[count]
        edge = explored.steps[here]
        while edge >= 0:
            there = explored.edges[edge, 0]
            cost = explored.cost[here] + _count_cost(room, explored.nodes[here], explored.nodes[there])
            if cost < explored.cost[there]:
                explored.cost[there], explored.parent[there] = cost, here
                if there == explored.facts[GOAL]:
                    explored.facts[PLANS] += 1
                elif count < len(waiting):
                    waiting[count] = there
                    count += 1
                goal, last = explored.facts[GOAL], explored.facts[OPEN]
                if goal >= 0 and cost + explored.estimate[there] < explored.cost[goal] and last < len(explored.stack):
                    explored.stack[last] = there
                    explored.facts[OPEN] += 1
            edge = explored.edges[edge, 1]


@machine_code
def begin_configurations(room: StepRoom, explored: Explored, starts: Int32) -> None:
    """Put the starts of all agents onto the stack."""
    _add_configuration(room, explored, starts, -1, 0)


@machine_code
def search_configurations(room: StepRoom, explored: Explored, rounds: int, trials: int) -> int:
    """Search for some rounds, or until a better plan is found. Of some trials of a step, the cheapest is taken.

    Returns:
        `EXHAUSTED`, `GOING_ON`, or `NO_ROOM` if ``explored`` must grow.
    """
    facts, steps, distances = explored.facts, room.steps, room.distances
    after, trial = np.zeros(explored.nodes.shape[1], np.int32), np.zeros(explored.nodes.shape[1], np.int32)
    waiting = np.zeros(len(explored.nodes), np.int32)
    children = np.zeros(room.degree + 1, np.int32)
    plans = facts[PLANS]
    for _ in range(rounds):
        if facts[OPEN] == 0:
            return EXHAUSTED
        least = len(explored.stack) - 2
        if facts[CONFIGURATIONS] + 1 >= len(explored.nodes) or facts[OPEN] >= least or facts[EDGES] >= least:
            return NO_ROOM
        if facts[CONSTRAINTS] + room.degree + 2 >= len(explored.constraints):
            return NO_ROOM
        number = explored.stack[facts[OPEN] - 1]
        nodes = explored.nodes[number]
        if facts[GOAL] >= 0 and explored.cost[number] + explored.estimate[number] >= explored.cost[facts[GOAL]]:
            facts[OPEN] -= 1
            continue
        if _sum_distances(room, nodes) == 0:
            facts[OPEN] -= 1
            facts[GOAL] = number
            facts[PLANS] += 1
            return GOING_ON
        constraint = explored.queue[number, 0]
        if constraint < 0:
            facts[OPEN] -= 1
            continue
        explored.queue[number, 0] = explored.constraints[constraint, 4]
        depth = explored.constraints[constraint, 3]
        if depth < len(nodes):
            agent = explored.order[number, depth]
            here, count = nodes[agent], 0
            if here == GONE or (distances[agent, here] == 0 and steps.rules & STAYING == 0):
                children[0] = UNDECIDED
                count = 1
            else:
                for edge in range(steps.first[here], steps.first[here + 1]):
                    if distances[agent, steps.head[edge]] < NEVER:
                        children[count] = steps.head[edge]
                        count += 1
                children[count] = here
                count += 1
            shuffle(room.rng, children, count)
            for child in children[:count]:
                _add_constraint(explored, number, constraint, agent, child, depth + 1)
        best = NEVER * len(nodes)
        for _ in range(trials):
            trial[:] = UNDECIDED
            row = constraint
            while row >= 0 and explored.constraints[row, 1] >= 0:
                trial[explored.constraints[row, 1]] = explored.constraints[row, 2]
                row = explored.constraints[row, 0]
            if not step_agents(room, nodes, trial, explored.order[number]):
                continue
            total = _count_cost(room, nodes, trial) + _sum_distances(room, trial)
            if total < best:
                best = total
                after[:] = trial
        if best == NEVER * len(nodes):
            continue
        known = explored.slots[_find_slot(explored, after)]
        cost = explored.cost[number] + _count_cost(room, nodes, after)
        if known < 0:
            known = _add_configuration(room, explored, after, number, cost)
            _add_step(explored, number, known)
        else:
            _add_step(explored, number, known)
            _rewire(room, explored, number, waiting)
            # To begin again somewhere helps out of dead ends (Okumura, IJCAI 2023).
            explored.stack[facts[OPEN]] = known if draw_number(room.rng, 1000) > 0 or facts[GOAL] >= 0 else 0
            facts[OPEN] += 1
        if facts[PLANS] != plans:
            return GOING_ON
    return GOING_ON


@machine_code
def trace_configurations(explored: Explored, rows: Int32) -> int:
    """Write the numbers of the configurations from the start to the goal, and return how many there are.

    Returns:
        `NOT_FOUND` if no plan is known.
    """
    number = explored.facts[GOAL]
    if number < 0:
        return NOT_FOUND
    count = 0
    while number >= 0:
        rows[count] = number
        count += 1
        number = explored.parent[number]
    for at in range(count // 2):
        rows[at], rows[count - 1 - at] = rows[count - 1 - at], rows[at]
    return count
