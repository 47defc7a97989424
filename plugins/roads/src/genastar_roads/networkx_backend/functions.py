"""The functions of networkx that are searched here. Arguments and meaning are networkx's own.

networkx's other functions for shortest paths call these, and run as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import wraps
from math import ceil
from typing import Any, Final, TypeVar, cast

import networkx as nx  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from genastar import Cost
from genastar.algorithms import KShortest
from genastar.algorithms.path_sets.k_shortest import MOST
from genastar_roads.networkx_backend.graph import NetworkxGraph
from genastar_roads.networkx_backend.problems import Heuristic
from genastar_roads.networkx_backend.searches import expect_nodes, find_reached, find_shortest
from genastar_roads.networkx_backend.weights import FAR, NotOursError, Weight, make_weight_function
from genastar_roads.networkx_info import FUNCTIONS

F = TypeVar("F", bound=Callable[..., Any])
Path = list[Hashable]
Paths = dict[Hashable, Path]
Lengths = dict[Hashable, float]


def fall_back_to_networkx(function: F) -> F:
    """Make networkx answer where a function raises NotOursError, or a KeyError about a node."""
    name = function.__name__

    @wraps(function)
    def answer_or_fall_back(G: NetworkxGraph, *args: Any, **kwargs: Any) -> Any:
        try:
            return function(G, *args, **kwargs)
        except (NotOursError, KeyError):
            return getattr(nx, name)(G.graph, *args, **kwargs, backend="networkx")

    answer_or_fall_back.__doc__ = f"Do the same as `networkx.{name}`."
    return cast(F, answer_or_fall_back)


# From one node to another.


@fall_back_to_networkx
def astar_path(
    G: NetworkxGraph,
    source: Hashable,
    target: Hashable,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> Path:
    return find_shortest(G, [source], target, weight, f"Node {target} not reachable from {source}", heuristic, cutoff or None)[
        1
    ]


@fall_back_to_networkx
def astar_path_length(
    G: NetworkxGraph,
    source: Hashable,
    target: Hashable,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> float:
    expect_nodes(G, source, target)
    return G.sum_path(astar_path(G, source, target, heuristic, weight, cutoff=cutoff), weight)


@fall_back_to_networkx
def dijkstra_path_length(G: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight = "weight") -> float:
    return find_shortest(G, [source], target, weight, f"Node {target} not reachable from {source}")[0]


@fall_back_to_networkx
def bellman_ford_path_length(G: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight = "weight") -> float:
    return find_shortest(G, [source], target, weight, f"node {target} not reachable from {source}")[0]


@fall_back_to_networkx
def bidirectional_dijkstra(
    G: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight = "weight"
) -> tuple[float, Path]:
    # One search from the source is faster in machine code.
    return find_shortest(G, [source], target, weight, f"No path between {source} and {target}.")


@fall_back_to_networkx
def bidirectional_shortest_path(G: NetworkxGraph, source: Hashable, target: Hashable) -> Path:
    return find_shortest(G, [source], target, None, f"No path between {source} and {target}.")[1]


def shortest_simple_paths(G: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight = None) -> Iterator[Path]:
    """Do the same as `networkx.shortest_simple_paths`, by `genastar.algorithms.KShortest`."""
    try:
        expect_nodes(G, source, target)
        if G.is_multigraph():
            raise NotOursError
        left = _bound_remaining(G, source, target, weight)
        problem = G.make_problem(weight, lambda node, _: left[node], target)
        for result in problem.results(source, Cost(left[source], 0, left[source]), algorithm=KShortest(MOST)):
            if result.found:
                yield list(result.path)
    except NotOursError:
        yield from nx.shortest_simple_paths(G.graph, source, target, weight, backend="networkx")


def _bound_remaining(graph: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight) -> Mapping[Hashable, float]:
    """Return a lower bound on the distance from each node to the target, exact if at most that from the source."""
    most = find_shortest(graph, [source], target, weight, f"No path between {source} and {target}.")[0]
    back: Weight = (lambda one, two, data: weight(two, one, data)) if callable(weight) else weight
    return defaultdict(lambda: most, find_reached(graph.reverse(), [target], back, most).distance)


# From some nodes to all others, or from all.


@fall_back_to_networkx
def multi_source_dijkstra(
    G: NetworkxGraph,
    sources: Collection[Hashable],
    target: Hashable | None = None,
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> tuple[Any, Any]:
    if target is not None:
        return find_shortest(G, sources, target, weight, f"No path to {target}.", cutoff=cutoff)
    found = find_reached(G, sources, weight, cutoff)
    return found.distance, found.list_paths()


@fall_back_to_networkx
def multi_source_dijkstra_path_length(
    G: NetworkxGraph, sources: Collection[Hashable], cutoff: float | None = None, weight: Weight = "weight"
) -> Lengths:
    return find_reached(G, sources, weight, cutoff).distance


@fall_back_to_networkx
def single_source_bellman_ford_path_length(G: NetworkxGraph, source: Hashable, weight: Weight = "weight") -> Lengths:
    return find_reached(G, [source], weight).distance


@fall_back_to_networkx
def single_source_shortest_path_length(G: NetworkxGraph, source: Hashable, cutoff: float | None = None) -> Lengths:
    return find_reached(G, [source], cutoff=_count_levels(cutoff)).distance


@fall_back_to_networkx
def single_source_shortest_path(G: NetworkxGraph, source: Hashable, cutoff: float | None = None) -> Paths:
    return find_reached(G, [source], cutoff=_count_levels(cutoff)).list_paths()


@fall_back_to_networkx
def single_target_shortest_path_length(G: NetworkxGraph, target: Hashable, cutoff: float | None = None) -> Lengths:
    return find_reached(G.reverse(), [target], cutoff=_count_levels(cutoff)).distance


@fall_back_to_networkx
def single_target_shortest_path(G: NetworkxGraph, target: Hashable, cutoff: float | None = None) -> Paths:
    return {
        node: path[::-1]
        for node, path in find_reached(G.reverse(), [target], cutoff=_count_levels(cutoff)).list_paths().items()
    }


def _count_levels(cutoff: float | None) -> float | None:
    """Return the number of steps that networkx makes within a cutoff: it goes on below it."""
    return cutoff if cutoff is None or not abs(cutoff) < FAR else ceil(cutoff)


@fall_back_to_networkx
def single_source_bellman_ford(
    G: NetworkxGraph, source: Hashable, target: Hashable | None = None, weight: Weight = "weight"
) -> tuple[Any, Any]:
    if target is not None:
        return find_shortest(G, [source], target, weight, f"Target {target} cannot be reached from given sources")
    found = find_reached(G, [source], weight)
    return found.distance, found.list_paths()


@fall_back_to_networkx
def goldberg_radzik(
    G: NetworkxGraph, source: Hashable, weight: Weight = "weight"
) -> tuple[dict[Hashable, Hashable | None], Lengths]:
    found = find_reached(G, [source], weight)
    return found.parent, found.distance


@fall_back_to_networkx
def johnson(G: NetworkxGraph, weight: Weight = "weight") -> dict[Hashable, Paths]:
    return {source: find_reached(G, [source], weight).list_paths() for source in G}


@fall_back_to_networkx
def floyd_warshall_predecessor_and_distance(
    G: NetworkxGraph, weight: Weight = "weight"
) -> tuple[dict[Hashable, dict[Hashable, Hashable]], dict[Hashable, Lengths]]:
    before: dict[Hashable, dict[Hashable, Hashable]] = {}
    distance: dict[Hashable, Lengths] = {}
    for source in G:
        found = find_reached(G, [source], weight)
        distance[source] = dict.fromkeys(G, FAR) | found.distance
        parents = {node: parent for node, parent in found.parent.items() if parent is not None}
        if source in G[source]:
            parents[source] = source  # networkx makes a node with a loop its own predecessor
        if parents:
            before[source] = parents
    return before, distance


@fall_back_to_networkx
def floyd_warshall_numpy(
    G: NetworkxGraph, nodelist: Collection[Hashable] | None = None, weight: Weight = "weight"
) -> NDArray[np.float64]:
    nodes = list(G) if nodelist is None else nodelist
    if not len(nodes) == len(G) == len(set(nodes)):
        raise NotOursError
    distance = {source: find_reached(G, [source], weight).distance for source in nodes}
    return np.array([[distance[one].get(other, FAR) for other in nodes] for one in nodes], dtype=float)


@fall_back_to_networkx
def average_shortest_path_length(G: NetworkxGraph, weight: Weight = None, method: str | None = None) -> float:
    if method not in (None, "unweighted", "dijkstra") or len(G) < 2:
        raise NotOursError
    by = None if (method or ("unweighted" if weight is None else "dijkstra")) == "unweighted" else weight or 1
    total: float = 0
    for source in G:
        distance = find_reached(G, [source], cast(Weight, by)).distance
        if len(distance) < len(G):
            raise nx.NetworkXError(f"Graph is not {'strongly ' * G.is_directed()}connected.")
        total += sum(distance.values())
    return total / (len(G) * (len(G) - 1))


# All predecessors on shortest paths.


@fall_back_to_networkx
def dijkstra_predecessor_and_distance(
    G: NetworkxGraph, source: Hashable, cutoff: float | None = None, weight: Weight = "weight"
) -> tuple[Paths, Lengths]:
    distance = find_reached(G, [source], weight, cutoff).distance
    return _list_predecessors(G, distance, weight), distance


@fall_back_to_networkx
def bellman_ford_predecessor_and_distance(
    G: NetworkxGraph,
    source: Hashable,
    target: Hashable | None = None,
    weight: Weight = "weight",
    heuristic: bool = False,
) -> tuple[Paths, Lengths]:
    # Where a step costs nothing, networkx has other predecessors.
    if callable(weight) or any(each is None or not cast(float, each) > 0 for each in G.get_rows(weight).weights):
        raise NotOursError
    distance = find_reached(G, [source], weight).distance
    return _list_predecessors(G, distance, weight), distance


@fall_back_to_networkx
def predecessor(
    G: NetworkxGraph,
    source: Hashable,
    target: Hashable | None = None,
    cutoff: float | None = None,
    return_seen: bool | None = None,
) -> Any:
    seen = find_reached(G, [source], cutoff=_count_levels(cutoff or None)).distance
    before = _list_predecessors(G, seen, None)
    if target is None:
        return (before, seen) if return_seen else before
    found = before.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found


def _list_predecessors(graph: NetworkxGraph, distance: Lengths, weight: Weight) -> Paths:
    """Return for each node the nodes before it on all shortest paths."""
    weigh = make_weight_function(graph, weight)
    before: Paths = {node: [] for node in distance}
    for node, paid in distance.items():
        for other, data in graph.neighbours[node].items():
            if other in distance and (step := weigh(node, other, data)) is not None and paid + step == distance[other]:
                before[other].append(node)
    return before


@fall_back_to_networkx
def all_shortest_paths(
    G: NetworkxGraph, source: Hashable, target: Hashable, weight: Weight = None, method: str | None = "dijkstra"
) -> Iterator[Path]:
    before = _list_predecessors_by(method, G, source, weight)
    return _iterate_paths_back(before, source, target)


@fall_back_to_networkx
def single_source_all_shortest_paths(
    G: NetworkxGraph, source: Hashable, weight: Weight = None, method: str | None = "dijkstra"
) -> Iterator[tuple[Hashable, list[Path]]]:
    before = _list_predecessors_by(method, G, source, weight)
    return ((node, list(_iterate_paths_back(before, source, node))) for node in before)


def _list_predecessors_by(method: str | None, graph: NetworkxGraph, source: Hashable, weight: Weight) -> Paths:
    """Return for each node the nodes before it on all shortest paths, by a method of networkx."""
    if weight is None or method == "unweighted":
        return cast(Paths, predecessor(graph, source))
    if method == "dijkstra":
        return dijkstra_predecessor_and_distance(graph, source, weight=weight)[0]
    if method == "bellman-ford":
        return bellman_ford_predecessor_and_distance(graph, source, weight=weight)[0]
    raise ValueError(f"method not supported: {method}")


def _iterate_paths_back(before: Paths, source: Hashable, target: Hashable) -> Iterator[Path]:
    """Yield the simple paths along predecessors, each once; networkx repeats those that steps of cost 0 lead through.

    Raises:
        NetworkXNoPath: there is none.
    """
    if target not in before:
        raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    line: dict[Hashable, None] = {target: None}
    branches = [iter(before[target] if target != source else ())]
    if target == source:
        yield [source]
    while branches:
        node = next(branches[-1], None)
        if node is None:
            branches.pop()
            line.popitem()
        elif node == source:
            yield [source, *reversed(line)]
        elif node not in line:
            line[node] = None
            branches.append(iter(before[node]))


# Cycles: without negative weights there is none.


@fall_back_to_networkx
def negative_edge_cycle(G: NetworkxGraph, weight: Weight = "weight", heuristic: bool = True) -> bool:
    if callable(weight):
        raise NotOursError
    G.get_rows(weight)
    return False


@fall_back_to_networkx
def find_negative_cycle(G: NetworkxGraph, source: Hashable, weight: Weight = "weight") -> Path:
    expect_nodes(G, source)
    if negative_edge_cycle(G, weight):
        raise NotOursError
    raise nx.NetworkXError("No negative cycles detected.")


def _wrap_networkx_function(name: str) -> Callable[..., Any]:
    """Return networkx's own function, which calls those above if its graph is a `NetworkxGraph`."""

    def call_networkx(*args: Any, **kwargs: Any) -> Any:
        return getattr(nx, name).orig_func(*args, **kwargs)

    call_networkx.__doc__ = f"Do the same as `networkx.{name}`."
    return call_networkx


ANSWERS: Final[dict[str, Callable[..., Any]]] = {
    name: globals().get(name) or _wrap_networkx_function(name) for name in FUNCTIONS
}
"""All functions of the backend by name."""
