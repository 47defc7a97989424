"""Limits of size and weight, and the vehicles that they stop."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns import list_arcs, make_road, make_square, osm_file
from way_rules import directions, has_way

from genastar import BadInput
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.profiles.profile import Profile, read_profile

SMALL = {
    "height": ("maxheight", "maxheight:physical", "maxheight:signed", "maxheight:legal"),
    "width": ("maxwidth", "maxwidth:physical", "width", "est_width"),
    "length": ("maxlength",),
    "weight": ("maxweight", "maxweightrating", "maxgcweight"),
    "axle_load": ("maxaxleload",),
}


@pytest.mark.parametrize(("dimension", "key"), [(dimension, key) for dimension, keys in SMALL.items() for key in keys])
def test_limits_of_size_and_weight(dimension: str, key: str) -> None:
    profile = Profile("lorry", {"residential": 50.0}, **{dimension: 4.0})  # type: ignore[arg-type]

    def passes(value: str, name: str = key) -> str:
        return directions(profile.make_rule({"highway": "residential", name: value}))

    assert passes("3.9") == "none"
    assert passes("4.1") == "both"
    assert passes("3.9", f"{key}:forward") == "against"
    assert passes("3.9", f"{key}:backward") == "along"
    assert passes("default") == passes("none") == passes("tall") == "both"
    assert passes("5;3") == "none"
    is_weight = dimension in ("weight", "axle_load")
    assert passes("8500 lbs" if is_weight else "13'1\"") == "none"
    assert passes("9000 lbs" if is_weight else "13'2\"") == "both"
    assert has_way("foot", **{key: "0.1"}) == has_way("bike", **{key: "0.1"}) == "both"


def test_a_car_has_the_size_of_a_car() -> None:
    small = {"maxheight": "1.9", "maxwidth": "1.9", "maxlength": "4.5", "maxweight": "1.5", "maxaxleload": "1"}
    large = {"maxheight": "2", "maxwidth": "2", "maxlength": "5", "maxweight": "2", "maxaxleload": "1.2"}
    assert [has_way("car", **{key: value}) for key, value in small.items()] == ["none"] * 5
    assert [has_way("car", **{key: value}) for key, value in large.items()] == ["both"] * 5


@pytest.mark.parametrize("barrier", [{"barrier": "height_restrictor"}, {"barrier": "gate"}, {}, {"highway": "crossing"}])
def test_limits_on_nodes(barrier: dict[str, str]) -> None:
    car = read_profile("car")
    assert not car.find_node_passage(barrier | {"maxheight": "1.8"})
    assert not car.find_node_passage(barrier | {"maxwidth:physical": "1.5"})
    assert car.find_node_passage(barrier | {"maxheight": "2.1"})
    assert read_profile("bike").find_node_passage(barrier | {"maxheight": "1.8"})


def test_a_profile_with_the_size_of_a_lorry(tmp_path: Path) -> None:
    (tmp_path / "lorry.toml").write_text('name = "lorry"\nheight = 4.0\nweight = 18\n[speeds]\nresidential = 40\n')
    ways = [
        make_road(1, [11, 12], maxheight="3.8"),
        make_road(2, [12, 13], maxweight="20"),
        make_road(3, [13, 23], maxweight="7.5"),
    ]
    osm_file(tmp_path / "a.osm", make_square(), ways, node_tags={13: {"barrier": "height_restrictor", "maxheight": "3.5"}})
    graph = Roads.read(tmp_path / "a.osm", Options(part="all", profile=str(tmp_path / "lorry.toml"))).graph
    assert list_arcs(graph) == {(12, 13), (13, 12)}


@pytest.mark.parametrize(
    "text",
    [
        'permissions = ["sidewalk"]',
        "factors = {ford = 0.5}",
        'factors = {"ford=yes" = -1}',
        "height = -1",
        "weight = nan",
        'length = "long"',
        "axle_load = 1e9",
        "smoothness = {bad = -1}",
    ],
)
def test_profiles_with_a_wrong_size(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(f'name = "x"\n{text}\n[speeds]\nresidential = 40\n')
    with pytest.raises(BadInput, match=text.split(" ")[0]) as caught:
        read_profile(str(tmp_path / "bad.toml"))
    assert len(str(caught.value).splitlines()) == 1
