"""A graph, and what is made of it at first use: worlds of one graph under different options share it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from genastar_roads.graph.node_ids import NodeIds
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.snap import Snapper
from genastar_roads.graph.turns import Junctions
from genastar_roads.prepared import Prepared


@frozen(eq=False)
class Network:
    """The graph of a world."""

    graph: RoadGraph
    _prepared: dict[float, Prepared] = field(factory=dict, init=False, repr=False)
    """By the price of a turn."""

    def prepared(self, turn: float, source: str) -> Prepared:
        """Junctions, landmarks and hierarchy.

        Args:
            turn: what a turn by 90 degrees costs, in units of the graph.
            source: the file of the graph; without a price for turns, what was saved beside it is opened.
        """
        found = self._prepared.get(turn)
        if found is None:
            is_saved = source.lower().endswith(".roads") and not turn
            found = Prepared(Junctions.of(self.graph, turn), Path(source) if is_saved else None)
            self._prepared[turn] = found
        return found

    @cached_property
    def snapper(self) -> Snapper:
        """Finds the nearest edge."""
        return Snapper.of(self.graph)

    @cached_property
    def node_ids(self) -> NodeIds:
        """Finds nodes by their numbers in the source."""
        return NodeIds.of(self.graph)
