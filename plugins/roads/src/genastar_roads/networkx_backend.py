"""A backend for networkx: its shortest paths, searched by genastar.

``nx.shortest_path(graph, a, b, weight="length", backend="genastar")``. A graph is put into rows of numbers at its
first question and searched in machine code, where its weights are numbers and it is large enough to be worth it; networkx keeps
the rows with the graph, and drops them when the graph changes. Where weights or the estimate are functions, the search is one
in Python over the graph as it is. ``nx.config.backends.genastar.engine`` is ``"auto"``, or the name of an engine to use always.

What is asked with negative weights is left to networkx, whose answer may be an error. Of several ways of one length, another
may be found than networkx finds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import pairwise
from typing import Any, Final, cast

import networkx as nx  # type: ignore[import-untyped]
import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Limits, Node, OpenList, Result

Weight = str | Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None] | None
Heuristic = Callable[[Hashable, Hashable], float]

FEW: Final = 5_000
"""Edges below which a search in Python is over before machine code is found."""
LARGEST: Final = 1 << 53
"""The sum of all weights, up to which numbers are exact."""


class _NegativeError(Exception):
    """A weight is negative: no question for A*."""


@frozen(eq=False)
class Rows(AStar[int, Cost[float]]):
    """Numbered nodes, in machine code. The weights are all ints or all floats."""

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
        """Its number, which the position is itself."""
        return position

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.first) - 1


@frozen(eq=False)
class Adjacent(AStar[Hashable, Cost[float]]):
    """The graph as networkx has it: any nodes, any weights, any estimate."""

    neighbours: Mapping[Hashable, Mapping[Hashable, Mapping[Any, Any]]]
    weight: Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None]
    heuristic: Heuristic | None
    goal: Hashable

    def add_neighbours(self, node: Node[Hashable, Cost[float]], open_list: OpenList[Hashable, Cost[float]]) -> None:
        for neighbour, data in self.neighbours[node.position].items():
            step = self.weight(node.position, neighbour, data)
            if step is None:
                continue
            if step < 0:
                raise _NegativeError
            open_list.relax(neighbour, node.cost.travelled + step)

    def estimate(self, position: Hashable) -> float:
        return 0 if self.heuristic is None else self.heuristic(position, self.goal)

    def is_destination(self, position: Hashable) -> bool:
        return position == self.goal


@define(eq=False)
class NetworkxGraph:
    """A graph of networkx, with rows for each attribute that was asked for as a weight."""

    graph: Any
    nodes: list[Hashable] = field(init=False, factory=list)
    number: dict[Hashable, int] = field(init=False, factory=dict)
    _rows: dict[str | None, Rows | None] = field(init=False, factory=dict)

    __networkx_backend__ = "genastar"

    def is_directed(self) -> bool:
        """As networkx asks it."""
        return bool(self.graph.is_directed())

    def is_multigraph(self) -> bool:
        """As networkx asks it."""
        return bool(self.graph.is_multigraph())

    def rows(self, weight: str | None) -> Rows | None:
        """The rows for a weight; ``None`` where weights are no plain numbers.

        Raises:
            _NegativeError: a weight is negative.
        """
        if not self.nodes:
            self.nodes = list(self.graph)
            self.number = {node: number for number, node in enumerate(self.nodes)}
        if weight not in self._rows:
            self._rows[weight] = self._made(weight)
        return self._rows[weight]

    def _made(self, weight: str | None) -> Rows | None:
        weigh = weight_function(self.graph, weight)
        neighbours = self.graph._adj
        head = [self.number[other] for node in self.nodes for other in neighbours[node]]
        try:
            weights = np.asarray([weigh(node, other, data) for node in self.nodes for other, data in neighbours[node].items()])
        except (ValueError, OverflowError):
            return None  # of several lengths, or beyond numpy's numbers
        if len(weights) and (weights.dtype.kind not in "iufb" or not np.abs(weights.astype(float)).sum() < LARGEST):
            return None
        if weights.min(initial=0) < 0:
            raise _NegativeError
        kept = weights.astype(np.float64) if weights.dtype.kind == "f" else weights.astype(np.int64)
        first = np.concatenate(([0], np.cumsum([len(neighbours[node]) for node in self.nodes], dtype=np.int64)))
        return Rows(first, np.array(head, np.int64), kept, -1)


def weight_function(graph: Any, weight: Weight) -> Callable[[Hashable, Hashable, Mapping[Any, Any]], float | None]:
    """What an edge costs, from its data: as networkx reads a weight. Of parallel edges the cheapest counts."""
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
    """The length of the cheapest way and its nodes; ``None`` if there is no way."""
    engine = str(nx.config.backends.genastar.engine)
    limits = Limits(cost=cutoff) if cutoff else Limits()
    large = engine != "auto" or graph.graph.number_of_edges() >= FEW
    if heuristic is None and not callable(weight) and large and (rows := graph.rows(weight)) is not None:
        solver = Rows(rows.first, rows.head, rows.weight, graph.number[target])
        nothing = rows.weight.dtype.type(0).item()
        numbered = solver.search(graph.number[source], Cost(nothing, nothing, nothing), engine=engine, limits=limits)
        return _answer(numbered, [graph.nodes[number] for number in numbered.path])
    adjacent = Adjacent(graph.graph._adj, weight_function(graph.graph, weight), heuristic, target)
    found = adjacent.search(source, Cost(0, 0, 0), reopen=heuristic is not None, limits=limits)
    return _answer(found, list(found.path))


def _answer(result: Result[Any, Cost[float]], path: list[Hashable]) -> tuple[float, list[Hashable]] | None:
    return None if result.cost is None else (result.cost.travelled, path)


def convert_from_nx(graph: Any, **_: object) -> NetworkxGraph:
    """Part of the contract of backends. The graph is not copied."""
    return graph if isinstance(graph, NetworkxGraph) else NetworkxGraph(graph)


def convert_to_nx(result: Any, **_: object) -> Any:
    """Part of the contract of backends."""
    return result.graph if isinstance(result, NetworkxGraph) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Part of the contract of backends: whether a question is one from a source to a target, or why it is not run."""
    if name not in ("shortest_path", "shortest_path_length"):
        return True
    asked = dict(zip(("G", "source", "target", "weight", "method"), args, strict=False)) | kwargs
    if asked.get("source") is None or asked.get("target") is None:
        return "genastar searches from one source to one target"
    return asked.get("method") != "bellman-ford" or "genastar does not search by Bellman and Ford"


def astar_path(
    G: NetworkxGraph,  # noqa: N803  # networkx passes it by this name
    source: Hashable,
    target: Hashable,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> list[Hashable]:
    """As `networkx.astar_path`."""
    _check(G, source, target)
    try:
        found = way(G, source, target, weight, heuristic, cutoff)
    except _NegativeError:
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
    """As `networkx.astar_path_length`."""
    if source not in G.graph or target not in G.graph:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    weigh, path = weight_function(G.graph, weight), astar_path(G, source, target, heuristic, weight, cutoff=cutoff)
    return sum(cast(float, weigh(one, two, G.graph._adj[one][two])) for one, two in pairwise(path))


def dijkstra_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> list[Hashable]:
    """As `networkx.dijkstra_path`."""
    if source not in G.graph:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    return _dijkstra("dijkstra_path", G, source, target, weight, f"No path to {target}.")[1]


def dijkstra_path_length(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> float:
    """As `networkx.dijkstra_path_length`."""
    if source not in G.graph:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    return _dijkstra("dijkstra_path_length", G, source, target, weight, f"Node {target} not reachable from {source}")[0]


def bidirectional_dijkstra(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = "weight",
) -> tuple[float, list[Hashable]]:
    """As `networkx.bidirectional_dijkstra`. One search from the source, in machine code, is the faster one."""
    _check(G, source, target)
    return _dijkstra("bidirectional_dijkstra", G, source, target, weight, f"No path between {source} and {target}.")


def bidirectional_shortest_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
) -> list[Hashable]:
    """As `networkx.bidirectional_shortest_path`."""
    return bidirectional_dijkstra(G, source, target, None)[1]


def shortest_path(
    G: NetworkxGraph,  # noqa: N803
    source: Hashable,
    target: Hashable,
    weight: Weight = None,
    method: str = "dijkstra",
) -> list[Hashable]:
    """As `networkx.shortest_path` from a source to a target."""
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
    """As `networkx.shortest_path_length` from a source to a target."""
    if method != "dijkstra":
        raise ValueError(f"method not supported: {method}")
    if weight is None:
        return len(bidirectional_shortest_path(G, source, target)) - 1
    return dijkstra_path_length(G, source, target, weight)


def _dijkstra(
    name: str, graph: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight, lost: str
) -> tuple[float, list[Hashable]]:
    """The way, or networkx's own answer where weights are negative."""
    if source == target:
        return 0, [source]
    try:
        found = way(graph, source, target, weight) if target in graph.graph else None
    except _NegativeError:
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
