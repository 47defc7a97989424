"""Iterative deepening A*: the optimum in the memory of one path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from attrs import Attribute, field, frozen

from genastar.algorithm import Algorithm, Need, Promise
from genastar.algorithms.building_blocks.rounds import Rounds
from genastar.contracts.frontier import DepthFirstFrontier
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result

MOST: Final = 1 << 30
"""Maximum size of a transposition table."""


def _is_size(_: object, option: Attribute[int], size: int) -> None:
    if not isinstance(size, int) or isinstance(size, bool) or size < 0 or size == 1 or size > MOST:
        raise BadInput(
            f"{option.name}={format_value(size)}: expected a whole number of positions from 2 to {MOST:,}, or 0 for no table"
        )


@frozen
class IdaStar(Algorithm):
    """IDA*: depth-first searches within a bound that rises to the least cost above it (Korf, Artificial Intelligence 27, 1985).

    A round follows every path whose cost is within a bound: first the least cost of a start, then the least cost above the
    bound of the round before. A path never crosses itself, but a position is expanded once for each path to it. So IDA* suits
    problems too large to remember, such as the 15-puzzle, and is slow on maps, where many paths lead to a position. If almost
    every path has a different cost, as with floats, there are almost as many rounds as nodes.

    With ``table``, a transposition table remembers up to so many of the positions that were expanded last in the round (see
    Reinefeld and Marsland, IEEE Transactions on Pattern Analysis and Machine Intelligence 16, 1994). A position in the table is
    expanded again only at a lower cost. So the answer stays optimal with a table of any size, if a cheaper path to a position
    never makes the whole path dearer, which A* assumes too. Unlike theirs, the table keeps costs and no improved estimates, so
    costs may be of any type, and it begins empty in each round.

    The newest neighbour is expanded first. If no destination can be reached, the search ends after all paths that do not cross
    themselves. ``expanded``, ``generated`` and ``seconds`` of the result are sums over all rounds; ``generated`` counts the
    nodes within the bound, and ``peak_open`` the nodes that wait beside the path. Costs may be of any type with ``<``. The
    observer receives ``opened(start)`` at the beginning of each round. ``reopen`` has no meaning.

    Raises:
        BadInput: the size of the table is not a whole number, or out of range.
    """

    name: ClassVar[str] = "ida-star"
    summary: ClassVar[str] = "search depth first within a rising bound; remembers only the path"
    viewing_hint: ClassVar[str] = (
        "IDA* remembers only its present path; watch how it expands the same nodes again and again, under a rising bound."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"ida*"})
    needs: ClassVar[frozenset[Need]] = frozenset()

    table: int = field(
        default=0,
        validator=_is_size,
        metadata={"help": "number of positions that the transposition table remembers, at most; 0 for no table"},
    )

    @property
    def promise(self) -> Promise:
        """Return the promise of the optimum, which needs only an admissible estimate."""
        return Promise(1.0, "admissible")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        yield Rounds(request, DepthFirstFrontier(self.table)).deepen()
