"""The hooks: what a user writes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, cast

from genastar.cost import Cost, N, V
from genastar.errors import BadInput, name_of
from genastar.node import K, Node
from genastar.open_list import OpenList


class Hooks(ABC, Generic[K, V]):
    """Two abstract hooks, and optional ones. See `AStar`, which adds the search.

    Beside `estimate`, a problem may have:

    - ``key(position)``: what identifies a position that carries more than identity, as the cell of a pose does. Two positions
      of one key are one to the search, which keeps the cheaper. It is hashable; without it, a position identifies itself.
    - ``focus(node)``: a number, the smallest of which comes first where the algorithm keeps to a bound, as `Focal` does.
    - ``index(position)`` and ``size``: the number of a position, or of its key where there is one, from 0 to ``size - 1``.
    """

    admissible: ClassVar[bool] = True
    """Whether `estimate` never says too much. Say if it does: no bound is then told of an answer."""
    consistent: ClassVar[bool] = True
    """Whether `estimate` never falls by more than a step costs. If not, no bound is told of an answer without ``reopen``."""

    @abstractmethod
    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        """Expand a node: call ``open_list.relax`` or ``open_list.insert`` once for each neighbour of ``node.position``."""

    @abstractmethod
    def is_destination(self, position: K) -> bool:
        """Whether the search may end here. Asked when a position comes off the open list."""

    def estimate(self: Hooks[K, Cost[N]], position: K) -> N:
        """What is left from here to the nearest destination, at the least (h). Asked by ``relax``.

        If it never says too much (admissible) and never falls by more than a step costs (consistent), the answer is the
        optimum. If it is admissible alone, search with ``reopen=True``. The default, 0, makes the search Dijkstra's.
        """
        return cast(N, 0)


def hook_of(solver: object) -> str:
    """Return the name of the hook that adds positions, as messages have it."""
    return f"{name_of(solver)}.add_neighbours"


def nothing_added(solver: object) -> BadInput:
    """Return the error of an `add_neighbours` that returns or yields its neighbours, as other packages want them."""
    return BadInput(
        f"{hook_of(solver)} returns or yields something, and nobody takes it; call "
        "open_list.relax(position, travelled) or open_list.insert(position, cost) for each neighbour instead"
    )
