"""Metadata that networkx reads from its backends on import. This module loads neither numpy nor a search."""

from __future__ import annotations

_WAYS = "between two nodes, by weights that are attributes or functions"
FUNCTIONS = {
    "astar_path": f"A* {_WAYS}; edges may be hidden by None",
    "astar_path_length": f"A* {_WAYS}; edges may be hidden by None",
    "bidirectional_dijkstra": f"Dijkstra {_WAYS}",
    "bidirectional_shortest_path": "between two nodes",
    "dijkstra_path": f"Dijkstra {_WAYS}",
    "dijkstra_path_length": f"Dijkstra {_WAYS}",
    "shortest_path": "from a source to a target, unweighted or by Dijkstra",
    "shortest_path_length": "from a source to a target, unweighted or by Dijkstra",
}


def get_info() -> dict[str, object]:
    """Return the metadata for the entry point ``networkx.backend_info``."""
    return {
        "backend_name": "genastar",
        "project": "genastar",
        "package": "genastar-roads",
        "short_summary": "Shortest paths in machine code, by genastar",
        "description": "Large graphs with numeric weights are searched in machine code, all others in Python.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
        "default_config": {"engine": "auto"},
    }
