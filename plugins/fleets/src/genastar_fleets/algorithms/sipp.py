"""Safe-interval path planning of one agent after another, first in the order given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar.authoring import Promise
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.prioritised import ORDERS, plan_in_order, try_orders
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem


@frozen
class SafeIntervals(FleetAlgorithm):
    """SIPP (Phillips and Likhachev, ICRA 2011): each agent arrives as early as those before it allow.

    A single agent gets its cheapest path, if waiting costs as much as moving.
    """

    name: ClassVar[str] = "sipp"
    summary: ClassVar[str] = "plan one agent after another, first in the order given, over safe intervals"
    viewing_hint: ClassVar[str] = "It plans one agent after another; watch how each waits for those before it."
    promise: ClassVar[Promise] = Promise(None)

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        import numpy as np

        yield try_orders(problem, clock, np.arange(problem.count, dtype=np.int32), ORDERS, plan_in_order)
