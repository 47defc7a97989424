"""Estimates of each number of a vector, by a search from the destination for each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, cast

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.remaining_costs import reverse_problem
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.contracts.tree import Tree, TreeArrays
from genastar.errors import BadInput
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
    trees: list[Tree[K, Any]] = []
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
        trees.append(tree)
    guided = _make_guided(request.problem, costs, trees)
    travelled = get_travelled(request.cost)
    left = guided.estimate(request.start) if guided.reaches(request.start) else zero
    return evolve(request, problem=guided, cost=Cost(travelled + left, travelled, left), limits=counts.left)


def _make_guided(problem: Hooks[K, Any], counts: CountsInVectors, trees: Sequence[Tree[K, Any]]) -> GuidedByObjectives[K]:
    """Return the problem with the estimates of these trees, one for each number; in arrays if positions have an index."""
    if problem.is_indexed:
        try:
            arrays = [tree.to_arrays() for tree in trees]
        except BadInput:  # the costs are no numbers of numpy, or numpy is not installed
            pass
        else:
            return GuidedByArrays(problem, counts, tuple(arrays))
    rows = [{node.position: node.cost.travelled for node in tree.values()} for tree in trees]
    return GuidedByTable(problem, counts, {at: tuple([row[at] for row in rows]) for at in rows[0]})


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
    """A problem whose cost is a `Cost` of vectors, with estimates that were computed."""

    counts: CountsInVectors

    def add_neighbours(self, node: Node[K, Any], open_list: OpenList[K, Any]) -> None:
        seen = Node(node.position, self.counts.make(node.cost.travelled, node.cost.left), node.parent)
        self.problem.add_neighbours(seen, _OnlyReaching(open_list, self.counts, self))

    @abstractmethod
    def reaches(self, position: K) -> bool:
        """Return whether a path leads from a position to the destination."""


@frozen(eq=False)
class GuidedByTable(GuidedByObjectives[K]):
    """A problem with estimates from a dictionary."""

    estimates: Mapping[Any, tuple[Any, ...]]

    def estimate(self, position: K) -> Any:
        return Vector(self.estimates[position])

    def reaches(self, position: K) -> bool:
        return position in self.estimates


@frozen(eq=False)
class GuidedByArrays(GuidedByObjectives[K]):
    """A problem with an index, and estimates from the trees of searches from the destination."""

    exact: tuple[TreeArrays, ...]
    """A tree for each number."""

    def estimate(self, position: K) -> Any:
        place = self.index(position)
        return Vector(tuple(tree.g[place].item() for tree in self.exact))

    def reaches(self, position: K) -> bool:
        return bool(self.exact[0].settled[self.index(position)])


@frozen(eq=False)
class _OnlyReaching(OpenListWrapper[K, Any]):
    """An open list that leaves out positions from which the destination cannot be reached."""

    counts: CountsInVectors
    guided: GuidedByObjectives[K]

    def insert(self, position: K, cost: Any, parent: K | None = None, action: object = None) -> None:
        self.relax(position, self.counts.get_travelled(cost), parent, action)

    def relax(self, position: K, travelled: Any, parent: K | None = None, action: object = None) -> None:
        if self.guided.reaches(position):
            self.open_list.relax(position, travelled, parent, action)
