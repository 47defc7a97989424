"""A*: expands the node with the smallest g + h first."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from genastar.algorithm import Need, OneRun, Promise


@frozen
class Astar(OneRun):
    """A*: search by g + h (Hart, Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics, 1968).

    Costs may be of any type with ``<``.
    """

    name: ClassVar[str] = "astar"
    summary: ClassVar[str] = "expand the smallest travelled + estimate first"
    inside: ClassVar[str | None] = ""
    needs: ClassVar[frozenset[Need]] = frozenset()

    @property
    def promise(self) -> Promise:
        return _PROMISE


_PROMISE: Final = Promise(1.0, "consistent")
ASTAR: Final = Astar()
"""A* as a value. It has no options."""
