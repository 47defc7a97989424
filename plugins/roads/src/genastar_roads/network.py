"""A graph with the data computed from it at first use, shared by worlds with different options."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from attrs import evolve, field, frozen

from genastar import BadInput, Domain
from genastar_roads.answers.route import Route
from genastar_roads.answers.streets import Streets
from genastar_roads.graph.columns import Bools
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.graph.turns import Junctions
from genastar_roads.ground import RoadGround
from genastar_roads.info import Options
from genastar_roads.places.node_ids import NodeIds
from genastar_roads.places.place import Place
from genastar_roads.places.snap import Snapper
from genastar_roads.search.preference import ClosedJunctions, Preference
from genastar_roads.sources.read import add_heights_of

if TYPE_CHECKING:
    from genastar_roads.places.road_index import RoadIndex


@frozen(eq=False)
class Network:
    """A graph and the data computed from it."""

    graph: RoadGraph
    is_changed: bool = False
    """Whether its costs are not those of its source, so that no preparation beside the file fits."""
    drawn: tuple[Network, Bools] | None = None
    """The network before junctions were closed on a screen, and whether each node is closed; ``None`` if none is."""
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
            is_saved = source.lower().endswith(".roads") and not turn and not self.is_changed
            found = RoadGround.from_roads(roads, Junctions.of(self.graph, turn), Path(source) if is_saved else None)
            self._grounds[turn] = found
        return found

    def change(self, preference: Preference | ClosedJunctions, source: str) -> Network:
        """Return the network without these roads, or with their changed costs; the same for the same preference.

        Errors are those of `Preference.change_graph`, with this name of the source.
        """
        known = _CHANGED.setdefault(self, WeakKeyDictionary())
        if (found := known.get(preference)) is None:
            roads = None if preference.area is None else self.road_index
            found = known[preference] = Network(preference.change_graph(self.graph, roads, source), is_changed=True)
        return found

    def close(self, closed: Bools, source: str) -> Network:
        """Return the network without the roads at these nodes, and with those that this method closed before."""
        network = self if self.drawn is None else self.drawn[0]
        return evolve(network.change(ClosedJunctions(closed), source), drawn=(network, closed)) if closed.any() else network

    def change_weights(self, graph: RoadGraph) -> Network:
        """Return the network of the same graph with other weights."""
        return Network(graph, is_changed=True)

    def add_heights(self, heights: object, options: Options) -> Network:
        """Return the network with the heights of a raster; see `genastar_roads.sources.read.add_heights_of`."""
        return Network(add_heights_of(self.graph, heights, options), is_changed=True)

    def go_on(self, route: Route) -> Network:
        """Return the network for the next route of a tour."""
        return self

    @cached_property
    def road_index(self) -> RoadIndex:
        """Index of roads by area."""
        from genastar_roads.places.road_index import RoadIndex

        if not len(self.graph.lat):
            raise BadInput("this graph has no coordinates, so no road lies in an area; choose classes")
        return RoadIndex.of(self.graph)

    @cached_property
    def snapper(self) -> Snapper:
        """Index of edges by location."""
        return Snapper.of(self.graph)

    def locate(self, lat: float, lon: float) -> Place:
        """Return the place at a point that lies on a road."""
        return self.snapper.snap(lat, lon)

    @cached_property
    def streets(self) -> Streets:
        """Index of streets by name."""
        return Streets(self.graph)

    @cached_property
    def node_ids(self) -> NodeIds:
        """Index of nodes by their numbers in the source."""
        return NodeIds.of(self.graph)


_CHANGED: Final[WeakKeyDictionary[Network, WeakKeyDictionary[Preference | ClosedJunctions, Network]]] = WeakKeyDictionary()
"""Networks of questions that avoid or prefer roads."""
