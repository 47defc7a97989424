"""Open lists: the interface through which hooks add neighbours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic

from genastar.errors import BadInput, format_value
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


class OpenList(ABC, Generic[K, V]):
    """The object to which `add_neighbours` adds neighbours: one call of `insert` or `relax` for each.

    A solver that wraps another may pass it an open list of its own, which converts the positions and costs of the wrapped
    solver.
    """

    __slots__ = ()

    @abstractmethod
    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour at a cost of any type.

        The neighbour is dropped if it is not cheaper than the known node of the position, or if the position is closed and the
        search does not reopen.

        Args:
            position: the neighbour.
            cost: the cost of the path to it.
            parent: the position before it on the path: any known position; by default the expanded one.
            action: a value that describes this step, for ``Result.actions``.

        Raises:
            BadInput: the position holds NaN or is not hashable; or the parent is not known.
            CostError: the cost is NaN or cannot be compared with the start's.
        """

    @abstractmethod
    def relax(self: OpenList[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour whose path from the start costs ``travelled`` (g), for solvers whose cost is `Cost`.

        The search calls ``estimate(position)`` itself, only if this path is an improvement, and once per position. The other
        arguments are those of `insert`.

        Raises:
            BadInput: the position holds NaN or is not hashable; or the parent is not known.
            CostError: ``travelled``, or its sum with the estimate, is NaN or cannot be compared with the start's cost.
        """

    def known(self, position: K) -> Node[K, V] | None:
        """Return the best known node of a position, open or closed; ``None`` if the position was not reached.

        Searches from two ends use it, and searches that look for a better path before they expand. Neighbours are known as soon
        as they are added. An engine may repeat an expansion, so a hook must add the same neighbours if it sees them as known.

        Raises:
            NotImplementedError: this open list wraps another and does not implement `known`.
        """
        raise NotImplementedError(f"{type(self).__qualname__} does not implement known(position); write this method")

    def improves(self: OpenList[K, Cost[N]], position: K, travelled: N) -> bool:
        """Return whether a path to a position that costs ``travelled`` is cheaper than the best known one.

        Hooks use it to avoid dear checks of paths that `relax` would drop. For a closed position the answer may be False if the
        search does not reopen.

        Raises:
            NotImplementedError: this open list wraps another and does not implement `known`.
        """
        known = self.known(position)
        return known is None or bool(travelled < known.cost.travelled)


METHODS: Final = (
    "an open list has the methods relax(position, travelled), insert(position, cost), known(position) and "
    "improves(position, travelled)"
)
"""The message about a hook that calls another method."""

NOT_IN_A_WALK: Final = "a depth-first walk remembers only its own path; use an algorithm with a closed list, such as astar"
"""The message about a hook that calls `OpenList.known` in a depth-first walk."""


def make_unknown_parent_error(hook: str, parent: object) -> BadInput:
    """Return the error of a hook that names a parent that the search has not reached."""
    return BadInput(
        f"{hook} names the parent {format_value(parent)}, which the search has not reached; name a position that it has reached"
    )
