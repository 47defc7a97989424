"""A small town for the conformance kit."""

from __future__ import annotations

import numpy as np

from genastar_roads.graph.facts import STRAIGHT, EdgeFacts
from genastar_roads.graph.road_graph import RoadGraph


def make_town(*, with_facts: bool = False) -> RoadGraph:
    """Return a town of 4×4 junctions, at least 100 m apart, numbered by row and column; two one-ways; 40 is cut off."""
    rows, columns = np.divmod(np.arange(16), 4)
    lat, lon = 60.17 + 0.001 * rows + 0.0001 * columns, 24.94 + 0.002 * columns
    ids = np.concatenate((10 * rows + columns, [40]))
    node = np.arange(16)
    right, up = node[columns < 3], node[rows < 3]
    pairs = np.concatenate((np.stack((right, right + 1), axis=1), np.stack((up, up + 4), axis=1)))
    both = np.concatenate((pairs, pairs[~np.isin(pairs[:, 0], (1, 9))][:, ::-1]))
    weight = 12_000 + 700 * (both.sum(axis=1) % 5)
    straight, none = np.full(len(both), STRAIGHT), np.zeros(len(both), np.int64)
    seconds = (20 - weight / 1000).astype(np.float32)  # the longer, the quicker
    facts = EdgeFacts(weight / 100, seconds, none, none.astype(np.int32), straight.astype(np.int32)) if with_facts else None
    return RoadGraph.from_edges(
        both[:, 0], both[:, 1], weight, np.append(lat, 60.175), np.append(lon, 24.94), node_id=ids, unit="cm", facts=facts
    )
