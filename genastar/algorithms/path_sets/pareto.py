"""All paths that no other path dominates, for costs that are only partly ordered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from attrs import evolve, frozen

from genastar.algorithm import Need, Promise
from genastar.algorithms.building_blocks.lifted_algorithm import LiftedAlgorithm, LiftedRequest
from genastar.algorithms.building_blocks.objectives import guide_by_objectives
from genastar.contracts.frontier import UndominatedFrontier
from genastar.contracts.request import Request
from genastar.options import number, option, whole
from genastar.values.cost import Cost, V
from genastar.values.node import K
from genastar.values.result import Outcome, Result

MOST = 1_000_000_000
"""Maximum of the options that count."""


@frozen
class Pareto(LiftedAlgorithm):
    """The Pareto front: yield a path of each cost that no other path dominates, in the order of the costs.

    Costs have the method ``dominates(other)``, as those of `genastar.Vector` do. They compare by ``<`` in an order in which a
    cost comes before those that it dominates: vectors compare by their first difference. The search keeps the undominated
    nodes of each position (Mandow and Pérez de la Cruz, Journal of the ACM 57, 2010), and checks dominance when a node comes
    off the open list (Hernández, Yeoh, Baier, Zhang, Suazo and Koenig, ICAPS 2020). An answer is yielded as soon as it is
    found.

    Estimates: if the problem has ``reverse`` and one start, and its costs are vectors, the remaining cost of each number is
    computed first, by a search from the destination for each. Otherwise the estimates of a ``Cost`` of vectors hold.

    With ``epsilon``, fewer paths are yielded: for each path that exists, there is an answer none of whose numbers is more than
    1 + epsilon times that of the path.

    If a limit ends the search first, the last answer is not found, and its outcome is that limit.

    Raises:
        BadInput: an option is out of its range.
    """

    name: ClassVar[str] = "pareto"
    summary: ClassVar[str] = "yield each path that is not worse than another in every number of its cost"
    viewing_hint: ClassVar[str] = (
        "It keeps several paths to a position, cheap ones and short ones; watch how it expands positions again."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"boa*", "namoa*", "emoa*", "multi-objective"})
    needs: ClassVar[frozenset[Need]] = frozenset({"dominates"})
    lists: ClassVar[bool] = True

    k: int = option(MOST, whole(1, MOST), "maximum number of paths")
    epsilon: float = option(
        0.0, number(0.0, 1000.0), "how much worse, as a share, an answer may be than a path that is left out"
    )
    nodes: int = option(50_000_000, whole(1, MOST), "maximum number of nodes, which bounds the memory")

    @property
    def promise(self) -> Promise:
        """Return the promise: every number of an undominated path is met within 1 + epsilon."""
        return Promise(1 + self.epsilon, "consistent")

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the paths in the order of their costs, each as soon as it is found."""
        yield from islice(self._iterate(request), self.k)

    def _iterate(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        found = False
        with self.begin(request) as run:
            while True:
                result = run.finish()
                if result.found or not found or result.outcome is not Outcome.UNREACHABLE:
                    yield result
                if not result.found:
                    return
                found = True

    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Return the search over fronts, by the totals of vectors if their estimates can be computed."""
        return lift_to_fronts(request, UndominatedFrontier(self.epsilon, self.nodes))


def lift_to_fronts(request: Request[K, V], frontier: UndominatedFrontier) -> LiftedRequest[Any, K, V]:
    """Return the search over fronts of a request, with the best estimates that it allows."""
    guided = evolve(guide_by_objectives(request), frontier=frontier)
    is_wrapped = isinstance(guided.cost, Cost) and not isinstance(request.cost, Cost)
    return LiftedRequest(guided, _return_position, tuple, each=True, cost=_take_travelled if is_wrapped else None)


def _return_position(position: K) -> K:
    return position


def _take_travelled(_: object, cost: Any) -> Any:
    return cost.travelled
