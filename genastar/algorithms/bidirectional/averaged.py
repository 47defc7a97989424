"""Bidirectional A* by averaged estimates."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from genastar.algorithms.building_blocks.two_sided import FORWARD, Bidirectional, NumberedTwoSided, TwoSidedProblem
from genastar.values.cost import Cost, N
from genastar.values.node import K


@frozen
class AveragedProblem(TwoSidedProblem[K, N]):
    """Both problems, ordered by the average of their estimates. The rank is twice the radius of a side."""

    def rank_cost(self, side: int, position: K, travelled: N) -> Cost[N]:
        """Return a cost whose total is 2 g, the estimate ahead minus the estimate behind."""
        onward, back = self.forward.estimate(position), self.backward.estimate(position)
        left = onward - back if side == FORWARD else back - onward
        return Cost(travelled + travelled + left, travelled, left)


@frozen
class NumberedAveragedProblem(NumberedTwoSided[K, N], AveragedProblem[K, N]):
    """A variant for problems with ``index``."""


@frozen
class BothWays(Bidirectional):
    """Bidirectional A*: search from both ends, by the average of both estimates (Ikeda et al., 1994).

    Each side uses the average with its own sign. Both sides are then searches of Dijkstra's algorithm over the same changed
    step costs, so the search can stop when both radii together reach the length of the best path (Goldberg and Harrelson,
    Computing the shortest path: A* search meets graph theory, 2005).

    The problem needs ``reverse``; see `Reversible`. Counts include both sides. ``closest`` is ``None`` unless a path was found.
    The observer receives the positions of both sides, but no event for a meeting.
    """

    name: ClassVar[str] = "both-ways"
    summary: ClassVar[str] = "search from both ends at once"
    viewing_hint: ClassVar[str] = (
        "It searches from the start and from the goal at once; watch how two areas grow towards each other until they meet."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"bidirectional"})
    kind: ClassVar[type[TwoSidedProblem[Any, Any]]] = AveragedProblem
    numbered: ClassVar[type[TwoSidedProblem[Any, Any]]] = NumberedAveragedProblem
