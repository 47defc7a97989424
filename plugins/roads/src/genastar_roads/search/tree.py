"""From one node to all: distances, and the tree of the cheapest ways."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import frozen

from genastar import AStar, Cost, Limits, Node, OpenList, Workspace, check_cancelled
from genastar_roads.graph import Int32, Int64

NEVER: Final = -1
"""The distance and the parent of a node that was not reached."""

_NO_LIMITS: Final = Limits()


@frozen(eq=False)
class Tree(AStar[int, Cost[int]]):
    """Dijkstra without a destination, which writes down what it finds as it goes.

    The arrays are what it answers: fill them with `NEVER`, and give each search its own.
    """

    first: Int32
    head: Int32
    weight: Int32
    distance: Int64
    """From the start, shape (n,)."""
    parent: Int32
    """The node before, shape (n,); the start's is `NEVER`."""
    hops: Int32
    """Edges from the start, shape (n,)."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here, travelled = node.position, node.cost.travelled
        self.distance[here] = travelled
        self.hops[here] = 0
        if node.parent is not None:
            self.parent[here] = node.parent
            self.hops[here] = self.hops[self.parent[here]] + 1
        for edge in range(self.first[here], self.first[here + 1]):
            open_list.relax(int(self.head[edge]), travelled + int(self.weight[edge]))

    def is_destination(self, position: int) -> bool:
        return False

    def index(self, position: int) -> int:
        """Its number, which the position is itself."""
        return position

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.first) - 1


def tree_from(
    first: Int32,
    head: Int32,
    weight: Int32,
    node: int,
    *,
    limits: Limits = _NO_LIMITS,
    engine: str = "auto",
    workspace: Workspace | None = None,
) -> Tree:
    """Search from a node to all others, or as far as the limits go: ``distance`` of the result, in units of the weights."""
    size = len(first) - 1
    tree = Tree(
        first, head, weight, np.full(size, NEVER, np.int64), np.full(size, NEVER, np.int32), np.full(size, NEVER, np.int32)
    )
    tree.search(node, engine=engine, limits=limits, workspace=workspace)
    check_cancelled()  # what a cancelled search saw is not all
    return tree


def distances(first: Int32, head: Int32, weight: Int32, sources: Int64, targets: Int64, *, engine: str = "auto") -> Int64:
    """The matrix of distances, shape (sources, targets); `NEVER` where there is no way."""
    rows = [tree_from(first, head, weight, int(source), engine=engine).distance[targets] for source in sources]
    return np.stack(rows) if rows else np.empty((0, len(targets)), np.int64)
