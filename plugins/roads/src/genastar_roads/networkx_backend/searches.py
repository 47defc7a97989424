"""The two searches behind all functions: to one target, and to all that is reached."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any, Final

import networkx as nx  # type: ignore[import-untyped]
import numpy as np
from attrs import evolve, frozen

from genastar import Cost, Limits, Starts
from genastar_roads.networkx_backend.graph import CachedRows, NetworkxGraph
from genastar_roads.networkx_backend.problems import Heuristic, NetworkxRows
from genastar_roads.networkx_backend.weights import FAR, NotOursError, Weight

FEW: Final = 5_000
"""Number of edges below which a search in Python is faster than loading machine code."""


def get_engine() -> str:
    """Return the engine of networkx's configuration."""
    return str(nx.config.backends.genastar.engine)


@frozen(eq=False)
class ReachedFromSources:
    """The nodes reached from some sources, in the order of their distances."""

    distance: dict[Hashable, float]
    parent: dict[Hashable, Hashable | None]

    def list_paths(self) -> dict[Hashable, list[Hashable]]:
        """Return the path to each node."""
        found: dict[Hashable, list[Hashable]] = {}
        for node in self.parent:
            line = [node]
            while line[-1] not in found and (before := self.parent[line[-1]]) is not None:
                line.append(before)
            for each in reversed(line):
                if each not in found:
                    before = self.parent[each]
                    found[each] = [each] if before is None else [*found[before], each]
        return found


def find_shortest(
    graph: NetworkxGraph,
    sources: Collection[Hashable],
    target: Hashable,
    weight: Weight,
    lost: str,
    heuristic: Heuristic | None = None,
    cutoff: float | None = None,
) -> tuple[float, list[Hashable]]:
    """Return the length of the shortest path from any source, and its nodes.

    Raises:
        NotOursError: A* does not accept a weight, or a node is not in the graph.
        NetworkXNoPath: there is no path; the message is ``lost``.
    """
    expect_nodes(graph, target, *sources)
    if target in sources:
        return 0, [target]
    limits = Limits(cost=cutoff) if cutoff is not None and cutoff < FAR else Limits()
    rows = _choose_rows(graph, weight)
    if rows is None or heuristic is not None:
        starts: Starts[Hashable, Cost[Any]] = Starts(dict.fromkeys(sources, Cost(0, 0, 0)))
        path = list(
            graph.make_problem(weight, heuristic, target).search(starts, reopen=heuristic is not None, limits=limits).path
        )
    else:
        problem, kept = rows
        asked = evolve(problem, goal=kept.number[target])
        found = asked.search(_number_sources(sources, problem, kept), engine=get_engine(), limits=limits)
        path = [kept.nodes[number] for number in found.path]
    if not path:
        raise nx.NetworkXNoPath(lost)
    return graph.sum_path(path, weight), path


def find_reached(
    graph: NetworkxGraph, sources: Collection[Hashable], weight: Weight = None, cutoff: float | None = None
) -> ReachedFromSources:
    """Return what is reached from the sources at most at the distance ``cutoff``.

    Raises:
        NotOursError: A* does not accept a weight, or a source is not in the graph, or there is none.
    """
    expect_nodes(graph, *sources)
    zero: dict[Hashable, float] = dict.fromkeys(sources, 0)
    if cutoff is not None and cutoff < 0:
        return ReachedFromSources(zero, dict.fromkeys(sources))
    within = cutoff if cutoff is not None and cutoff < FAR else None  # NaN bounds nothing: networkx compares with it
    rows = _choose_rows(graph, weight)
    if rows is None:
        tree = graph.make_problem(weight).explore(Starts(dict.fromkeys(sources, Cost(0, 0, 0))), within=within)
        settled = sorted(tree.values(), key=lambda node: node.cost.travelled)
        distance = {node.position: node.cost.travelled for node in settled}
        return ReachedFromSources(distance | zero, {node.position: node.parent for node in settled})
    problem, kept = rows
    arrays = problem.explore(_number_sources(sources, problem, kept), within=within, engine=get_engine()).to_arrays()
    number = np.flatnonzero(arrays.settled)
    number = number[np.argsort(arrays.g[number], kind="stable")]
    nodes = [kept.nodes[each] for each in number.tolist()]
    before = [
        None if each == one else kept.nodes[each]
        for one, each in zip(number.tolist(), arrays.parent[number].tolist(), strict=True)
    ]
    found = ReachedFromSources(
        dict(zip(nodes, arrays.g[number].tolist(), strict=True)) | zero, dict(zip(nodes, before, strict=True))
    )
    if problem.weight.dtype.kind == "f" and not all(type(each) is float for each in kept.weights):
        found.distance.update({node: graph.sum_path(path, weight) for node, path in found.list_paths().items()})
    return found


def expect_nodes(graph: NetworkxGraph, *nodes: Hashable) -> None:
    """Raise an error, upon which networkx is asked, unless the nodes are in the graph."""
    if not nodes or not all(node in graph for node in nodes):
        raise NotOursError


def _choose_rows(graph: NetworkxGraph, weight: Weight) -> tuple[NetworkxRows, CachedRows] | None:
    """Return the rows if they are searched faster than the graph as it is.

    Raises:
        NotOursError: some edge has a weight that A* does not accept.
    """
    if callable(weight):
        return None
    kept = graph.get_rows(weight)
    large = get_engine() != "auto" or graph.number_of_edges() >= FEW
    return (kept.rows, kept) if large and kept.rows is not None else None


def _number_sources(sources: Collection[Hashable], rows: NetworkxRows, kept: CachedRows) -> Starts[int, Cost[float]]:
    zero = rows.weight.dtype.type(0).item()
    return Starts({kept.number[source]: Cost(zero, zero, zero) for source in sources})
