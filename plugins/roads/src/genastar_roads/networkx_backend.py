"""A backend for networkx: its shortest paths, searched by genastar.

``nx.shortest_path(graph, a, b, weight="length", backend="genastar")``. A graph is put into rows of numbers at its
first question and searched in machine code, where its weights are numbers and it is large enough to be worth it. The rows are
kept with the graph; at each question its weights are compared with those of the rows, because ``data["length"] = 3`` changes a
weight without notice. Where weights or the estimate are functions, the search is one in Python over the graph as it is.
``nx.config.backends.genastar.engine`` is ``"auto"``, or the name of an engine to use always.

A graph with a negative, infinite or NaN weight, or one that is no number, is left to networkx, whose answer may be an error. Of
several paths of one length, another may be found than networkx finds. Nodes and lengths are the graph's own, at every engine.
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
"""Edges below which a search in Python is over before machine code is found."""
LARGEST: Final = 1 << 53
"""The sum of all weights, up to which numbers are exact."""
_FAR: Final = float("inf")


class _NotOursError(Exception):
    """A weight is negative, infinite, NaN or no number: a question for networkx."""


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
            if not _is_weight(step):
                raise _NotOursError
            open_list.relax(neighbour, node.cost.travelled + step)

    def estimate(self, position: Hashable) -> float:
        return 0 if self.heuristic is None else self.heuristic(position, self.goal)

    def is_destination(self, position: Hashable) -> bool:
        return position == self.goal


@frozen(eq=False)
class _Kept:
    """The rows for a weight, ``None`` where weights are no plain numbers; and the weights that they were made of."""

    weights: list[object]
    nodes: list[Hashable]
    number: dict[Hashable, int]
    rows: Rows | None


@define(eq=False)
class NetworkxGraph:
    """A graph of networkx, with rows for each attribute that was asked for as a weight."""

    graph: Any
    _kept: dict[str | None, _Kept] = field(init=False, factory=dict)

    __networkx_backend__ = "genastar"

    def is_directed(self) -> bool:
        """As networkx asks it."""
        return bool(self.graph.is_directed())

    def is_multigraph(self) -> bool:
        """As networkx asks it."""
        return bool(self.graph.is_multigraph())

    def kept(self, weight: str | None) -> _Kept:
        """The rows for a weight, as the graph is now.

        Raises:
            _NotOursError: an edge has a weight that is none for A*, wherever it lies: networkx may meet it, or not.
        """
        try:
            weights = self._weights(weight)
        except (TypeError, ValueError, ArithmeticError) as error:  # of parallel edges that do not compare
            raise _NotOursError from error
        found = self._kept.get(weight)
        if found is None or not _are_equal(found.weights, weights):
            found = self._kept[weight] = self._made(weights)
        return found

    def _weights(self, weight: str | None) -> list[object]:
        """What the edges weigh, in the order of the graph."""
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
    """The weights as an array; ``None`` where they are no numbers, or not exact as numbers of numpy."""
    try:
        array = np.asarray(weights)
    except (ValueError, OverflowError):
        return None  # of several lengths, or beyond numpy's numbers
    with np.errstate(over="ignore"):
        if len(array) and (array.dtype.kind not in "iufb" or not np.abs(array.astype(float)).sum() < LARGEST):
            return None
    return array


def _is_weight(step: object) -> bool:
    """Whether A* can take it: a number from 0 on that is finite."""
    try:
        return bool(0 <= step < _FAR)  # type: ignore[operator]
    except (TypeError, ValueError, ArithmeticError):
        return False


def _are_equal(before: list[object], now: list[object]) -> bool:
    try:
        return before == now
    except (TypeError, ValueError, ArithmeticError):  # arrays and their kin, of which nobody can say it
        return False


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
    """The sum of the weights as the graph has them, and not as an engine has them."""
    weigh = weight_function(graph, weight)
    return sum(cast(float, weigh(one, two, graph._adj[one][two])) for one, two in pairwise(path))


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
    """As `networkx.astar_path_length`."""
    if source not in G.graph or target not in G.graph:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    return _length(G.graph, astar_path(G, source, target, heuristic, weight, cutoff=cutoff), weight)


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
    """The length and the path, or networkx's own answer where a weight is none for A*."""
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
