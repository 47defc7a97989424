"""Metrics: what a road costs besides its weight, for routes of which none is worse in all of several numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import evolve

from genastar import BadInput
from genastar.authoring import Objective
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.facts import EdgeFacts
from genastar_roads.graph.road_graph import MOST, RoadGraph

OBJECTIVES: Final = {
    "time": Objective("time", "s", 1000.0),
    "distance": Objective("distance", "m", 100.0),
    "climb": Objective("climb", "m", 100.0),
}
"""The metrics by name. Weights are whole milliseconds and centimetres, rounded up."""


def add_metrics(graph: RoadGraph, names: Sequence[str]) -> RoadGraph:
    """Return a graph with the weights by further metrics; times are those of the facts, to a millisecond.

    Raises:
        BadInput: the graph does not know a metric of its roads.
    """
    columns = [_measure(graph.facts, name) * OBJECTIVES[name].scale for name in names]
    if graph.facts is None or not columns:
        return graph
    more = np.stack([np.minimum(np.ceil(np.round(each, 2)), MOST) for each in columns], axis=1)
    return evolve(graph, facts=evolve(graph.facts, more=more.astype(np.int32)))


def list_weights(graph: RoadGraph) -> Int64:
    """Return the weights by all metrics, shape (m, metrics)."""
    assert graph.facts is not None
    return np.column_stack((graph.weight, graph.facts.more)).astype(np.int64)


def _measure(facts: EdgeFacts | None, name: str) -> Float64:
    """Return a metric of each edge in metres or seconds."""
    found: Float64 | None = None
    if facts is not None:
        if name == "climb":
            found = facts.get_rises(np.arange(len(facts.length)))[:, 0] if len(facts.profile) else None
        else:
            found = facts.length if name == "distance" else facts.seconds.astype(np.float64)
    if found is None or np.isnan(found).any():
        fix = (
            "give heights=FILE, or leave out climb" if name == "climb" else "read an OpenStreetMap extract, or give one metric"
        )
        raise BadInput(f"metric={name}: the {name} of these roads is unknown; {fix}")
    return found
