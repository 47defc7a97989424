"""Barriers: nodes where ways are cut, so that nothing passes, but where a route may begin or end on the roads of any side."""

from __future__ import annotations

import numpy as np
from attrs import evolve

from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import following_pairs


def join_sides(graph: RoadGraph) -> RoadGraph:
    """Return the graph with one node for each node of the source; turns from a side of a barrier to another are forbidden.

    Args:
        graph: a graph with a node for each side of a barrier, all with the same number in the source.
    """
    _, old, new = np.unique(graph.node_id, return_index=True, return_inverse=True)
    if len(old) == graph.size:
        return graph
    joined = graph.with_nodes(old, new)
    order = np.argsort(new[graph.tail], kind="stable")
    is_barrier = np.bincount(new) > 1
    came, after = following_pairs(joined, np.flatnonzero(is_barrier[joined.head]))
    is_closed = (graph.head[order][came] != graph.tail[order][after]) & (joined.stage[came] <= joined.stage[after])
    closed = np.stack((came, after), axis=1)[is_closed].astype(np.int32)
    return evolve(joined, turns=np.unique(np.concatenate((joined.turns, closed)), axis=0))
