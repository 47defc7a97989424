"""Greedy best-first search: expands the node with the smallest estimate first."""

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
class Greedy(OneRun):
    """Greedy search by h (Doran and Michie, Proceedings of the Royal Society A 294, 1966): often fast, often costly paths."""

    name: ClassVar[str] = "greedy"
    summary: ClassVar[str] = "expand the smallest estimate first"
    viewing_hint: ClassVar[str] = (
        "Greedy search follows the estimate alone; watch how it runs straight at the goal, and into dead ends."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"best-first", "gbfs"})
    takes_batches: ClassVar[bool] = True
    batch_field: ClassVar[str | None] = "problem"
    promise: ClassVar[Promise] = Promise(None)
    counts_cost: ClassVar[bool] = False

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Order nodes by the estimate."""
        return reorder_request(request, GreedyProblem(cast("Hooks[K, Cost[int]]", request.problem)), _rank_by_estimate)


def _rank_by_estimate(cost: Cost[N]) -> Cost[N]:
    return Cost(cost.left, cost.travelled, cost.left)


@frozen(eq=False)
class GreedyProblem(ProblemWrapper[K, Cost[N]]):
    """A problem ordered by the estimate."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _GreedyOpenList(open_list, self.problem))


@frozen(eq=False)
class _GreedyOpenList(OpenListWrapper[K, Cost[N]]):
    problem: Hooks[K, Cost[N]]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, _rank_by_estimate(cost), parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        left = self.problem.estimate(position)
        self.open_list.insert(position, Cost(left, travelled, left), parent, action)
