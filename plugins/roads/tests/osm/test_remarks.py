"""What a file says that cannot be used: counted and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns import make_road, make_square, osm_file

from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.osm.remarks import Tally


@pytest.mark.parametrize(
    ("tags", "remark"),
    [
        (
            {"route": "ferry", "duration": "soon"},
            "ferries with an invalid duration, which travel at the speed of the profile: 1 (way 1)",
        ),
        ({"maxspeed": "fast"}, "ways with an invalid maxspeed, which is ignored: 1 (way 1)"),
        ({"maxspeed": "DE:urban"}, ""),
        ({"maxspeed:forward": "fast"}, "ways with an invalid maxspeed, which is ignored: 1 (way 1)"),
        ({"oneway": "perhaps"}, "ways with an invalid oneway, used in both directions: 1 (way 1)"),
        ({"oneway:motorcar": "perhaps"}, "ways with an invalid oneway, used in both directions: 1 (way 1)"),
        ({"oneway": "No"}, ""),
        ({"oneway:bicycle": "perhaps"}, ""),
        ({"maxheight": "tall"}, "ways with an invalid limit of size or weight, which is ignored: 1 (way 1)"),
        ({"maxheight": "default"}, ""),
        (
            {"access:conditional": "no @ (22:00-06:00)"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1 (way 1)",
        ),
        (
            {"motorcar:forward:conditional": "no @ wet"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1 (way 1)",
        ),
        ({"bicycle:conditional": "no @ wet"}, ""),
        ({"ice_road": "yes"}, "ways for a season (ice_road, winter_road, seasonal), used all the year: 1 (way 1)"),
        ({"Winter_Road": "Yes"}, "ways for a season (ice_road, winter_road, seasonal), used all the year: 1 (way 1)"),
        ({"seasonal": "winter"}, "ways for a season (ice_road, winter_road, seasonal), used all the year: 1 (way 1)"),
        ({"seasonal": "no", "winter_road": "no"}, ""),
    ],
)
def test_what_cannot_be_used_is_counted_and_said(tmp_path: Path, tags: dict[str, str], remark: str) -> None:
    given = tags if "route" in tags else {"highway": "residential"} | tags
    osm_file(tmp_path / "a.osm", make_square(), [(1, [11, 12], given), make_road(2, [12, 13])])
    assert Roads.read(tmp_path / "a.osm", Options(part="all")).remark == remark


def test_conditions_at_barriers_are_counted_and_said(tmp_path: Path) -> None:
    tags = {
        12: {"barrier": "gate", "access:conditional": "no @ (22:00-06:00)"},
        13: {"barrier": "gate", "foot:conditional": "no @ wet"},
    }
    osm_file(tmp_path / "a.osm", make_square(), [make_road(1, [11, 12, 13])], node_tags=tags)
    remark = Roads.read(tmp_path / "a.osm", Options(part="all")).remark
    assert remark == "barriers with conditional tags (such as access:conditional), which are ignored: 1 (node 12)"


@pytest.mark.parametrize(
    ("profile", "tag", "key"),
    [
        ("car", "highway=track", "motor_vehicle"),
        ("car", "highway=ice_road", "motorcar"),
        ("car", "highway=winter_road", "vehicle"),
        ("bike", "highway=footway", "bicycle"),
        ("bike", "highway=winter_road", "bicycle"),
        ("foot", "highway=cycleway", "foot"),
        ("foot", "highway=ice_road", "foot"),
        ("foot", "route=shuttle_train", "foot"),
    ],
)
def test_ways_that_lack_a_permission_are_counted_and_said(tmp_path: Path, profile: str, tag: str, key: str) -> None:
    kind = dict([tag.split("=")])
    silent = [{key: "no"}, {key: "private"}, {key: "yes"}, {"access": "no"}, {"impassable": "yes"}]
    ways = [(number, [11, 12], kind | more) for number, more in enumerate(silent, 1)]
    ways += [(number, [12, 13], kind | {"access": "yes"} if number > 8 else kind) for number in range(6, 10)]
    osm_file(tmp_path / "a.osm", make_square(), [*ways, make_road(20, [21, 22])])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", profile=profile))
    assert roads.remark == f"ways with {tag}, which only a key of the mode opens: 4 (way 6, 7, 8, ...)"
    assert roads.graph.facts is not None
    assert {3, 20} <= set(map(int, roads.graph.facts.way))


def test_the_objects_of_a_remark() -> None:
    tally = Tally()
    tally.add("{} here", ("way", 4))
    assert tally.texts == ("1 (way 4) here",)
    tally.add("{} here", ("node", -5))
    tally.add("there: {}", number=0)
    other = Tally()
    other.add("{} here", ("way", 6), ("way", 7), number=1998)
    tally.add_all(other)
    assert tally.texts == ("2,000 (way 4, node -5, way 6, ...) here",)
    assert tally.total == 2000


@pytest.mark.parametrize("spelling", ["Restriction", "RESTRICTION"])
def test_restrictions_in_capitals_are_obeyed_and_said(tmp_path: Path, spelling: str) -> None:
    ways = [make_road(1, [11, 12]), make_road(2, [12, 13])]
    members = [("way", 1, "from"), ("node", 12, "via"), ("way", 2, "to")]
    osm_file(tmp_path / "a.osm", make_square(), ways, [(members, {"type": spelling, "restriction": "No_Straight_On"})])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all"))
    assert roads.remark == "relations whose type has capital letters, read as in lower case: 1 (relation 1)"
    assert not roads.search(roads.parse("11"), [roads.parse("13")], engine="interpreted").found
    assert not Roads.read(tmp_path / "a.osm", Options(part="all", profile="foot")).remark


@pytest.mark.parametrize("spelling", ["Multipolygon", "MULTIPOLYGON"])
def test_squares_in_capitals_are_used_and_said(tmp_path: Path, spelling: str) -> None:
    border = (1, [11, 12, 22, 21, 11], {})
    square_of = ([("way", 1, "outer")], {"type": spelling, "highway": "pedestrian"})
    osm_file(tmp_path / "a.osm", make_square(), [border, make_road(2, [12, 13])], [square_of])
    roads = Roads.read(tmp_path / "a.osm", Options(part="all", profile="foot"))
    assert roads.remark == "relations whose type has capital letters, read as in lower case: 1 (relation 1)"
    assert roads.search(roads.parse("21"), [roads.parse("13")], engine="interpreted").found
