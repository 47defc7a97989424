"""A networkx backend: its shortest-path functions, searched by genastar.

``nx.shortest_path(graph, a, b, weight="length", backend="genastar")``. The first question converts a graph to rows of numbers,
which are searched in machine code if the weights are numbers and the graph is large enough. The rows are kept with the graph.
Each question compares the graph's weights with the rows, because ``data["length"] = 3`` changes a weight without notice. If
weights or the estimate are functions, the graph is searched in Python as it is.
``nx.config.backends.genastar.get_engine`` is ``"auto"`` or the name of an engine to use always.

A graph with a weight that is negative, infinite, NaN or not a number is left to networkx, which may raise an error. Of several
shortest paths, the result may differ from that of networkx. Nodes and lengths are the graph's own with every engine.

Begin with `functions`, which calls `searches`; these search a `problems.Rows` or `problems.NetworkxProblem` of a `graph`.
"""

from __future__ import annotations

from typing import Any

from genastar_roads.networkx_backend.functions import ANSWERS
from genastar_roads.networkx_backend.graph import NetworkxGraph
from genastar_roads.networkx_backend.searches import FEW, get_engine

globals().update(ANSWERS)


def convert_from_nx(graph: Any, **_: object) -> NetworkxGraph:
    """Wrap a graph without copying it. networkx requires this function."""
    return graph if isinstance(graph, NetworkxGraph) else NetworkxGraph(graph)


def convert_to_nx(result: Any, **_: object) -> Any:
    """Unwrap a graph. networkx requires this function."""
    return result.graph if isinstance(result, NetworkxGraph) else result


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Return whether a function runs here: each does. networkx requires this function."""
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Return whether a function is faster here, or else why not. networkx asks if the backend was not named in the call."""
    graph = args[0] if args else kwargs.get("G")
    edges = FEW if graph is None else graph.number_of_edges()
    if edges < FEW and get_engine() == "auto":
        return f"the graph has fewer than {FEW:,} edges, and networkx is as fast"
    return True
