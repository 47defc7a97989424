"""A networkx graph with the rows made from it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from genastar_roads.networkx_backend.problems import Heuristic, Neighbours, NetworkxProblem, NetworkxRows
from genastar_roads.networkx_backend.weights import NotOursError, Weight, are_equal, is_weight, make_weight_function, to_numbers


@frozen(eq=False)
class CachedRows:
    """The rows for a weight (``None`` if the weights are not plain numbers), and the weights they were made from."""

    weights: list[object]
    nodes: list[Hashable]
    number: dict[Hashable, int]
    rows: NetworkxRows | None


@define(eq=False)
class NetworkxGraph:
    """A networkx graph with rows for each weight attribute used so far."""

    graph: Any
    _rows_by_weight: dict[str | None, CachedRows] = field(init=False, factory=dict)
    _reversed: NetworkxGraph | None = field(init=False, default=None)

    __networkx_backend__ = "genastar"

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the graph, for networkx's own functions that call those of this backend."""
        if name.startswith("__") or name == "graph":
            raise AttributeError(name)
        return getattr(self.graph, name)

    def __contains__(self, node: object) -> bool:
        return node in self.graph

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.graph)

    def __len__(self) -> int:
        return len(self.graph)

    def __getitem__(self, node: Hashable) -> Any:
        return self.graph[node]

    def reverse(self, copy: bool = True) -> NetworkxGraph:
        """Return the graph with its edges reversed, as a view. networkx calls this."""
        if not self.is_directed():
            return self
        if self._reversed is None:
            self._reversed = NetworkxGraph(self.graph.reverse(copy=False))
        return self._reversed

    @property
    def neighbours(self) -> Neighbours:
        """Return the data of the edge from each node to each neighbour."""
        return cast("Neighbours", self.graph._adj)

    def make_problem(self, weight: Weight, heuristic: Heuristic | None = None, goal: Hashable = None) -> NetworkxProblem:
        """Return the graph as it is, as a search problem."""
        return NetworkxProblem(self.neighbours, make_weight_function(self, weight), heuristic, goal)

    def sum_path(self, path: Sequence[Hashable], weight: Weight) -> float:
        """Return the sum of the graph's own weights, not of an engine's copies."""
        weigh = make_weight_function(self, weight)
        return sum(cast(float, weigh(one, two, self.neighbours[one][two])) for one, two in pairwise(path))

    def get_rows(self, weight: str | None) -> CachedRows:
        """Return the rows for a weight as the graph is now.

        Raises:
            NotOursError: some edge has a weight that A* does not accept, even if networkx might not reach this edge.
        """
        try:
            weights = self._read_weights(weight)
        except (TypeError, ValueError, ArithmeticError) as error:  # parallel edges whose weights do not compare
            raise NotOursError from error
        found = self._rows_by_weight.get(weight)
        if found is None or not are_equal(found.weights, weights):
            nodes = list(self.graph)
            number = {node: place for place, node in enumerate(nodes)}
            found = self._rows_by_weight[weight] = CachedRows(weights, nodes, number, self._make_rows(weights, number))
        return found

    def _read_weights(self, weight: str | None) -> list[object]:
        """Return the weights of the edges in the order of the graph."""
        if self.is_multigraph():
            weigh = make_weight_function(self, weight)
            return [weigh(node, other, data) for node, row in self.neighbours.items() for other, data in row.items()]
        return [data.get(weight, 1) for row in self.neighbours.values() for data in row.values()]

    def _make_rows(self, weights: list[object], number: dict[Hashable, int]) -> NetworkxRows | None:
        array = to_numbers(weights)
        if array is None:
            if not all(weight is None or is_weight(weight) for weight in weights):
                raise NotOursError
            return None
        if array.min(initial=0) < 0:
            raise NotOursError
        plain: NDArray[Any] = array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
        head = np.array([number[other] for row in self.neighbours.values() for other in row], np.int64)
        first = np.concatenate(([0], np.cumsum([len(row) for row in self.neighbours.values()], dtype=np.int64)))
        return NetworkxRows(first, head, plain, -1)
