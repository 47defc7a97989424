"""The roads around a track: a small part of a graph, so that searches cost as much on a large map as on a small one."""

from __future__ import annotations

import numpy as np
from attrs import evolve, field, frozen
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from genastar.contracts.tree import TreeArrays
from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.graph.columns import Float64, Int32, Int64
from genastar_roads.graph.earth import RADIUS, compute_unit_vectors
from genastar_roads.graph.lines import compute_edge_metres
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.stages import OPEN
from genastar_roads.graph.turns import Junctions
from genastar_roads.search.tree import search_tree

SCALE = 100.0
"""Units of paths for a metre."""


@frozen(eq=False)
class Surroundings:
    """A part of a graph, split at every junction: no U-turns, and through traffic everywhere."""

    junctions: Junctions
    edges: Int64
    """The edge of the whole graph for each edge of the part."""
    lengths: Float64 = field(init=False)
    """Metres of each edge of the part."""
    rows: RoadGraph = field(init=False)
    """The split graph, weighed by lengths."""

    def __attrs_post_init__(self) -> None:
        split, part = self.junctions.split, self.junctions.graph
        metres = compute_edge_metres(split, np.arange(split.edges))
        object.__setattr__(self, "rows", evolve(split, weight=np.ceil(metres * SCALE).astype(np.int32)))
        object.__setattr__(self, "lengths", compute_edge_metres(part, np.arange(part.edges)))

    @classmethod
    def of(cls, graph: RoadGraph, points: Float64, metres: float, edges: Int64) -> Surroundings:
        """Return the part with all nodes within a distance of some points, shape (k, 2), and the ends of some edges."""
        tree = cKDTree(compute_unit_vectors(*points.T))
        nodes = np.isfinite(tree.query(graph.vectors, distance_upper_bound=metres / RADIUS)[0])
        nodes[graph.tail[edges]] = nodes[graph.head[edges]] = True
        whole, kept = graph, np.arange(graph.edges)
        if isinstance(graph, GraphWithClosures):
            whole, kept = graph.open_part, graph.open_edges
        part = whole.select_part(nodes)
        part = evolve(part, u_turns="never", stage=np.full_like(part.stage, OPEN))
        return cls(Junctions.of(part, 1.0), kept[nodes[whole.tail] & nodes[whole.head]])

    def search(self, edge: int, metres: float, engine: str) -> TreeArrays:
        """Return the tree of shortest paths from the end of an edge."""
        start = np.array([[int(self.junctions.arrival[edge]), 0, -1]])
        return search_tree(self.rows, start, within=int(metres * SCALE), engine=engine)

    def list_entries(self, edge: int) -> Int32:
        """Return the states from which an edge begins."""
        return self.junctions.split.tail[self.junctions.find_edges_for(edge)]

    def list_path(self, tree: TreeArrays, state: int) -> list[int]:
        """Return the edges of the part from the root of a tree to a state."""
        found: list[int] = []
        while (before := int(tree.parent[state])) >= 0:
            ways = self.rows.find_edges(before, state)
            found.append(int(self.junctions.edge_of[ways[self.rows.weight[ways].argmin()]]))
            state = before
        return found[::-1]
