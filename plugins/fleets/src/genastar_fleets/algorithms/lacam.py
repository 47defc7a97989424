"""LaCAM*: a search of configurations, which finds a first plan fast and goes on to better ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar.options import option, switch, whole
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.kernels.arrays import Int32
    from genastar_fleets.problem import FleetProblem

ROUNDS = 50_000
"""Configurations between two looks at the clock, divided by the number of agents."""
MOST_BYTES = 2**31
"""Memory of the configurations at most; the search then ends with the best plan so far."""

FEW = 20
"""Agents that get ways between two looks at the clock."""
PASSES = 8
"""Times that each agent gets a way that keeps out of the traffic of the others."""
SHARE = 0.25
"""Share of the time left in which they get them; also for finding out that there is no plan."""

MOST_CONFIGURATIONS = 100_000
"""Configurations that are searched before an algorithm that would not notice that there is no plan."""


@frozen
class Lacam(FleetAlgorithm):
    """LaCAM* (Okumura, IJCAI 2023): complete, and better with time.

    Without a plan it ends with UNREACHABLE only after it has searched every configuration.
    """

    name: ClassVar[str] = "lacam"
    summary: ClassVar[str] = "plan all agents step by step, and go on to better plans"
    viewing_hint: ClassVar[str] = "It moves all agents at once; watch how they give way to each other."
    other_names: ClassVar[frozenset[str]] = frozenset({"lacam*"})
    improves: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(None)

    trials: int = option(1, whole(1, 100), "number of trials of each step, of which the cheapest is taken")
    spread: bool = option(False, switch, "lead the agents by ways that keep out of each other's traffic")

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        yield from self.plan_along(find_ways(problem, clock) if self.spread else None, problem, clock)

    def plan_along(self, guides: Int32 | None, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        """Yield plans, each better than the one before, in which agents keep to their ways where they can."""
        import numpy as np

        from genastar_fleets.kernels import configurations as search
        from genastar_fleets.kernels.arrays import NO_ROOM
        from genastar_fleets.kernels.priority_inheritance import make_step_room
        from genastar_fleets.plan import cut_paths, price_paths

        steps = problem.graph.steps
        explored = search.make_explored(problem.count, 1024, 8192)
        room = make_step_room(problem.graph, problem.distances, problem.first_goals, problem.seed, guides)
        search.begin_configurations(room, explored, problem.starts)
        best: int | None = None
        rounds = 1
        while not clock.is_over:
            before = int(explored.facts[search.PLANS])
            state = search.search_configurations(room, explored, rounds, self.trials)
            rounds = max(1, ROUNDS // problem.count)
            if explored.facts[search.PLANS] != before:
                rows = np.zeros(len(explored.nodes), np.int32)
                count = search.trace_configurations(explored, rows)
                paths = cut_paths(problem, explored.nodes[rows[:count]])
                total = int(price_paths(steps, paths)[-1])
                if best is None or total < best:
                    best = total
                    yield Solution(Outcome.FOUND, paths)
            if state == search.EXHAUSTED:
                if best is None:
                    yield Solution(Outcome.UNREACHABLE)
                elif steps.wait_cost == 0:  # otherwise a wait at the goal may have a cost that the search does not know
                    yield Solution(Outcome.FOUND, paths, best)
                return
            if best == problem.lower_bound:
                return
            if state == NO_ROOM:
                if 2 * sum(array.nbytes for array in explored) > MOST_BYTES:
                    break
                explored = search.grow_explored(explored)
            if clock.has_spent(int(explored.facts[search.CONFIGURATIONS])):
                break
        if best is None:
            yield clock.failure


def find_ways(problem: FleetProblem, clock: FleetClock) -> Int32:
    """Return ways of all agents that keep out of each other's traffic, as `spreading.Ways.after`."""
    import numpy as np

    from genastar_fleets.kernels.spreading import make_ways, spread_ways

    steps, rng, until = problem.graph.steps, np.random.default_rng(problem.seed), clock.seconds + SHARE * clock.left
    ways = make_ways(steps, problem.count, int(problem.shortest.max()))
    for number in range(PASSES):
        order = rng.permutation(problem.count).astype(np.int32)
        for done in range(0, problem.count, FEW):
            if clock.is_over or clock.seconds > until:
                return ways.after
            spread_ways(steps, problem.distances, problem.starts, order[done : done + FEW], ways, number * problem.count + done)
    return ways.after


def prove_soon(problem: FleetProblem, clock: FleetClock) -> Solution | None:
    """Return what the search of configurations proves within a share of the time and some memory.

    That there is no plan, or, where waits cost nothing, the cheapest. A tree of constraints may grow forever then.
    """
    for found in Lacam().plan_along(None, problem, clock.take_share(SHARE, MOST_CONFIGURATIONS)):
        if found.outcome is Outcome.UNREACHABLE or found.lower_bound:
            return found
        if problem.graph.steps.wait_cost:
            break
    return None
