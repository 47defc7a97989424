"""MM: bidirectional A* whose sides meet in the middle."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from genastar.algorithms.building_blocks.two_sided import FORWARD, Bidirectional, NumberedTwoSided, TwoSidedProblem
from genastar.values.cost import Cost, N
from genastar.values.node import K


@frozen
class MeetInTheMiddleProblem(TwoSidedProblem[K, N]):
    """Both problems, ordered by max(f, 2 g)."""

    def rank_cost(self, side: int, position: K, travelled: N) -> Cost[N]:
        """Return a cost whose total is the greater of f and 2 g."""
        left = self.forward.estimate(position) if side == FORWARD else self.backward.estimate(position)
        total, twice = travelled + left, travelled + travelled
        return Cost(twice if total < twice else total, travelled, left)


@frozen
class NumberedMeetInTheMiddleProblem(NumberedTwoSided[K, N], MeetInTheMiddleProblem[K, N]):
    """A variant for problems with ``index``."""


@frozen
class MeetInTheMiddle(Bidirectional):
    """MM: search from both ends by max(f, 2 g), so that neither side goes beyond the middle (Holte et al., AAAI 2016).

    Use it where the estimate is weak and the graph branches much: no node is expanded whose g exceeds half of the optimum. The
    last answer is proven by the least rank of all open nodes alone, the first of the four conditions of that paper.

    The problem needs ``reverse``; see `Reversible`. Counts include both sides. ``closest`` is ``None`` unless a path was found.
    The observer receives the positions of both sides, but no event for a meeting.
    """

    name: ClassVar[str] = "mm"
    summary: ClassVar[str] = "search from both ends and meet in the middle"
    viewing_hint: ClassVar[str] = (
        "It searches from both ends; watch how neither side goes further than half of the path's cost."
    )
    kind: ClassVar[type[TwoSidedProblem[Any, Any]]] = MeetInTheMiddleProblem
    numbered: ClassVar[type[TwoSidedProblem[Any, Any]]] = NumberedMeetInTheMiddleProblem
