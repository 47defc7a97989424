"""What a frontier changes of a plan, whichever compiler makes its programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from genastar.contracts.request import Request
from genastar_compiled.kernel import loop


@frozen
class Order:
    """The order of A*. The frontiers that have a loop or a queue of their own stand in `frontiers`."""

    classes: Mapping[str, type] = field(factory=dict)
    """The classes of the open list and of its parts that differ from those of A*."""
    closest: type = loop.Closest
    indexes: bool = True
    """Whether the search uses the index of positions."""

    def fits_cells(self) -> bool:
        """Return whether all that is known of a position may stand in one word."""
        return True

    def wants_table(self, request: Request[Any, Any]) -> bool:
        """Return whether a walk has a table."""
        return False

    def objects(self, request: Request[Any, Any], narrow: bool) -> Mapping[str, type]:
        """Return the classes that differ from those of A*; ``narrow`` is False once a search did not fit the narrowest ones."""
        return self.classes

    def setting(self, request: Request[Any, Any]) -> object:
        """Return the parameters of the frontier for machine code; ``None`` if it has none."""
        return None

    def focus(self, request: Request[Any, Any]) -> object:
        """Return a value by which the queue orders nodes, beside their costs; ``None`` if there is nothing else."""
        return None

    def slots_of(self, request: Request[Any, Any]) -> int:
        """Return the size of a search whose positions have no index."""
        return 0


ASTAR: Final = Order()
