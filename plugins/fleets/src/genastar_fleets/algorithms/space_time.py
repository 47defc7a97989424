"""Space-time A* of one agent after another, in the order given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.kernels.arrays import Int32
    from genastar_fleets.problem import FleetProblem


@frozen
class SpaceTime(FleetAlgorithm):
    """Cooperative A* (Silver, AIIDE 2005): each agent's path is the cheapest among those before it, waiting costs included."""

    name: ClassVar[str] = "space-time"
    summary: ClassVar[str] = "plan one agent after another in the order given, in space and time"
    viewing_hint: ClassVar[str] = "It plans the agents in the order given; watch how each makes way for those before it."
    promise: ClassVar[Promise] = Promise(None)

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        from genastar_fleets.tree.constraints import ConstraintReader, forbid_paths
        from genastar_fleets.tree.nodes import TreePlanner

        if not problem.can_arrive:
            yield Solution(Outcome.UNREACHABLE)
            return
        planner = TreePlanner(problem, 100, ConstraintReader(problem))
        paths: list[Int32] = []
        for agent in range(problem.count):
            found = planner.plan_agent(agent, *forbid_paths(problem, agent, paths))
            if found is None or clock.is_over:
                yield clock.failure
                return
            paths.append(found[0])
        yield Solution(Outcome.FOUND, paths)
