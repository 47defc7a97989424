"""Iterative deepening A*: the optimum in the memory of one path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from genastar.algorithm import Algorithm, Need, Promise
from genastar.algorithms.rounds import Rounds
from genastar.cost import V, rank
from genastar.frontier import DEPTH_FIRST
from genastar.node import K
from genastar.request import Request
from genastar.result import Result


@frozen
class IdaStar(Algorithm):
    """IDA*: depth-first searches within a bound that rises to the least cost above it (Korf, Artificial Intelligence 27, 1985).

    A round follows every path whose cost is within a bound: first the least cost of a start, then the least cost above the
    bound of the round before. A path never crosses itself, but a position is expanded once for each path to it. So IDA* suits
    problems too large to remember, such as the 15-puzzle, and is slow on maps, where many paths lead to a position. If almost
    every path has a different cost, as with floats, there are almost as many rounds as nodes.

    The newest neighbour is expanded first. If no destination can be reached, the search ends after all paths that do not cross
    themselves. ``expanded``, ``generated`` and ``seconds`` of the result are sums over all rounds; ``generated`` counts the
    nodes within the bound, and ``peak_open`` the nodes that wait beside the path. Costs may be of any type with ``<``. The
    observer receives ``opened(start)`` at the beginning of each round. ``reopen`` has no meaning.
    """

    name: ClassVar[str] = "ida-star"
    summary: ClassVar[str] = "search depth first within a rising bound; remembers only the path"
    needs: ClassVar[frozenset[Need]] = frozenset()

    @property
    def promise(self) -> Promise:
        """Return the promise of the optimum, which needs only an admissible estimate."""
        return Promise(1.0, "admissible")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        rounds = Rounds(request, DEPTH_FIRST)
        most = None if request.limits.cost is None else rank(request.limits.cost)
        bound = rank(request.cost)
        for start in (most, *(rank(cost) for _, cost in request.more_starts)):
            if start is not None and start < bound:
                bound = start
        while True:
            result = rounds.search(bound)
            beyond = rounds.beyond
            if not rounds.is_cut_by_bound(result) or beyond is None or (most is not None and most < beyond):
                break
            bound = beyond
        yield result
