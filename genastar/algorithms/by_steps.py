"""Orders that count steps: breadth-first and depth-first search."""

from __future__ import annotations

from typing import ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import OneRun, Promise
from genastar.algorithms.around import Around, AroundOpenList
from genastar.cost import Cost, N, V
from genastar.errors import BadInput
from genastar.frontier import DEPTH_FIRST
from genastar.hooks import Hooks
from genastar.node import K, Node
from genastar.open_list import OpenList
from genastar.request import Request


@frozen
class BreadthFirst(OneRun):
    """Search by the steps from the start, fewest first (Moore, The shortest path through a maze, 1959).

    ``cost.total`` counts the steps.
    """

    name: ClassVar[str] = "breadth-first"
    summary: ClassVar[str] = "expand what is fewest steps away first"

    @property
    def promise(self) -> Promise:
        """The fewest steps."""
        return Promise(1.0, steps=True)

    @property
    def counts_steps(self) -> bool:
        return True

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Count the steps up."""
        return counting(request, 1)


@frozen
class DepthFirst(OneRun):
    """Search by the steps from the start, most first (Tarjan, SIAM Journal on Computing 1, 1972).

    On an infinite graph it ends only under a limit. ``cost.total`` counts the steps, below 0. It never reopens.

    Under ``Limits(depth=...)`` it is depth-limited search: it walks every way of so many steps, newest neighbour first, until
    one ends at a destination. A way never crosses itself; it remembers that way and no closed list, for a position that was
    first met deep down may lead on from higher up. So it finds a way wherever there is one of so many steps, and where several
    ways lead to a position it walks on from each. ``cost.total`` then counts the steps from 0 on.
    """

    name: ClassVar[str] = "depth-first"
    summary: ClassVar[str] = "expand what is most steps away first"

    @property
    def promise(self) -> Promise:
        """A path, of any cost."""
        return Promise(None)

    @property
    def counts_steps(self) -> bool:
        return True

    def check(self, request: Request[K, V]) -> None:
        """Refuse reopening, which would go round in circles for ever."""
        super().check(request)
        if request.reopen:
            raise BadInput(
                "the algorithm 'depth-first' cannot reopen positions, or it would go round in circles; leave out reopen"
            )

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Count the steps down; or, under a limit on the depth, up to it."""
        if request.limits.depth is None:
            return counting(request, -1)
        return evolve(counting(request, 1), frontier=DEPTH_FIRST)


def counting(request: Request[K, V], step: int) -> Request[K, V]:
    """The same request of a problem that counts steps, where a limit on the depth is one on the total."""
    asked = cast("Request[K, Cost[int]]", request)
    limits = evolve(asked.limits, cost=asked.limits.depth, depth=None)
    starts = tuple((start, evolve(cost, total=0)) for start, cost in asked.more_starts)
    cost = evolve(asked.cost, total=0)
    problem = BySteps(asked.problem, step)
    return cast("Request[K, V]", evolve(asked, problem=problem, cost=cost, limits=limits, more_starts=starts))


@frozen(eq=False)
class BySteps(Around[K, Cost[N]]):
    """A problem ordered by the steps from the start."""

    step: int

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _AtRank(open_list, self.problem, node.cost.total + cast("N", self.step)))


@frozen(eq=False)
class _AtRank(AroundOpenList[K, Cost[N]]):
    """Passes on what a problem adds, all at one rank."""

    problem: Hooks[K, Cost[N]]
    rank: N

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, Cost(self.rank, cost.travelled, cost.left), parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, Cost(self.rank, travelled, self.problem.estimate(position)), parent, action)
