"""The network as a screen shows it."""

from __future__ import annotations

from math import nan
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from genastar import BadInput, Cost, Trace
from genastar.worlds.view import Lines
from genastar_roads.answers.guide import format_distance, time_in_words
from genastar_roads.examples import make_town
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts
from genastar_roads.graph.lines import list_lines
from genastar_roads.graph.road_graph import RoadGraph, Unit
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place
from genastar_roads.view import NetworkView

DATA = Path(__file__).parents[1] / "data"


def town() -> Roads:
    found = next(iter(Roads.examples())).domain
    assert isinstance(found, Roads)
    return found


def view_of(roads: Roads) -> NetworkView[Roads]:
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
        wanted = compute_metres(*(np.array([each]) for node in (one, other) for each in (graph.lat[node], graph.lon[node])))
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
    edges = roads.graph.sides.road_edges
    for number in (int(np.diff(first).argmax()), 0, len(ends) - 1):
        edge = int(edges[number])
        assert ends[number].tolist() == [int(roads.graph.tail[edge]), int(roads.graph.head[edge])]
        line, _ = list_lines(roads.graph, np.array([edge]))
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


@pytest.mark.parametrize("name", ["auto", "dijkstra", "astar", "both-ways", "landmarks", "hierarchy"])
@pytest.mark.parametrize("turn", [0.0, 5.0])
def test_every_algorithm_tells_states_that_lie_at_nodes(name: str, turn: float) -> None:
    roads = town().with_options(Options(turn=turn))
    assert roads is not None
    view, trace = view_of(roads), Trace[int, Cost[float]]()
    ends = roads.parse("10"), [roads.parse("60.1703,24.9421")]
    found = roads.search(*ends, algorithm=name, engine="interpreted", observer=trace)
    states = trace.list_closed()
    places = [view.place_of_state(state) for state in states]
    assert all(-1 <= place < roads.graph.size for place in places)
    assert len([place for place in places if place < 0]) <= 4  # the goal, of both sides and of a meeting
    if name != "hierarchy":  # its path unpacks shortcuts over nodes that no side climbs
        assert {view.place(place) for place in found.path if place.edge < 0} <= set(places)
    assert view.place_of_state(1 << 40) == view.place_of_state(-1) == -1


def test_the_unit_makes_metres() -> None:
    roads = town()
    trace = Trace[int, Cost[float]]()
    found = roads.search(roads.parse("10"), [roads.parse("33")], engine="interpreted", observer=trace)
    assert found.cost is not None
    assert trace.events[-1].node.cost.travelled / view_of(roads).unit == found.cost.travelled


def test_a_graph_without_coordinates_has_no_view() -> None:
    assert Roads("it", RoadGraph.from_edges([0], [1], [5])).view() is None
    assert Roads("it", RoadGraph.from_edges([], [], [], size=0)).view() is None


def test_configured_shares_what_was_made() -> None:
    roads = town()
    made = roads.ground
    other = roads.with_options(Options(snap=5.0, origin="10"))
    assert other is not None
    assert other.ground is made
    assert other.default_starts()[0] == roads.parse("10")
    dear = roads.with_options(Options(turn=1.0))
    assert dear is not None
    assert dear.junctions.split.size > roads.junctions.split.size
    assert roads.with_options(Options(profile="bike")) is None
    assert roads.with_options(Options(metric="distance")) is None
    assert roads.with_options(Options(part="all")) is None


def village(metric: str = "time") -> Roads:
    """Main Street from west to east, crossed by Oak Lane; a motorway; Main Street again, 5 km to the north."""
    lat = [50.0, 50.0, 50.0, 50.01, 50.05, 50.05]
    lon = [10.0, 10.01, 10.02, 10.01, 10.0, 10.01]
    rows = [(0, 1, 1, 0), (1, 2, 1, 0), (1, 3, 2, 0), (3, 2, 3, 1), (4, 5, 1, 2), (5, 4, 4, 2)]  # tail, head, name, kind
    tail, head, name, kind = np.array([row for one in rows for row in (one, (one[1], one[0], *one[2:]))]).T
    length = compute_metres(*(np.array(column)[ends] for ends in (tail, head) for column in (lat, lon)))
    facts = EdgeFacts(
        length=length,
        seconds=(length / 10).astype(np.float32),
        way=np.arange(len(tail)) // 2,
        name=name.astype(np.int32),
        shape=np.full(len(tail), STRAIGHT, np.int32),
        names=("", "Main Street", "Öak Lane", "A 7", "Ferry"),
        kind=kind.astype(np.int32),
        kinds=("residential", "motorway", "footway"),
    )
    weight = np.ceil(length * 100 if metric == "distance" else length / 10 * 1000).astype(np.int64)
    unit: Unit = "cm" if metric == "distance" else "ms"
    return Roads("the village", RoadGraph.from_edges(tail, head, weight, lat, lon, unit=unit, facts=facts))


def test_roads_have_the_classes_of_their_kinds(tmp_path: Path) -> None:
    roads = village()
    roads.graph.save(tmp_path / "village.roads")
    for each in (roads, Roads.read(tmp_path / "village.roads", Options())):
        shape = view_of(each).shape
        ends = np.frombuffer(shape.ends, "<i4").reshape(-1, 2)
        found = {
            frozenset(pair): shape.classes[kind].name for pair, kind in zip(ends.tolist(), shape.line_classes, strict=True)
        }
        assert found[frozenset((0, 1))] == "street"
        assert found[frozenset((2, 3))] == "motorway"
        assert found[frozenset((4, 5))] == "path"
    assert not view_of(town()).shape.classes  # a graph without kinds
    widths = [each.width for each in shape.classes]
    assert widths == sorted(widths)


def test_a_file_of_openstreetmap_has_kinds() -> None:
    shape = view_of(Roads.read(DATA / "kotka.osm.pbf", Options())).shape
    assert {shape.classes[number].name for number in shape.line_classes} >= {"street", "service road"}
    assert len(shape.line_classes) == len(shape.ends) // 8


@pytest.mark.parametrize(("metric", "summary"), [("time", "2 min, 1.43 km"), ("distance", "1.43 km, 2 min")])
def test_an_itinerary_has_units_names_and_turns(metric: str, summary: str) -> None:
    roads = village(metric)
    view = view_of(roads)
    found = view.itinerary(roads.search(roads.make_node_place(0), [roads.make_node_place(2)], engine="interpreted").path)
    assert found is not None
    assert found.summary == summary
    assert [(each.text, each.length, each.place) for each in found.instructions] == [
        ("head east on Main Street", "1.43 km", 0),
        ("arrive", "", 2),
    ]
    turned = view.itinerary(roads.search(roads.make_node_place(0), [roads.make_node_place(3)], engine="interpreted").path)
    assert turned is not None
    assert [each.text for each in turned.instructions] == ["head east on Main Street", "turn left onto Öak Lane", "arrive"]
    assert [each.place for each in turned.instructions] == [0, 1, 3]
    alone = view.itinerary([roads.make_node_place(1)])
    assert alone is not None
    assert alone.summary in ("0 s, 0 m", "0 m, 0 s")


def test_alternatives_are_paths_with_costs_and_words() -> None:
    roads = Roads.read(DATA / "kotka.osm.pbf", Options())
    view = view_of(roads)
    start, goal = roads.make_node_place(105), roads.make_node_place(20)
    found = view.alternatives(start, goal, 3)
    cost = roads.search(start, [goal], engine="interpreted").cost
    assert cost is not None
    assert found[0].cost == pytest.approx(cost.travelled, abs=0.05)
    assert len(found) == 3
    assert [each.cost for each in found] == sorted(each.cost for each in found)
    for each in found:
        assert (each.path[0], each.path[-1]) == (start, goal)
        words = view.itinerary(each.path)
        assert words is not None
        assert words.instructions[-1].place == 20
    assert len({tuple(each.path) for each in found}) == 3
    inside = roads.find_nearest(60.5215, 26.9525)
    assert view.alternatives(inside, goal, 1)[0].path[0] == inside
    assert [tuple(each.path) for each in view.alternatives(goal, goal, 3)] == [(goal,)]


def test_distances_and_times_have_units() -> None:
    assert [format_distance(each) for each in (0, 9.4, 999.4, 999.5, 9_994, 9_995, 18_240, 99_949, 99_950, 1_234_567)] == [
        "0 m", "9 m", "999 m", "1.00 km", "9.99 km", "10.0 km", "18.2 km", "99.9 km", "100 km", "1,235 km",
    ]  # fmt: skip
    assert [time_in_words(each) for each in (0, 59.4, 59.6, 1290, 3569, 3599, 3600, 3900)] == [
        "0 s", "59 s", "1 min", "22 min", "59 min", "1 h", "1 h", "1 h 5 min",
    ]  # fmt: skip


def test_streets_are_places() -> None:
    roads = village()
    oak = roads.parse("oak lane")
    assert (oak.lat, oak.lon) == (pytest.approx(50.005, abs=1e-4), pytest.approx(10.01, abs=1e-4))
    assert roads.parse("  öAK ").lat == oak.lat  # a part, without case
    assert roads.parse("Öak Lane / A 7").node == roads.parse("A 7 & oak lane").node == 3
    assert roads.parse(roads.format(oak)) == oak
    label = view_of(roads).label(roads.make_node_place(1))
    assert label == "50.00000, 10.01000"
    assert roads.parse(label) == roads.make_node_place(1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Vaduz",
            r"'Vaduz' is not a place; give latitude and longitude as 60.17,24.94, a street as 'Main Street', two streets ",
        ),
        ("main street", r"2 streets are named Main Street; give the latitude and longitude of one: 50.0"),
        ("a", r"'a' is a part of 3 street names: A 7, Öak Lane, Main Street; give one of them"),
        ("Main Street / ", "is not a place"),
        ("Öak Lane / Vaduz", "is not a place"),
        ("Öak Lane / Ferry", "Öak Lane and Ferry do not meet"),
    ],
)
def test_what_is_no_street(text: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        village().parse(text)


def test_closed_junctions_are_avoided_until_they_are_opened() -> None:
    roads = Roads("a town", make_town())
    start, goal = roads.parse("10"), roads.parse("33")
    free = roads.search(start, [goal], engine="interpreted")
    inner = free.path[1]
    view = view_of(roads)
    assert [brush.name for brush in view.brushes] == ["open", "closed"]
    closed = view.paint({inner.node: 0})
    detour = closed.search(start, [goal], engine="interpreted")
    assert inner not in detour.path
    assert detour.cost.travelled >= free.cost.travelled
    with pytest.raises(BadInput, match="is closed"):
        view_of(closed).position(inner.node)
    assert view_of(closed).shape == view.shape, "closed roads are still drawn"
    assert closed.find_nearest(inner.lat, inner.lon).node != inner.node
    both = view_of(closed).paint({0: 0})
    back = view_of(both).paint({inner.node: 1, 0: 1})
    assert back.search(start, [goal], engine="interpreted").cost == free.cost
    assert back.network is roads.network
    with pytest.raises(BadInput, match="value 2"):
        view.paint({1: 2})
