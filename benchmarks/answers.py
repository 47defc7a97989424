"""The k shortest paths beside ``networkx.shortest_simple_paths``, and the functions of networkx through the backend.

Medians of interleaved rounds; a ratio above 1 means that genastar is faster. In the first table both are interpreted, unless
the row says "compiled", and the rows of the graph were made beforehand. In the second, the first question of a process converts
the graph and loads or compiles machine code; its time stands beside that of later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
from attrs import frozen

from benchmarks.measure import median_seconds, print_table
from genastar.algorithms import KShortest
from genastar_roads.networkx_backend.graph import NetworkxGraph
from genastar_roads.networkx_backend.problems import NetworkxRows

ROUNDS = 5
SIDE, PATHS = 30, 20
LARGE = 160


@frozen(eq=False)
class TwoWay(NetworkxRows):
    """Rows with `reverse`: each step costs the same back."""

    def reverse(self, start: int) -> tuple[NetworkxRows, int]:
        return NetworkxRows(self.first, self.head, self.weight, start), self.goal


def town(side: int) -> nx.Graph:
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(side, side))
    chance = Random(1)
    for *_, data in graph.edges(data=True):
        data["weight"] = chance.randint(1, 20)
    return graph


def problem(kind: type[NetworkxRows], graph: nx.Graph, engine: str) -> NetworkxRows:
    """The rows of the graph: arrays for machine code, and tuples for Python, which reads them faster."""
    rows = NetworkxGraph(graph).get_rows("weight").rows
    assert rows is not None
    first, head, weight = rows.first, rows.head, rows.weight
    if engine == "compiled":
        return kind(first, head, weight, len(graph) - 1)
    columns: list[Any] = [tuple(column.tolist()) for column in (first, head, weight)]
    return kind(columns[0], columns[1], columns[2], len(graph) - 1)


def run() -> None:
    graph = town(SIDE)
    last = len(graph) - 1
    rows: list[Sequence[str]] = []
    for name, kind, engine in (
        ("no reverse", NetworkxRows, "interpreted"),
        ("reverse", TwoWay, "interpreted"),
        ("reverse, compiled", TwoWay, "compiled"),
    ):
        asked = problem(kind, graph, engine)

        def ours(asked: NetworkxRows = asked, engine: str = engine) -> list[float]:
            return [each.cost.total for each in asked.results(0, algorithm=KShortest(PATHS), engine=engine) if each.found]

        def theirs() -> list[int]:
            paths = islice(nx.shortest_simple_paths(graph, 0, last, weight="weight", backend="networkx"), PATHS)
            return [nx.path_weight(graph, path, "weight") for path in paths]

        assert ours() == theirs()
        taken = median_seconds({"genastar": ours, "networkx": theirs}, ROUNDS)
        rows.append((name, *_compared(taken)))
    print(f"### {PATHS} shortest paths through {SIDE} × {SIDE} crossings\n")
    print_table(["problem", "genastar, ms", "networkx, ms", "ratio"], rows)

    wide = town(LARGE).to_directed()
    far = len(wide) - 1
    asks: dict[str, Callable[[str], object]] = {
        "shortest_path": lambda backend: nx.shortest_path(wide, 0, far, weight="weight", backend=backend),
        "single_source_dijkstra_path_length": lambda backend: nx.single_source_dijkstra_path_length(wide, 0, backend=backend),
        "single_source_dijkstra": lambda backend: nx.single_source_dijkstra(wide, 0, backend=backend),
        "single_source_bellman_ford_path_length": lambda backend: nx.single_source_bellman_ford_path_length(
            wide, 0, backend=backend
        ),
    }
    rows = []
    with nx.config.backends.genastar(engine="compiled"):
        for name, ask in asks.items():
            began = perf_counter()
            ask("genastar")
            first = perf_counter() - began
            taken = median_seconds({backend: partial(ask, backend) for backend in ("genastar", "networkx")}, ROUNDS)
            rows.append((name, f"{first * 1e3:.0f}", *_compared(taken)))
    print(f"### networkx's functions on a graph of {wide.number_of_edges():,} edges\n")
    print_table(["function", "first question, ms", "genastar, ms", "networkx, ms", "ratio"], rows)


def _compared(taken: Mapping[str, float]) -> tuple[str, str, str]:
    mine, others = taken["genastar"], taken["networkx"]
    return f"{mine * 1e3:.1f}", f"{others * 1e3:.0f}", f"{others / mine:.1f}"
