"""A*: the smallest sum of what was travelled and what is left first."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen

from genastar.algorithm import Need, OneRun, Promise


@frozen
class Astar(OneRun):
    """Search by travelled + estimate (Hart, Nilsson and Raphael, IEEE Transactions on Systems Science and Cybernetics, 1968).

    It takes costs of any type with ``<``.
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
"""A* with its only setting."""
