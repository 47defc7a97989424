"""The closed dictionary: the best node known for each position, and which of them are closed.

Rules: parents and best costs live here and nowhere else. A position is *known* once a node for it was put on the open list, and
*closed* once that node came off it. A node that is not the one remembered here is stale.
"""

from __future__ import annotations

from typing import Generic

from genastar.cost import V
from genastar.errors import BadInput, CostError
from genastar.node import K, Node


class ClosedDict(Generic[K, V]):
    """Positions and their best known nodes."""

    __slots__ = ("closed", "nodes")

    def __init__(self) -> None:
        self.nodes: dict[K, Node[K, V]] = {}
        """The best node known for each position, open or closed."""
        self.closed: set[K] = set()
        """The positions whose best node has come off the open list."""

    def clear(self) -> None:
        """Forget all positions. This costs what the last search reached, whatever the size of the world."""
        self.nodes.clear()
        self.closed.clear()

    def path(self, position: K) -> tuple[K, ...]:
        """The positions from the start to this one, by their parents.

        Raises:
            CostError: the parents run in a circle, because a way got cheaper by getting longer.
            BadInput: one of the positions is ``None``, so that the way cannot be told.
        """
        if None in self.nodes:
            raise BadInput("a hook added None as a position; None is the parent of the start and can be no position")
        path = [position]
        node = self.nodes[position]
        while (parent := node.parent) is not None:
            path.append(parent)
            if len(path) > len(self.nodes):
                raise CostError(f"the way to {position!r} runs in a circle: some costs fall along a way, and must not")
            node = self.nodes[parent]
        path.reverse()
        return tuple(path)
