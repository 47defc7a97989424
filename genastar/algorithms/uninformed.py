"""Algorithms that count steps: breadth-first and depth-first search."""

from __future__ import annotations

from typing import ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, reorder_request
from genastar.contracts.frontier import DEPTH_FIRST
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import BadInput
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


@frozen
class BreadthFirst(OneRun):
    """Breadth-first search: fewest steps from the start first (Moore, The shortest path through a maze, 1959).

    ``cost.total`` is the number of steps.
    """

    name: ClassVar[str] = "breadth-first"
    summary: ClassVar[str] = "expand the nodes with the fewest steps from the start first"
    viewing_hint: ClassVar[str] = (
        "Breadth-first search ignores costs; watch how it closes all nodes at one step, then all at two steps, and so on."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"bfs"})
    promise: ClassVar[Promise] = Promise(1.0, steps=True)
    counts_steps: ClassVar[bool] = True

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Order nodes by the number of steps, fewest first."""
        return order_by_steps(request, 1)


@frozen
class DepthFirst(OneRun):
    """Depth-first search: most steps from the start first (Tarjan, SIAM Journal on Computing 1, 1972).

    On an infinite graph it ends only at a limit. ``cost.total`` is minus the number of steps. Positions are never reopened.

    With ``Limits(depth=...)`` it is depth-limited search: it follows every path of at most so many steps, newest neighbour
    first, until one ends at a destination. A path never crosses itself. There is no closed list, because a position that was
    first reached near the limit may lead further when it is reached in fewer steps. So the search finds a path if there is one
    within the limit, and expands a position once for each path to it. ``cost.total`` is then the number of steps.
    """

    name: ClassVar[str] = "depth-first"
    summary: ClassVar[str] = "expand the nodes with the most steps from the start first"
    viewing_hint: ClassVar[str] = (
        "Depth-first search goes on from the newest node; watch how one long path winds about before the search turns back."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"dfs"})
    promise: ClassVar[Promise] = Promise(None)
    counts_steps: ClassVar[bool] = True

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for ``reopen``, which would follow cycles forever."""
        super().check(request)
        if request.reopen:
            raise BadInput(
                "the algorithm 'depth-first' cannot reopen positions, because it would follow cycles forever; leave out reopen"
            )

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Order nodes by the number of steps, most first; with a limit on the depth, search within it."""
        if request.limits.depth is None:
            return order_by_steps(request, -1)
        return evolve(order_by_steps(request, 1), frontier=DEPTH_FIRST)


def order_by_steps(request: Request[K, V], step: int) -> Request[K, V]:
    """Return the request with a problem that counts steps. A limit on the depth becomes a limit on the total."""
    limits = evolve(request.limits, cost=request.limits.depth, depth=None)
    problem = StepCountingProblem(cast("Hooks[K, Cost[int]]", request.problem), step)
    return reorder_request(evolve(request, limits=limits), problem, lambda cost: evolve(cost, total=0))


@frozen(eq=False)
class StepCountingProblem(ProblemWrapper[K, Cost[N]]):
    """A problem ordered by the number of steps from the start."""

    step: int

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(
            node, _StepCountingOpenList(open_list, self.problem, node.cost.total + cast("N", self.step))
        )


@frozen(eq=False)
class _StepCountingOpenList(OpenListWrapper[K, Cost[N]]):
    """An open list that adds all neighbours at one rank."""

    problem: Hooks[K, Cost[N]]
    rank: N

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, Cost(self.rank, cost.travelled, cost.left), parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, Cost(self.rank, travelled, self.problem.estimate(position)), parent, action)
