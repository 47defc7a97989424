"""The network for a screen: places are the graph's nodes, lines are its roads, each drawn once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import ClassVar, Final, Generic, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.worlds.view import Alternative, Brush, Canvas, Instruction, Itinerary, LineClass, Lines, check_place
from genastar_picture.canvas import check_blank_size, split_changes
from genastar_roads.answers.guide import format_distance, make_steps, time_in_words
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Bools
from genastar_roads.graph.earth import RADIUS, longitude_range, nearest_turn
from genastar_roads.graph.lines import list_lines
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Place, make_node_place

W = TypeVar("W")

_STEP: Final = 0.0009
"""Degrees of about 100 m."""

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


OPEN: Final = Brush("open", 1, (255, 255, 255))
CLOSED: Final = Brush("closed", 0, (190, 60, 40))


@frozen(eq=False)
class NetworkView(Canvas[Place, int, W], Generic[W]):
    """Roads in metres from the upper left corner, whose junctions can be closed.

    The projection is equirectangular, true to scale on the map's middle latitude, as in pictures.
    """

    is_complete: ClassVar[bool] = False

    name: str
    """Name of the source in error messages."""
    graph: RoadGraph
    scale: float
    """Units of the graph per metre, per second, or per unit of the source's weight."""
    closed: Bools
    """Whether a node is closed, with the roads that meet there, shape (n,)."""
    node_at: Callable[[int], int]
    """Returns the node of a state; -1 for the states that stand for ends."""
    routes: Callable[[Place, Place, int], Sequence[Route]]
    """Returns up to so many good routes between two places, the cheapest first."""
    make_route: Callable[[Sequence[Place]], Route]
    """Returns the route through consecutive places."""

    close: Callable[[Bools], W]
    """Returns the roads in which these nodes are closed."""
    read: Callable[[RoadGraph], W]
    """Returns the roads of a graph."""

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
        """Return the node with this number, unless it is closed."""
        if self.closed[check_place(place, self.graph.size)]:
            raise BadInput(f"{self.name}: the junction {place} is closed; give another place")
        return make_node_place(self.graph, place)

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return OPEN, CLOSED

    @property
    def values(self) -> bytes:
        return np.where(self.closed, CLOSED.value, OPEN.value).astype("<f8").tobytes()

    def paint(self, changes: Mapping[int, float]) -> W:
        """Return the same roads with other junctions closed."""
        places, values = split_changes(changes, self.graph.size)
        if (wrong := values[(values != OPEN.value) & (values != CLOSED.value)]).size:
            raise BadInput(f"a junction cannot have the value {wrong[0]:g}; give 1 for open or 0 for closed")
        closed = self.closed.copy()
        closed[places] = values == CLOSED.value
        return self.close(closed)

    def make_blank(self, width: int, height: int) -> W:
        """Return streets in rows and columns, 100 m apart."""
        columns, rows = check_blank_size(width, height, 1_000_000)
        node = np.arange(rows * columns)
        row, column = np.divmod(node, columns)
        right, up = node[column < columns - 1], node[row < rows - 1]
        tail, head = np.concatenate((right, up)), np.concatenate((right + 1, up + columns))
        ends = np.concatenate((tail, head)), np.concatenate((head, tail))
        weight = np.full(2 * len(tail), 10_000)
        return self.read(RoadGraph.from_edges(*ends, weight, row * _STEP, column * _STEP, node_id=node, unit="cm"))

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
