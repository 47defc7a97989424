"""Dijkstra's algorithm: expands the node with the smallest g first."""

from __future__ import annotations

from typing import ClassVar, cast

from attrs import frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, reorder_request
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


@frozen
class Dijkstra(OneRun):
    """Dijkstra's algorithm: search by g (Dijkstra, Numerische Mathematik 1, 1959). It does not call the estimate."""

    name: ClassVar[str] = "dijkstra"
    summary: ClassVar[str] = "expand the smallest travelled first, and ignore the estimate"
    viewing_hint: ClassVar[str] = (
        "Dijkstra looks in all directions; watch how the closed nodes spread evenly until they reach the goal."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"ucs"})
    takes_batches: ClassVar[bool] = True
    batch_field: ClassVar[str | None] = "problem"
    promise: ClassVar[Promise] = Promise(1.0)

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Set the estimate to 0."""
        return reorder_request(request, ProblemWithoutEstimate(cast("Hooks[K, Cost[int]]", request.problem)), drop_estimate)


def drop_estimate(cost: Cost[N]) -> Cost[N]:
    """Return a cost with an estimate of 0."""
    return Cost(cost.travelled, cost.travelled, cost.travelled - cost.travelled)


@frozen(eq=False)
class ProblemWithoutEstimate(ProblemWrapper[K, Cost[N]]):
    """A problem whose estimate is 0."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _OpenListWithoutEstimate(open_list))

    def estimate(self, position: K) -> N:
        return cast("N", 0)


@frozen(eq=False)
class ProblemWithoutGoals(ProblemWrapper[K, V]):
    """A problem without a destination, for a search of all positions."""

    def is_destination(self, position: K) -> bool:
        return False


@frozen(eq=False)
class _OpenListWithoutEstimate(OpenListWrapper[K, Cost[N]]):
    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, drop_estimate(cost), parent, action)
