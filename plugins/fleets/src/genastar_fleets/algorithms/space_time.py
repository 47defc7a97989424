"""Space-time A* of one agent after another, first in the order given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar.authoring import Promise
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.prioritised import ORDERS, try_orders
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.kernels.arrays import Int32
    from genastar_fleets.problem import FleetProblem


@frozen
class SpaceTime(FleetAlgorithm):
    """Cooperative A* (Silver, AIIDE 2005): each agent's path is the cheapest among those before it, waiting costs included."""

    name: ClassVar[str] = "space-time"
    summary: ClassVar[str] = "plan one agent after another, first in the order given, in space and time"
    viewing_hint: ClassVar[str] = "It plans one agent after another; watch how each makes way for those before it."
    promise: ClassVar[Promise] = Promise(None)

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        import numpy as np

        yield try_orders(problem, clock, np.arange(problem.count, dtype=np.int32), ORDERS, _plan_in_order)


def _plan_in_order(problem: FleetProblem, order: Int32, clock: FleetClock, seed: int) -> tuple[list[Int32], int | None]:
    """Plan in space and time; return the paths, and the agent that found none or ``None``."""
    from genastar_fleets.tree.constraints import ConstraintReader, forbid_paths
    from genastar_fleets.tree.nodes import TreePlanner

    planner = TreePlanner(problem, 100, ConstraintReader(problem))
    paths: dict[int, Int32] = {}
    for agent in order.tolist():
        found = None if clock.is_over else planner.plan_agent(agent, *forbid_paths(problem, agent, [*paths.values()]))
        if found is None:
            return [], agent
        paths[agent] = found[0]
    return [paths[agent] for agent in range(problem.count)], None
