"""The network for a screen: places are the graph's nodes, lines are its roads, each drawn once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import frozen

from genastar import BadInput
from genastar.view import Lines, View, checked_place
from genastar_roads.graph.earth import RADIUS
from genastar_roads.graph.lines import lines_of
from genastar_roads.graph.place import Place, node_place
from genastar_roads.graph.road_graph import RoadGraph


@frozen(eq=False)
class NetworkView(View[Place, int]):
    """Roads in metres from the upper left corner.

    The projection is equirectangular, true to scale on the map's middle latitude, as in pictures.
    """

    name: str
    """Name of the source in error messages."""
    graph: RoadGraph
    scale: float
    """Units of the graph per metre, per second, or per unit of the source's weight."""
    node_at: Callable[[int], int]
    """Returns the node of a state; -1 for the states that stand for ends."""

    @property
    def shape(self) -> Lines:
        """Nodes, roads and their bends."""
        graph = self.graph
        edges = graph.sides.shown
        line, first = lines_of(graph, edges)
        inner = np.ones(len(line), np.bool_)
        inner[first[:-1]] = inner[first[1:] - 1] = False
        bends = self._metres(line[inner])
        return Lines(
            points=self._metres(np.stack((graph.lat, graph.lon), axis=1)),
            ends=np.stack((graph.tail[edges], graph.head[edges]), axis=1).astype("<i4").tobytes(),
            bends=bends,
            first_bend=(first - 2 * np.arange(len(first))).astype("<i4").tobytes() if bends else b"",
            credit=graph.credit,
        )

    @property
    def unit(self) -> float:
        """Units of a trace per metre, per second, or per unit of the source's weight."""
        return self.scale

    def place(self, position: Place) -> int:
        """Return the number of a node; for a place inside an edge, that of its nearer end."""
        graph = self.graph
        if position.edge < 0:
            return checked_place(position.node, graph.size)
        if position.edge >= graph.edges:
            raise BadInput(f"{self.name} has no edge {position.edge}; its edges are 0 to {graph.edges - 1}")
        return int((graph.tail if position.share < 0.5 else graph.head)[position.edge])

    def position(self, place: int) -> Place:
        """Return the node with this number."""
        return node_place(self.graph, checked_place(place, self.graph.size))

    def place_of_state(self, state: int) -> int:
        """Return the node of a state; -1 for the states that stand for ends."""
        return self.node_at(state)

    def _metres(self, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bytes:
        """Project latitudes and longitudes, shape (n, 2), to x (right) and y (down), two float32 each."""
        lat, lon = self.graph.lat, self.graph.lon
        degree = np.pi / 180 * RADIUS
        north, squeeze = float(lat.max()), max(float(np.cos(np.radians((lat.min() + lat.max()) / 2))), 0.01)
        x, y = (points[:, 1] - float(lon.min())) * squeeze * degree, (north - points[:, 0]) * degree
        return np.stack((x, y), axis=1).astype("<f4").tobytes()
