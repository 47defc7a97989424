"""The network as a screen shows it: places are the graph's nodes, lines are its roads, each drawn once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from genastar import BadInput
from genastar.view import Lines, View, checked_place
from genastar_roads.earth import RADIUS
from genastar_roads.graph import Int32
from genastar_roads.lines import lines_of
from genastar_roads.place import Place

if TYPE_CHECKING:
    from genastar_roads.model import Roads


@frozen(eq=False)
class NetworkView(View[Place, int]):
    """Roads in metres from the upper left corner; meridians are straight, and a degree of longitude is as long as it is on the
    map's middle latitude, as in pictures.
    """

    roads: Roads

    @property
    def shape(self) -> Lines:
        """Nodes, roads and their bends."""
        graph = self.roads.graph
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
        """Units of the graph for a metre, a second, or what the source counts."""
        return self.roads.scale

    def place(self, position: Place) -> int:
        """The number of a node; of a place inside an edge, that of its nearer end."""
        graph = self.roads.graph
        if position.edge < 0:
            return self.roads.node(position.node).node
        if position.edge >= graph.edges:
            raise BadInput(f"{self.roads.name} has no edge {position.edge}; its edges are 0 to {graph.edges - 1}")
        return int((graph.tail if position.share < 0.5 else graph.head)[position.edge])

    def position(self, place: int) -> Place:
        """The node of a number."""
        return self.roads.node(checked_place(place, self.roads.graph.size))

    def place_of_state(self, state: int) -> int:
        """The node at which a state lies, in whatever search; -1 for those that stand for ends and meetings."""
        return int(self._nodes[state]) if 0 <= state < len(self._nodes) else -1

    @cached_property
    def _nodes(self) -> Int32:
        return self.roads.prepared.node_of(self.roads.options.search)

    def _metres(self, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bytes:
        """Latitudes and longitudes, shape (n, 2), as x to the right and y down, two float32."""
        lat, lon = self.roads.graph.lat, self.roads.graph.lon
        degree = np.pi / 180 * RADIUS
        north, squeeze = float(lat.max()), max(float(np.cos(np.radians((lat.min() + lat.max()) / 2))), 0.01)
        x, y = (points[:, 1] - float(lon.min())) * squeeze * degree, (north - points[:, 0]) * degree
        return np.stack((x, y), axis=1).astype("<f4").tobytes()
