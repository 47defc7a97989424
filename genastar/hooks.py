"""The hooks: what a user writes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, cast

from genastar.cost import Cost, N, V
from genastar.errors import BadInput
from genastar.node import K, Node
from genastar.open_list import OpenList


class Hooks(ABC, Generic[K, V]):
    """Two abstract hooks, and an optional third. See `AStar`, which adds the search."""

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
    return f"{type(solver).__qualname__}.add_neighbours"


def nothing_added(solver: object) -> BadInput:
    """Return the error of an `add_neighbours` that returns or yields its neighbours, as other packages want them."""
    return BadInput(
        f"{hook_of(solver)} returns or yields something, and nobody takes it; call "
        "open_list.relax(position, travelled) or open_list.insert(position, cost) for each neighbour instead"
    )
