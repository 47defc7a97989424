"""A graph with the data computed from it at first use, shared by worlds with different options."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from genastar_roads.answers.streets import Streets
from genastar_roads.graph.node_ids import NodeIds
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.snap import Snapper
from genastar_roads.graph.turns import Junctions
from genastar_roads.prepared import Prepared


@frozen(eq=False)
class Network:
    """A graph and the data computed from it."""

    graph: RoadGraph
    _prepared: dict[float, Prepared] = field(factory=dict, init=False, repr=False)
    """Preparations by the cost of a turn."""

    def prepared(self, turn: float, source: str) -> Prepared:
        """Return the junctions, landmarks and hierarchy.

        Args:
            turn: cost of a turn by 90 degrees, in units of the graph.
            source: the graph's file. If turns cost nothing, preparations saved beside it are opened.
        """
        found = self._prepared.get(turn)
        if found is None:
            is_saved = source.lower().endswith(".roads") and not turn
            found = Prepared(Junctions.of(self.graph, turn), Path(source) if is_saved else None)
            self._prepared[turn] = found
        return found

    @cached_property
    def snapper(self) -> Snapper:
        """Index of edges by location."""
        return Snapper.of(self.graph)

    @cached_property
    def streets(self) -> Streets:
        """Index of streets by name."""
        return Streets(self.graph)

    @cached_property
    def node_ids(self) -> NodeIds:
        """Index of nodes by their numbers in the source."""
        return NodeIds.of(self.graph)
