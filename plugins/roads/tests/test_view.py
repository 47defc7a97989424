"""The network as a screen shows it."""

from __future__ import annotations

from math import nan
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from genastar import BadInput, Cost, Trace
from genastar.view import Lines
from genastar_roads.graph.earth import metres
from genastar_roads.graph.lines import lines_of
from genastar_roads.graph.place import Place
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.view import NetworkView

DATA = Path(__file__).parent / "data"


def town() -> Roads:
    found = next(iter(Roads.examples())).domain
    assert isinstance(found, Roads)
    return found


def view_of(roads: Roads) -> NetworkView:
    view = roads.view()
    assert view is not None
    return view


def points(data: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.frombuffer(data, "<f4").reshape(-1, 2)


def test_nodes_lie_in_metres_with_north_above() -> None:
    roads = town()
    shape = view_of(roads).shape
    assert isinstance(shape, Lines)
    places, graph = points(shape.points), roads.graph
    assert len(places) == graph.size
    assert places.min() == 0
    north, west = int(graph.lat.argmax()), int(graph.lon.argmin())
    assert places[north, 1] == 0
    assert places[west, 0] == 0
    for one, other in ((0, 3), (0, 12), (5, 15)):
        wanted = metres(*(np.array([each]) for node in (one, other) for each in (graph.lat[node], graph.lon[node])))
        assert np.hypot(*(places[one] - places[other])) == pytest.approx(wanted[0], rel=1e-3)


def test_each_road_is_a_line_once() -> None:
    roads = town()
    shape = view_of(roads).shape
    ends = np.frombuffer(shape.ends, "<i4").reshape(-1, 2)
    assert len(ends) == 24  # 4 rows and 4 columns of 3 streets
    assert len({tuple(sorted(pair)) for pair in ends.tolist()}) == 24
    assert shape.bends == shape.first_bend == b""


def test_bends_lie_between_the_ends() -> None:
    roads = Roads.read(DATA / "bautzen.osm.gz", Options())
    shape = view_of(roads).shape
    first, bends, places = np.frombuffer(shape.first_bend, "<i4"), points(shape.bends), points(shape.points)
    ends = np.frombuffer(shape.ends, "<i4").reshape(-1, 2)
    assert len(first) == len(ends) + 1
    assert first[-1] == len(bends) > 0
    assert shape.credit == roads.graph.credit != ""
    edges = roads.graph.sides.shown
    for number in (int(np.diff(first).argmax()), 0, len(ends) - 1):
        edge = int(edges[number])
        assert ends[number].tolist() == [int(roads.graph.tail[edge]), int(roads.graph.head[edge])]
        line, _ = lines_of(roads.graph, np.array([edge]))
        drawn = np.concatenate((places[ends[number, :1]], bends[first[number] : first[number + 1]], places[ends[number, 1:]]))
        assert len(drawn) == len(line)
        north = float(roads.graph.lat.max())
        assert drawn[:, 1] == pytest.approx((north - line[:, 0]) * 111_195.08, abs=0.01)


def test_places_are_nodes() -> None:
    roads = town()
    view = view_of(roads)
    assert view.place(roads.parse("33")) == 15
    assert view.position(15) == roads.parse("33")
    inside = roads.parse("60.1703,24.9421")
    assert inside.edge >= 0
    ends = int(roads.graph.tail[inside.edge]), int(roads.graph.head[inside.edge])
    assert view.place(evolve(inside, share=0.4)) == ends[0]
    assert view.place(evolve(inside, share=0.6)) == ends[1]


@pytest.mark.parametrize("place", [-1, 17, 1 << 70, nan, "1"])
def test_no_place(place: int) -> None:
    with pytest.raises(BadInput):
        view_of(town()).position(place)


@pytest.mark.parametrize("position", [Place(17), Place(), Place(edge=1000, share=0.5)])
def test_positions_of_another_graph(position: Place) -> None:
    with pytest.raises(BadInput):
        view_of(town()).place(position)


@pytest.mark.parametrize("name", ["auto", "dijkstra", "astar", "both-ways", "alt", "ch"])
@pytest.mark.parametrize("turn", [0.0, 5.0])
def test_every_algorithm_tells_states_that_lie_at_nodes(name: str, turn: float) -> None:
    roads = town().configured(Options(turn=turn))
    assert roads is not None
    view, trace = view_of(roads), Trace[int, Cost[float]]()
    ends = roads.parse("10"), [roads.parse("60.1703,24.9421")]
    found = roads.solve(*ends, algorithm=name, engine="interpreted", observer=trace)
    states = trace.closing_order()
    places = [view.place_of_state(state) for state in states]
    assert all(-1 <= place < roads.graph.size for place in places)
    assert len([place for place in places if place < 0]) <= 4  # the goal, of both sides and of a meeting
    if name != "ch":  # its path unpacks shortcuts over nodes that no side climbs
        assert {view.place(place) for place in found.path if place.edge < 0} <= set(places)
    assert view.place_of_state(1 << 40) == view.place_of_state(-1) == -1


def test_the_unit_makes_metres() -> None:
    roads = town()
    trace = Trace[int, Cost[float]]()
    found = roads.solve(roads.parse("10"), [roads.parse("33")], engine="interpreted", observer=trace)
    assert found.cost is not None
    assert trace.events[-1].node.cost.travelled / view_of(roads).unit == found.cost.travelled


def test_a_graph_without_coordinates_has_no_view() -> None:
    assert Roads("it", RoadGraph.of_edges([0], [1], [5])).view() is None
    assert Roads("it", RoadGraph.of_edges([], [], [], size=0)).view() is None


def test_configured_shares_what_was_made() -> None:
    roads = town()
    made = roads.prepared
    other = roads.configured(Options(snap=5.0, origin="10"))
    assert other is not None
    assert other.prepared is made
    assert other.default_start() == roads.parse("10")
    dear = roads.configured(Options(turn=1.0))
    assert dear is not None
    assert dear.junctions.split.size > roads.junctions.split.size
    assert roads.configured(Options(profile="bike")) is None
    assert roads.configured(Options(metric="distance")) is None
    assert roads.configured(Options(part="all")) is None
