"""Plans: where each agent is at each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import field, frozen

from genastar import Outcome
from genastar_fleets.algorithms.solution import Solution
from genastar_fleets.kernels.arrays import Int32, Int64, UnitSteps
from genastar_fleets.problem import FleetProblem


@frozen(eq=False)
class FleetPlan:
    """A plan of several agents, or the reason why there is none."""

    outcome: Outcome
    algorithm: str
    plans: tuple[tuple[Any, ...], ...] = field(repr=False)
    """The positions of each agent, one for each step from step 0 until it has arrived; empty unless FOUND."""
    sum_of_costs: int | None
    """The sum over all agents of the steps until they arrive, of which a step without a move costs ``wait_cost``."""
    makespan: int | None
    """The step at which the last agent arrives."""
    lower_bound: int
    """No plan has a smaller sum of costs; at least the sum of what each agent costs alone."""
    bound: float | None
    """The proven ratio of the sum of costs to the least: 1 for an optimal plan; ``None`` unless FOUND."""
    seconds: float
    """Wall time of the search, without compilation."""
    tick: float
    """The time of a step, in the units of the world's costs."""

    @property
    def found(self) -> bool:
        """Return whether there is a plan."""
        return self.outcome is Outcome.FOUND

    def __bool__(self) -> bool:
        return self.found


def make_plan(problem: FleetProblem, solution: Solution, algorithm: str, seconds: float) -> FleetPlan:
    """Return a solution in the positions of the user."""
    lower = max(problem.lower_bound, solution.lower_bound)
    tick = problem.graph.tick
    if not solution.paths:
        return FleetPlan(solution.outcome, algorithm, (), None, None, lower, None, seconds, tick)
    total = int(price_paths(problem.graph.steps, solution.paths)[-1])
    known: dict[int, Any] = {}
    plans = []
    for path in solution.paths:
        nodes = path.tolist()
        for node in nodes:
            if node not in known:
                known[node] = problem.graph.position_of(node)
        plans.append(tuple([known[node] for node in nodes]))
    makespan = max(len(path) for path in solution.paths) - 1
    return FleetPlan(
        solution.outcome, algorithm, tuple(plans), total, makespan, min(lower, total), prove_ratio(total, lower), seconds, tick
    )


def prove_ratio(total: int, lower: int) -> float | None:
    """Return the ratio of a sum of costs to a lower bound; ``None`` if the bound is 0 and the sum is not."""
    if total <= lower:
        return 1.0
    return total / lower if lower else None


def price_paths(steps: UnitSteps, paths: Sequence[Int32]) -> Int64:
    """Return the sum of the costs of all agents up to each step."""
    costs = np.zeros(max(len(path) for path in paths), np.int64)
    for path in paths:
        costs[1 : len(path)] += np.where(np.diff(path) != 0, 1, steps.wait_cost)
    return np.cumsum(costs)


def cut_paths(problem: FleetProblem, nodes: Int32) -> list[Int32]:
    """Return the path of each agent until it arrives for good, given their nodes at each time, shape (times, agents)."""
    found = []
    for agent, column in enumerate(nodes.T):
        if not problem.graph.steps.rules & 4:
            arrived = np.flatnonzero((column < 0) | (problem.distances[agent, column] == 0))
            found.append(column[: arrived[0] + 1].astype(np.int32))
            continue
        away = np.flatnonzero(column != column[-1])
        found.append(column[: (away[-1] + 2 if len(away) else 1)].astype(np.int32))
    return found
