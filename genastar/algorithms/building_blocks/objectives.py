"""Estimates of each number of a vector, by a search from the destination for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.remaining_costs import get_key_function, reverse_problem
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
    if backwards is None:
        return request
    zero -= zero
    problem, goal = backwards
    counts, key = Counts(request.limits), get_key_function(request.problem)
    rows: list[dict[Any, float]] = []
    for place in range(len(zero)):
        alone = OneObjective(problem, zero, place, isinstance(request.cost, Cost))
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
        rows.append({key(node.position): node.cost.travelled for node in tree.values()})
    estimates = {at: Vector(*(row[at] for row in rows)) for at in rows[0]}
    left = estimates.get(key(request.start), zero)
    travelled = get_travelled(request.cost)
    guided = GuidedByObjectives(request.problem, estimates, key, isinstance(request.cost, Cost))
    return evolve(request, problem=guided, cost=Cost(travelled + left, travelled, left), limits=counts.left)


@frozen(eq=False)
class OneObjective(ProblemWrapper[K, Any]):
    """A problem without destinations whose cost is one number of the vectors of another."""

    zero: Vector
    place: int
    uses_cost: bool
    """Whether the other problem counts in a `Cost` of vectors."""

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        numbers = list(self.zero)
        numbers[self.place] = node.cost.travelled
        cost: Any = Vector(*numbers)
        if self.uses_cost:
            cost = Cost(cost, cost, self.zero)
        self.problem.add_neighbours(Node(node.position, cost, node.parent), _OneNumber(open_list, self.place))

    def is_destination(self, position: K) -> bool:
        return False

    def estimate(self, position: K) -> Any:
        return 0


@frozen(eq=False)
class _OneNumber(OpenListWrapper[K, Any]):
    place: int

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, get_travelled(cost), parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        self.open_list.relax(position, travelled[self.place], parent, action)


@frozen(eq=False)
class GuidedByObjectives(ProblemWrapper[K, Any]):
    """A problem whose cost is a `Cost` of vectors, with estimates from a table."""

    estimates: Mapping[Any, Vector]
    key_of: Callable[[K], Any]
    uses_cost: bool
    """Whether the wrapped problem counts in a `Cost` of vectors too."""

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        cost = node.cost if self.uses_cost else node.cost.travelled
        self.problem.add_neighbours(
            Node(node.position, cost, node.parent), _OnlyReached(open_list, self.estimates, self.key_of)
        )

    def estimate(self, position: K) -> Any:
        return self.estimates[self.key_of(position)]


@frozen(eq=False)
class _OnlyReached(OpenListWrapper[K, Any], Generic[K]):
    """An open list that leaves out positions from which the destination cannot be reached."""

    estimates: Mapping[Any, Vector]
    key_of: Callable[[K], Any]

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, get_travelled(cost), parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        if self.key_of(position) in self.estimates:
            self.open_list.relax(position, travelled, parent, action)
