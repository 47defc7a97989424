"""PIBT: one step of all agents after another, without looking ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar.options import option, whole
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem


@frozen
class Pibt(FleetAlgorithm):
    """Priority inheritance with backtracking (Okumura et al., AIJ 2022).

    Each agent reaches its goal at some time if every two neighbours lie on a circle. That all are at their goals together is
    not promised.
    """

    name: ClassVar[str] = "pibt"
    summary: ClassVar[str] = "move all agents greedily, and let those in the way go first"
    viewing_hint: ClassVar[str] = "It never looks ahead; watch how agents push others out of their way."
    promise: ClassVar[Promise] = Promise(None)

    most: int = option(100_000, whole(1, 10_000_000), "maximum number of steps")

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        import numpy as np

        from genastar_fleets.kernels.priority_inheritance import make_step_room, run_steps
        from genastar_fleets.plan import cut_paths

        room = make_step_room(problem.graph, problem.distances, problem.first_goals, problem.seed)
        priority = problem.shortest / 2**30
        blocks, done, limit = [problem.starts[None]], 0, self.most
        if clock.limits.expansions is not None:
            limit = min(limit, clock.limits.expansions)
        size = max(1, min(1000, 10_000_000 // problem.count))
        while True:
            block = np.zeros((min(size, limit - done) + 1, problem.count), np.int32)
            block[0] = blocks[-1][-1]
            count, is_done = run_steps(room, block, priority)
            blocks.append(block[1 : count + 1])
            done += count
            if is_done:
                yield Solution(Outcome.FOUND, cut_paths(problem, np.concatenate(blocks)))
                return
            if done >= limit or clock.is_over:
                yield clock.failure
                return
