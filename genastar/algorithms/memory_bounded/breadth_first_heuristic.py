"""Breadth-first heuristic search: the optimum in the memory of a few layers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, cast

from attrs import evolve, field, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.rounds import Rounds
from genastar.algorithms.building_blocks.wrappers import OpenListWrapper, ProblemWrapper
from genastar.contracts.frontier import BEST_FIRST, LayersFrontier
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value, name_hook, name_problem
from genastar.memory.replay import Actions
from genastar.options import switch
from genastar.values.cost import Comparable, Cost, N, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result

FORGETS: Final = "breadth-first heuristic search forgets positions; use an algorithm that remembers all, such as astar"
"""The message about a hook that needs positions other than the expanded one."""


@frozen
class BreadthFirstHeuristic(Algorithm):
    """Breadth-first heuristic search: layer by layer within a bound, and only the last layers are remembered.

    See Zhou and Hansen, Artificial Intelligence 170, 2006. Nodes are expanded by the cost travelled, and left out if their
    total is above a bound: first the least total of a start, then the least total above the bound of the round before, as in
    IDA*. A closed position is forgotten when it lies further behind than the longest step. Each node remembers a node halfway
    of its path. The path is then found by divide and conquer: from the start to that node, and from there to the destination.

    Give `Limits.cost` as an upper bound if one is known: with ``deepen=False``, one search within it replaces the rounds.

    Use it where A* needs too much memory, and IDA* too much time because many paths lead to a position. Its memory is that of
    the largest layers within the bound. That needs steps that can be undone at the same cost, as in puzzles. Otherwise
    positions may be expanded again, and a search without a path may not end. Hooks must not use the parent of a node. Costs
    should have few values, such as small whole numbers: each value may make a round.

    ``expanded``, ``generated`` and ``seconds`` are sums over all searches, also those that find the path; the observer receives
    the events of all.
    """

    name: ClassVar[str] = "breadth-first-heuristic"
    summary: ClassVar[str] = "search layer by layer within a rising bound; remembers only the last layers"
    viewing_hint: ClassVar[str] = (
        "It searches layer by layer and forgets old layers; watch how each round closes nodes again under a higher bound."
    )

    deepen: bool = field(
        default=True,
        validator=switch,
        metadata={"help": "whether the bound rises from the least total; otherwise the limit on the cost is the bound"},
    )

    @property
    def promise(self) -> Promise:
        """Return the promise of the optimum, which needs only an admissible estimate."""
        return Promise(1.0, "admissible")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for hooks that use the parent, and if there is neither a bound nor deepening."""
        super().check(request)
        if request.problem.uses_parent:
            raise BadInput(f"the algorithm {self.name!r} forgets parents, which {name_hook(request.problem)} uses; use astar")
        if not self.deepen and request.limits.cost is None:
            raise BadInput("deepen=False needs an upper bound of the cost; give Limits(cost=...), or leave out deepen")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        asked = cast("Request[K, Cost[Any]]", request)
        rounds = Rounds(asked, BEST_FIRST)

        def limit_layers(bound: object) -> Request[K, Cost[Any]]:
            return _relay_through_layers(asked, LayersFrontier(asked.cost.travelled, bound))

        most = asked.limits.cost
        result = rounds.deepen(limit_layers) if self.deepen else rounds.search(rank(cast(Comparable, most)), limit_layers(most))
        if result.found:
            result = _PathRecovery(asked, rounds, rounds.bound).recover_path(result)
        yield cast("Result[K, V]", result)


def _relay_through_layers(request: Request[K, Cost[N]], frontier: LayersFrontier) -> Request[K, Cost[N]]:
    return evolve(request, problem=RelayedProblem(request.problem, frontier), frontier=frontier)


class _Stopped(Exception):
    """The search for the path was ended by a limit."""

    def __init__(self, result: Result[Any, Any]) -> None:
        self.result = result


@frozen
class _PathRecovery:
    """Finds the path by divide and conquer."""

    request: Request[Any, Cost[Any]]
    rounds: Rounds[Any, Cost[Any]]
    bound: Any
    """The bound of the round that found the answer. Rounded totals along its path may be above the total of the answer."""

    def recover_path(self, found: Result[Any, Any]) -> Result[Any, Any]:
        """Return the answer with the whole path, given the answer whose path has only nodes of `Layers.is_kept`."""
        try:
            result = self._complete_path(found)
        except _Stopped as stopped:
            return stopped.result
        path: tuple[Any, ...] = result.path
        costs: tuple[Any, ...] = result.costs
        actions = Actions(self.request.problem, path, costs)
        return evolve(result, cost=found.cost, closest=path[-1], path_to_closest=path, actions=actions, engine=found.engine)

    def _complete_path(self, found: Result[Any, Any]) -> Result[Any, Any]:
        """Return the result with the whole path between the ends of a found path."""
        path: tuple[Any, ...] = found.path
        costs: tuple[Any, ...] = found.costs
        if len(path) < 3:
            return self._search_leg(path[0], costs[0], path[-1], costs[-1].travelled, exact=True)
        before = self._complete_path(self._search_leg(path[0], costs[0], path[1], costs[1].travelled))
        after = self._complete_path(self._search_leg(before.path[-1], before.costs[-1], path[-1], costs[-1].travelled))
        return evolve(after, path=before.path + after.path[1:], costs=before.costs + after.costs[1:])

    def _search_leg(self, start: Any, cost: Any, end: Any, last: Any, exact: bool = False) -> Result[Any, Any]:
        """Search for a path between two positions, given the cost at the first and the cost travelled to the second."""
        until = (_KeyedLegProblem if self.request.problem.is_keyed else _LegProblem)(self.request.problem, end, last)
        leg = evolve(self.request, problem=until, start=start, cost=cost, more_starts=(), reopen=exact)
        leg = evolve(leg, frontier=BEST_FIRST) if exact else _relay_through_layers(leg, LayersFrontier(cost.travelled, last))
        result = self.rounds.search(self.bound, leg)
        if result.outcome is Outcome.UNREACHABLE or self.rounds.is_cut_by_bound(result):
            raise BadInput(
                f"{name_problem(self.request.problem)} has a path that cannot be found again from its middle: its steps "
                "depend on "
                "the parent or the cost of the node; put what they depend on into the position, or use astar"
            )
        if not result.found:
            raise _Stopped(result)
        return result


@frozen(eq=False)
class RelayedProblem(ProblemWrapper[K, Cost[N]]):
    """A problem whose nodes have a node that is kept as their parent: a start, or a node halfway."""

    frontier: LayersFrontier

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        before = None if node.parent is None else open_list.known(node.parent)
        parent = node.position if self.frontier.is_kept(node, before) else cast("K", node.parent)
        self.problem.add_neighbours(node, _RelayedOpenList(open_list, self.problem, node.position, parent))


@frozen(eq=False)
class _RelayedOpenList(OpenListWrapper[K, Cost[N]]):
    """An open list that names the same parent for all neighbours."""

    problem: Hooks[K, Cost[N]]
    expanded: K
    relay: K

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self._expect_expanded(parent)
        self.open_list.insert(position, cost, self.relay)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        self._expect_expanded(parent)
        self.open_list.relax(position, travelled, self.relay)

    def known(self, position: K) -> Node[K, Cost[N]] | None:
        raise BadInput(f"{name_hook(self.problem)} calls open_list.known(): {FORGETS}")

    def _expect_expanded(self, parent: K | None) -> None:
        if parent is not None and parent != self.expanded:
            raise BadInput(f"{name_hook(self.problem)} names the parent {format_value(parent)}: {FORGETS}")


@frozen(eq=False)
class _LegProblem(ProblemWrapper[K, Cost[N]]):
    """A problem with one destination, without nodes to which more is travelled than to it."""

    end: K
    last: N

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        self.problem.add_neighbours(node, _ShortenedRun(open_list, self.last))

    def is_destination(self, position: K) -> bool:
        return position == self.end


@frozen(eq=False)
class _KeyedLegProblem(_LegProblem[K, N]):
    """The same for a problem with the hook ``key``."""

    def is_destination(self, position: K) -> bool:
        return bool(self.key(position) == self.key(self.end))


@frozen(eq=False)
class _ShortenedRun(OpenListWrapper[K, Cost[N]]):
    last: N

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        if not self.last < cost.travelled:
            self.open_list.insert(position, cost, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if not self.last < travelled:
            self.open_list.relax(position, travelled, parent, action)
