"""What the tags of ways mean: classes, permissions, ferries and speeds, for all profiles."""

from __future__ import annotations

import pytest
from way_rules import MODES, directions, has_way, rule

from genastar_roads.profiles.profile import PROFILES, read_profile


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
    signed = {"foot": "yes"} if profile == "foot" and route == "shuttle_train" else {}  # it carries vehicles
    assert has_way(profile, "", route=route) == ("none" if signed else "both")
    found = rule(profile, "", route=route, duration="01:30", **signed)
    assert (found.forward, found.backward, found.minutes) == (8, 8, 90)
    assert has_way(profile, "", route=route, **{MODES[profile][-1]: "no"}) == "none"
    assert has_way(profile, "", route="bus") == "none"
    assert rule(profile, "residential", duration="01:30").minutes == 0


@pytest.mark.parametrize("tag", ["railway=platform", "public_transport=platform", "highway=platform", "man_made=pier"])
def test_platforms_and_piers_are_for_feet(tag: str) -> None:
    given = dict([tag.split("=")])

    def ways(profile: str, **tags: str) -> str:
        return directions(read_profile(profile).make_rule(given | tags))

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
