"""Bidirectional A*: one search from both ends, for solvers that can be turned round.

Both sides share one open list: a position of the search is a side and a position of the solver, and the loop is the ordinary
one. The sides are ordered by the average of both estimates, forwards with one sign and backwards with the other (Ikeda et al.,
A fast algorithm for finding better routes by AI search techniques, 1994). That makes them two searches of Dijkstra's over the
same changed steps, so that both together must come as far as the best way is long, and no further (Goldberg and Harrelson,
Computing the shortest path: A* search meets graph theory, 2005).

A way on which the sides meet waits on the open list at half its length. When it comes off, whatever still waits on either side
lies too far off to be part of a shorter one. To stop where the sides first meet, as many do, is wrong. What remains of the way
is then walked along the tree of the other side, so that the path of the search is the whole of it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, Generic

from attrs import frozen

from genastar.astar import AStar
from genastar.cost import Cost, N
from genastar.limits import NO_LIMITS, CancelToken, Limits
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.open_list import OpenList
from genastar.result import Result, result_of
from genastar.workspace import Workspace

FORWARD: Final = 0
BACKWARD: Final = 1
MET: Final = 2
"""Added to the side that found a meeting, for the ways on which the sides meet."""


@frozen
class Sided(Generic[K]):
    """A position, as one side of the search knows it."""

    side: int
    position: K


class Reversible(AStar[K, Cost[N]]):
    """A solver that has one destination, and that can be turned round."""

    @abstractmethod
    def reverse(self, start: K) -> tuple[AStar[K, Cost[N]], K]:
        """The same question from the other end: a solver, and the position that it starts from.

        It walks the same steps at the same costs from their ends to their beginnings, and ``start`` is its one
        destination. Both estimates must be consistent.
        """


def search_both_ways(
    solver: Reversible[K, N],
    start: K,
    *,
    engine: str = "interpreted",
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    observer: Observer[Sided[K], Cost[N]] | None = None,
    workspace: Workspace | None = None,
) -> Result[K, Cost[N]]:
    """Search from ``start`` and from the destination at once.

    The cost is the optimum if both estimates are consistent. The counts of the result are those of both sides; ``closest`` is
    ``None`` unless a way was found. The observer hears of sided positions.

    Raises:
        what `AStar.search` raises.
    """
    backward, goal = solver.reverse(start)
    kind = Numbered if hasattr(solver, "index") and hasattr(solver, "size") else Bidirectional
    both: Bidirectional[K, N] = kind(solver, backward, start, goal)
    result = both.search(
        Sided(FORWARD, start),
        engine=engine,
        limits=limits,
        cancel=cancel,
        observer=observer,
        workspace=workspace,
    )
    path = both.route(result.path)
    return result_of(
        outcome=result.outcome,
        path=path,
        cost=result.cost,
        closest=path[-1] if path else None,
        path_to_closest=path,
        expanded=result.expanded,
        generated=result.generated,
        reopened=result.reopened,
        peak_open=result.peak_open,
        seconds=result.seconds,
        engine=result.engine,
    )


@frozen
class Bidirectional(AStar[Sided[K], Cost[N]]):
    """Two solvers as one, searched from ``Sided(FORWARD, start)``. See `search_both_ways`."""

    forward: AStar[K, Cost[N]]
    backward: AStar[K, Cost[N]]
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

    def route(self, path: tuple[Sided[K], ...]) -> tuple[K, ...]:
        """The positions from start to goal, of the path of a search."""
        if path and path[-1].side == MET + BACKWARD:  # from the start at once to the goal, and back to the start
            path = path[:0:-1]
        return tuple([sided.position for sided in path])


@frozen
class Numbered(Bidirectional[K, N]):
    """The same for solvers that number their positions. What is known of a position lies together."""

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
    """Passes on what a solver adds, for its side, and looks whether the other side has been there."""

    both: Bidirectional[K, N]
    side: int
    open_list: OpenList[Sided[K], Cost[N]]

    def insert(self, position: K, cost: Cost[N]) -> None:
        self.relax(position, cost.travelled)

    def relax(self, position: K, travelled: N) -> None:
        known = self.open_list.known(Sided(self.side, position))
        if known is None or travelled < known.cost.travelled:
            left = self.both.skew(self.side, position)
            self.open_list.insert(Sided(self.side, position), Cost(travelled + travelled + left, travelled, left))
        other = self.open_list.known(Sided(BACKWARD - self.side, position))
        if other is not None:
            whole = travelled + other.cost.travelled
            self.open_list.insert(Sided(MET + self.side, position), Cost(whole, whole, whole - whole))
