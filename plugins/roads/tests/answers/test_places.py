"""Places that cannot be what the user meant: the message says what was probably meant."""

from __future__ import annotations

import pytest

from genastar import BadInput
from genastar_roads.examples import make_town
from genastar_roads.model import Roads
from genastar_roads.places.place import Place

ROADS = Roads("a town", make_town())


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
