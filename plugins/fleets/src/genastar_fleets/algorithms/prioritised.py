"""Prioritised planning: one agent after another, each among those before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar.options import option, whole
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.kernels.arrays import Int32
    from genastar_fleets.problem import FleetProblem

PlanInOrder: TypeAlias = "Callable[[FleetProblem, Int32, FleetClock, int], tuple[list[Int32], int | None]]"
"""Plans in an order, with a seed; returns the paths, and the agent that found none or ``None``."""

ORDERS: Final = 1000


@frozen
class Prioritised(FleetAlgorithm):
    """Prioritised planning over safe intervals, with other orders until each agent has a path.

    The agents with the longest ways plan first. One that finds no path plans first in the next order, and the rest are shuffled
    more and more.
    """

    name: ClassVar[str] = "prioritised"
    summary: ClassVar[str] = "plan one agent after another, in other orders if one finds no path"
    viewing_hint: ClassVar[str] = "It plans each agent among those before it; watch how the later agents make the detours."
    other_names: ClassVar[frozenset[str]] = frozenset({"pp", "prioritized", "cooperative-astar", "ca*", "hca*"})
    promise: ClassVar[Promise] = Promise(None)

    orders: int = option(ORDERS, whole(1, 1_000_000), "maximum number of orders")

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        yield try_orders(problem, clock, -problem.shortest, self.orders, plan_in_order)


def try_orders(problem: FleetProblem, clock: FleetClock, keys: Int32, orders: int, plan: PlanInOrder) -> Solution:
    """Plan in the order of the keys, then in others: first the agent that found no path, the rest shuffled more and more."""
    import numpy as np

    rng = np.random.default_rng(problem.seed)
    places = keys.astype(np.float64)
    spread = max(1.0, float(np.ptp(keys)))
    for number in range(orders):
        order = np.argsort(places, kind="stable").astype(np.int32)
        paths, failed = plan(problem, order, clock, problem.seed + number)
        if failed is None:
            return Solution(Outcome.FOUND, paths)
        if clock.is_over or clock.has_spent(number + 1):
            break
        places[failed] = places.min() - 1
        places += rng.normal(0, 0.02 * spread * min(number, 50), len(places))
    return clock.failure


def plan_in_order(problem: FleetProblem, order: Int32, clock: FleetClock, seed: int) -> tuple[list[Int32], int | None]:
    """Plan over safe intervals; return the paths, and the agent that found none or ``None``."""
    import numpy as np

    from genastar_fleets.kernels.arrays import NEVER, NO_ROOM
    from genastar_fleets.kernels.neighbourhoods import Ends, find_hold
    from genastar_fleets.kernels.reservations import flip_path, make_reservations
    from genastar_fleets.kernels.safe_intervals import find_safe_path, make_interval_room

    steps, distances = problem.graph.steps, problem.distances
    ends = Ends(problem.starts, distances, problem.goal_places)
    times = 4 * (int(problem.shortest.max()) + 2)
    held, room = make_reservations(steps, times), make_interval_room(1 << 16)
    paths: list[Int32] = [np.zeros(0, np.int32)] * problem.count
    rng = np.array([seed])
    for agent in order.tolist():
        if clock.is_over:
            return [], agent
        while True:
            path = np.zeros(times, np.int32)
            hold = find_hold(held, ends, agent)
            length = find_safe_path(steps, distances[agent], ends.starts[agent], hold, NEVER, 10, held, room, rng, path)
            if length != NO_ROOM:
                break
            times, room = 2 * times, make_interval_room(2 * len(room.node))
            held = make_reservations(steps, times)
            for other, known in enumerate(paths):
                flip_path(held, steps, other, known, len(known))
        if length < 0:
            return [], agent
        paths[agent] = path[:length].copy()
        flip_path(held, steps, agent, paths[agent], length)
    return paths, None
