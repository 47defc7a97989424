"""OSRM's acceptance scenarios as small maps with questions; data/README.md says where they come from."""

from __future__ import annotations

import json
import lzma
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from attrs import frozen
from towns import osm_file

from genastar import BadInput
from genastar_roads.answers.route import Route
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.profiles.profile import read_profile

DATA: Final = Path(__file__).parent / "data" / "osrm"

Spot = tuple[float, float]

LENIENCE: Final = 0.02
"""Relative tolerance of lengths, times and speeds: OSRM rounds its figures, and takes another shape of the earth."""


@frozen
class Check:
    """One fact of a scenario, and what this plugin answers."""

    where: str
    """The feature file of OSRM and the line of the scenario."""
    number: int
    """Number of the question in the scenario."""
    kind: str
    wanted: object
    got: object
    agrees: bool


@frozen
class Scenario:
    """A map, with questions about it."""

    where: str
    profile: str
    nodes: Mapping[str, Spot]
    """Latitude and longitude by letter."""
    ways: Sequence[tuple[str, Mapping[str, str]]]
    """Letters of the nodes, and tags."""
    questions: Sequence[Mapping[str, Any]] = ()
    relations: Sequence[tuple[Sequence[tuple[str, str | int, str]], Mapping[str, str]]] = ()
    tags: Mapping[str, Mapping[str, str]] = {}
    """Tags of nodes by letter."""
    spots: Mapping[str, Spot] = {}
    """Places beside the roads, by digit."""
    ids: Mapping[str, int] = {}
    """Node ids that are not the letter's place in the alphabet."""

    def write(self, path: Path) -> None:
        """Write the map as an OpenStreetMap file."""
        osm_file(
            path,
            {self.node_id(letter): spot for letter, spot in self.nodes.items()},
            [(row, list(map(self.node_id, letters)), tags) for row, (letters, tags) in enumerate(self.ways, 1)],
            [([self.member_of(*member) for member in members], tags) for members, tags in self.relations],
            {self.node_id(letter): tags for letter, tags in self.tags.items()},
        )

    def node_id(self, letter: str) -> int:
        return self.ids.get(letter, ord(letter) - ord("a") + 1)

    def member_of(self, kind: str, thing: str | int, role: str) -> tuple[str, int, str]:
        return ("node", self.node_id(thing), role) if isinstance(thing, str) else ("way", thing + 1, role)


@cache
def read_scenarios() -> tuple[Scenario, ...]:
    """Return all scenarios."""
    with lzma.open(DATA / "scenarios.jsonl.xz", "rt", encoding="utf-8") as lines:
        return tuple(Scenario(**json.loads(line)) for line in lines)


def read_policies() -> dict[str, set[tuple[str, int]]]:
    """Return the questions that this plugin answers otherwise on purpose, by policy: scenarios, and numbers in them."""
    text = (DATA / "policies.toml").read_text(encoding="utf-8")
    return {
        policy: {(where, number) for where, rows in table.items() for number in parse_numbers(rows)}
        for policy, table in tomllib.loads(text).items()
    }


def parse_numbers(text: str) -> Iterator[int]:
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def run_checks(scenario: Scenario, folder: Path) -> Iterator[Check]:
    """Answer the questions of a scenario and compare. The folder is for its file."""
    roads = load_roads(scenario, folder)
    for question in scenario.questions:
        route = find_route(scenario, roads, question["via"])
        for kind, wanted, got, agrees in compare_route(scenario, folder, question, route):
            yield Check(scenario.where, question["number"], kind, wanted, got, agrees)


def load_roads(scenario: Scenario, folder: Path) -> Roads | None:
    """Return the roads of a map; ``None`` if no way is open."""
    path, profile = folder / "scenario.osm", str(DATA / "plain.toml") if scenario.profile == "plain" else scenario.profile
    scenario.write(path)
    try:
        return Roads.read(path, Options(profile=profile, metric="time", part="all", snap=1_000_000))
    except BadInput as error:
        if "no way is open" not in str(error):
            raise
        return None


def find_route(scenario: Scenario, roads: Roads | None, via: str) -> Route | None:
    if roads is None:
        return None
    places = {**scenario.nodes, **scenario.spots}
    return roads.find_tour([roads.find_nearest(*places[letter]) for letter in via], engine="interpreted")


def compare_route(
    scenario: Scenario, folder: Path, question: Mapping[str, Any], route: Route | None
) -> Iterator[tuple[str, object, object, bool]]:
    """Yield each fact: its kind, what OSRM says, what the route says, and whether they agree."""
    if "reached" in question:
        yield "reached", question["reached"], route is not None, question["reached"] == (route is not None)
    if route is None:
        return
    if "names" in question and (names := drop_unnamed(scenario, [name for name, _ in route.streets])):
        wanted = drop_unnamed(scenario, question["names"])
        yield "names", wanted, names, wanted == names
    for kind, got in (("metres", route.metres), ("seconds", route.seconds)):
        if kind in question:
            wanted, slack = question[kind]
            yield kind, wanted, got, abs(got - wanted) <= max(slack, LENIENCE * wanted, 1.5)
    if "speed" in question and route.seconds:
        speed = route.metres / route.seconds * 3.6
        yield "speed", question["speed"], speed, is_speed_right(scenario, folder, question["speed"], speed)


def drop_unnamed(scenario: Scenario, names: Sequence[str]) -> list[str]:
    """Return names without repetitions, unnamed ways and roundabouts, none of which OSRM's directions name."""
    rings = {tags.get("name", "") for _, tags in scenario.ways if tags.get("junction") in ("roundabout", "circular")}
    return [name for name, _ in groupby(name for name in names if name and name not in rings)]


def is_speed_right(scenario: Scenario, folder: Path, said: Sequence[Any], speed: float) -> bool:
    """Return whether a speed in km/h fits what OSRM says of it; each program has its own speeds of classes."""
    kind, *figures = said
    if kind == "kmh":
        value, slack = figures
        return bool(abs(speed - value) <= max(slack, LENIENCE * speed, 1.1))
    plain = measure_plain_speed(scenario.profile, scenario.ways[0][1].get("highway", ""), folder)
    if kind == "slower":
        return speed < 0.99 * plain
    if kind == "plain":
        return abs(speed - plain) <= LENIENCE * plain + 0.6
    signed, slack = figures
    if scenario.profile == "car":  # what is driven of a maxspeed
        share = read_profile("car").share
        return bool(abs(speed - signed * share) <= LENIENCE * speed + slack * share)
    return bool(abs(speed - min(signed, plain)) <= LENIENCE * speed + slack)


_PLAIN: Final[dict[tuple[str, str], float]] = {}


def measure_plain_speed(profile: str, kind: str, folder: Path) -> float:
    """Return the speed in km/h on a way of this class without other tags."""
    if (profile, kind) not in _PLAIN:
        scenario = Scenario("plain", profile, {"a": (1.0, 1.0), "b": (1.0, 1.01)}, [("ab", {"highway": kind})])
        route = find_route(scenario, load_roads(scenario, folder), "ab")
        _PLAIN[profile, kind] = route.metres / route.seconds * 3.6 if route else 0.0
    return _PLAIN[profile, kind]
