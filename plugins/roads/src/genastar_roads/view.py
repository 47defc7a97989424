"""The network for a screen: places are the graph's nodes, lines are its roads, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.worlds.view import Alternative, Instruction, Itinerary, LineClass, Lines, View, check_place
from genastar_roads.answers.guide import format_distance, make_steps, time_in_words
from genastar_roads.answers.route import Route
from genastar_roads.graph.earth import RADIUS, longitude_range, nearest_turn
from genastar_roads.graph.lines import list_lines
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place, make_node_place

CLASSES: Final = (
    LineClass("path", 0.6, (120, 150, 105)),
    LineClass("service road", 0.7),
    LineClass("ferry", 0.8, (90, 140, 200)),
    LineClass("street"),
    LineClass("tertiary road", 1.3),
    LineClass("secondary road", 1.6, (196, 160, 40)),
    LineClass("primary road", 2.0, (224, 140, 40)),
    LineClass("trunk road", 2.3, (222, 104, 66)),
    LineClass("motorway", 2.6, (206, 70, 96)),
)
"""The classes of roads, the most important last."""

_CLASS_OF: Final = {
    kind: number
    for number, kinds in enumerate(
        (
            "path footway cycleway track steps pedestrian bridleway corridor",
            "service",
            "ferry",
            "",
            "tertiary tertiary_link",
            "secondary secondary_link",
            "primary primary_link",
            "trunk trunk_link",
            "motorway motorway_link",
        )
    )
    for kind in kinds.split()
}
"""The class of each kind of road of OpenStreetMap; other kinds are streets."""

_STREET: Final = [each.name for each in CLASSES].index("street")


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
    routes: Callable[[Place, Place, int], Sequence[Route]]
    """Returns up to so many good routes between two places, the cheapest first."""
    make_route: Callable[[Sequence[Place]], Route]
    """Returns the route through consecutive places."""

    @property
    def shape(self) -> Lines:
        """Nodes, roads and their bends."""
        graph = self.graph
        edges = graph.sides.road_edges
        line, first = list_lines(graph, edges)
        inner = np.ones(len(line), np.bool_)
        inner[first[:-1]] = inner[first[1:] - 1] = False
        bends = self._project(line[inner])
        kinds = _index_classes(graph, edges)
        return Lines(
            points=self._project(np.stack((graph.lat, graph.lon), axis=1)),
            ends=np.stack((graph.tail[edges], graph.head[edges]), axis=1).astype("<i4").tobytes(),
            bends=bends,
            first_bend=(first - 2 * np.arange(len(first))).astype("<i4").tobytes() if bends else b"",
            credit=graph.credit,
            classes=CLASSES if len(kinds) else (),
            line_classes=kinds.tobytes(),
        )

    @property
    def unit(self) -> float:
        """Units of a trace per metre, per second, or per unit of the source's weight."""
        return self.scale

    @property
    def cost_unit(self) -> str:
        """Return seconds or metres; nothing for weights of the source."""
        return {"ms": "s", "cm": "m", "weight": ""}[self.graph.unit]

    @property
    def metres(self) -> float:
        """Return 1: coordinates are in metres."""
        return 1.0

    def label(self, position: Place) -> str:
        """Return latitude and longitude, to about a metre."""
        return f"{position.lat:.5f}, {position.lon:.5f}"

    def itinerary(self, path: Sequence[Place]) -> Itinerary | None:
        """Return duration and distance, what is minimised first, and the directions."""
        route = self.make_route(path)
        if not route.legs and len(path) > 1:
            return None
        parts = [] if isnan(route.seconds) else [time_in_words(route.seconds)]
        parts.insert(len(parts) if self.graph.unit == "ms" else 0, format_distance(route.metres))
        steps = [
            Instruction(step.text, max(step.node, 0), format_distance(step.metres) if step.metres else "")
            for step in make_steps(route)
        ]
        return Itinerary(", ".join(parts), tuple(steps))

    def alternatives(self, start: Place, goal: Place, count: int) -> tuple[Alternative[Place], ...]:
        """Return good routes, as `genastar_roads.answers.alternatives` defines them."""
        return tuple(Alternative(route.places, route.cost / self.scale) for route in self.routes(start, goal, count))

    def place(self, position: Place) -> int:
        """Return the number of a node; for a place inside an edge, that of its nearer end."""
        graph = self.graph
        if position.edge < 0:
            return check_place(position.node, graph.size)
        if position.edge >= graph.edges:
            raise BadInput(f"{self.name} has no edge {position.edge}; its edges are 0 to {graph.edges - 1}")
        return int((graph.tail if position.share < 0.5 else graph.head)[position.edge])

    def position(self, place: int) -> Place:
        """Return the node with this number."""
        return make_node_place(self.graph, check_place(place, self.graph.size))

    def place_of_state(self, state: int) -> int:
        """Return the node of a state; -1 for the states that stand for ends."""
        return self.node_at(state)

    def _project(self, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bytes:
        """Project latitudes and longitudes, shape (n, 2), to x (right) and y (down), two float32 each."""
        lat, lon = self.graph.lat, self.graph.lon
        degree = np.pi / 180 * RADIUS
        north, squeeze = float(lat.max()), max(float(np.cos(np.radians((lat.min() + lat.max()) / 2))), 0.01)
        west, east = longitude_range(lon)
        x, y = (nearest_turn(points[:, 1], (west + east) / 2) - west) * squeeze * degree, (north - points[:, 0]) * degree
        return np.stack((x, y), axis=1).astype("<f4").tobytes()


def _index_classes(graph: RoadGraph, edges: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the index of each edge's class in `CLASSES`, shape (k,); empty if the kinds of roads are unknown."""
    if graph.facts is None or not any(graph.facts.kinds):
        return np.empty(0, np.uint8)
    table = np.array([_CLASS_OF.get(kind, _STREET) for kind in graph.facts.kinds], np.uint8)
    return table[graph.facts.kind[edges]]
