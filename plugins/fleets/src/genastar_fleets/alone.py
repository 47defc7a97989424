"""Agents that do not know of each other: where they would collide shows what planning them together is for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from attrs import evolve

from genastar import Outcome
from genastar.algorithm import AUTO
from genastar_fleets.algorithms.solution import Solution
from genastar_fleets.arguments import Rules
from genastar_fleets.graph.reading import World, read_agents
from genastar_fleets.kernels.arrays import Int32
from genastar_fleets.plan import FleetPlan, make_plan
from genastar_fleets.problem import FleetProblem


def plan_alone(
    world: World, starts: Iterable[Any], goals: Iterable[Any], *, lanes: bool = False, engine: str = AUTO
) -> FleetPlan:
    """Return the cheapest path of each agent as if it were alone; `find_collisions` says where they collide.

    Args:
        world: as in `plan_together`, as are the other arguments.
        starts: the position of each agent at step 0.
        goals: the goal of each agent.
        lanes: whether moves of several steps are lanes.
        engine: the engine that lists the steps of the problem.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    graph, begins, ends = read_agents(world, starts, goals, Rules(lanes=lanes), engine)
    problem = FleetProblem(graph, begins, ends)
    if not all(map(len, ends)) or not problem.can_arrive:
        return FleetPlan(Outcome.UNREACHABLE, "alone", (), None, None, 0, None, 0.0, graph.tick)
    paths = [_descend(problem, agent) for agent in range(problem.count)]
    return evolve(make_plan(problem, Solution(Outcome.FOUND, paths), "alone", 0.0), bound=None)


def _descend(problem: FleetProblem, agent: int) -> Int32:
    steps, left = problem.graph.steps, problem.distances[agent]
    nodes = [int(problem.starts[agent])]
    while left[nodes[-1]]:
        ahead = steps.head[steps.first[nodes[-1]] : steps.first[nodes[-1] + 1]]
        nodes.append(int(ahead[np.argmin(left[ahead])]))
    return np.array(nodes, np.int32)
