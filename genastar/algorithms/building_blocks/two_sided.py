"""Searches from both ends, for problems that have ``reverse``.

Both sides share one open list and the ordinary loop: a position of the search is a side and a position of the problem. The
order of the sides is that of the algorithm; see `BothEnds.rank_cost`. It must be such that no path is cheaper than the least
rank
of all open nodes, unless both sides have met on it.

A path on which the sides meet waits on the open list with its length as its rank. When it comes off, no open node can be part
of a shorter path. Stopping at the first meeting would be wrong. The search then follows the tree of the other side, so that its
path is the whole path.

The cost of a step must not depend on what was travelled before, because one side counts from the destination. In the
interpreted engine the steps of an answer are added up again; beside machine code this would take long, so there it happens
when ``costs`` are read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from math import inf, nextafter
from typing import Any, ClassVar, Final, Generic, Protocol, cast

from attrs import evolve, frozen

from genastar.algorithm import Need, Promise
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest, LiftedRun
from genastar.contracts.frontier import BEST_FIRST, Frontier
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.contracts.run import make_closed_run_error
from genastar.errors import BadInput, format_value, name_problem
from genastar.values.cost import Cost, N, V, rank
from genastar.values.limits import Limits
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result

FORWARD: Final = 0
BACKWARD: Final = 1
MET: Final = 2
"""The number added to the side that found a meeting, for positions after the meeting."""


@frozen
class SidedPosition(Generic[K]):
    """A position of the problem with a side of the search."""

    side: int
    position: K


class Reversible(Protocol[K, N]):
    """A problem with one destination that can be searched backwards."""

    def reverse(self, start: K) -> tuple[Hooks[K, Cost[N]], K]:
        """Return the backward problem and its start, which is the destination of this problem.

        The backward problem has the same steps at the same costs in the opposite direction, and ``start`` is its only
        destination. Both estimates must be consistent.

        Raises:
            BadInput: this problem cannot be reversed, for example because it has several destinations.
        """


def expect_reversed(problem: Hooks[Any, Any], value: object) -> tuple[Hooks[Any, Any], Any]:
    """Return what ``reverse`` of a problem returned.

    Raises:
        BadInput: it is not a pair of a problem and a destination of this problem.
    """
    if not isinstance(value, (tuple, list)) or len(value) != 2 or not hasattr(value[0], "add_neighbours"):
        raise BadInput(
            f"{name_problem(problem)}.reverse returned {format_value(value)}; return two things: the backward problem and "
            "its start, "
            "which is the destination of this problem"
        )
    backward, goal = value
    if not isinstance(goal, Hashable) or not problem.is_destination(goal):
        raise BadInput(
            f"{name_problem(problem)}.reverse returned the backward start {format_value(goal)}, which is no destination "
            "of this problem; "
            "return the destination"
        )
    return backward, goal


class Bidirectional(LiftedAlgorithm):
    """An algorithm that searches from both ends. Override `kind` and `numbered`."""

    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "reverse"})
    promise: ClassVar[Promise] = Promise(1.0, "consistent")
    kind: ClassVar[type[TwoSidedProblem[Any, Any]]]
    """The class of the problem of both sides."""
    numbered: ClassVar[type[TwoSidedProblem[Any, Any]]]
    """That class for problems with ``index``."""
    frontier: ClassVar[Frontier] = BEST_FIRST
    """The order of expansion."""

    def prove_bound(self, request: Request[K, V]) -> float | None:
        """Return 1 if the estimates are consistent. Reopening does not replace that here."""
        return super().prove_bound(request) if request.problem.consistent else None

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for several starts and for problems with a key."""
        super().check(request)
        if request.problem.is_keyed:
            raise BadInput(f"the algorithm {self.name!r} does not support problems with the hook key; use astar")
        if request.more_starts:
            raise BadInput(f"the algorithm {self.name!r} searches from one start; give one, or use astar")

    def run_of(self, lift: LiftedRequest[Any, K, V], request: Request[K, V]) -> LiftedRun[Any, K, V]:
        """Begin a run that shows the side of the start."""
        return MeetingRun(lift, request, lift.request.begin())

    def lift(self, request: Request[K, V]) -> LiftedRequest[SidedPosition[K], K, V]:
        """Return the search of both sides."""
        forward = cast("Hooks[K, Cost[int]]", request.problem)
        backward, goal = expect_reversed(forward, cast("Reversible[K, int]", request.problem).reverse(request.start))
        kind = self.numbered if forward.is_indexed else self.kind
        problem = kind(forward, backward, request.start, goal)
        asked = cast("Request[SidedPosition[K], Cost[int]]", request)
        paid = _StartCost(asked.cost.travelled)
        asked = evolve(
            asked,
            problem=problem,
            start=SidedPosition(FORWARD, request.start),
            cost=paid.subtract_from_cost(asked.cost),
            limits=paid.subtract_from_limits(asked.limits),
            frontier=self.frontier,
        )
        cost = cast("Callable[[SidedPosition[K], V], V]", paid.add_to_cost)
        return LiftedRequest(
            cast("Request[SidedPosition[K], V]", asked), _get_position, problem.join_path, cost=cost, is_sum=True
        )


@frozen
class _StartCost(Generic[N]):
    """The cost of the start itself. Both sides begin at 0, and it is added to reported costs."""

    paid: N

    def subtract_from_cost(self, cost: Cost[N]) -> Cost[N]:
        """Return the cost of the start for the search."""
        return Cost(cost.total - self.paid, cost.travelled - self.paid, cost.left) if self.paid else cost

    def subtract_from_limits(self, limits: Limits) -> Limits:
        """Return the limits for the search."""
        if not self.paid or limits.cost is None:
            return limits
        most: Any = rank(limits.cost)
        if isinstance(most, float):
            most = nextafter(most, inf)  # the difference is rounded, and must not exclude a path that costs the limit
        return evolve(limits, cost=most - self.paid)

    def add_to_cost(self, sided: SidedPosition[Any], cost: Cost[N]) -> Cost[N]:
        """Return the cost to report. That of the side of the goal is counted from the goal."""
        if not self.paid or sided.side == BACKWARD:
            return cost
        return Cost(cost.total + self.paid, cost.travelled + self.paid, cost.left)


def _get_position(sided: SidedPosition[K]) -> K | None:
    """Return the position of the problem; ``None`` after a meeting."""
    return sided.position if sided.side < MET else None


class MeetingRun(LiftedRun[SidedPosition[K], K, V]):
    """A run from both ends. It shows the side of the start, whose g is that of the problem, and the path after the answer.

    Its first answer is its only one, because there is one destination.
    """

    _path: Sequence[Node[K, V]] = ()
    """The nodes along the path of the answer."""
    _is_closed = False

    def translate_node(self, node: Node[SidedPosition[K], V] | None) -> Node[K, V] | None:
        """Return a node in positions; ``None`` if it is on the side of the goal."""
        return super().translate_node(node) if node is not None and node.position.side == FORWARD else None

    @property
    def closest(self) -> Node[K, V] | None:
        return self._path[-1] if self._path else None

    @property
    def path_to_closest(self) -> tuple[K, ...]:
        return tuple(node.position for node in self._path)

    def collect_reached(self) -> dict[K, tuple[Node[K, V], bool]]:
        """Return the nodes of the side of the start, and those along the path of the answer."""
        found = super().collect_reached()
        for node in self._path:
            if not found.get(node.position, (node, False))[1]:  # it was reached from the other end
                found[node.position] = node, True
        return found

    def run_until(self, target: int) -> Result[K, V] | None:
        last = self._result
        if last is None:
            last = super().run_until(target)
            if last is not None and last.found:
                steps = zip(last.path, last.costs, (None, *last.path), strict=False)
                self._path = [Node(*step) for step in steps]
        elif last.found:
            if self._is_closed:
                raise make_closed_run_error()
            nothing: Any = {"outcome": Outcome.UNREACHABLE, "path": (), "cost": None, "bound": None, "costs": (), "actions": ()}
            self._result = last = evolve(cast("Any", last), **nothing)
        return last

    def release(self) -> None:
        self._is_closed = True
        super().release()


@frozen
class TwoSidedProblem(Hooks[SidedPosition[K], Cost[N]]):
    """A forward and a backward problem as one, searched from ``SidedPosition(FORWARD, start)`` at g = 0."""

    forward: Hooks[K, Cost[N]]
    backward: Hooks[K, Cost[N]]
    start: K
    goal: K

    def add_neighbours(self, node: Node[SidedPosition[K], Cost[N]], open_list: OpenList[SidedPosition[K], Cost[N]]) -> None:
        side, position = node.position.side, node.position.position
        if side == FORWARD:
            if node.parent is None:
                _SideOpenList(self, BACKWARD, open_list).relax(self.goal, node.cost.travelled)
            if position != self.goal:
                self.forward.add_neighbours(Node(position, node.cost), _SideOpenList(self, FORWARD, open_list))
        elif side == BACKWARD:
            if position != self.start:
                self.backward.add_neighbours(Node(position, node.cost), _SideOpenList(self, BACKWARD, open_list))
        else:  # after the meeting: a step along the tree of the other side
            other = open_list.known(SidedPosition(MET + BACKWARD - side, position))
            if other is not None and other.parent is not None:
                open_list.insert(SidedPosition(side, other.parent.position), node.cost)

    def is_destination(self, position: SidedPosition[K]) -> bool:
        if position.side == MET + FORWARD:
            return position.position == self.goal
        return position.side == MET + BACKWARD and position.position == self.start

    def estimate(self, position: SidedPosition[K]) -> N:
        """Return the estimate of the start. The rank of other positions is computed when they are added."""
        return self.forward.estimate(position.position)

    @abstractmethod
    def rank_cost(self, side: int, position: K, travelled: N) -> Cost[N]:
        """Return the cost of a position that is ``travelled`` away from the end where its side began."""

    def side(self, position: SidedPosition[K]) -> int:
        """Return the side of a position, for the frontier of pairs."""
        return position.side

    def join_path(self, path: Sequence[SidedPosition[K]]) -> tuple[K, ...]:
        """Return the positions from the start to the goal along a path of the search."""
        if path and path[-1].side == MET + BACKWARD:  # it runs from the start to the goal and back to the start
            path = path[:0:-1]
        return tuple([sided.position for sided in path])


class NumberedTwoSided(Generic[K, N]):
    """The index of a position and its side, for a `TwoSidedProblem` of problems with ``index``. Those of one position are
    adjacent.
    """

    forward: Hooks[K, Cost[N]]

    def index(self, position: SidedPosition[K]) -> int:
        """Return the index of a position and its side."""
        return 4 * self.forward.index(position.position) + position.side

    @property
    def size(self) -> int:
        """Return the number of indices."""
        return 4 * int(self.forward.size)


@frozen
class _SideOpenList(OpenList[K, Cost[N]]):
    """An open list that adds the neighbours of one side, and adds a meeting if the other side has reached the position."""

    both: TwoSidedProblem[K, N]
    side: int
    open_list: OpenList[SidedPosition[K], Cost[N]]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if parent is not None:
            raise BadInput("a search from both ends needs steps from the expanded position; leave out parent, or use astar")
        known = self.open_list.known(SidedPosition(self.side, position))
        if known is None or travelled < known.cost.travelled:
            self.open_list.insert(SidedPosition(self.side, position), self.both.rank_cost(self.side, position, travelled))
        other = self.open_list.known(SidedPosition(BACKWARD - self.side, position))
        if other is not None:
            whole = travelled + other.cost.travelled
            self.open_list.insert(SidedPosition(MET + self.side, position), Cost(whole, whole, whole - whole))
