"""NBS: bidirectional search by pairs of nodes."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from genastar.algorithms.building_blocks.two_sided import FORWARD, Bidirectional, NumberedTwoSided, TwoSidedProblem
from genastar.contracts.frontier import Frontier, PairsFrontier
from genastar.values.cost import Cost, N
from genastar.values.node import K


@frozen
class PairsProblem(TwoSidedProblem[K, N]):
    """Both problems, each ordered by f."""

    def rank_cost(self, side: int, position: K, travelled: N) -> Cost[N]:
        """Return g + h, with the estimate of the side."""
        left = self.forward.estimate(position) if side == FORWARD else self.backward.estimate(position)
        return Cost(travelled + left, travelled, left)


@frozen
class NumberedPairsProblem(NumberedTwoSided[K, N], PairsProblem[K, N]):
    """A variant for problems with ``index``."""


@frozen
class NearOptimal(Bidirectional):
    """NBS: near-optimal bidirectional search, by pairs of a node of each side (Chen, Holte, Zilles and Sturtevant, IJCAI 2017).

    A path through an open node of each side costs at least the greatest of both f and of the sum of both g. The pair with the
    least such bound is expanded. NBS expands at most about twice as many nodes as the best algorithm that knows only g and h of
    both sides, so it is never much worse than A* or another search from both ends.

    Use it if it is not known whether the estimate is strong. The problem needs ``reverse``; see `Reversible`. Counts include
    both sides. ``closest`` is ``None`` unless a path was found. The observer receives the positions of both sides, but no event
    for a meeting.
    """

    name: ClassVar[str] = "nbs"
    summary: ClassVar[str] = "search from both ends by pairs, with at most twice the necessary expansions"
    viewing_hint: ClassVar[str] = (
        "It chooses one node on each side and expands both; watch how the two areas grow in step until they meet."
    )
    counts_cost: ClassVar[bool] = False
    kind: ClassVar[type[TwoSidedProblem[Any, Any]]] = PairsProblem
    numbered: ClassVar[type[TwoSidedProblem[Any, Any]]] = NumberedPairsProblem
    frontier: ClassVar[Frontier] = PairsFrontier()
