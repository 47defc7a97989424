"""Alternatives: paths that differ from each other by a share of their costs, found by penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final, cast

from attrs import evolve, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.path_sums import PathSums, expect_no_key
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper, RelaxingWrapper, hide_parents
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.options import number, option, whole
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node
from genastar.values.result import Result

PATIENCE: Final = 10
"""Number of searches in a row without an answer after which there are no more."""


@frozen
class Alternatives(Algorithm):
    """Alternatives: yield up to ``k`` paths, each of which shares at most ``shared`` of its cost with every path before.

    Penalties (Bader, Dees, Geisberger and Sanders, Alternative route graphs in road networks, TAPAS 2011): the first path is
    that of A*. Then the steps of all paths found so far cost more, by their own cost each time, and the problem is searched
    again. A path counts if it differs enough and costs at most ``stretch`` times the first. After 10 searches in a row without
    such a path there are no more answers. The costs of the results are those of the problem, and the ``bound`` is the ratio to
    the first. Only the first path is optimal; cheaper alternatives than those found may exist.

    The costs must add: a step costs the same on every path. Counts and seconds are sums over all searches so far.

    Raises:
        ValueError: an option is out of its range.
    """

    name: ClassVar[str] = "alternatives"
    summary: ClassVar[str] = "yield cheap paths that differ from each other"
    viewing_hint: ClassVar[str] = (
        "It finds several paths that differ; watch the search for the first path, which is that of A*."
    )
    lists: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(1.0, "consistent")
    counts_cost: ClassVar[bool] = False

    k: int = option(3, whole(1, 1000), "maximum number of paths")
    shared: float = option(
        0.5, number(0, 1), "maximum share of a path's cost that falls on steps of one earlier path, from 0 to 1"
    )
    stretch: float = option(1.5, number(1, 1e9), "maximum cost of a path, as a multiple of the first")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for problems with a key."""
        super().check(request)
        expect_no_key(self.name, request)

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the paths in the order in which they were found."""
        return cast("Iterator[Result[K, V]]", self._find_alternatives(cast("Request[K, Cost[int]]", request)))

    def _find_alternatives(self, request: Request[K, Cost[N]]) -> Iterator[Result[K, Cost[N]]]:
        request = evolve(request, problem=hide_parents(request.problem))
        sums = PathSums(request)
        result = first = sums.search(request)
        yield first
        if first.cost is None:
            return
        steps = StepCosts(request.problem, request.cost.travelled - request.cost.travelled, self.name)
        known = [frozenset(pairwise(first.path))]
        used: dict[K, frozenset[K]] = {}
        futile = searches = 0
        while len(known) < self.k and futile < PATIENCE:
            searches += 1
            for one, other in pairwise(result.path):
                used[one] = used.get(one, frozenset()) | {other}
            if not used:
                return  # the start is a destination
            asked = evolve(request, problem=PenalisedProblem(request.problem, used, searches), limits=sums.limits, bound=None)
            result = sums.search(asked)
            if not result.found:
                yield sums.make_cut_result(result)
                return
            start = sums.starts[result.path[0]].travelled
            paid = [steps.costs_from(one)[other] for one, other in pairwise(result.path)]
            travelled = sum(paid, start)
            futile += 1
            if self._is_different(result.path, cast("list[Any]", paid), known) and self._is_cheap(
                travelled, first.cost.travelled
            ):
                known.append(frozenset(pairwise(result.path)))
                futile = 0
                yield sums.make_result(result.path, travelled, first)

    def _is_different(self, path: tuple[object, ...], paid: list[Any], known: list[frozenset[tuple[Any, Any]]]) -> bool:
        """Return whether a path shares few enough of its steps with each of the known ones."""
        along = list(zip(pairwise(path), paid, strict=True))
        most = float(sum(paid)) * self.shared
        return all(
            set(pairwise(path)) != steps and float(sum(cost for step, cost in along if step in steps)) <= most
            for steps in known
        )

    def _is_cheap(self, travelled: Any, least: Any) -> bool:
        return bool(float(travelled) <= float(least) * self.stretch)


@frozen(eq=False)
class PenalisedProblem(ProblemWrapper[K, Cost[N]]):
    """A problem in which used steps cost more."""

    used: Mapping[K, frozenset[K]]
    """For each position of earlier paths, the positions that followed."""
    times: int
    """How many times its cost is added to the cost of a used step."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        if node.position in self.used:
            after = self.used[node.position]
            self.problem.add_neighbours(node, _PenalisedOpenList(open_list, after, self.times, node.cost.travelled))
        else:
            self.problem.add_neighbours(node, open_list)


@frozen(eq=False)
class _PenalisedOpenList(RelaxingWrapper[K, N]):
    """An open list that adds the penalty to the steps from one position."""

    after: frozenset[K]
    times: int
    travelled: N
    """The cost g of the expanded position."""

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if position in self.after:
            travelled = travelled + (travelled - self.travelled) * self.times  # type: ignore[operator]  # numbers multiply
        self.open_list.relax(position, travelled, parent, action)
