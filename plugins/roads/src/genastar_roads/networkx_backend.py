"""A networkx backend: its shortest-path functions, searched by genastar.

``nx.shortest_path(graph, a, b, weight="length", backend="genastar")``. The first question converts a graph to rows of numbers,
which are searched in machine code if the weights are numbers and the graph is large enough. The rows are kept with the graph.
Each question compares the graph's weights with the rows, because ``data["length"] = 3`` changes a weight without notice. If
weights or the estimate are functions, the graph is searched in Python as it is.
``nx.config.backends.genastar.engine`` is ``"auto"`` or the name of an engine to use always.

A graph with a weight that is negative, infinite, NaN or not a number is left to networkx, which may raise an error. Of several
shortest paths, the result may differ from that of networkx. Nodes and lengths are the graph's own with every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import pairwise
from typing import Any, Final, cast

import networkx as nx  # type: ignore[import-untyped]
import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Limits, Node, OpenList

Weight = str | Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None] | None
Heuristic = Callable[[Hashable, Hashable], float]

FEW: Final = 5_000
"""Number of edges below which a search in Python is faster than loading machine code."""
LARGEST: Final = 1 << 53
"""Largest sum of weights for which numbers are exact."""
_FAR: Final = float("inf")


class _NotOursError(Exception):
    """A weight is negative, infinite, NaN or not a number, so networkx must answer."""


@frozen(eq=False)
class Rows(AStar[int, Cost[float]]):
    """Numbered nodes for machine code. The weights are all ints or all floats."""

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
class Adjacent(AStar[Hashable, Cost[float]]):
    """A networkx graph with any nodes, weights and estimate."""

    neighbours: Mapping[Hashable, Mapping[Hashable, Mapping[Any, Any]]]
    weight: Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None]
    heuristic: Heuristic | None
    goal: Hashable

    def add_neighbours(self, node: Node[Hashable, Cost[float]], open_list: OpenList[Hashable, Cost[float]]) -> None:
        for neighbour, data in self.neighbours[node.position].items():
            step = self.weight(node.position, neighbour, data)
            if step is None:
                continue
            if not _is_weight(step):
                raise _NotOursError
            open_list.relax(neighbour, node.cost.travelled + step)

    def estimate(self, position: Hashable) -> float:
        return 0 if self.heuristic is None else self.heuristic(position, self.goal)

    def is_destination(self, position: Hashable) -> bool:
        return position == self.goal


@frozen(eq=False)
class _Kept:
    """The rows for a weight (``None`` if the weights are not plain numbers), and the weights they were made from."""

    weights: list[object]
    nodes: list[Hashable]
    number: dict[Hashable, int]
    rows: Rows | None


@define(eq=False)
class NetworkxGraph:
    """A networkx graph with rows for each weight attribute used so far."""

    graph: Any
    _kept: dict[str | None, _Kept] = field(init=False, factory=dict)

    __networkx_backend__ = "genastar"

    def is_directed(self) -> bool:
        """Return whether the graph is directed. networkx calls this."""
        return bool(self.graph.is_directed())

    def is_multigraph(self) -> bool:
        """Return whether the graph is a multigraph. networkx calls this."""
        return bool(self.graph.is_multigraph())

    def kept(self, weight: str | None) -> _Kept:
        """Return the rows for a weight as the graph is now.

        Raises:
            _NotOursError: some edge has a weight that A* does not accept, even if networkx might not reach this edge.
        """
        try:
            weights = self._weights(weight)
        except (TypeError, ValueError, ArithmeticError) as error:  # parallel edges whose weights do not compare
            raise _NotOursError from error
        found = self._kept.get(weight)
        if found is None or not _are_equal(found.weights, weights):
            found = self._kept[weight] = self._made(weights)
        return found

    def _weights(self, weight: str | None) -> list[object]:
        """Return the weights of the edges in the order of the graph."""
        neighbours = self.graph._adj
        if self.graph.is_multigraph():
            weigh = weight_function(self.graph, weight)
            return [weigh(node, other, data) for node, row in neighbours.items() for other, data in row.items()]
        return [data.get(weight, 1) for row in neighbours.values() for data in row.values()]

    def _made(self, weights: list[object]) -> _Kept:
        neighbours = self.graph._adj
        nodes = list(neighbours)
        number = {node: place for place, node in enumerate(nodes)}
        nothing = _Kept(weights, nodes, number, None)
        array = _numbers(weights)
        if array is None:
            if not all(weight is None or _is_weight(weight) for weight in weights):
                raise _NotOursError
            return nothing
        if array.min(initial=0) < 0:
            raise _NotOursError
        plain = array.astype(np.float64) if array.dtype.kind == "f" else array.astype(np.int64)
        head = np.array([number[other] for row in neighbours.values() for other in row], np.int64)
        first = np.concatenate(([0], np.cumsum([len(row) for row in neighbours.values()], dtype=np.int64)))
        return evolve(nothing, rows=Rows(first, head, plain, -1))


def _numbers(weights: list[object]) -> NDArray[np.generic] | None:
    """Return the weights as an array; ``None`` if they are not numbers, or not exact in numpy."""
    try:
        array = np.asarray(weights)
    except (ValueError, OverflowError):
        return None  # nested lists of different lengths, or numbers beyond numpy's range
    with np.errstate(over="ignore"):
        if len(array) and (array.dtype.kind not in "iufb" or not np.abs(array.astype(float)).sum() < LARGEST):
            return None
    return array


def _is_weight(step: object) -> bool:
    """Return whether A* accepts this weight: a finite number, 0 or more."""
    try:
        return bool(0 <= step < _FAR)  # type: ignore[operator]
    except (TypeError, ValueError, ArithmeticError):
        return False


def _are_equal(before: list[object], now: list[object]) -> bool:
    try:
        return before == now
    except (TypeError, ValueError, ArithmeticError):  # arrays and similar values do not compare to one bool
        return False


def weight_function(graph: Any, weight: Weight) -> Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None]:
    """Return a function from an edge's data to its cost, as networkx reads weights. Of parallel edges the cheapest counts."""
    if callable(weight):
        return weight
    if graph.is_multigraph():
        return lambda _, __, data: min(each.get(weight, 1) for each in data.values())
    return lambda _, __, data: cast("float | None", data.get(weight, 1))


def way(
    graph: NetworkxGraph,
    source: Hashable,
    target: Hashable,
    weight: Weight,
    heuristic: Heuristic | None = None,
    cutoff: float | None = None,
) -> tuple[float, list[Hashable]] | None:
    """Return the length of the shortest path and its nodes; ``None`` if there is no path."""
    engine = str(nx.config.backends.genastar.engine)
    limits = Limits(cost=cutoff) if cutoff and cutoff < _FAR else Limits()
    large = engine != "auto" or graph.graph.number_of_edges() >= FEW
    path: list[Hashable] | None = None
    kept = None if callable(weight) else graph.kept(weight)
    if heuristic is None and kept is not None and large and (rows := kept.rows) is not None:
        solver = evolve(rows, goal=kept.number[target])
        nothing = rows.weight.dtype.type(0).item()
        numbered = solver.search(kept.number[source], Cost(nothing, nothing, nothing), engine=engine, limits=limits)
        path = [kept.nodes[number] for number in numbered.path]
    else:
        adjacent = Adjacent(graph.graph._adj, weight_function(graph.graph, weight), heuristic, target)
        path = list(adjacent.search(source, Cost(0, 0, 0), reopen=heuristic is not None, limits=limits).path)
    return (_length(graph.graph, path, weight), path) if path else None


def _length(graph: Any, path: list[Hashable], weight: Weight) -> float:
    """Return the sum of the graph's own weights, not of an engine's copies."""
    weigh = weight_function(graph, weight)
    return sum(cast(float, weigh(one, two, graph._adj[one][two])) for one, two in pairwise(path))


def convert_from_nx(graph: Any, **_: object) -> NetworkxGraph:
    """Wrap a graph without copying it. networkx requires this function."""
    return graph if isinstance(graph, NetworkxGraph) else NetworkxGraph(graph)


def convert_to_nx(result: Any, **_: object) -> Any:
    """Unwrap a graph. networkx requires this function."""
    return result.graph if isinstance(result, NetworkxGraph) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return whether a question has one source and one target, or else why it cannot run. networkx requires this function."""
    if name not in ("shortest_path", "shortest_path_length"):
        return True
    asked = dict(zip(("G", "source", "target", "weight", "method"), args, strict=False)) | kwargs
    if asked.get("source") is None or asked.get("target") is None:
        return "genastar searches from one source to one target; give both"
    return asked.get("method") != "bellman-ford" or "genastar does not implement the method bellman-ford"


def astar_path(
    G: NetworkxGraph,  # noqa: N803  # networkx passes it by this name
    source: Hashable,
    target: Hashable,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> list[Hashable]:
    """Do the same as `networkx.astar_path`."""
    _check(G, source, target)
    try:
        found = way(G, source, target, weight, heuristic, cutoff)
    except _NotOursError:
        return cast(
            "list[Hashable]",
            nx.astar_path(G.graph, source, target, heuristic, weight, cutoff=cutoff, backend="networkx"),
        )
    if found is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return found[1]


def astar_path_length(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> float:
    """Do the same as `networkx.astar_path_length`."""
    if source not in G.graph or target not in G.graph:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _length(G.graph, astar_path(G, source, target, heuristic, weight, cutoff=cutoff), weight)


def dijkstra_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> list[Hashable]:
    """Do the same as `networkx.dijkstra_path`."""
    if source not in G.graph:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    return _dijkstra("dijkstra_path", G, source, target, weight, f"No path to {target}.")[1]


def dijkstra_path_length(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> float:
    """Do the same as `networkx.dijkstra_path_length`."""
    if source not in G.graph:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    return _dijkstra("dijkstra_path_length", G, source, target, weight, f"Node {target} not reachable from {source}")[0]


def bidirectional_dijkstra(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> tuple[float, list[Hashable]]:
    """Do the same as `networkx.bidirectional_dijkstra`, by one search from the source, which is faster in machine code."""
    _check(G, source, target)
    return _dijkstra("bidirectional_dijkstra", G, source, target, weight, f"No path between {source} and {target}.")


def bidirectional_shortest_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
) -> list[Hashable]:
    """Do the same as `networkx.bidirectional_shortest_path`."""
    return bidirectional_dijkstra(G, source, target, None)[1]


def shortest_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = None,
    method: str = "dijkstra",
) -> list[Hashable]:
    """Do the same as `networkx.shortest_path` from one source to one target."""
    if method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    return bidirectional_dijkstra(G, source, target, weight)[1]


def shortest_path_length(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = None,
    method: str = "dijkstra",
) -> float:
    """Do the same as `networkx.shortest_path_length` from one source to one target."""
    if method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    if weight is None:
        return len(bidirectional_shortest_path(G, source, target)) - 1
    return dijkstra_path_length(G, source, target, weight)


def _dijkstra(
    name: str, graph: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight, lost: str
) -> tuple[float, list[Hashable]]:
    """Return the length and the path, or the answer of networkx if A* does not accept a weight."""
    if source == target:
        return 0, [source]
    try:
        found = way(graph, source, target, weight) if target in graph.graph else None
    except _NotOursError:
        answer = getattr(nx, name)(graph.graph, source, target, weight, backend="networkx")
        return answer if isinstance(answer, tuple) else (answer, answer)
    if found is None:
        raise nx.NetworkXNoPath(lost)
    return found


def _check(graph: NetworkxGraph, source: Hashable, target: Hashable) -> None:
    if source not in graph.graph:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if target not in graph.graph:
        raise nx.NodeNotFound(f"Target {target} is not in G")
