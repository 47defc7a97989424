"""Metadata that networkx reads from its backends on import. This module loads neither numpy nor a search."""

from __future__ import annotations

_ONE = "between two nodes, by weights that are attributes or functions"
_FROM = "from a source to all nodes, or to all nodes from each; in machine code for plain weights"
_SIGNED = "without negative weights, by Dijkstra's algorithm; otherwise by networkx"
FUNCTIONS = {
    "all_pairs_all_shortest_paths": _FROM,
    "all_pairs_bellman_ford_path": _SIGNED,
    "all_pairs_bellman_ford_path_length": _SIGNED,
    "all_pairs_dijkstra": _FROM,
    "all_pairs_dijkstra_path": _FROM,
    "all_pairs_dijkstra_path_length": _FROM,
    "all_pairs_shortest_path": _FROM,
    "all_pairs_shortest_path_length": _FROM,
    "all_shortest_paths": _FROM,
    "astar_path": f"A* {_ONE}; edges may be hidden by None",
    "astar_path_length": f"A* {_ONE}; edges may be hidden by None",
    "average_shortest_path_length": _FROM,
    "bellman_ford_path": _SIGNED,
    "bellman_ford_path_length": _SIGNED,
    "bellman_ford_predecessor_and_distance": _SIGNED,
    "bidirectional_dijkstra": f"Dijkstra {_ONE}",
    "bidirectional_shortest_path": "between two nodes",
    "dijkstra_path": f"Dijkstra {_ONE}",
    "dijkstra_path_length": f"Dijkstra {_ONE}",
    "dijkstra_predecessor_and_distance": _FROM,
    "find_negative_cycle": _SIGNED,
    "floyd_warshall": _SIGNED,
    "floyd_warshall_numpy": _SIGNED,
    "floyd_warshall_predecessor_and_distance": _SIGNED,
    "goldberg_radzik": _SIGNED,
    "has_path": "between two nodes",
    "johnson": _SIGNED,
    "multi_source_dijkstra": _FROM,
    "multi_source_dijkstra_path": _FROM,
    "multi_source_dijkstra_path_length": _FROM,
    "negative_edge_cycle": _SIGNED,
    "predecessor": _FROM,
    "reconstruct_path": "by networkx",
    "shortest_path": _FROM,
    "shortest_path_length": _FROM,
    "shortest_simple_paths": "loopless paths, cheapest first, by Yen's algorithm over A*",
    "single_source_all_shortest_paths": _FROM,
    "single_source_bellman_ford": _SIGNED,
    "single_source_bellman_ford_path": _SIGNED,
    "single_source_bellman_ford_path_length": _SIGNED,
    "single_source_dijkstra": _FROM,
    "single_source_dijkstra_path": _FROM,
    "single_source_dijkstra_path_length": _FROM,
    "single_source_shortest_path": _FROM,
    "single_source_shortest_path_length": _FROM,
    "single_target_shortest_path": _FROM,
    "single_target_shortest_path_length": _FROM,
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
