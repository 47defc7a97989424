"""Whether agents in corridors can swap their places by the rules of `genastar_fleets.kernels.priority_inheritance`."""

from __future__ import annotations

import numpy as np

from genastar_fleets.graph.move_graph import MoveGraph
from genastar_fleets.kernels.arrays import FOLLOWING


def may_swap(graph: MoveGraph) -> bool:
    """Return whether each node is a place of its own, every move leads back too, and agents may follow each other."""
    steps = graph.steps
    if steps.places != graph.size or not steps.rules & FOLLOWING:
        return False
    tail = np.repeat(np.arange(graph.size), np.diff(steps.first))
    there, back = tail * np.int64(graph.size) + steps.head, steps.head * np.int64(graph.size) + tail
    return bool(np.array_equal(np.sort(there), np.sort(back)))
