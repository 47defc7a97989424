"""Partial expansion: A* with a short open list, for problems with many neighbours."""

from __future__ import annotations

from typing import ClassVar, cast

from attrs import evolve, frozen

from genastar.algorithm import Need, OneRun, Promise
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.contracts.frontier import PARTIAL
from genastar.contracts.hooks import has_hook
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.memory.queues.partial import HOOK, PartialOpenNodes
from genastar.values.cost import V
from genastar.values.node import K, Node


@frozen
class PartialExpansion(OneRun):
    """Partial expansion A*: A* whose open list has only neighbours that are needed soon (Yoshizumi, Miura, Ishida, AAAI 2000).

    An expansion adds only the neighbours whose total is at most that of the node, and puts the node back at the least total of
    the others. So the open list has no node that A* would not expand, and the answer is that of A*. But a node is expanded once
    for each total of its neighbours, and ``expanded`` counts each of these expansions. With a limit on the cost, the outcome is
    LIMIT also if only dearer ways to known positions lie beyond the limit, where A* says UNREACHABLE.

    If the problem has the hook ``add_neighbours_within(node, open_list, most)``, this is enhanced partial expansion (Felner et
    al., AAAI 2012): the hook adds the neighbours whose total is at most ``most``, and returns the least total of the others, or
    ``None`` if there are none. It need not add those whose total is less than the one it returned before. So an expansion can
    skip most neighbours without looking at them.

    Use it where a node has many neighbours, most of them too dear to be ever expanded: the alignment of several sequences,
    pancakes, several agents. Costs may be of any type with ``<``.
    """

    name: ClassVar[str] = "partial-expansion"
    summary: ClassVar[str] = "search as A* does, but add only the neighbours whose total is small enough for now"
    viewing_hint: ClassVar[str] = (
        "It adds a neighbour only when its total is the smallest; watch how few nodes are open beside A*."
    )
    needs: ClassVar[frozenset[Need]] = frozenset()

    @property
    def promise(self) -> Promise:
        """Return the promise of the optimum."""
        return Promise(1.0, "consistent")

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Set the frontier, and use the hook for enhanced expansion if there is one."""
        problem = request.problem
        if has_hook(problem, HOOK):
            problem = EnhancedProblem(problem)
        return evolve(request, problem=problem, frontier=PARTIAL)


@frozen(eq=False)
class EnhancedProblem(ProblemWrapper[K, V]):
    """A problem that adds neighbours by its hook ``add_neighbours_within``."""

    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        partial = cast("PartialOpenNodes[K, V]", open_list)
        least = self.problem.add_neighbours_within(node, open_list, partial.within)
        if least is not None:
            partial.leave_out(least)
