"""All shortest paths of networkx's backend: each once, as by trying every path."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import Any

import pytest

nx = pytest.importorskip("networkx", reason="it is not installed")

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs are saved")  # networkx says it to all

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
FEW = (0, 0, 1, 1, 2, 0.0, 1.5)
"""Costs of steps. Many are 0: networkx repeats the paths through them."""


def every_path(graph: Any, source: Hashable, target: Hashable, weight: str | None) -> list[list[Hashable]]:
    """The cheapest of all simple paths, sorted."""

    def cost(one: Hashable, other: Hashable) -> float:
        edges = graph[one][other].values() if graph.is_multigraph() else [graph[one][other]]
        return min(1 if weight is None else edge[weight] for edge in edges)

    def paths(path: list[Hashable], paid: float) -> Iterator[tuple[float, list[Hashable]]]:
        if path[-1] == target:
            yield paid, path
            return
        for node in graph[path[-1]]:
            if node not in path:
                yield from paths([*path, node], paid + cost(path[-1], node))

    found = list(paths([source], 0))
    least = min((paid for paid, _ in found), default=0)
    return sorted(path for paid, path in found if paid == least)


def drawn(kind: Any, chance: random.Random) -> Any:
    graph = kind()
    graph.add_nodes_from(range(chance.randint(2, 6)))
    nodes = list(graph)
    for _ in range(chance.randint(1, 12)):
        graph.add_edge(chance.choice(nodes), chance.choice(nodes), weight=chance.choice(FEW))
    return graph


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["unweighted", "dijkstra", "bellman-ford"])
def test_each_path_is_given_once(kind: Any, method: str) -> None:
    chance = random.Random(7)
    weight = None if method == "unweighted" else "weight"
    how = {"weight": weight, "method": "dijkstra" if weight is None else method, "backend": "genastar"}
    for _ in range(60):
        graph = drawn(kind, chance)
        source, target = chance.choice(list(graph)), chance.choice(list(graph))
        wanted = every_path(graph, source, target, weight)
        try:
            found = list(nx.all_shortest_paths(graph, source, target, **how))
        except nx.NetworkXNoPath:
            found = []
        assert sorted(found) == wanted
        assert sorted(dict(nx.single_source_all_shortest_paths(graph, source, **how)).get(target, [])) == wanted
        assert sorted(dict(nx.all_pairs_all_shortest_paths(graph, **how))[source].get(target, [])) == wanted


def test_errors_are_those_of_networkx() -> None:
    graph = nx.path_graph(3)
    graph.add_node("alone")
    with pytest.raises(nx.NetworkXNoPath, match="Target alone cannot be reached from given sources"):
        list(nx.all_shortest_paths(graph, 0, "alone", backend="genastar"))
    with pytest.raises(nx.NodeNotFound):
        list(nx.all_shortest_paths(graph, "nowhere", 0, backend="genastar"))
    with pytest.raises(ValueError, match="method not supported: guess"):
        list(nx.all_shortest_paths(graph, 0, 1, weight="weight", method="guess", backend="genastar"))
