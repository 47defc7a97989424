"""Places that cannot be what the user meant: the message says what was probably meant."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from genastar import BadInput
from genastar_roads.examples import make_town
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.place import Place
from genastar_roads.search.preference import Preference

ROADS = Roads("a town", make_town())
KOTKA = Path(__file__).parent.parent / "data" / "kotka.osm.pbf"


def test_latitude_and_longitude_exchanged() -> None:
    place = ROADS.find_nearest(60.1703, 24.9421)
    with pytest.raises(
        BadInput, match=r"m from the nearest road of a town; but 60\.1703,24\.9421 is in the map; give latitude"
    ):
        ROADS.parse("24.9421,60.1703")
    assert place.away <= ROADS.options.snap
    with pytest.raises(BadInput, match="the option snap allows 1,000 m: increase it"):
        ROADS.parse("10.0,10.5")


def test_an_edge_by_its_nodes_is_no_place() -> None:
    for text in ("10,33", "10 33"):
        with pytest.raises(BadInput, match="names two nodes, and a place is one: give 10 or 33, or lat,lon"):
            ROADS.parse(text)


def test_costs_of_an_edge_by_its_numbers() -> None:
    one = ROADS.find_by_number(10)
    for edge in ((10, 33), 10, "10", (one,), (one, 33)):
        with pytest.raises(BadInput, match="expected the two places of an edge, such as"):
            ROADS.with_costs({edge: 5})  # type: ignore[dict-item]
    with pytest.raises(BadInput, match="costs=5: expected a dictionary of edges"):
        ROADS.with_costs(5)  # type: ignore[arg-type]
    assert isinstance(one, Place)


def test_places_of_other_roads_are_refused() -> None:
    """An edge has another number in the roads of another profile, and so has a node."""
    car, foot = (Roads.read(KOTKA, Options(profile=profile)) for profile in ("car", "foot"))
    inside, goal = car.find_nearest(60.5301, 26.9486), car.find_nearest(60.5250, 26.9600)
    assert inside.edge >= 0
    junction = car.make_node_place(7)
    points = [(float(car.graph.lat[node]), float(car.graph.lon[node])) for node in (7, int(car.graph.head[car.graph.first[7]]))]
    matched = car.match([*points, (60.5301, 26.9486)]).places
    for place in (inside, junction, car.search(inside, [goal]).path[1], *filter(None, matched)):
        assert car.search(place, [goal]).outcome
        for ask in (
            lambda place=place: foot.search(place, [foot.make_node_place(0)]),
            lambda place=place: foot.search(foot.make_node_place(0), [place]),
            lambda place=place: foot.matrix([place], [place]),
            lambda place=place: foot.make_route([place, place]),
            lambda place=place: foot.format(place),
        ):
            with pytest.raises(BadInput, match=r"is a place of other roads than .*kotka.*; get one by its find_nearest"):
                ask()


def test_places_of_the_same_roads_are_taken(tmp_path: Path) -> None:
    roads = Roads.read(KOTKA, Options())
    roads.graph.save(tmp_path / "kotka.roads")
    start, goal = roads.find_nearest(60.5301, 26.9486), roads.find_nearest(60.5250, 26.9600)
    cost = roads.search(start, [goal]).cost
    others = (
        Roads.read(tmp_path / "kotka.roads", Options()),
        Roads.read(KOTKA, Options()),
        roads.with_preference(Preference("ferry")),
        roads.with_options(Options(turn=0.0)),
        roads.with_costs({}),
    )
    for other in others:
        assert other is not None
        assert other.search(start, [goal]).cost == cost
    assert roads.search(pickle.loads(pickle.dumps(start)), [goal]).cost == cost
    assert roads.search(Place(edge=start.edge, share=start.share), [goal]).cost == cost  # made by hand
