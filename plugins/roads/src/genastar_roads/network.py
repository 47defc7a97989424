"""A graph with the data computed from it at first use, shared by worlds with different options."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import field, frozen

from genastar import Domain
from genastar_roads.answers.streets import Streets
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.ground import RoadGround
from genastar_roads.places.node_ids import NodeIds
from genastar_roads.places.snap import Snapper


@frozen(eq=False)
class Network:
    """A graph and the data computed from it."""

    graph: RoadGraph
    _grounds: dict[float, RoadGround] = field(factory=dict, init=False, repr=False)
    """Grounds, with their preparations, by the cost of a turn."""

    def get_ground(self, roads: Domain[Any, Any, Any, Any], turn: float, source: str) -> RoadGround:
        """Return the junctions of roads on this network, as the ground of preparations.

        Args:
            roads: the roads.
            turn: cost of a turn by 90 degrees, in units of the graph.
            source: the graph's file. If turns cost nothing, preparations saved beside it are opened.
        """
        found = self._grounds.get(turn)
        if found is None:
            is_saved = source.lower().endswith(".roads") and not turn
            found = RoadGround.from_roads(roads, Junctions.of(self.graph, turn), Path(source) if is_saved else None)
            self._grounds[turn] = found
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
