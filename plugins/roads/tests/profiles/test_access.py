"""Access keys: who may pass ways and nodes, by the rules of wiki.openstreetmap.org, for all profiles."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from towns import make_road, make_square, osm_file

from genastar_roads.osm.reader import read_osm
from genastar_roads.osm.ways import OsmWays
from genastar_roads.profiles.profile import Rule, read_profile

KEYS = {
    "car": ("access", "vehicle", "motor_vehicle", "motorcar"),
    "bike": ("access", "vehicle", "bicycle"),
    "foot": ("access", "foot"),
}
OPEN, LOCAL, CLOSED = "open", "no through traffic", "closed"


def passages(profile: str, **tags: str) -> tuple[str, str]:
    """Return who may pass a way along it and against it."""
    rule = read_profile(profile).make_rule({"highway": "residential"} | {key.replace("__", ":"): tags[key] for key in tags})
    return one(rule.forward, rule.through_forward), one(rule.backward, rule.through_backward)


def one(speed: float, through: bool) -> str:
    return CLOSED if not speed else OPEN if through else LOCAL


def ways_with(path: Path, profile: str, node_tags: dict[int, dict[str, str]]) -> OsmWays:
    osm_file(path, make_square(), [make_road(1, [11, 12, 13])], node_tags=node_tags)
    return read_osm(path, read_profile(profile), 100)


def crossing(profile: str, tags: dict[str, str]) -> str:
    """Return who may pass a node with these tags."""
    rule = read_profile(profile).find_node_passage(tags)
    return (CLOSED, LOCAL, OPEN)[rule]


EVERY_KEY = [(profile, key) for profile, keys in KEYS.items() for key in keys]


@pytest.mark.parametrize(("profile", "key"), EVERY_KEY)
@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("yes", OPEN),
        ("designated", OPEN),
        ("permissive", OPEN),
        ("official", OPEN),
        ("no", CLOSED),
        ("agricultural", CLOSED),
        ("forestry", CLOSED),
        ("military", CLOSED),
        ("emergency", CLOSED),
        ("private", LOCAL),
        ("destination", LOCAL),
        ("customers", LOCAL),
        ("delivery", LOCAL),
        ("permit", LOCAL),
        ("residents", LOCAL),
        ("forestry;agricultural", CLOSED),
        ("agricultural; forestry", CLOSED),
        ("agricultural ;destination", LOCAL),
        ("destination;no", LOCAL),
        ("no;yes", OPEN),
        ("private;designated", OPEN),
        ("unknown", OPEN),
        ("", OPEN),
    ],
)
def test_values_of_every_key_on_ways_and_nodes(profile: str, key: str, value: str, wanted: str) -> None:
    assert passages(profile, **{key: value}) == (wanted, wanted)
    assert passages(profile, **{f"{key}__forward": value}) == (wanted, OPEN)
    assert passages(profile, **{f"{key}__backward": value}) == (OPEN, wanted)
    assert crossing(profile, {key: value}) == wanted
    assert crossing(profile, {key: value, "barrier": "gate"}) == wanted
    assert crossing(profile, {key: value, "highway": "crossing"}) == OPEN


@pytest.mark.parametrize(
    ("profile", "general", "particular"),
    [(profile, a, b) for profile, keys in KEYS.items() for number, a in enumerate(keys) for b in keys[number + 1 :]],
)
def test_the_particular_key_wins_in_its_direction(profile: str, general: str, particular: str) -> None:
    assert passages(profile, **{general: "no", particular: "yes"}) == (OPEN, OPEN)
    assert passages(profile, **{general: "yes", particular: "no"}) == (CLOSED, CLOSED)
    assert passages(profile, **{general: "no", f"{particular}__forward": "yes"}) == (OPEN, CLOSED)
    assert passages(profile, **{f"{general}__forward": "no", particular: "destination"}) == (LOCAL, LOCAL)
    assert passages(profile, **{particular: "no", f"{particular}__backward": "yes"}) == (CLOSED, OPEN)
    assert passages(profile, **{f"{general}__backward": "no", f"{particular}__forward": "private"}) == (LOCAL, CLOSED)
    assert crossing(profile, {general: "no", particular: "yes"}) == OPEN
    assert crossing(profile, {general: "yes", particular: "no"}) == CLOSED


@pytest.mark.parametrize(
    ("profile", "key"), [("foot", "bicycle"), ("bike", "foot"), ("car", "bicycle"), ("bike", "motor_vehicle"), ("car", "hgv")]
)
def test_keys_of_other_modes_say_nothing(profile: str, key: str) -> None:
    assert passages(profile, **{key: "no"}) == (OPEN, OPEN)
    assert crossing(profile, {key: "no"}) == OPEN


@pytest.mark.parametrize("value", ["yes", "permissive", "designated"])
@pytest.mark.parametrize(("profile", "key"), EVERY_KEY)
def test_an_access_key_opens_a_barrier(profile: str, key: str, value: str) -> None:
    assert crossing(profile, {"barrier": "wall"}) == CLOSED
    assert crossing(profile, {"barrier": "wall", key: value}) == OPEN
    assert crossing(profile, {"barrier": "wall", key: "destination"}) == LOCAL
    assert crossing(profile, {"barrier": "wall", key: "unknown"}) == CLOSED


@pytest.mark.parametrize("barrier", [{"barrier": "cycle_barrier"}, {"barrier": "chain"}, {}])
def test_a_bike_is_pushed_through_a_barrier(barrier: dict[str, str]) -> None:
    assert crossing("bike", barrier | {"bicycle": "dismount"}) == OPEN
    assert passages("bike", bicycle="dismount") == (CLOSED, CLOSED)


SOLID = ("city_wall", "debris", "fence", "hedge", "retaining_wall", "wall", "yes")
NO_WHEELS = (*SOLID, "cable_barrier", "chain", "ditch", "guard_rail", "kissing_gate", "spikes", "stile", "turnstile")
NO_CARS = (*NO_WHEELS, "bollard", "cycle_barrier", "hampshire_gate", "horse_stile", "log", "tank_trap", "tyres", "wicket_gate")


@pytest.mark.parametrize("barrier", [*NO_CARS, "gate", "lift_gate", "cattle_grid", "toll_booth", "kerb", "unknown"])
def test_barriers_by_profile(barrier: str) -> None:
    for profile, closed in (("car", NO_CARS), ("bike", NO_WHEELS), ("foot", SOLID)):
        assert crossing(profile, {"barrier": barrier}) == (CLOSED if barrier in closed else OPEN)
        assert crossing(profile, {"barrier": barrier, KEYS[profile][-1]: "yes"}) == OPEN


def test_other_tags_that_are_barriers(tmp_path: Path) -> None:
    for tag, closed in (
        ({"kerb": "raised"}, ["car"]),
        ({"barrier": "kerb", "kerb": "raised"}, ["car"]),
        ({"barrier": "kerb", "kerb": "lowered"}, []),
        ({"highway": "crossing", "kerb": "raised"}, []),
        ({"ford": "stepping_stones"}, ["car", "bike"]),
        ({"ford": "yes"}, []),
    ):
        assert [profile for profile in KEYS if crossing(profile, tag) == CLOSED] == closed
    ways = ways_with(tmp_path / "a.osm", "car", {11: {"kerb": "raised"}, 12: {"ford": "stepping_stones"}, 13: {"ford": "yes"}})
    assert ways.barriers.tolist() == [11, 12]


@pytest.mark.parametrize("profile", KEYS)
def test_a_locked_gate_is_private_unless_an_access_key_says_more(profile: str) -> None:
    locked = {"barrier": "gate", "locked": "yes"}
    assert crossing(profile, locked) == LOCAL
    assert crossing(profile, locked | {"access": "yes"}) == crossing(profile, {"locked": "yes"}) == OPEN
    assert crossing(profile, locked | {"access": "no"}) == crossing(profile, locked | {"barrier": "wall"}) == CLOSED
    assert crossing(profile, {"barrier": "gate", "locked": "no"}) == OPEN


def test_capitals_and_blanks_do_not_matter(tmp_path: Path) -> None:
    nodes = {11: {"barrier": "Gate", "access": "Private"}, 12: {"barrier": "Wall"}, 13: {"barrier": "gate", "Access": " No "}}
    ways = ways_with(tmp_path / "a.osm", "car", nodes)
    assert (ways.gates.tolist(), ways.barriers.tolist()) == ([11], [12, 13])
    for number, (tags, wanted) in enumerate(
        [
            ({"access": "Private"}, (LOCAL, LOCAL)),
            ({"ACCESS": "Destination; NO "}, (LOCAL, LOCAL)),
            ({"Access": "private", "access": "yes"}, (OPEN, OPEN)),
            ({"oneway": "Yes"}, (OPEN, CLOSED)),
            ({"Oneway": "-1 "}, (CLOSED, OPEN)),
            ({"highway": "Residential"}, (OPEN, OPEN)),
        ]
    ):
        path = osm_file(tmp_path / f"{number}.osm", make_square(), [(1, [11, 12], {"highway": "residential"} | tags)])
        (rule,) = read_osm(path, read_profile("car"), 100).rules
        assert (one(rule.forward, rule.through_forward), one(rule.backward, rule.through_backward)) == wanted


@pytest.mark.parametrize(("profile", "key"), EVERY_KEY)
def test_nodes_with_access_keys_are_found_in_files(tmp_path: Path, profile: str, key: str) -> None:
    ways = ways_with(tmp_path / "a.osm", profile, {11: {key: "private"}, 12: {key: "no"}, 13: {"highway": "stop", key: "no"}})
    assert ways.gates.tolist() == [11]
    assert ways.barriers.tolist() == [12]


def test_a_value_that_names_a_mode_is_for_that_mode() -> None:
    for profile, keys in KEYS.items():
        assert passages(profile, access=keys[-1]) == passages(profile, access=f"psv;{keys[1]}") == (OPEN, OPEN)
    for other in ("psv", "bus", "taxi", "hgv", "foot", "bicycle", "emergency_vehicle"):
        assert passages("car", access=other) == passages("car", motor_vehicle=other) == (CLOSED, CLOSED)


def expected(keys: tuple[str, ...], tags: dict[str, str], suffix: str) -> str:
    """Return who may pass, by the wiki's words: an oracle that has nothing of the plugin."""
    meanings = {
        "yes": OPEN,
        "designated": OPEN,
        "permissive": OPEN,
        "destination": LOCAL,
        "private": LOCAL,
        "customers": LOCAL,
        "no": CLOSED,
        "forestry": CLOSED,
        "agricultural": CLOSED,
    }
    passage = OPEN
    for key in keys:  # the later, the more particular; a direction is more particular than none
        for value in (tags.get(key, ""), tags.get(key + suffix, "")):
            found = {meanings[word] for word in value.replace(" ", "").split(";") if word in meanings}
            passage = next((each for each in (OPEN, LOCAL, CLOSED) if each in found), passage)
    return passage


@pytest.mark.parametrize("profile", KEYS)
def test_random_tags_against_an_oracle(profile: str) -> None:
    chance = random.Random(42)
    values = [
        "yes",
        "no",
        "destination",
        "private",
        "forestry;agricultural",
        "agricultural; customers",
        "unknown",
        "no;permissive",
    ]
    names = [key + suffix for key in (*KEYS[profile], "hgv", "psv") for suffix in ("", ":forward", ":backward")]
    for _ in range(500):
        tags = {name: chance.choice(values) for name in chance.sample(names, chance.randint(0, 5))}
        wanted = tuple(expected(KEYS[profile], tags, suffix) for suffix in (":forward", ":backward"))
        rule = read_profile(profile).make_rule({"highway": "residential"} | tags)
        assert (one(rule.forward, rule.through_forward), one(rule.backward, rule.through_backward)) == wanted, tags
        assert crossing(profile, tags) == expected(KEYS[profile], {key: tags[key] for key in tags if ":" not in key}, ""), tags


def test_a_street_for_its_destinations_in_a_file() -> None:
    ways = read_osm(Path(__file__).parents[1] / "data" / "reports" / "c_destination.osm", read_profile("car"), 100)
    rules = {int(way): ways.rules[rule] for way, rule in zip(ways.way, ways.rule, strict=True)}
    assert (rules[10].through_forward, rules[10].through_backward) == (False, False)
    assert all(rules[way].through_forward and rules[way].through_backward for way in (11, 12, 13))
    assert all(rule.forward == rule.backward == 26 for rule in rules.values())


def test_a_rule_lets_all_traffic_through_by_default() -> None:
    assert (Rule().through_forward, Rule().through_backward) == (True, True)
