"""Explicit-estimation conflict-based search: plans within a bound of the optimum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from genastar import Outcome
from genastar.authoring import Promise
from genastar.options import number, option
from genastar_fleets.algorithms.fleet_algorithm import FleetAlgorithm, FleetClock
from genastar_fleets.algorithms.lacam import prove_soon
from genastar_fleets.algorithms.solution import Solution

if TYPE_CHECKING:
    from genastar_fleets.problem import FleetProblem
    from genastar_fleets.tree.nodes import TreeNode


@frozen
class ExplicitEstimation(FleetAlgorithm):
    """EECBS (Li, Ruml and Koenig, AAAI 2021): the tree of conflict-based search, searched by explicit estimation.

    Paths cost at most ``weight`` times their least cost and avoid the paths of others. Of the nodes that may lead to a plan
    within the bound, that with the fewest conflicts comes first; how much conflicts cost is learned on the way.
    """

    name: ClassVar[str] = "eecbs"
    summary: ClassVar[str] = "resolve conflicts one by one, and find a plan within a bound of the cheapest"
    viewing_hint: ClassVar[str] = "It forbids few collisions; watch how paths avoid each other from the begin."
    other_names: ClassVar[frozenset[str]] = frozenset({"ecbs"})

    weight: float = option(1.2, number(1, 100), "maximum ratio to the least sum of costs")

    @property
    def promise(self) -> Promise:
        return Promise(self.weight)

    def plans(self, problem: FleetProblem, clock: FleetClock) -> Iterator[Solution]:
        from genastar_fleets.tree.constraints import ConstraintReader
        from genastar_fleets.tree.nodes import TreePlanner

        if (proven := prove_soon(problem, clock)) is not None:
            yield proven
            return
        planner = TreePlanner(problem, int(self.weight * 100 + 1e-6), ConstraintReader(problem))
        root = planner.make_root()
        assert root is not None
        queue = _OpenNodes(self.weight)
        queue.add(root, None)
        expanded = 0
        while queue.nodes:
            least = queue.least
            if clock.is_over or clock.has_spent(expanded):
                yield Solution(clock.failure.outcome, [], least)
                return
            node = queue.take()
            if not node.count:
                yield Solution(Outcome.FOUND, node.paths, least)
                return
            expanded += 1
            children = []
            for constraint in planner.split(node, node.conflicts[0]):
                child = planner.make_child(node, constraint, planner.list_violators(node, constraint))
                if child is not None:
                    children.append(child)
            queue.learn(node, children)
            for child in children:
                queue.add(child, node)
        yield Solution(Outcome.UNREACHABLE)


@frozen(eq=False)
class _OpenNodes:
    """The open nodes. There are so few that each choice looks at all of them."""

    weight: float
    nodes: list[TreeNode] = field(factory=list)
    bounds: list[int] = field(factory=list)
    errors: list[float] = field(factory=lambda: [0.0, 0.0, 0.0])
    """The sums of the errors in cost and in conflicts over one step, and the number of steps."""

    @property
    def least(self) -> int:
        """Return the lower bound on the cost of every plan."""
        return min(self.bounds)

    def add(self, node: TreeNode, parent: TreeNode | None) -> None:
        """Add a node."""
        self.nodes.append(node)
        self.bounds.append(node.bound)

    def learn(self, node: TreeNode, children: list[TreeNode]) -> None:
        """Note how the best child differs from what its parent promised."""
        if children:
            best = min(children, key=lambda child: (child.cost, child.count))
            self.errors[0] += best.cost - node.cost
            self.errors[1] += best.count - (node.count - 1)
            self.errors[2] += 1

    def take(self) -> TreeNode:
        """Remove a node and return it: the fewest conflicts of the promising, else the best estimate, else the least bound."""
        steps = max(1.0, self.errors[2])
        cost, conflicts = max(0.0, self.errors[0] / steps), min(0.99, self.errors[1] / steps)
        each = cost / (1 - conflicts)
        totals = [node.cost + each * node.count for node in self.nodes]
        allowed, promising = self.weight * self.least, self.weight * min(totals)
        numbers = range(len(self.nodes))
        focal = min((number for number in numbers if totals[number] <= promising), key=lambda number: self.nodes[number].count)
        if self.nodes[focal].cost > allowed:
            focal = min(numbers, key=totals.__getitem__)
            if self.nodes[focal].cost > allowed:
                focal = min(numbers, key=self.bounds.__getitem__)
        node = self.nodes[focal]
        self.nodes[focal], self.bounds[focal] = self.nodes[-1], self.bounds[-1]
        del self.nodes[-1], self.bounds[-1]
        return node
