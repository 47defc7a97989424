"""Replanning: a problem that is searched again and again while costs change, with less work each time.

There are two ways, and both give the cost of a fresh search; of several cheapest paths it may be another one.

- D* Lite (Koenig and Likhachev, AAAI 2002), in the interpreted engine, if the problem has one destination and ``reverse``: the
  exact remaining costs are kept, and repaired where they matter for the agent. See
  `genastar.algorithms.incremental.d_star_lite`.
- Generalised Adaptive A* (Sun, Koenig and Yeoh, AAMAS 2008), otherwise: after a search that found a path of cost C, C - g is a
  better estimate for each closed position. Such estimates stay consistent when costs rise. Where a cost has fallen, the
  estimates that are too high now are lowered by a search backwards, if the problem has ``reverse``. Otherwise all learned
  estimates are capped. See `genastar.algorithms.building_blocks.learned_estimates`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic

from attrs import evolve

from genastar.algorithms.building_blocks.learned_estimates import LearnedEstimates
from genastar.algorithms.building_blocks.path_sums import expect_no_key
from genastar.algorithms.building_blocks.remaining_costs import reverse_problem
from genastar.algorithms.building_blocks.wrappers import estimate_cost
from genastar.algorithms.incremental.d_star_lite import DStarLite
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value, name_problem
from genastar.search.requests import BUILT_IN, resolve_engine
from genastar.values.arguments import to_positions_tuple
from genastar.values.cost import Cost, N
from genastar.values.node import K
from genastar.values.result import Result

NAME: Final = "replanner"
"""The name of the algorithm in results."""


class Replanning(Generic[K, N]):
    """Searches of a problem that changes. Its destinations stay the same, the costs add, and the estimate is consistent."""

    def __init__(self) -> None:
        self._learned = LearnedEstimates[K, N]()
        self._repaired = DStarLite[K, N]()

    def search(self, request: Request[K, Cost[N]]) -> Result[K, Cost[N]]:
        """Return the cheapest path in the problem as it is now.

        It may differ from that of the last search in steps from positions to which no step leads: in some domains, the start is
        a state of its own.

        Raises:
            BadInput: the costs do not add, or the problem has a key.
        """
        problem = request.problem
        if not isinstance(request.cost, Cost):
            raise BadInput(
                f"a replanner needs costs that add, and {name_problem(problem)} counts in {type(request.cost).__name__}; "
                "use search"
            )
        expect_no_key(NAME, request)
        if request.engine in BUILT_IN.values() and request.observer is None and not request.more_starts:
            reverse = reverse_problem(problem, request.start)
            if reverse is not None and reverse[0].consistent:
                return self._repaired.search(evolve(request, algorithm=NAME), *reverse)
        better = self._learned.wrap_problem(problem)
        starts = [(each, estimate_cost(better, each, cost.travelled)) for each, cost in request.more_starts]
        if starts:  # of several starts the least total counts; a single one is expanded first in any case
            request = evolve(
                request, cost=estimate_cost(better, request.start, request.cost.travelled), more_starts=tuple(starts)
            )
        request = evolve(request, problem=better, keeps_tree=True, algorithm=NAME)
        with request.begin() as run:
            result = run.finish()
            if result.cost is not None:
                self._learned.raise_closed(run.tree, problem, result.cost.travelled)
        return result

    def change(
        self, before: Hooks[K, Cost[N]], problem: Hooks[K, Cost[N]], positions: tuple[K, ...] | None, engine: str
    ) -> None:
        """Learn of a change: all positions from which a step has another cost; ``None`` if they are not known."""
        self._repaired.change(positions)
        self._learned.change(before, problem, positions, resolve_engine(engine))


def expect_consistent(problem: Hooks[K, Cost[N]]) -> None:
    """Raise BadInput if a problem declares that its estimate is not consistent."""
    if not (problem.consistent and problem.admissible):
        raise BadInput(f"a replanner needs a consistent estimate, and {name_problem(problem)} declares that it has none")


def check_changed_positions(positions: Iterable[K] | None) -> tuple[K, ...] | None:
    """Return the positions of a change as a tuple; ``None`` if they are not known.

    Raises:
        BadInput: they are no list, or a position is not hashable.
    """
    if positions is None:
        return None
    places = to_positions_tuple(positions, "positions")
    try:
        hash(places)
    except TypeError as error:
        raise BadInput(
            f"positions={format_value(positions)}: a position is not hashable ({error}); give tuples, not lists"
        ) from error
    return places
