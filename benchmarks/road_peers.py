"""Packages that search road graphs: those for graphs, and the bindings of RoutingKit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_roads.graph.road_graph import RoadGraph

Pairs = Sequence[tuple[int, int]]
Distances = Callable[[Pairs], list[int]]


@frozen(eq=False)
class Contestant:
    """Who it is, and how it is asked for distances of all pairs."""

    name: str
    ask: Distances
    slow: bool = False


def package(name: str) -> Any:
    """Return a package; print a line and return ``None`` if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        print(f"skipped: {name}, which is not installed\n")
        return None


def dijkstra_peers(graph: RoadGraph) -> list[Contestant]:
    """Each with the distances that it gives; that of scipy searches to all nodes."""
    peers = []
    if (csgraph := package("scipy.sparse.csgraph")) is not None:
        matrix = import_module("scipy.sparse").csr_array(
            (graph.weight.astype(float), graph.head, graph.first), shape=(graph.size, graph.size)
        )

        def scipy(pairs: Pairs) -> list[int]:
            return [whole(csgraph.dijkstra(matrix, indices=start)[goal]) for start, goal in pairs]

        peers.append(Contestant("scipy, dijkstra", scipy, slow=True))
    if (igraph := package("igraph")) is not None:
        edges = np.stack((graph.tail, graph.head), axis=1).tolist()
        made = igraph.Graph(graph.size, edges, directed=True)
        weights = graph.weight.tolist()

        def by_igraph(pairs: Pairs) -> list[int]:
            return [whole(made.compute_distances(start, goal, weights)[0][0]) for start, goal in pairs]

        peers.append(Contestant("igraph, distances", by_igraph, slow=True))
    if (rustworkx := package("rustworkx")) is not None:
        world = rustworkx_graph(graph)

        def by_rustworkx(pairs: Pairs) -> list[int]:
            found = (
                dict(rustworkx.dijkstra_shortest_path_lengths(world, start, float, goal)).get(goal, -1.0)
                for start, goal in pairs
            )
            return [0 if start == goal else whole(cost) for cost, (start, goal) in zip(found, pairs, strict=True)]

        peers.append(Contestant("rustworkx, dijkstra", by_rustworkx, slow=True))
    return peers


def astar_peers(graph: RoadGraph) -> list[Contestant]:
    """Time packages whose A* calls Python for the estimate."""
    vectors, rate, peers = graph.vectors, graph.rate, []
    x, y, z = (column.tolist() for column in vectors.T)

    def left(node: int, goal: int) -> float:
        return float(rate * sqrt((x[node] - x[goal]) ** 2 + (y[node] - y[goal]) ** 2 + (z[node] - z[goal]) ** 2))

    weight: dict[tuple[int, int], int] = {}
    for tail, head, cost in zip(graph.tail.tolist(), graph.head.tolist(), graph.weight.tolist(), strict=True):
        weight[tail, head] = min(cost, weight.get((tail, head), cost))

    def length(path: Sequence[int]) -> int:
        return sum(weight[step] for step in pairwise(path))

    if (rustworkx := package("rustworkx")) is not None:
        world = rustworkx_graph(graph)

        def by_rustworkx(pairs: Pairs) -> list[int]:
            found = []
            for start, goal in pairs:
                try:
                    path = rustworkx.astar_shortest_path(world, start, lambda n: n == goal, float, lambda n: left(n, goal))  # noqa: B023
                except rustworkx.NoPathFound:
                    found.append(-1)
                else:
                    found.append(length(path))
            return found

        peers.append(Contestant("rustworkx, A*", by_rustworkx, slow=True))
    if (networkx := package("networkx")) is not None:
        other = networkx.DiGraph()
        other.add_nodes_from(range(graph.size))
        other.add_weighted_edges_from((tail, head, cost) for (tail, head), cost in weight.items())

        def by_networkx(pairs: Pairs) -> list[int]:
            found = []
            for start, goal in pairs:
                try:
                    found.append(length(networkx.astar_path(other, start, goal, left, backend="networkx")))
                except networkx.NetworkXNoPath:
                    found.append(-1)
            return found

        peers.append(Contestant("networkx, A*", by_networkx, slow=True))
    return peers


def rustworkx_graph(graph: RoadGraph) -> Any:
    """Nodes are themselves, edges their weights."""
    world = import_module("rustworkx").PyDiGraph()
    world.add_nodes_from(range(graph.size))
    world.add_edges_from(list(zip(graph.tail.tolist(), graph.head.tolist(), graph.weight.tolist(), strict=True)))
    return world


def hierarchy_peers(graph: RoadGraph, *, path: bool) -> list[Contestant]:
    """Two bindings of RoutingKit: a contraction hierarchy, and a customizable one, which always gives the way."""
    peers = []
    if (routing := package("ch_router")) is not None:
        query = routing.CHQuery(routing.ContractionHierarchy.build(graph.size, *unsigned(graph)))

        def by_ch(pairs: Pairs) -> list[int]:
            found = []
            for start, goal in pairs:
                ran = query.reset().add_source(start).add_target(goal).run()
                cost = ran.get_distance()
                if path:
                    ran.get_arc_path()
                found.append(-1 if cost >= routing.INF_WEIGHT else cost)
            return found

        peers.append(Contestant("RoutingKit CH, by ch-router", by_ch))
    if path and graph.has_coordinates and (routing_cch := package("pyroutingkit")) is not None:
        topology = routing_cch.CCHTopology()
        tail, head, weight = unsigned(graph)
        topology.build(tail, head, graph.lat.astype(np.float32), graph.lon.astype(np.float32), graph.size)
        cch = routing_cch.CCHMetric(topology)
        cch.customize(weight)

        def by_cch(pairs: Pairs) -> list[int]:
            found = []
            for start, goal in pairs:
                cost = cch.query(start, goal)[0]
                found.append(-1 if cost >= routing_cch.INF_WEIGHT else int(cost))
            return found

        peers.append(Contestant("RoutingKit CCH, by pyroutingkit", by_cch))
    return peers


def unsigned(graph: RoadGraph) -> tuple[NDArray[np.uint32], ...]:
    """Tails, heads and weights, as RoutingKit has them."""
    return tuple(array.astype(np.uint32) for array in (graph.tail, graph.head, graph.weight))


def whole(cost: float) -> int:
    """Return a distance as a whole number; -1 for none."""
    return -1 if cost == float("inf") else round(cost)
