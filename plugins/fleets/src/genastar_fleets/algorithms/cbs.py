"""Conflict-based search: optimal plans."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.lacam import prove_soon
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem
    from genastar_fleets.tree.nodes import Conflict, TreeNode, TreePlanner


@frozen
class ConflictBased(FleetAlgorithm):
    """Conflict-based search (Sharon et al., AIJ 2015).

    With disjoint splitting (Li et al., ICAPS 2019), prioritised conflicts and bypasses (Boyarski et al., IJCAI 2015), and the
    heuristic of cardinal conflicts (Felner et al., ICAPS 2018). Of few agents, `lacam` tells that there is no plan.
    """

    name: ClassVar[str] = "cbs"
    summary: ClassVar[str] = "resolve conflicts one by one, and find the cheapest plan"
    viewing_hint: ClassVar[str] = "It forbids one collision at a time; watch where agents wait for each other."
    other_names: ClassVar[frozenset[str]] = frozenset({"icbs", "cbsh"})
    promise: ClassVar[Promise] = Promise(1.0)

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        from genastar_fleets.tree.constraints import ConstraintReader
        from genastar_fleets.tree.nodes import TreePlanner

        if (proven := prove_soon(problem, clock)) is not None:
            yield proven
            return
        planner = TreePlanner(problem, 100, ConstraintReader(problem))
        root = planner.make_root()
        assert root is not None
        heap: list[tuple[int, int, int, TreeNode]] = [(root.cost, root.count, 0, root)]
        made = expanded = 0
        while heap:
            if clock.is_over or clock.has_spent(expanded):
                yield Solution(clock.failure.outcome, [], heap[0][0])
                return
            least, _, _, node = heappop(heap)
            if not node.count:
                yield Solution(Outcome.FOUND, node.paths, node.cost)
                return
            if node.heuristic is None:
                chosen = self._bound(planner, node)
                if node.cost + (node.heuristic or 0) > least:
                    made += 1
                    heappush(heap, (node.cost + (node.heuristic or 0), node.count, made, node))
                    continue
            else:
                chosen = self._choose(planner, node)[0]
            expanded += 1
            for child in self._expand(planner, node, chosen):
                made += 1
                heappush(heap, (max(child.cost, least), child.count, made, child))
        yield Solution(Outcome.UNREACHABLE)

    def _bound(self, planner: TreePlanner, node: TreeNode) -> Conflict:
        """Write the heuristic of a node, and return the conflict to resolve."""
        from genastar_fleets.tree.covers import bound_cover

        chosen, cardinal = self._choose(planner, node)
        node.heuristic = bound_cover(frozenset(cardinal))
        return chosen

    def _choose(self, planner: TreePlanner, node: TreeNode) -> tuple[Conflict, set[tuple[int, int]]]:
        """Return the conflict to resolve, and the pairs of agents of which one must cost more."""
        if planner.problem.graph.steps.wait_cost != 1:
            return node.conflicts[0], set()
        best, rank, cardinal = node.conflicts[0], -1, set()
        for conflict in node.conflicts:
            forced = planner.is_forced(node, conflict, conflict.one) + planner.is_forced(node, conflict, conflict.other)
            if forced > rank:
                best, rank = conflict, forced
            if forced == 2:
                cardinal.add((min(conflict.one, conflict.other), max(conflict.one, conflict.other)))
        return best, cardinal

    def _expand(self, planner: TreePlanner, node: TreeNode, conflict: Conflict) -> list[TreeNode]:
        """Return the children of a node; the node itself if a path of the same cost avoids a conflict."""
        children = []
        for constraint in planner.split(node, conflict):
            agents = planner.list_violators(node, constraint)
            child = planner.make_child(node, constraint, agents)
            if child is None:
                continue
            if child.cost == node.cost and child.count < node.count and not constraint.is_positive:
                node.paths, node.edges = child.paths, child.edges
                node.conflicts, node.count = child.conflicts, child.count
                return [node]
            children.append(child)
        return children
