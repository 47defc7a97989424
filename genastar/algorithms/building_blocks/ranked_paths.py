"""All paths from the start to a destination, cheapest first: Yen's algorithm over A*, with Lawler's rule.

The paths that are not found yet are divided into sets: paths that begin like a found path and then go on otherwise (Yen,
Finding the k shortest loopless paths in a network, 1971). A set is divided only after the place where its path left the earlier
one (Lawler, A procedure for computing the k best solutions to discrete optimization problems, 1972). A set waits under a lower
bound on its cheapest path, and is searched when that bound is the least. So most sets are never searched.
The bounds and the searches use the remaining costs of `remaining`.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any, Generic, cast

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.path_sums import PathSums
from genastar.algorithms.building_blocks.remaining_costs import explore_remaining_costs
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper, hide_parents, unify_number_types
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, N, rank
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result, make_empty_result


@frozen(eq=False)
class AvoidingProblem(ProblemWrapper[K, Cost[N]]):
    """A problem without some of its positions."""

    avoided: frozenset[K]

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _AvoidingOpenList(open_list, self.avoided))


@frozen(eq=False)
class _AvoidingOpenList(OpenListWrapper[K, Cost[N]]):
    """An open list that drops avoided positions."""

    avoided: frozenset[K]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        if position not in self.avoided:
            self.open_list.insert(position, cost, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if position not in self.avoided:
            self.open_list.relax(position, travelled, parent, action)


@frozen(eq=False)
class _Route(Generic[K, N]):
    """A found path."""

    path: tuple[K, ...]
    costs: tuple[N, ...]
    """The cost g at each position."""
    place: dict[K, int]
    """The last place of each position on the path."""
    parted: int
    """The number of first positions that it shares with the path that it was divided from."""
    barred: frozenset[K]
    """The positions at that place on earlier paths."""


@frozen(eq=False)
class _PathSet(Generic[K, N]):
    """The paths that begin like a route and go on otherwise."""

    route: _Route[K, N]
    length: int
    """The number of positions shared with the route."""
    barred: frozenset[K]
    """The positions that do not follow."""


class Detours(Generic[K, N]):
    """The paths of a request, cheapest first, as results. Counts and seconds are sums over all searches so far.

    A path ends at the first destination that it reaches. The first path is that of A*.
    """

    def __init__(self, request: Request[K, Cost[N]], loops: bool) -> None:
        request = evolve(request, problem=hide_parents(request.problem))
        self._request = request
        self._loops = loops
        self._sums = PathSums(request)
        self._zero: N = request.cost.travelled - request.cost.travelled
        self.steps = StepCosts(request.problem, self._zero, request.algorithm)
        self._informed: Hooks[K, Cost[N]] = request.problem
        self._left: dict[K, N] = {}
        self._heap: list[tuple[N, int, int, Any]] = []
        self._serial = 0

    def __iter__(self) -> Iterator[Result[K, Cost[N]]]:
        """Yield the paths; at last a result that is not found, if a limit ended the search before the last path."""
        sums = self._sums
        first = sums.search(self._request)
        yield first
        if first.cost is None:
            return
        sums.is_new(first.path)
        with sums.measure_time():
            explored = explore_remaining_costs(self._request, self.steps, first.cost.travelled, sums.limits)
            self._informed = explored.problem
            sums.count(explored.work)
            cut = explored.work if sums.is_over(explored.work) else None
            if cut is None:
                self._divide(self._make_route(first.path, _PathSet(_Route((), (), {}, 0, frozenset()), 0, frozenset())))
        while self._heap and cut is None:
            with sums.measure_time():
                found = self._take_cheapest()
            if not isinstance(found, _Route):
                cut = found
                continue
            if sums.is_new(found.path):
                yield sums.make_result(found.path, found.costs[-1], first)
            with sums.measure_time():
                self._divide(found)
        if cut is not None:
            yield sums.make_cut_result(cut)

    def _take_cheapest(self) -> _Route[K, N] | Result[Any, Any] | None:
        """Return the cheapest remaining path; the result of a search that a limit ended; ``None`` if there is no path."""
        most = self._request.limits.cost
        while self._heap:
            bound, _, _, waiting = heappop(self._heap)
            if most is not None and rank(most) < cast("Any", bound):
                return evolve(make_empty_result(Outcome.LIMIT, algorithm=self._request.algorithm), why=self._request.why)
            if isinstance(waiting, _Route):
                return waiting
            result = self._search(waiting)
            if result.cost is not None:
                path = *waiting.route.path[: waiting.length], *result.path
                self._push(result.cost.travelled, 0, self._make_route(path, waiting))
            elif self._sums.is_over(result):
                return result
        return None

    def _search(self, waiting: _PathSet[K, N]) -> Result[K, Cost[N]]:
        """Search the cheapest path of a set, from the positions that may follow the shared ones."""
        following = self._find_successors(waiting)
        costs = unify_number_types(
            [Cost(travelled + (left := self._estimate(position)), travelled, left) for position, travelled in following]
        )
        (start, cost), *more = zip((position for position, _ in following), costs, strict=True)
        problem = self._informed
        if waiting.length and not self._loops:
            problem = AvoidingProblem(problem, frozenset(waiting.route.path[: waiting.length]))
        asked = evolve(
            self._request,
            problem=problem,
            start=start,
            cost=cost,
            more_starts=tuple(more),
            limits=self._sums.limits,
            bound=None,
        )
        return self._sums.search(asked)

    def _find_successors(self, waiting: _PathSet[K, N]) -> list[tuple[K, N]]:
        """Return the positions that may follow the shared ones, each with its cost g."""
        route, length, barred = waiting.route, waiting.length, waiting.barred
        if not length:
            return [(start, cost.travelled) for start, cost in self._sums.starts.items() if start not in barred]
        travelled, place = route.costs[length - 1], route.place
        return [
            (position, travelled + step)
            for position, step in self.steps.costs_from(route.path[length - 1]).items()
            if position not in barred and (self._loops or place.get(position, length) >= length)
        ]

    def _divide(self, route: _Route[K, N]) -> None:
        """Divide the other paths of the set that this path is from."""
        for length in range(route.parted, len(route.path)):
            barred = frozenset((route.path[length],))
            if length == route.parted:
                barred |= route.barred
            rest = _PathSet(route, length, barred)
            bounds = [travelled + self._estimate(position) for position, travelled in self._find_successors(rest)]
            if bounds:
                self._push(min(bounds), 1, rest)

    def _push(self, bound: N, after: int, waiting: _Route[K, N] | _PathSet[K, N]) -> None:
        self._serial += 1
        heappush(self._heap, (bound, after, self._serial, waiting))

    def _estimate(self, position: K) -> N:
        left = self._left.get(position)
        if left is None:
            left = self._left[position] = self._informed.estimate(position)
        return left

    def _make_route(self, path: tuple[K, ...], of: _PathSet[K, N]) -> _Route[K, N]:
        """Return a path of a set as a route."""
        costs = list(of.route.costs[: of.length])
        for number in range(of.length, len(path)):
            step = self.steps.costs_from(path[number - 1])[path[number]] if number else None
            costs.append(self._sums.starts[path[0]].travelled if step is None else costs[-1] + step)
        place = {position: number for number, position in enumerate(path)}
        return _Route(path, tuple(costs), place, of.length, of.barred)
