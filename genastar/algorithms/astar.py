"""A*: expands the node with the smallest g + h first."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from genastar.algorithm import Need, OneRun, Promise
from genastar.contracts.request import Request
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result


@frozen
class Astar(OneRun):
    """A*: search by g + h (Hart, Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics, 1968).

    Costs may be of any type with ``<``.
    """

    name: ClassVar[str] = "astar"
    summary: ClassVar[str] = "expand the smallest travelled + estimate first"
    viewing_hint: ClassVar[str] = (
        "A* prefers nodes on the way to the goal; watch how the search spreads only where an obstacle blocks the direct way."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"a*"})
    takes_batches: ClassVar[bool] = True
    needs: ClassVar[frozenset[Need]] = frozenset()

    promise: ClassVar[Promise] = Promise(1.0, "consistent")  # no property, because each plain call asks

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the only answer. The request is the engine's as it is."""
        return request.engine.search(request)


ASTAR: Final = Astar()
"""A* as a value. It has no options."""
