"""Beam search: layer by layer, and only the best nodes of each layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import Attribute, evolve, field, frozen

from genastar.algorithm import Algorithm, Need, Promise
from genastar.algorithms.building_blocks.rounds import Rounds
from genastar.contracts.frontier import BeamFrontier
from genastar.contracts.request import Request
from genastar.errors import BadInput, format_value
from genastar.options import switch
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result


def _check_at_least_one(_: object, option: Attribute[int], width: int) -> None:
    if not isinstance(width, int) or isinstance(width, bool) or width < 1:
        raise BadInput(f"{option.name}={format_value(width)}: expected a whole number of at least 1, such as 100")


@frozen
class Beam(Algorithm):
    """Beam search: expand the ``width`` best nodes of each layer, and leave out the others (Lowerre, The Harpy system, 1976).

    A layer is what one more step reaches. So no more than ``width`` nodes wait to be expanded at a time, and a deep goal is
    reached in time proportional to its depth. A path may cost more than the optimum by any ratio.

    If a search ends without a path and has left out nodes, and ``complete`` is true, it begins again with twice the width, as
    in complete beam search (Zhang, AAAI 1998). So it finds a path of a finite graph if there is one. Otherwise the outcome is
    LIMIT. Counts and seconds are sums over all searches. Costs may be of any type with ``<``.

    Use it where A* needs too much memory or time and any path is good enough, but greedy search goes astray.

    Raises:
        BadInput: the width is not a whole number of at least 1.
    """

    name: ClassVar[str] = "beam"
    summary: ClassVar[str] = "expand only the best nodes of each layer"
    viewing_hint: ClassVar[str] = (
        "Beam search keeps only the best nodes of each layer; watch how the search never grows wider than the beam."
    )
    needs: ClassVar[frozenset[Need]] = frozenset()

    width: int = field(default=100, validator=_check_at_least_one, metadata={"help": "number of nodes of a layer, at least 1"})
    complete: bool = field(
        default=True, validator=switch, metadata={"help": "whether to search again with twice the width after a failure"}
    )

    @property
    def promise(self) -> Promise:
        """Return the promise of a path of any cost."""
        return Promise(None)

    @property
    def counts_cost(self) -> bool:
        return False

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        rounds, width = Rounds(request, BeamFrontier(self.width)), self.width
        result = rounds.search(None)
        while self.complete and rounds.is_cut_by_bound(result):
            width *= 2
            result = rounds.search(None, evolve(request, frontier=BeamFrontier(width)))
        yield result
