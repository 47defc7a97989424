"""What a graph knows of hours: edges with rules that depend on the time, gates, and forbidden turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar_roads.graph.columns import Bools, Int32

if TYPE_CHECKING:
    from genastar_roads.profiles.hourly import Closure, HourlyRule


@frozen(eq=False)
class EdgeHours:
    """Rules by the hour. The edges of a source keep the numbers they had when they were read, whatever becomes of the graph."""

    source_edge: Int32
    """Number of each edge when it was read, shape (m,); copies of an edge have the number of one of them each."""
    rule: Int32
    """Index into ``rules`` by that number; -1 for an edge whose rule never changes."""
    is_backward: Bools
    """Whether the edge runs against its way, by that number."""
    rules: tuple[HourlyRule, ...]
    gates: Mapping[int, Closure]
    """Nodes that are closed at some hours, by their numbers in the source."""
    turns: Mapping[tuple[int, int], tuple[Closure, ...]] = field(factory=dict)
    """Turns that are forbidden at some hours: pairs of those numbers."""

    def take_edges(self, order: NDArray[np.integer]) -> EdgeHours:
        """Return the hours of these edges, in this order."""
        return evolve(self, source_edge=self.source_edge[order])
