"""Bidirectional A*: one search from both ends, for problems that can be turned round.

Both sides share one open list: a position of the search is a side and a position of the problem, and the loop is the ordinary
one. The sides are ordered by the average of both estimates, forwards with one sign and backwards with the other (Ikeda et al.,
A fast algorithm for finding better routes by AI search techniques, 1994). That makes them two searches of Dijkstra's over the
same changed steps, so that both together must come as far as the best way is long, and no further (Goldberg and Harrelson,
Computing the shortest path: A* search meets graph theory, 2005).

A way on which the sides meet waits on the open list at half its length. When it comes off, whatever still waits on either side
lies too far off to be part of a shorter one. To stop where the sides first meet, as many do, is wrong. What remains of the way
is then walked along the tree of the other side, so that the path of the search is the whole of it.
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
"""Added to the side that found a meeting, for the ways on which the sides meet."""


@frozen
class Sided(Generic[K]):
    """A position, as one side of the search knows it."""

    side: int
    position: K


class Reversible(Protocol[K, N]):
    """A problem that has one destination, and that can be turned round."""

    def reverse(self, start: K) -> tuple[Hooks[K, Cost[N]], K]:
        """Return the same question from the other end: a problem, and the position that it starts from.

        It walks the same steps at the same costs from their ends to their beginnings, and ``start`` is its one
        destination. Both estimates must be consistent.

        Raises:
            BadInput: this problem cannot be turned round, because it has several destinations for instance.
        """


@frozen
class BothWays(Lifted):
    """Search from the start and from the destination at once, by the average of both estimates (Ikeda et al., 1994).

    The problem has ``reverse``; see `Reversible`. Counts are those of both sides; ``closest`` is ``None`` unless a path was
    found. The observer hears of the positions of both sides, and of a meeting nothing.
    """

    name: ClassVar[str] = "both-ways"
    summary: ClassVar[str] = "search from both ends at once"
    needs: ClassVar[frozenset[Need]] = frozenset({"cost", "reverse"})

    @property
    def promise(self) -> Promise:
        """The optimum."""
        return Promise(1.0, "consistent")

    def proven(self, request: Request[K, V]) -> float | None:
        """Return 1 where the estimates are consistent: to reopen positions does not do in place of that here."""
        return super().proven(request) if request.problem.consistent else None

    def check(self, request: Request[K, V]) -> None:
        """Refuse several starts, and keys, too."""
        super().check(request)
        if is_keyed(request.problem):
            raise BadInput("the algorithm 'both-ways' meets at whole positions, and this problem has a key; use astar")
        if request.more_starts:
            raise BadInput("the algorithm 'both-ways' searches from one start; give one, or use astar")

    def lift(self, request: Request[K, V]) -> Lift[Sided[K], K, V]:
        """Make the problem of both ends."""
        forward = cast("Hooks[K, Cost[int]]", request.problem)
        backward, goal = cast("Reversible[K, int]", request.problem).reverse(request.start)
        kind = NumberedEnds if hasattr(forward, "size") and hasattr(forward, "index") else BothEnds
        problem = kind(forward, backward, request.start, goal)
        asked = cast("Request[Sided[K], Cost[int]]", request)
        asked = evolve(asked, problem=problem, start=Sided(FORWARD, request.start))
        return Lift(cast("Request[Sided[K], V]", asked), _position, problem.route)


def _position(sided: Sided[K]) -> K | None:
    """The position of a side; none of a meeting."""
    return sided.position if sided.side < MET else None


@frozen
class BothEnds(Hooks[Sided[K], Cost[N]]):
    """Two problems as one, searched from ``Sided(FORWARD, start)``."""

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
        else:  # the sides have met, and this is the way: a step along the tree of the other side
            other = open_list.known(Sided(MET + BACKWARD - side, position))
            if other is not None and other.parent is not None:
                open_list.insert(Sided(side, other.parent.position), node.cost)

    def is_destination(self, position: Sided[K]) -> bool:
        if position.side == MET + FORWARD:
            return position.position == self.goal
        return position.side == MET + BACKWARD and position.position == self.start

    def estimate(self, position: Sided[K]) -> N:
        """Of the start, which nothing lies behind. The hooks give what they add its place themselves."""
        return self.forward.estimate(position.position)

    def skew(self, side: int, position: K) -> N:
        """What is added to twice the way travelled: the estimate of what is ahead, less that of what lies behind."""
        onward, back = self.forward.estimate(position), self.backward.estimate(position)
        return onward - back if side == FORWARD else back - onward

    def route(self, path: Sequence[Sided[K]]) -> tuple[K, ...]:
        """The positions from start to goal, of the path of a search."""
        if path and path[-1].side == MET + BACKWARD:  # from the start at once to the goal, and back to the start
            path = path[:0:-1]
        return tuple([sided.position for sided in path])


@frozen
class NumberedEnds(BothEnds[K, N]):
    """The same for problems that number their positions. What is known of a position lies together."""

    def index(self, position: Sided[K]) -> int:
        """The number of the position, and the side."""
        number: int = self.forward.index(position.position)  # type: ignore[attr-defined]  # the driver looked
        return 4 * number + position.side

    @property
    def size(self) -> int:
        """How many there are."""
        return 4 * int(self.forward.size)  # type: ignore[attr-defined]


@frozen
class _Side(OpenList[K, Cost[N]]):
    """Passes on what a problem adds, for its side, and looks whether the other side has been there."""

    both: BothEnds[K, N]
    side: int
    open_list: OpenList[Sided[K], Cost[N]]

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if parent is not None:
            raise BadInput("the algorithm 'both-ways' walks from the expanded position alone; leave out parent, or use astar")
        known = self.open_list.known(Sided(self.side, position))
        if known is None or travelled < known.cost.travelled:
            left = self.both.skew(self.side, position)
            self.open_list.insert(Sided(self.side, position), Cost(travelled + travelled + left, travelled, left))
        other = self.open_list.known(Sided(BACKWARD - self.side, position))
        if other is not None:
            whole = travelled + other.cost.travelled
            self.open_list.insert(Sided(MET + self.side, position), Cost(whole, whole, whole - whole))
