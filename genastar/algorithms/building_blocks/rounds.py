"""Rounds: several searches of one request within rising bounds, reported as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, cast

from attrs import evolve

from genastar.algorithms.building_blocks.counts import Counts
from genastar.contracts.frontier import Frontier
from genastar.contracts.request import Request
from genastar.values.cost import Comparable, Cost, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result


class Rounds(Generic[K, V]):
    """The sums over all rounds so far, and the closest position of all rounds."""

    def __init__(self, request: Request[K, V], frontier: Frontier) -> None:
        self._request = evolve(request, frontier=frontier)
        self._counts = Counts(request.limits)
        self._closest: tuple[Node[K, V] | None, Result[K, V]] | None = None
        self.next_open: Node[K, V] | None = None
        """The node that the last round would have expanded next."""
        self.next_bound: Comparable | None = None
        """The least rank above the bound in the last round, for depth-first rounds."""
        self.bound: Comparable | None = None
        """The bound of the last round."""

    def deepen(self, changed: Callable[[Comparable], Request[K, V]] | None = None) -> Result[K, V]:
        """Search within the least rank of a start, then within the least rank above each bound, until the bound ends no round.

        Args:
            changed: returns the request for a bound, if it differs.
        """
        request = self._request
        most = None if request.limits.cost is None else rank(request.limits.cost)
        bound = rank(request.cost)
        for start in (most, *(rank(cost) for _, cost in request.more_starts)):
            if start is not None and start < bound:
                bound = start
        while True:
            result = self.search(bound, None if changed is None else changed(bound))
            beyond = self.next_bound
            if not self.is_cut_by_bound(result) or beyond is None or (most is not None and most < beyond):
                return result
            bound = beyond

    def search(self, bound: Comparable | None, request: Request[K, V] | None = None) -> Result[K, V]:
        """Search within a bound on the cost, and return the result with the sums over all rounds so far.

        Args:
            bound: the bound; ``None`` for no bound.
            request: the request for this round, if it differs.
        """
        self.bound = bound
        left = evolve(self._counts.left, cost=bound, depth=None)
        with evolve(request or self._request, limits=left).begin() as run:
            result = run.finish()
            self.next_open, self.next_bound, closest = run.best_open, run.next_bound, run.closest
        self._counts.add(result)
        self._counts.seconds += result.seconds
        if result.found or self._closest is None or _is_no_farther(closest, self._closest[0]):
            self._closest = closest, result
        nearest = self._closest[1]
        return self._counts.add_to_result(evolve(result, closest=nearest.closest, path_to_closest=nearest.path_to_closest))

    def is_cut_by_bound(self, result: Result[K, V]) -> bool:
        """Return whether the bound ended the last round."""
        limit = self._request.limits.expansions
        return result.outcome is Outcome.LIMIT and (limit is None or self._counts.expanded < limit)


def _is_no_farther(node: Node[K, V] | None, other: Node[K, V] | None) -> bool:
    """Return whether a node is at least as close as an earlier one. Of equals the later counts, as a round may be cut short."""
    if node is None or other is None:
        return other is None
    return not cast("Cost[int]", other.cost).left < cast("Cost[int]", node.cost).left
