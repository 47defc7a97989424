"""Remaining costs: exact costs to the destination around the cheapest path, as an estimate for further searches.

A problem with ``reverse`` is searched backwards from its destination, as far as f is at most the cost of the cheapest path. The
backward g is then the exact remaining cost d of each settled position. Any other position has a backward f of at least B, the
least f of what is open, so its d is at least B minus the backward estimate. The minimum of both is consistent: it is the Add
method of Kaindl and Kainz, Bidirectional heuristic search reconsidered, Journal of Artificial Intelligence Research 7, 1997.

Other problems are searched forwards, and the hooks are called once more for each settled position. Dijkstra's algorithm from
the destinations and from the border of the settled positions, where the estimate of the problem stands, then gives the largest
estimate that is consistent with the border (Koenig and Sun, Comparing real-time and incremental heuristic search for real-time
situated agents, Autonomous Agents and Multi-Agent Systems 18, 2009).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, Generic, cast

from attrs import evolve, frozen

from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.two_sided import expect_reversed
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper, RelaxingWrapper
from genastar.algorithms.dijkstra import Dijkstra, ProblemWithoutGoals
from genastar.contracts.hooks import Hooks, has_hook
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.contracts.tree import Tree, TreeArrays
from genastar.errors import BadInput
from genastar.values.cost import Cost, N, V
from genastar.values.limits import Limits
from genastar.values.node import K, Node
from genastar.values.result import Result


@frozen
class ExploredCosts(Generic[K, N]):
    """A problem with a better estimate, and the counts of the exploration that computed it."""

    problem: Hooks[K, Cost[N]]
    work: Result[Any, Any]
    """The last result of the exploration. Its outcome is that of a limit if the exploration was cut short."""


def explore_remaining_costs(
    request: Request[K, Cost[N]], steps: StepCosts[K, N], within: N, limits: Limits
) -> ExploredCosts[K, N]:
    """Return the problem of a request with an estimate that is exact wherever g + h is at most ``within``.

    Args:
        request: the request for the cheapest path.
        steps: the steps of its problem.
        within: the cost of the cheapest path, or more.
        limits: bounds on the exploration. If they end it, the estimate is weaker and still holds.
    """
    backwards = None if request.more_starts else reverse_problem(request.problem, request.start)
    if backwards is None:
        return _explore_recording_steps(request, steps, within, limits)
    problem, goal = backwards
    zero = request.cost.travelled - request.cost.travelled
    plain = request.problem.consistent and not request.reopen
    left = problem.estimate(goal) if plain else zero
    tree, work, beyond = _explore_within(
        evolve(request, problem=problem, start=goal, cost=Cost(left, zero, left), more_starts=(), observer=None),
        within,
        limits,
        plain,
    )
    behind = problem if plain else cast("Hooks[K, Cost[N]]", _NoGoals())
    if request.problem.is_indexed:
        try:
            exact = tree.select_settled().to_arrays()
        except BadInput:  # the costs are no numbers of numpy, or numpy is not installed
            pass
        else:
            return ExploredCosts(ExactByArray(request.problem, behind, beyond, exact), work)
    table = {node.position: node.cost.travelled for node in tree.select_settled().values()}
    return ExploredCosts(ExactByTree(request.problem, behind, beyond, table), work)


def reverse_problem(problem: Hooks[K, Cost[N]], start: K) -> tuple[Hooks[K, Cost[N]], K] | None:
    """Return the backward problem and its start; ``None`` if the problem has no reverse, or none for this start."""
    if not has_hook(problem, "reverse"):
        return None
    try:
        found = problem.reverse(start)
    except BadInput:
        return None
    return expect_reversed(problem, found)


def _explore_within(
    request: Request[K, Cost[N]], within: N, limits: Limits, plain: bool
) -> tuple[Tree[K, Cost[N]], Result[Any, Any], N]:
    """Explore until f exceeds ``within``. Return the tree, the last result, and the least f that may be open."""
    asked = evolve(request, problem=ProblemWithoutGoals(request.problem), limits=evolve(limits, cost=within), keeps_tree=True)
    if not plain:
        asked = Dijkstra().change_request(asked)
    with asked.begin() as run:
        result = run.finish()
        waiting, tree = run.best_open, run.tree
    # After UNREACHABLE nothing is open: what was not reached has no path to the destination, and any bound holds.
    return tree, result, within if waiting is None else waiting.cost.total


def _explore_recording_steps(
    request: Request[K, Cost[N]], steps: StepCosts[K, N], within: N, limits: Limits
) -> ExploredCosts[K, N]:
    problem = request.problem
    plain = problem.consistent and not request.reopen
    tree, work, _ = _explore_within(evolve(request, problem=EndingProblem(problem), observer=None), within, limits, plain)
    table = back_up_estimates(problem, tree, steps)
    key = get_key_function(problem)
    for node in tree.select_settled().values():  # what the destination cannot be reached from lies outside the bound
        table.setdefault(key(node.position), within + within)
    return ExploredCosts(ExactByTable(problem, table), work)


@frozen(eq=False)
class EndingProblem(ProblemWrapper[K, V]):
    """A problem whose paths end at the first destination that they reach."""

    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        if not self.problem.is_destination(node.position):
            self.problem.add_neighbours(node, open_list)


def back_up_estimates(problem: Hooks[K, Cost[N]], tree: Tree[K, Cost[N]], steps: StepCosts[K, N]) -> dict[Any, N]:
    """Return the largest estimates that are consistent with those of the border of a tree, for its positions or their keys.

    The border are the positions that are not settled. See the module.
    """
    key = get_key_function(problem)
    before: dict[Any, list[tuple[Any, N]]] = {}
    exact: dict[Any, N] = {}
    waiting: list[tuple[N, int, Any]] = []
    for node in tree.values():
        position, place = node.position, key(node.position)
        if problem.is_destination(position):
            heappush(waiting, (node.cost.travelled - node.cost.travelled, len(waiting), place))
        elif tree.is_settled(position):
            for neighbour, cost in steps.costs_from(position).items():
                before.setdefault(key(neighbour), []).append((place, cost))
        else:
            heappush(waiting, (problem.estimate(position), len(waiting), place))
    serial = len(waiting)
    while waiting:
        left, _, place = heappop(waiting)
        if place in exact:
            continue
        exact[place] = left
        for behind, cost in before.get(place, ()):
            if behind not in exact:
                serial += 1
                heappush(waiting, (left + cost, serial, behind))
    return exact


def get_key_function(problem: Hooks[Any, Any]) -> Callable[[Any], Any]:
    """Return the function that gives the key of a position: the position itself if the problem has no key."""
    return problem.key if problem.is_keyed else _return_position


def _return_position(position: K) -> K:
    return position


@frozen(eq=False)
class InformedProblem(ProblemWrapper[K, Cost[N]]):
    """A problem whose estimate comes from a table."""

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, RelaxingWrapper(open_list))


@frozen(eq=False)
class ExactByTable(InformedProblem[K, N]):
    """A problem whose estimate is read from a table, where it has the position."""

    table: Mapping[K, N]

    def estimate(self, position: K) -> N:
        if position in self.table:
            return self.table[position]
        return self.problem.estimate(position)


@frozen(eq=False)
class ExactByTree(InformedProblem[K, N]):
    """A problem whose estimate is the exact remaining cost where a backward search settled."""

    plain_problem: Hooks[K, Cost[N]]
    """The backward problem, for its estimate."""
    least_beyond: N
    """The least f of what the backward search left open."""
    table: Mapping[K, N]

    def estimate(self, position: K) -> N:
        if position in self.table:
            return self.table[position]
        return max(self.problem.estimate(position), self.least_beyond - self.plain_problem.estimate(position))


@frozen(eq=False)
class ExactByArray(InformedProblem[K, N]):
    """A problem like `ExactByTree`, with an index and a tree of arrays."""

    plain_problem: Hooks[K, Cost[N]]
    least_beyond: N
    exact: TreeArrays
    """The tree of the backward search."""

    def estimate(self, position: K) -> N:
        place = self.index(position)
        if self.exact.settled[place]:
            return cast("N", self.exact.g[place].item())
        return max(self.problem.estimate(position), self.least_beyond - self.plain_problem.estimate(position))


@frozen(eq=False)
class _NoGoals(Hooks[Any, Cost[Any]]):
    """A problem without an estimate."""

    def add_neighbours(self, node: Node[Any, Cost[Any]], open_list: OpenList[Any, Cost[Any]]) -> None:
        """Add nothing."""

    def is_destination(self, position: Any) -> bool:
        return False
