"""Estimates of each number of a vector, by a search from the destination for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, cast

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.remaining_costs import reverse_problem
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, get_travelled
from genastar.values.node import K, Node
from genastar.values.result import Outcome
from genastar.values.vector import Vector


def guide_by_objectives(request: Request[K, Any]) -> Request[K, Any]:
    """Return the request with the remaining cost of each number as the estimate; unchanged if that cannot be computed.

    The problem of the new request counts in a `Cost` of vectors. Positions from which no path leads to the destination are left
    out. Limits hold for all searches together.
    """
    zero = get_travelled(request.cost)
    if type(zero) is not Vector or request.more_starts:
        return request
    backwards = reverse_problem(request.problem, request.start)
    if backwards is None or request.problem.is_keyed:
        return request
    zero -= zero
    problem, goal = backwards
    counts = Counts(request.limits)
    costs = CountsInCosts() if isinstance(request.cost, Cost) else CountsInVectors()
    rows: list[dict[Any, float]] = []
    for place in range(len(zero)):
        alone = OneObjective(problem, costs, zero, place)
        none = zero[place]
        asked = evolve(
            request, problem=alone, start=goal, cost=Cost(none, none, none), limits=counts.left, observer=None, keeps_tree=True
        )
        with asked.begin() as run:
            result, tree = run.finish(), run.tree
        counts.add(result)
        counts.seconds += result.seconds
        if result.outcome is not Outcome.UNREACHABLE:  # a limit, which the search itself meets next
            return evolve(request, limits=counts.left)
        rows.append({node.position: node.cost.travelled for node in tree.values()})
    estimates = {at: tuple([row[at] for row in rows]) for at in rows[0]}
    left = Vector(estimates.get(request.start, zero.numbers))
    travelled = get_travelled(request.cost)
    guided = GuidedByObjectives(request.problem, costs, estimates)
    return evolve(request, problem=guided, cost=Cost(travelled + left, travelled, left), limits=counts.left)


class CountsInVectors:
    """The costs of a problem that counts in vectors."""

    def make(self, travelled: Vector, left: Vector) -> Any:
        """Return the cost that the hooks see."""
        return travelled

    def get_travelled(self, cost: Any) -> Vector:
        """Return the cost without its estimate."""
        return cast(Vector, cost)


class CountsInCosts(CountsInVectors):
    """The costs of a problem that counts in a `Cost` of vectors."""

    def make(self, travelled: Vector, left: Vector) -> Any:
        """See `CountsInVectors.make`."""
        return Cost(travelled + left, travelled, left)

    def get_travelled(self, cost: Any) -> Vector:
        """See `CountsInVectors.get_travelled`."""
        return cast(Vector, cost.travelled)


@frozen(eq=False)
class OneObjective(ProblemWrapper[K, Any]):
    """A problem without destinations whose cost is one number of the vectors of another."""

    counts: CountsInVectors
    zero: Vector
    place: int

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        place, travelled = self.place, node.cost.travelled
        vector = Vector(tuple(travelled if at == place else none for at, none in enumerate(self.zero.numbers)))
        seen = Node(node.position, self.counts.make(vector, self.zero), node.parent)
        self.problem.add_neighbours(seen, _OneNumber(open_list, self.counts, place))

    def is_destination(self, position: K) -> bool:
        return False

    def estimate(self, position: K) -> Any:
        return 0


@frozen(eq=False)
class _OneNumber(OpenListWrapper[K, Any]):
    counts: CountsInVectors
    place: int

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, self.counts.get_travelled(cost), parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        self.open_list.relax(position, travelled.numbers[self.place], parent, action)


@frozen(eq=False)
class GuidedByObjectives(ProblemWrapper[K, Any]):
    """A problem whose cost is a `Cost` of vectors, with estimates from a table."""

    counts: CountsInVectors
    estimates: Mapping[Any, tuple[Any, ...]]

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        seen = Node(node.position, self.counts.make(node.cost.travelled, node.cost.left), node.parent)
        self.problem.add_neighbours(seen, _OnlyReached(open_list, self.counts, self.estimates))

    def estimate(self, position: K) -> Any:
        return Vector(self.estimates[position])


@frozen(eq=False)
class _OnlyReached(OpenListWrapper[K, Any], Generic[K]):
    """An open list that leaves out positions from which the destination cannot be reached."""

    counts: CountsInVectors
    estimates: Mapping[Any, tuple[Any, ...]]

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, self.counts.get_travelled(cost), parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        if position in self.estimates:
            self.open_list.relax(position, travelled, parent, action)
