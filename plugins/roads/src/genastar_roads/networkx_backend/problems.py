"""Search problems: a graph of networkx as rows of numbers, and as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_roads.networkx_backend.weights import NotOursError, Weigh, is_weight

Heuristic = Callable[[Hashable, Hashable], float]
Neighbours = Mapping[Hashable, Mapping[Hashable, Mapping[Any, Any]]]
"""For each node, the data of the edge to each neighbour."""


@frozen(eq=False)
class NetworkxRows(AStar[int, Cost[float]]):
    """Numbered nodes with rows of edges. The weights are all ints or all floats."""

    first: NDArray[np.int64]
    head: NDArray[np.int64]
    weight: NDArray[np.int64] | NDArray[np.float64]
    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(self.head[edge], node.cost.travelled + self.weight[edge])

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        """Return the position, which is its own index."""
        return position

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.first) - 1


@frozen(eq=False)
class NetworkxProblem(AStar[Hashable, Cost[float]]):
    """A networkx graph with any nodes, weights and estimate."""

    neighbours: Neighbours
    weight: Weigh
    heuristic: Heuristic | None = None
    goal: Hashable = None

    def add_neighbours(self, node: Node[Hashable, Cost[float]], open_list: OpenList[Hashable, Cost[float]]) -> None:
        for neighbour, data in self.neighbours[node.position].items():
            step = self.weight(node.position, neighbour, data)
            if step is None:
                continue
            if not is_weight(step):
                raise NotOursError
            open_list.relax(neighbour, node.cost.travelled + step)

    def estimate(self, position: Hashable) -> float:
        return 0 if self.heuristic is None else self.heuristic(position, self.goal)

    def is_destination(self, position: Hashable) -> bool:
        return position == self.goal
