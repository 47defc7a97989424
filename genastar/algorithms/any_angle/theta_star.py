"""Theta*: any-angle search, whose paths go along straight lines between positions that see each other."""

from __future__ import annotations

from typing import ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import Need, OneRun, Promise
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, RelaxingWrapper, estimate_cost
from genastar.contracts.hooks import Hooks, has_hook
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


class AnyAngle(OneRun):
    """An algorithm whose paths go along straight lines, and that proves nothing of their cost."""

    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "sight"})
    along_steps: ClassVar[bool] = False
    promise: ClassVar[Promise] = Promise(None)
    counts_cost: ClassVar[bool] = False


@frozen
class ThetaStar(AnyAngle):
    """Theta*: a neighbour's parent is the parent of the expanded node, if the two see each other and the line is not dearer.

    It is Basic Theta* (Daniel, Nash, Koenig and Felner, Theta*: any-angle path planning on grids, JAIR 39, 2010). The problem
    has the hooks ``sight(a, b)`` and ``line_cost(a, b)``, and may have ``line_estimate(position)``; see
    `genastar.contracts.hooks.Hooks`.
    The path lists the positions where it turns. Nothing is proven of its cost, but that each straight line is open.
    """

    name: ClassVar[str] = "theta-star"
    summary: ClassVar[str] = "find paths of straight lines between positions that see each other"
    viewing_hint: ClassVar[str] = (
        "A node may have a parent far away if no obstacle lies between; watch how the parents form straight lines at any angle."
    )

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Give the expanded node's parent to its neighbours, where that is no detour."""
        asked = use_line_estimate(cast("Request[K, Cost[int]]", request))
        return cast("Request[K, V]", evolve(asked, problem=ParentPassingProblem(asked.problem)))


def use_line_estimate(request: Request[K, Cost[N]]) -> Request[K, Cost[N]]:
    """Return the request with ``line_estimate`` in place of ``estimate``, if the problem has it."""
    if not has_hook(request.problem, "line_estimate"):
        return request
    problem = LineEstimateProblem(request.problem)
    starts = tuple((start, estimate_cost(problem, start, cost.travelled)) for start, cost in request.more_starts)
    return evolve(
        request, problem=problem, cost=estimate_cost(problem, request.start, request.cost.travelled), more_starts=starts
    )


@frozen(eq=False)
class LineEstimateProblem(ProblemWrapper[K, Cost[N]]):
    """A problem whose estimate is that of straight lines."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        # Hooks may compute the estimate of a neighbour from that of the node, so they get the problem's own.
        own = Node(node.position, estimate_cost(self.problem, node.position, node.cost.travelled), node.parent)
        self.problem.add_neighbours(own, _LineEstimateOpenList(open_list, self))

    def estimate(self, position: K) -> N:
        return self.problem.line_estimate(position)

    def sight(self, one: K, other: K) -> bool:
        """Return whether the straight line is open."""
        return self.problem.sight(one, other)

    def line_cost(self, one: K, other: K) -> N:
        """Return the cost of the straight line."""
        return self.problem.line_cost(one, other)


@frozen(eq=False)
class _LineEstimateOpenList(OpenListWrapper[K, Cost[N]]):
    problem: LineEstimateProblem[K, N]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, estimate_cost(self.problem, position, cost.travelled), parent, action)


@frozen(eq=False)
class ParentPassingProblem(ProblemWrapper[K, Cost[N]]):
    """A problem with lines from the parent of the expanded node to its neighbours."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        before = node.parent
        if before is not None:
            parent = open_list.known(before)
            if parent is not None:
                straight = _ParentPassingOpenList(open_list, self.problem, parent.position, parent.cost.travelled)
                self.problem.add_neighbours(node, straight)
        else:
            self.problem.add_neighbours(node, open_list)


@frozen(eq=False)
class _ParentPassingOpenList(RelaxingWrapper[K, N]):
    problem: Hooks[K, Cost[N]]
    before: K
    """The parent of the expanded node."""
    travelled: N
    """The cost of the path to it."""

    def relax(
        self: _ParentPassingOpenList[K, N], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        # Most neighbours are no improvement. Closed ones are left out before the line is measured.
        if not self.open_list.improves(position, self.travelled):
            return
        straight = self.travelled + self.problem.line_cost(self.before, position)
        if not self.open_list.improves(position, min(straight, travelled)):
            return
        if straight <= travelled and self.problem.sight(self.before, position):
            self.open_list.relax(position, straight, parent=self.before)
        else:
            self.open_list.relax(position, travelled, parent, action)
