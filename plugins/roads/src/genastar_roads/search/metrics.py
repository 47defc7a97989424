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
"""The metrics by name. Weights are whole milliseconds and centimetres."""

MAIN: Final = {"ms": "time", "cm": "distance"}
"""The metric of the weights of a graph by their unit."""

_NOISE: Final = 1e-6
"""0.057 s are 57 ms, and not 58 for the last digit."""


def round_up(units: Float64) -> Float64:
    """Return whole weights, rounded up but for the noise of floats."""
    near = np.rint(units)
    return np.where((near > 0) & (np.abs(near - units) < _NOISE), near, np.ceil(units))


def add_metrics(graph: RoadGraph, names: Sequence[str]) -> RoadGraph:
    """Return a graph with the weights by all metrics after the first; and by the first, if a factor changed its weights.

    Raises:
        BadInput: the graph does not know a metric of its roads.
    """
    if len(names) == 1:
        return graph
    if MAIN.get(graph.unit) != names[0]:
        mend = f"name {MAIN[graph.unit]} first" if graph.unit in MAIN else "give one metric"
        raise BadInput(f"metric={','.join(names)}: the costs of these roads are not by {names[0]}; {mend}")
    chosen = names if graph.facts is not None and len(graph.facts.metrics) == len(names) else names[1:]
    columns = [np.minimum(round_up(_measure(graph.facts, each) * OBJECTIVES[each].scale), MOST) for each in chosen]
    assert graph.facts is not None
    return evolve(graph, facts=evolve(graph.facts, more=np.stack(columns, axis=1).astype(np.int32), metrics=tuple(chosen)))


def keep_metric(graph: RoadGraph) -> RoadGraph:
    """Return a graph of several metrics that keeps that of its weights, for a factor that multiplies these."""
    facts = graph.facts
    if facts is None or not facts.metrics or MAIN[graph.unit] in facts.metrics:
        return graph
    more = list_weights(graph).astype(np.int32)
    return evolve(graph, facts=evolve(facts, more=more, metrics=(MAIN[graph.unit], *facts.metrics)))


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
            found = facts.length if name == "distance" else facts.seconds
    if found is None or np.isnan(found).any():
        fix = (
            "give heights=FILE, or leave out climb" if name == "climb" else "read an OpenStreetMap extract, or give one metric"
        )
        raise BadInput(f"metric={name}: the {name} of these roads is unknown; {fix}")
    return found
