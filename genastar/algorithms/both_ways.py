"""Bidirectional A*: one search from both ends, for problems that have ``reverse``.

Both sides share one open list and the ordinary loop: a position of the search is a side and a position of the problem. The
sides are ordered by the average of both estimates, with opposite signs (Ikeda et al., A fast algorithm for finding better
routes by AI search techniques, 1994). That makes them two searches of Dijkstra's algorithm over the same changed step costs, so
the search can stop when both radii together reach the length of the best path (Goldberg and Harrelson, Computing the shortest
path: A* search meets graph theory, 2005).

A path on which the sides meet waits on the open list at half its length. When it comes off, no open node can be part of a
shorter path. Stopping at the first meeting would be wrong. The search then follows the tree of the other side, so that its path
is the whole path.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Generic, Protocol, cast

from attrs import evolve, frozen

from genastar.algorithm import Need, Promise
from genastar.algorithms.lifted import Lift, Lifted
from genastar.closed import is_keyed
from genastar.cost import Cost, N, V
from genastar.errors import BadInput
from genastar.hooks import Hooks
from genastar.node import K, Node
from genastar.open_list import OpenList
from genastar.request import Request

FORWARD: Final = 0
BACKWARD: Final = 1
MET: Final = 2
"""The number added to the side that found a meeting, for positions after the meeting."""


@frozen
class Sided(Generic[K]):
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


@frozen
class BothWays(Lifted):
    """Bidirectional A*: search from both ends, by the average of both estimates (Ikeda et al., 1994).

    The problem needs ``reverse``; see `Reversible`. Counts include both sides. ``closest`` is ``None`` unless a path was found.
    The observer receives the positions of both sides, but no event for a meeting.
    """

    name: ClassVar[str] = "both-ways"
    summary: ClassVar[str] = "search from both ends at once"
    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "reverse"})

    @property
    def promise(self) -> Promise:
        """Return the promise of the optimum."""
        return Promise(1.0, "consistent")

    def proven(self, request: Request[K, V]) -> float | None:
        """Return 1 if the estimates are consistent. Reopening does not replace that here."""
        return super().proven(request) if request.problem.consistent else None

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for several starts and for problems with a key."""
        super().check(request)
        if is_keyed(request.problem):
            raise BadInput("the algorithm 'both-ways' does not support problems with the hook key; use astar")
        if request.more_starts:
            raise BadInput("the algorithm 'both-ways' searches from one start; give one, or use astar")

    def lift(self, request: Request[K, V]) -> Lift[Sided[K], K, V]:
        """Return the search of both sides."""
        forward = cast("Hooks[K, Cost[int]]", request.problem)
        backward, goal = cast("Reversible[K, int]", request.problem).reverse(request.start)
        kind = NumberedEnds if hasattr(forward, "size") and hasattr(forward, "index") else BothEnds
        problem = kind(forward, backward, request.start, goal)
        asked = cast("Request[Sided[K], Cost[int]]", request)
        asked = evolve(asked, problem=problem, start=Sided(FORWARD, request.start))
        return Lift(cast("Request[Sided[K], V]", asked), _position, problem.route)


def _position(sided: Sided[K]) -> K | None:
    """Return the position of the problem; ``None`` after a meeting."""
    return sided.position if sided.side < MET else None


@frozen
class BothEnds(Hooks[Sided[K], Cost[N]]):
    """A forward and a backward problem as one, searched from ``Sided(FORWARD, start)``."""

    forward: Hooks[K, Cost[N]]
    backward: Hooks[K, Cost[N]]
    start: K
    goal: K

    def add_neighbours(self, node: Node[Sided[K], Cost[N]], open_list: OpenList[Sided[K], Cost[N]]) -> None:
        side, position = node.position.side, node.position.position
        if side == FORWARD:
            if node.parent is None:
                _Side(self, BACKWARD, open_list).relax(self.goal, node.cost.travelled)
            self.forward.add_neighbours(Node(position, node.cost), _Side(self, FORWARD, open_list))
        elif side == BACKWARD:
            self.backward.add_neighbours(Node(position, node.cost), _Side(self, BACKWARD, open_list))
        else:  # after the meeting: a step along the tree of the other side
            other = open_list.known(Sided(MET + BACKWARD - side, position))
            if other is not None and other.parent is not None:
                open_list.insert(Sided(side, other.parent.position), node.cost)

    def is_destination(self, position: Sided[K]) -> bool:
        if position.side == MET + FORWARD:
            return position.position == self.goal
        return position.side == MET + BACKWARD and position.position == self.start

    def estimate(self, position: Sided[K]) -> N:
        """Return the estimate of the start. The rank of other positions is computed when they are added."""
        return self.forward.estimate(position.position)

    def skew(self, side: int, position: K) -> N:
        """Return the number added to 2 g for the rank: the estimate ahead minus the estimate behind."""
        onward, back = self.forward.estimate(position), self.backward.estimate(position)
        return onward - back if side == FORWARD else back - onward

    def route(self, path: Sequence[Sided[K]]) -> tuple[K, ...]:
        """Return the positions from the start to the goal along a path of the search."""
        if path and path[-1].side == MET + BACKWARD:  # it runs from the start to the goal and back to the start
            path = path[:0:-1]
        return tuple([sided.position for sided in path])


@frozen
class NumberedEnds(BothEnds[K, N]):
    """A variant of `BothEnds` for problems with ``index``. The nodes of one position have adjacent indices."""

    def index(self, position: Sided[K]) -> int:
        """Return the index of a position and its side."""
        number: int = self.forward.index(position.position)  # type: ignore[attr-defined]  # checked by lift
        return 4 * number + position.side

    @property
    def size(self) -> int:
        """Return the number of indices."""
        return 4 * int(self.forward.size)  # type: ignore[attr-defined]


@frozen
class _Side(OpenList[K, Cost[N]]):
    """An open list that adds the neighbours of one side, and adds a meeting if the other side has reached the position."""

    both: BothEnds[K, N]
    side: int
    open_list: OpenList[Sided[K], Cost[N]]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if parent is not None:
            raise BadInput("the algorithm 'both-ways' needs steps from the expanded position; leave out parent, or use astar")
        known = self.open_list.known(Sided(self.side, position))
        if known is None or travelled < known.cost.travelled:
            left = self.both.skew(self.side, position)
            self.open_list.insert(Sided(self.side, position), Cost(travelled + travelled + left, travelled, left))
        other = self.open_list.known(Sided(BACKWARD - self.side, position))
        if other is not None:
            whole = travelled + other.cost.travelled
            self.open_list.insert(Sided(MET + self.side, position), Cost(whole, whole, whole - whole))
