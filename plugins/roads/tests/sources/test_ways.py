"""What the tags of ways mean: classes, one-way streets, speeds, durations, sizes and weights, for all profiles."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from towns import arcs, osm_file, road, square

from genastar import BadInput
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.sources.profile import PROFILES, Profile, Rule, read_profile
from genastar_roads.sources.quantities import parse_duration, parse_length, parse_speed, parse_weight

MODES = {"car": ("vehicle", "motor_vehicle", "motorcar"), "bike": ("vehicle", "bicycle"), "foot": ("foot",)}


def rule(profile: str, highway: str = "residential", **tags: str) -> Rule:
    """Return the rule of a way; the double underscore in a key stands for a colon."""
    named = {key.replace("__", ":"): value for key, value in tags.items()}
    return read_profile(profile).rule({"highway": highway} | named if highway else named)


def directions(found: Rule) -> str:
    return "both" if found.forward and found.backward else "along" if found.forward else "against" if found.backward else "none"


def has_way(profile: str, highway: str = "residential", **tags: str) -> str:
    return directions(rule(profile, highway, **tags))


@pytest.mark.parametrize(
    ("profile", "highway", "key"),
    [
        ("car", "cycleway", "motor_vehicle"),
        ("car", "track", "motorcar"),
        ("car", "pedestrian", "vehicle"),
        ("car", "runway", "motor_vehicle"),
        ("bike", "motorway_link", "bicycle"),
        ("bike", "footway", "bicycle"),
        ("bike", "steps", "bicycle"),
        ("bike", "bridleway", "vehicle"),
        ("foot", "motorway_link", "foot"),
        ("foot", "cycleway", "foot"),
        ("foot", "busway", "foot"),
    ],
)
def test_a_permission_of_the_mode_opens_a_class_that_the_profile_lacks(profile: str, highway: str, key: str) -> None:
    assert has_way(profile, highway) == "none"
    for value in ("yes", "designated", "permissive", "official", "permit;yes"):
        assert has_way(profile, highway, **{key: value}) == "both"
        assert has_way(profile, highway, **{f"{key}__backward": value}) == "against"
    for value in ("no", "unknown"):
        assert has_way(profile, highway, **{key: value}) == "none"
    assert has_way(profile, highway, access="yes") == "none"
    assert has_way(profile, highway, **{key: "yes"}, access="no") == "both"
    for value in ("destination", "customers", "no;destination"):
        found = rule(profile, highway, **{key: value})
        assert (directions(found), found.through_forward, found.through_backward) == ("both", False, False)
    for value in ("private", "permit", "delivery"):
        assert has_way(profile, highway, **{key: value}) == "none"
    for unbuilt in ("construction", "proposed", "abandoned"):
        assert has_way(profile, unbuilt, **{key: "yes"}) == "none"


def test_motorways_with_a_permission_stay_one_way() -> None:
    assert has_way("bike", "motorway", bicycle="yes") == "along"
    assert has_way("foot", "motorway", foot="yes") == "both"


def test_motorroads_are_for_cars() -> None:
    assert [has_way(profile, "primary", motorroad="yes") for profile in PROFILES] == ["both", "none", "none"]
    assert [has_way(profile, "primary", motorroad="no") for profile in PROFILES] == ["both", "both", "both"]
    assert has_way("bike", "trunk", motorroad="yes", bicycle="yes") == "both"
    assert has_way("foot", "primary", motorroad="yes", foot="designated") == "both"


def test_ways_for_emergencies_are_closed_to_cars() -> None:
    assert has_way("car", "service", service="emergency_access") == "none"
    assert has_way("car", "service", service="emergency_access", motor_vehicle="yes") == "both"
    assert has_way("foot", "service", service="emergency_access") == "both"


@pytest.mark.parametrize("profile", PROFILES)
def test_ways_that_are_not_passable(profile: str) -> None:
    assert has_way(profile, construction="yes") == "none"
    assert has_way(profile, construction="minor") == "both"
    assert has_way(profile, impassable="yes") == "none"
    assert has_way(profile, status="impassable") == "none"
    assert has_way(profile, smoothness="impassable") == ("both" if profile == "foot" else "none")
    assert has_way(profile, ford="boat") == "none"
    for key in ("abandoned", "demolished", "disused", "proposed", "razed", "removed"):
        assert has_way(profile, **{key: "yes"}) == has_way(profile, **{key: "yes"}, access="yes") == "none"
        assert has_way(profile, **{key: "no"}) == "both"


@pytest.mark.parametrize(("profile", "mode"), [(profile, mode) for profile, modes in MODES.items() for mode in modes])
def test_one_ways_by_mode(profile: str, mode: str) -> None:
    key = f"oneway__{mode}"
    assert has_way(profile, **{key: "yes"}) == "along"
    assert has_way(profile, **{key: "-1"}, oneway="yes") == "against"
    assert has_way(profile, **{key: "no"}, oneway="yes") == "both"
    assert has_way(profile, **{key: "no"}, junction="roundabout") == "both"


def test_of_the_keys_of_one_ways_the_most_particular_wins() -> None:
    for modes in MODES.values():
        for profile in (each for each in PROFILES if MODES[each] == modes):
            for general, particular in pairwise(modes):
                assert has_way(profile, **{f"oneway__{general}": "yes", f"oneway__{particular}": "no"}) == "both"
                assert has_way(profile, **{f"oneway__{general}": "no", f"oneway__{particular}": "-1"}) == "against"
    assert has_way("car", oneway="yes", oneway__bicycle="no") == "along"
    assert has_way("foot", oneway="yes") == "both"


@pytest.mark.parametrize("key", ["oneway", "oneway__motorcar", "oneway__vehicle"])
@pytest.mark.parametrize("value", ["reversible", "alternating"])
def test_ways_that_change_their_direction_are_open_with_a_remark(tmp_path: Path, key: str, value: str) -> None:
    assert has_way("car", **{key: value}) == "both"
    osm_file(
        tmp_path / "a.osm", square(), [road(1, [11, 12], **{key: value}), road(2, [12, 13]), road(3, [13, 23], oneway="yes")]
    )
    remark = Roads.read(tmp_path / "a.osm", Options(part="all")).remark
    assert remark == "ways that change their direction (reversible or alternating), used in both directions: 1"


@pytest.mark.parametrize("highway", ["steps", "footway"])
def test_escalators(highway: str) -> None:
    assert has_way("foot", highway, conveying="forward") == "along"
    assert has_way("foot", highway, conveying="backward") == "against"
    assert has_way("foot", highway, conveying="yes") == "both"
    assert has_way("foot", highway, conveying="yes", oneway="yes") == "along"
    assert has_way("foot", highway, conveying="reversible") == "both"
    assert has_way("foot", highway, conveying="forward", oneway="no") == "both"
    assert has_way("foot", highway, conveying="forward", oneway__foot="no") == "both"
    assert has_way("foot", "residential", conveying="forward") == "both"


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ({"cycleway": "opposite"}, "both"),
        ({"cycleway:left": "opposite_lane"}, "both"),
        ({"cycleway:left": "lane"}, "along"),
        ({"cycleway:left": "lane", "cycleway:left:oneway": "-1"}, "both"),
        ({"cycleway:right": "track", "cycleway:right:oneway": "no"}, "both"),
        ({"cycleway:both": "lane", "cycleway:both:oneway": "no"}, "both"),
        ({"cycleway": "opposite", "oneway:bicycle": "yes"}, "along"),
    ],
)
def test_contraflow_for_bikes(tags: dict[str, str], wanted: str) -> None:
    assert has_way("bike", oneway="yes", **tags) == wanted
    assert has_way("car", oneway="yes", **tags) == "along"


@pytest.mark.parametrize(("profile", "mode"), [(each, mode) for each in ("car", "bike") for mode in MODES[each]])
def test_a_permission_of_the_mode_in_a_direction_wins_over_a_one_way(profile: str, mode: str) -> None:
    for value in ("yes", "designated", "permissive"):
        assert has_way(profile, oneway="yes", **{f"{mode}__backward": value}) == "both"
        assert has_way(profile, oneway="-1", **{f"{mode}__forward": value}) == "both"
    for tags in ({f"{mode}__backward": "no"}, {f"{mode}__backward": "unknown"}, {mode: "yes"}, {"access__backward": "yes"}):
        assert has_way(profile, oneway="yes", **tags) == "along"


@pytest.mark.parametrize("tag", ["sidewalk=both", "sidewalk=left", "sidewalk:right=yes", "sidewalk=yes", "segregated=yes"])
def test_a_sidewalk_is_a_permission_for_feet(tag: str) -> None:
    key, _, value = tag.replace(":", "__").partition("=")
    for highway in ("trunk", "trunk_link", "cycleway"):
        assert has_way("foot", highway) == has_way("foot", highway, **{key: "no"}) == "none"
        assert has_way("foot", highway, **{key: value}) == "both"
        assert has_way("foot", highway, **{key: value}, foot="no") == "none"
        assert has_way("foot", highway, **{key: value}, motorroad="yes") == "none"
    assert has_way("foot", "trunk", sidewalk="separate") == has_way("foot", "motorway", **{key: value}) == "none"
    assert has_way("bike", "footway", **{key: value}) == "none"


def test_ramps_elevators_and_ladders() -> None:
    assert has_way("bike", "steps", ramp__bicycle="yes") == "both"
    assert has_way("bike", "steps", ramp__bicycle="no") == has_way("bike", "steps", ramp="yes") == "none"
    assert has_way("foot", "elevator") == has_way("foot", "ladder") == has_way("bike", "elevator", bicycle="yes") == "both"
    assert [has_way(profile, highway) for profile in ("car", "bike") for highway in ("elevator", "ladder")] == ["none"] * 4


def test_fords_and_roads_for_four_wheel_drive() -> None:
    for profile in PROFILES:
        assert 0 < rule(profile, ford="yes").forward < rule(profile).forward
        assert has_way(profile, ford="stepping_stones") == ("both" if profile == "foot" else "none")
    assert rule("car", **{"4wd_only": "yes"}).forward < rule("car", **{"4wd_only": "recommended"}).forward < rule("car").forward
    assert rule("bike", **{"4wd_only": "yes"}) == rule("bike")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("route", ["ferry", "shuttle_train"])
def test_ferries_and_trains_for_cars(profile: str, route: str) -> None:
    found = rule(profile, "", route=route, duration="01:30")
    assert (found.forward, found.backward, found.minutes) == (8, 8, 90)
    assert has_way(profile, "", route=route, **{MODES[profile][-1]: "no"}) == "none"
    assert has_way(profile, "", route="bus") == "none"
    assert rule(profile, "residential", duration="01:30").minutes == 0


@pytest.mark.parametrize("tag", ["railway=platform", "public_transport=platform", "highway=platform", "man_made=pier"])
def test_platforms_and_piers_are_for_feet(tag: str) -> None:
    given = dict([tag.split("=")])

    def ways(profile: str, **tags: str) -> str:
        return directions(read_profile(profile).rule(given | tags))

    assert ways("foot") == ways("foot", area="yes") == "both"
    assert ways("foot", foot="no") == ways("car") == ways("bike") == "none"


def test_piers_are_for_bikes_where_signed() -> None:
    assert has_way("bike", "", man_made="pier", bicycle="yes") == "both"


@pytest.mark.parametrize("profile", PROFILES)
def test_squares_are_for_feet(profile: str) -> None:
    assert has_way(profile, "pedestrian", area="yes", **{MODES[profile][-1]: "yes"}) == (
        "both" if profile == "foot" else "none"
    )


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("key", "value"), [("surface", "sand"), ("tracktype", "grade5"), ("smoothness", "horrible")])
def test_bad_ways_are_slow(profile: str, key: str, value: str) -> None:
    if profile == "foot" and key == "smoothness":
        assert rule(profile, smoothness=value) == rule(profile)  # it is about wheels
        return
    plain, bad = rule(profile), rule(profile, **{key: value})
    assert 0 < bad.forward < plain.forward
    assert bad.forward == bad.backward


def test_a_bad_way_is_slow_whatever_is_signed() -> None:
    assert rule("car", "motorway", surface="grass").forward < 50
    assert rule("car", surface="gravel", maxspeed="50").forward == pytest.approx(50 * 0.9 * 0.6)
    assert rule("car", surface="asphalt; gravel").forward == pytest.approx(rule("car", surface="gravel").forward)
    assert rule("car", surface="cobblestone:flattened") == rule("car", surface="cobblestone") != rule("car")
    worst = rule("car", surface="gravel", tracktype="grade5", smoothness="bad").forward
    assert worst == pytest.approx(rule("car", tracktype="grade5").forward)


@pytest.mark.parametrize(
    ("tags", "limit"),
    [
        ({"maxspeed": "50"}, 50),
        ({"maxspeed": "50 MPH"}, 50 * 1.609344),
        ({"maxspeed": "50mph"}, 50 * 1.609344),
        ({"maxspeed": "30 KM/H"}, 30),
        ({"maxspeed": "5 Knots"}, 5 * 1.852),
        ({"maxspeed": "WALK"}, 6),
        ({"maxspeed": "de:URBAN"}, 50),
        ({"maxspeed": "CH:rural"}, 80),
        ({"maxspeed": "RU:urban"}, 60),
        ({"maxspeed": "BE-VLG:rural"}, 70),
        ({"maxspeed": "DE:zone30"}, 30),
        ({"maxspeed": "DE:zone:20"}, 20),
        ({"maxspeed": "AT:30"}, 30),
        ({"maxspeed": "GB:nsl_dual"}, 70 * 1.609344),
        ({"source:maxspeed": "FR:rural"}, 80),
        ({"maxspeed:type": "FI:urban"}, 50),
        ({"zone:maxspeed": "DE:30"}, 30),
        ({"zone:maxspeed": "30"}, 30),
        ({"zone:traffic": "DE:urban"}, 50),
        ({"maxspeed": "70", "zone:traffic": "DE:urban", "zone:maxspeed": "DE:30"}, 70),
        ({"maxspeed": "70", "source:maxspeed": "FR:rural"}, 70),
        ({"maxspeed": "70", "maxspeed:motorcar": "40"}, 40),
        ({"maxspeed": "70", "maxspeed:advisory": "40"}, 40),
    ],
)
def test_speed_limits(tags: dict[str, str], limit: float) -> None:
    assert rule("car", "secondary", **tags).forward == pytest.approx(0.9 * limit)


def test_a_zone_of_traffic_never_raises_the_speed() -> None:
    for highway in ("living_street", "service", "residential"):
        assert rule("car", highway, zone__traffic="DE:rural") == rule("car", highway)
    assert rule("foot", zone__traffic="DE:30") == rule("foot")


@pytest.mark.parametrize("text", ["none", "DE:motorway", "signals", "fast", "", "source", "-5", "nan"])
def test_no_limit(text: str) -> None:
    assert rule("car", "motorway", maxspeed=text).forward == 105
    assert rule("car", "motorway", source__maxspeed=text).forward == 105


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("20", 20),
        ("00:20", 20),
        ("1:05", 65),
        ("25:00", 1500),
        ("00:01:30", 1.5),
        ("PT20M", 20),
        ("PT1H", 60),
        ("P0DT1H", 60),
        ("P1DT2H", 1560),
        ("PT1.5H", 90),
        ("PT1,5H", 90),
        ("P1D", 1440),
        ("P2W", 20160),
        ("PT90S", 1.5),
        ("pt1h30m", 90),
        ("P1M", 0),
        ("P1Y", 0),
        ("P3W", 30240),
        ("P25D", 0),
        ("168:00", 10080),
        ("", 0),
        ("soon", 0),
        ("P", 0),
        ("PT", 0),
        ("1H", 0),
        ("PT1H20", 0),
        ("-5", 0),
        ("0", 0),
        ("1:75", 0),
    ],
)
def test_durations(text: str, minutes: float) -> None:
    assert parse_duration(text) == pytest.approx(minutes)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3.5", 3.5),
        ("3,5 m", 3.5),
        ("12'6\"", 3.81),
        ("12' 6\"", 3.81),
        ("12'", 3.6576),
        ("12 ft", 3.6576),
        ("12 ft 6 in", 3.81),
        ("12ft6in", 3.81),
        ('150"', 3.81),
        ("350 cm", 3.5),
        ("default", None),
        ("", None),
        ("-1", None),
        ("3.5.1", None),
    ],
)
def test_lengths(text: str, wanted: float | None) -> None:
    found = parse_length(text)
    assert found is None if wanted is None else found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3.5", 3.5),
        ("3.5 t", 3.5),
        ("3500 kg", 3.5),
        ("10 st", 9.0718474),
        ("6000 lbs", 2.72155422),
        ("6000 LB", 2.72155422),
        ("2 lt", 2.0320938176),
        ("heavy", None),
    ],
)
def test_weights(text: str, wanted: float | None) -> None:
    found = parse_weight(text)
    assert found is None if wanted is None else found == pytest.approx(wanted)


def test_speeds_with_units() -> None:
    assert parse_speed(" 30 mph; 50 ") == pytest.approx(48.28032)
    assert parse_speed("fast") == 0


SMALL = {
    "height": ("maxheight", "maxheight:physical", "maxheight:signed", "maxheight:legal"),
    "width": ("maxwidth", "maxwidth:physical", "width"),
    "length": ("maxlength",),
    "weight": ("maxweight", "maxweightrating", "maxgcweight"),
    "axle_load": ("maxaxleload",),
}


@pytest.mark.parametrize(("dimension", "key"), [(dimension, key) for dimension, keys in SMALL.items() for key in keys])
def test_limits_of_size_and_weight(dimension: str, key: str) -> None:
    profile = Profile("lorry", {"residential": 50.0}, **{dimension: 4.0})  # type: ignore[arg-type]

    def passes(value: str, name: str = key) -> str:
        return directions(profile.rule({"highway": "residential", name: value}))

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
    small = {"maxheight": "1.9", "maxwidth": "1.9", "maxlength": "4.5", "maxweight": "1.5"}
    large = {"maxheight": "2", "maxwidth": "2", "maxlength": "5", "maxweight": "2"}
    assert [has_way("car", **{key: value}) for key, value in small.items()] == ["none"] * 4
    assert [has_way("car", **{key: value}) for key, value in large.items()] == ["both"] * 4


@pytest.mark.parametrize("barrier", [{"barrier": "height_restrictor"}, {"barrier": "gate"}, {}, {"highway": "crossing"}])
def test_limits_on_nodes(barrier: dict[str, str]) -> None:
    car = read_profile("car")
    assert not car.node_passage(barrier | {"maxheight": "1.8"})
    assert not car.node_passage(barrier | {"maxwidth:physical": "1.5"})
    assert car.node_passage(barrier | {"maxheight": "2.1"})
    assert read_profile("bike").node_passage(barrier | {"maxheight": "1.8"})


@pytest.mark.parametrize(
    ("tags", "remark"),
    [
        (
            {"route": "ferry", "duration": "soon"},
            "ferries with an invalid duration, which travel at the speed of the profile: 1",
        ),
        ({"maxspeed": "fast"}, "ways with an invalid maxspeed, which is ignored: 1"),
        ({"maxspeed": "DE:urban"}, ""),
        ({"maxspeed:forward": "fast"}, "ways with an invalid maxspeed, which is ignored: 1"),
        ({"oneway": "perhaps"}, "ways with an invalid oneway, used in both directions: 1"),
        ({"oneway:motorcar": "perhaps"}, "ways with an invalid oneway, used in both directions: 1"),
        ({"oneway": "No"}, ""),
        ({"oneway:bicycle": "perhaps"}, ""),
        ({"maxheight": "tall"}, "ways with an invalid limit of size or weight, which is ignored: 1"),
        ({"maxheight": "default"}, ""),
        (
            {"access:conditional": "no @ (22:00-06:00)"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1",
        ),
        (
            {"motorcar:forward:conditional": "no @ wet"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1",
        ),
        ({"bicycle:conditional": "no @ wet"}, ""),
    ],
)
def test_what_cannot_be_used_is_counted_and_said(tmp_path: Path, tags: dict[str, str], remark: str) -> None:
    given = tags if "route" in tags else {"highway": "residential"} | tags
    osm_file(tmp_path / "a.osm", square(), [(1, [11, 12], given), road(2, [12, 13])])
    assert Roads.read(tmp_path / "a.osm", Options(part="all")).remark == remark


def test_conditions_at_barriers_are_counted_and_said(tmp_path: Path) -> None:
    tags = {
        12: {"barrier": "gate", "access:conditional": "no @ (22:00-06:00)"},
        13: {"barrier": "gate", "foot:conditional": "no @ wet"},
    }
    osm_file(tmp_path / "a.osm", square(), [road(1, [11, 12, 13])], node_tags=tags)
    remark = Roads.read(tmp_path / "a.osm", Options(part="all")).remark
    assert remark == "barriers with conditional tags (such as access:conditional), which are ignored: 1"


def test_a_profile_with_the_size_of_a_lorry(tmp_path: Path) -> None:
    (tmp_path / "lorry.toml").write_text('name = "lorry"\nheight = 4.0\nweight = 18\n[speeds]\nresidential = 40\n')
    ways = [road(1, [11, 12], maxheight="3.8"), road(2, [12, 13], maxweight="20"), road(3, [13, 23], maxweight="7.5")]
    osm_file(tmp_path / "a.osm", square(), ways, node_tags={13: {"barrier": "height_restrictor", "maxheight": "3.5"}})
    graph = Roads.read(tmp_path / "a.osm", Options(part="all", profile=str(tmp_path / "lorry.toml"))).graph
    assert arcs(graph) == {(12, 13), (13, 12)}


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
