"""Iterative deepening A*: the optimum in the memory of one way."""

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
    """Search depth first within a bound that rises to the least cost above it (Korf, Artificial Intelligence 27, 1985).

    A round walks every way whose cost is no more than a bound: the least cost of a start, then the least cost that the round
    before met above it. A way never crosses itself; but where several ways lead to a position, each of them is walked on. So
    it is for problems too large to remember, such as the 15-puzzle, and slow on maps, where ways are many. Where almost every
    way has a cost of its own, as with floats, there are almost as many rounds as nodes.

    Neighbours are walked newest first. Where no destination can be reached, it ends when all ways that do not cross themselves
    were walked. ``expanded``, ``generated`` and ``seconds`` of the result are the sums over all rounds; ``generated`` counts
    the nodes within the bound, and ``peak_open`` those that wait beside the way. It takes costs of any type with ``<``.
    The observer hears ``opened(start)`` at the beginning of each round; ``reopen`` has no meaning.
    """

    name: ClassVar[str] = "ida-star"
    summary: ClassVar[str] = "walk depth first under a bound that rises; remembers the way alone"
    needs: ClassVar[frozenset[Need]] = frozenset()

    @property
    def promise(self) -> Promise:
        """The optimum, whether the estimate is consistent or not."""
        return Promise(1.0, "admissible")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the one answer."""
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
