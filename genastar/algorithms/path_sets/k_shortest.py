"""The k shortest paths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar, cast

from attrs import frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.path_sums import expect_no_key
from genastar.algorithms.building_blocks.ranked_paths import Detours
from genastar.contracts.request import Request
from genastar.options import option, switch, whole
from genastar.values.cost import Cost, V
from genastar.values.node import K
from genastar.values.result import Result

MOST = 1_000_000
"""Maximum number of paths."""


@frozen
class KShortest(Algorithm):
    """K shortest paths: yield the ``k`` cheapest paths that visit no position twice, cheapest first (Yen, 1971; Lawler, 1972).

    Yen, Management Science 17, 1971; Lawler, Management Science 18, 1972. With ``loops``, paths may visit positions again. A
    path ends at the first destination that it reaches. Paths differ in their positions; of parallel steps the cheapest counts.
    There are fewer answers if there are fewer paths. If a limit ends the search first, the last answer is not found, and its
    outcome is that limit.

    The first path is that of A*. Then a better estimate is computed, backwards if the problem has ``reverse``, and otherwise
    by calling the hooks again for each position that A* closed. The costs must add: a step costs the same on every path. Counts
    and seconds are sums over all searches so far. The ``bound`` of an answer is its ratio to the first.

    Raises:
        ValueError: k is not a whole number from 1 to 1,000,000, or ``loops`` is not a truth value.
    """

    name: ClassVar[str] = "k-shortest"
    summary: ClassVar[str] = "yield the k cheapest paths"
    viewing_hint: ClassVar[str] = (
        "It finds several paths, the cheapest first; watch the search for the first path, which is that of A*."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"yen"})
    lists: ClassVar[bool] = True
    promise: ClassVar[Promise] = Promise(1.0, "consistent")

    k: int = option(3, whole(1, MOST), "number of paths")
    loops: bool = option(False, switch, "whether a path may visit a position more than once")

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput also for problems with a key."""
        super().check(request)
        expect_no_key(self.name, request)

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the paths, cheapest first."""
        found = Detours(cast("Request[K, Cost[int]]", request), self.loops)
        return cast("Iterator[Result[K, V]]", islice(found, self.k))
