"""Large neighbourhood search: a plan of another algorithm, improved until the limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar.options import choice, option, whole
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.lacam import Lacam, find_ways
from genastar_fleets.algorithms.pibt import Pibt
from genastar_fleets.algorithms.prioritised import Prioritised
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem

Initial = Literal["lacam", "pibt", "prioritised"]
FIRST = {"lacam": Lacam, "pibt": Pibt, "prioritised": Prioritised}
MOST_BYTES = 2**31
"""Memory of the reservations at most; a plan that needs more is not improved."""
CROWDED = 1.1
"""The ratio to the lower bound above which first plans of other kinds are tried."""
TRIALS = 10
"""Trials of each step in those plans, where they take no more than a share of the time that is left."""
SHARE = 0.3
ORDERS = 20
"""Orders of prioritised planning for the first plan, where agents do not follow each other."""
RECENT = 0.2
"""Share of the newest slice in what a size of neighbourhoods gains for its effort."""
ROUNDS = 20
"""Neighbourhoods between two looks at the limits, if none is of time."""
SLICE = 0.05
"""Seconds between two looks at the clock."""


@frozen
class LargeNeighbourhood(FleetAlgorithm):
    """Large neighbourhood search (Li et al., IJCAI 2021) by prioritised planning over safe intervals."""

    name: ClassVar[str] = "lns"
    summary: ClassVar[str] = "improve a first plan by planning few agents again at a time"
    viewing_hint: ClassVar[str] = "It improves a plan; watch how detours get shorter with more time."
    other_names: ClassVar[frozenset[str]] = frozenset({"mapf-lns"})
    improves: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(None)

    initial: Initial = choice(Initial, "lacam", "algorithm of the first plan")
    size: int = option(4, whole(2, 1000), "number of agents that plan again at a time; twice as many while that gains more")

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        from genastar_fleets.kernels.arrays import FOLLOWING
        from genastar_fleets.plan import price_paths

        def price(plan: Solution) -> int:
            return int(price_paths(problem.graph.steps, plan.paths)[-1])

        began = clock.seconds
        best = Solution(Outcome.LIMIT)
        if self.initial == "lacam" and not problem.graph.steps.rules & FOLLOWING:
            best = next(Prioritised(orders=ORDERS).plans(problem, clock.take_share(SHARE)))  # agents keep apart from others
        if not best.paths:
            best = next(FIRST[self.initial]().plans(problem, clock))
        lasted = clock.seconds - began
        yield best
        if not best.paths:
            return
        if self.initial == "lacam" and price(best) > CROWDED * problem.lower_bound:
            guides = find_ways(problem, clock)
            trials = TRIALS if TRIALS * lasted < SHARE * clock.left else 1
            other = next(Lacam(trials=trials).plan_along(guides, problem, clock))
            if other.paths and price(other) < price(best):
                best = other
                yield best
        yield from improve(problem, best, clock, self.size)


def improve(problem: FleetProblem, first: Solution, clock: FleetClock, size: int) -> Iterator[Solution]:
    """Yield better plans until the limit, or until a plan costs no more than the lower bound."""
    import numpy as np

    from genastar_fleets.kernels import neighbourhoods as search
    from genastar_fleets.kernels.reservations import flip_path, make_reservations
    from genastar_fleets.kernels.safe_intervals import EFFORT, make_interval_room
    from genastar_fleets.plan import price_paths

    steps, agents = problem.graph.steps, problem.count
    total, rounds, done = int(price_paths(steps, first.paths)[-1]), 1, 0
    lengths = np.array([len(path) for path in first.paths], np.int32)
    # No path need be longer than the longest and the longest shortest together.
    times = int(lengths.max()) + int(problem.shortest.max()) + 2
    if (steps.places + steps.pairs) * times // 4 > MOST_BYTES:
        return
    nodes = np.zeros((agents, times), np.int32)
    held = make_reservations(steps, times)
    for agent, path in enumerate(first.paths):
        nodes[agent, : len(path)] = path
        flip_path(held, steps, agent, nodes[agent], len(path))
    ends = search.Ends(problem.starts, problem.distances, problem.goal_places)
    paths = search.PathTable(nodes, lengths)
    room = make_interval_room(1 << 18)
    sizes = [min(size, agents), min(2 * size, agents)]
    ruins = search.make_ruins(agents, problem.graph.size, times, sizes[1])
    rng, rates, turn = np.array([problem.seed]), [0.0, 0.0], 0
    while total > problem.lower_bound and not clock.is_over and not clock.has_spent(done):
        # Crowds need larger neighbourhoods: mostly the size that gained more for its effort lately, by turns the other.
        turn += 1
        kind = turn % 2 if turn % 4 < 2 else int(rates[1] > rates[0])
        began, effort = clock.seconds, int(room.facts[EFFORT])
        gain = search.improve_paths(steps, ends, paths, held, room, ruins, sizes[kind], rng, rounds)
        done += rounds
        effort = max(1, int(room.facts[EFFORT]) - effort)
        rates[kind] += RECENT * (gain / effort - rates[kind])
        if clock.limits.seconds is None:
            rounds = ROUNDS  # the same plan in each run
        else:
            rounds = max(1, min(1000, int(rounds * min(4.0, SLICE / max(clock.seconds - began, 1e-6)))))
        if gain > 0:
            total -= gain
            yield Solution(first.outcome, [row[:length].copy() for row, length in zip(nodes, lengths, strict=True)])
