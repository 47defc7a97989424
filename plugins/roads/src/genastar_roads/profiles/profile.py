"""Travel profiles: which ways are open, in which direction, and how fast. Users can write their own."""

from __future__ import annotations

import json
import tomllib
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from attrs import Attribute, field, frozen
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError
from cattrs.v import format_exception

from genastar import BadInput
from genastar.errors import format_error_line, format_value
from genastar.files import read_text
from genastar.options import number
from genastar_roads.info import UTurns
from genastar_roads.profiles.access import DIRECTIONS, AccessRules, Direction, Passage, Tags
from genastar_roads.profiles.one_ways import OneWays
from genastar_roads.profiles.quantities import parse_duration
from genastar_roads.profiles.slopes import Slope
from genastar_roads.profiles.speed_limits import KEYS, ZONE, find_limit, parse_limit
from genastar_roads.profiles.turn_bans import TurnBans
from genastar_roads.profiles.vehicle import Vehicle

PROFILES: Final = ("car", "bike", "foot")
"""Names of the built-in profiles."""

_LARGEST: Final = 1_000_000
"""Maximum size of a profile file in bytes."""
_FASTEST: Final = 1000
"""Maximum speed in km/h, and maximum factor of a speed."""

_LEAST: Final = 0.01
"""Minimum speed and factor: with less, travel times exceed the range of milliseconds."""

_FERRIES: Final = ("route=ferry", "route=shuttle_train")
"""Classes of ways whose duration is signed."""

_UNUSED: Final = (
    "abandoned",
    "demolished",
    "destroyed",
    "dismantled",
    "disused",
    "planned",
    "proposed",
    "razed",
    "removed",
)
"""Keys that close a way with the value ``yes``, and values of ``highway``."""

_UNBUILT: Final = frozenset({"", "construction", "no", *_UNUSED})
"""Values of ``highway`` where there is no road yet, or none any more: no access key opens them."""

_SINGLE_KEYS: Final = (
    "area",
    "construction",
    "duration",
    "impassable",
    "motorroad",
    "service",
    "status",
    *_UNUSED,
)
"""Keys that every profile reads."""

_PASSABLE_WORKS: Final = frozenset({"no", "minor", "widening"})
"""Values of ``construction`` of roads that are in use."""


def _check_speeds(_: object, where: Attribute[dict[str, float]], speeds: dict[str, float]) -> None:
    for name, speed in speeds.items():
        if not _LEAST <= speed <= _FASTEST:
            raise BadInput(f"{where.name}: {format_value(name)} is {speed}; expected {_LEAST} to {_FASTEST}")


def _check_factors(_: object, where: Attribute[dict[str, float]], factors: dict[str, float]) -> None:
    _check_speeds(_, where, {name: factor for name, factor in factors.items() if factor})


def _check_tag(option: str, name: str) -> None:
    if not all(name.partition("=")):
        raise BadInput(f"{option}: {format_value(name)} is no tag; expected KEY=VALUE, such as ford=yes")


def _check_tags(_: object, where: Attribute[frozenset[str]], names: frozenset[str]) -> None:
    for name in sorted(names):
        _check_tag(where.name, name)


def _check_tag_factors(_: object, where: Attribute[dict[str, float]], factors: dict[str, float]) -> None:
    _check_factors(_, where, factors)
    for name in factors:
        _check_tag(where.name, name)


def _check_ferry(profile: Profile, where: Attribute[float], speed: float) -> None:
    if speed:
        number(_LEAST, float(_FASTEST))(profile, where, speed)


@frozen
class Rule:
    """A way under a profile: speeds along it and against it in km/h; 0 if closed."""

    forward: float = 0.0
    backward: float = 0.0
    minutes: float = 0.0
    """Signed duration from end to end (ferries), which replaces the speeds; 0 if there is none."""
    through_forward: bool = True
    """Whether through traffic may pass along it; if not, only the first or last stretch of a route."""
    through_backward: bool = True

    @property
    def is_open(self) -> bool:
        """Whether the way is open in any direction."""
        return self.forward > 0 or self.backward > 0


CLOSED: Final = Rule()


@frozen
class Profile:
    """A travel profile. The keys of a profile file (TOML or JSON) are these fields."""

    name: str
    speeds: dict[str, float] = field(validator=_check_speeds)
    """Speed in km/h by class: a value of ``highway``, or another tag, such as ``man_made=pier``."""
    if_allowed: dict[str, float] = field(factory=dict, validator=_check_speeds)
    """Speed in km/h of classes that are open only if an access key of the mode says so."""
    permissions: frozenset[str] = field(factory=frozenset, validator=_check_tags)
    """Tags that open the classes of ``if_allowed`` as an access key of the mode does, such as ``sidewalk=both``."""
    opened: float = field(default=0.0, validator=_check_ferry)
    """Speed in km/h of all other values of ``highway`` where an access key of the mode opens the way; 0: they are closed."""
    motorroads: bool = True
    """Whether ``motorroad=yes`` leaves a way open; if not, only an access key of the mode opens it."""
    closed_services: frozenset[str] = frozenset()
    """Values of ``service`` of ways that only an access key of the mode opens."""
    access: tuple[str, ...] = ("access",)
    """Access keys, from the general to the particular: the last one that a way has decides."""
    closed: frozenset[str] = frozenset({"no"})
    """Values of access keys that close a way or a node."""
    no_through: frozenset[str] = frozenset({"customers", "delivery", "destination", "permit", "private", "residents"})
    """Values of access keys that close a way or a node to through traffic."""
    barriers: frozenset[str] = frozenset()
    """Values of ``barrier``, and other tags such as ``kerb=raised``, that block a node unless an access key on it allows it."""
    oneway: bool = True
    """Whether one-way streets apply; ``oneway:MODE`` does in any case."""
    contraflow: bool = False
    """Whether ``cycleway=opposite`` and similar tags open the other direction."""
    restrictions: tuple[str, ...] = ()
    """Modes that ``except`` and ``restriction:MODE`` name; if empty, turn restrictions do not apply."""
    u_turns: UTurns = "allowed"
    """Where U-turns at junctions are allowed."""
    maxspeed: Literal["replace", "cap", "ignore"] = "ignore"
    """Effect of ``maxspeed`` on the speed of the class."""
    share: float = field(default=1.0, validator=number(_LEAST, 10.0))
    """Average speed as a share of maxspeed."""
    ferry: float = field(default=0.0, validator=_check_ferry)
    """Speed in km/h of ferries without a signed duration; 0: no ferries."""
    areas: bool = False
    """Whether areas are used, along their borders."""
    surfaces: dict[str, float] = field(factory=dict, validator=_check_factors)
    """Factor of the speed, by the value of ``surface``; of several factors, the least counts, and 0 closes the way."""
    tracktypes: dict[str, float] = field(factory=dict, validator=_check_factors)
    """Factor of the speed, by the value of ``tracktype``."""
    smoothness: dict[str, float] = field(factory=dict, validator=_check_factors)
    """Factor of the speed, by the value of ``smoothness``."""
    factors: dict[str, float] = field(factory=dict, validator=_check_tag_factors)
    """Factor of the speed, by other tags, such as ``ford=yes``."""
    slope: Slope = "none"
    """How slopes change times, if heights are known; see `Slope`."""
    watts: float = field(default=120.0, validator=number(1.0, 10_000.0))
    """Power of the rider, for ``slope = "power"``."""
    mass: float = field(default=90.0, validator=number(1.0, 1000.0))
    """Kilograms of rider and bicycle, for ``slope = "power"``."""
    height: float = field(default=0.0, validator=number(0.0, 100.0))
    """Height of the vehicle in metres; 0 where ``maxheight`` does not matter, and so with all dimensions."""
    width: float = field(default=0.0, validator=number(0.0, 100.0))
    """Width in metres."""
    length: float = field(default=0.0, validator=number(0.0, 1000.0))
    """Length in metres."""
    weight: float = field(default=0.0, validator=number(0.0, 10_000.0))
    """Weight in tonnes."""
    axle_load: float = field(default=0.0, validator=number(0.0, 1000.0))
    """Load of an axle in tonnes."""

    @cached_property
    def access_rules(self) -> AccessRules:
        """The access keys and the meaning of their values."""
        return AccessRules(self.access, self.closed, self.no_through)

    @cached_property
    def one_ways(self) -> OneWays:
        """Rules of one-way streets."""
        return OneWays(self.modes, self.oneway, self.contraflow)

    @cached_property
    def vehicle(self) -> Vehicle:
        """The dimensions that limits apply to."""
        return Vehicle(self.height, self.width, self.length, self.weight, self.axle_load)

    @cached_property
    def turn_bans(self) -> TurnBans:
        """The turn restrictions that bind this profile."""
        return TurnBans(self.restrictions)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """Access keys of the modes of travel, the most particular first."""
        return tuple(key for key in reversed(self.access) if key != "access")

    @cached_property
    def class_keys(self) -> tuple[str, ...]:
        """Keys that make a way a road, ``highway`` first."""
        return tuple(dict.fromkeys(("highway", "route", *(name.partition("=")[0] for name in self._other_classes))))

    @cached_property
    def _other_classes(self) -> tuple[str, ...]:
        return tuple(name for name in (*self.speeds, *self.if_allowed) if "=" in name)

    @cached_property
    def keys(self) -> frozenset[str]:
        """Way keys that `make_rule` and `remarks` read."""
        found = [*self.class_keys, *_SINGLE_KEYS, *self._factor_tables, *(tag.partition("=")[0] for tag in self.permissions)]
        found += [*self.access_rules.way_keys, *self.one_ways.keys, *self.vehicle.way_keys]
        if self.maxspeed != "ignore":
            plain = (*KEYS, ZONE, *(f"maxspeed:{mode}" for mode in self.modes))
            found += [name for key in plain for name in (key, f"{key}:forward", f"{key}:backward")]
        return frozenset((*found, *(f"{key}:conditional" for key in found)))

    @cached_property
    def node_keys(self) -> tuple[str, ...]:
        """Keys of nodes that `find_node_passage` and `remarks` read."""
        others = (name.partition("=")[0] for name in sorted(self.barriers) if "=" in name)
        return tuple(dict.fromkeys(("barrier", *others, *self.access, *self.vehicle.node_keys)))

    @cached_property
    def _factor_tables(self) -> dict[str, dict[str, float]]:
        """Factors of the speed by the values of each key."""
        tables = {"surface": dict(self.surfaces), "tracktype": dict(self.tracktypes), "smoothness": dict(self.smoothness)}
        for tag, factor in self.factors.items():
            key, _, value = tag.partition("=")
            tables.setdefault(key, {})[value] = factor
        return tables

    def find_class(self, tags: Tags) -> str:
        """Return the class of a way: the value of ``highway``, or another tag, such as ``route=ferry``."""
        ferry, kind = f"route={tags.get('route')}", tags.get("highway", "")
        if ferry in _FERRIES:
            return ferry
        if kind in self.speeds or kind in self.if_allowed:
            return kind
        return next((name for name in self._other_classes if tags.get(name.partition("=")[0]) == name.partition("=")[2]), kind)

    def make_rule(self, tags: Tags) -> Rule:
        """Return the rule for a way with these tags."""
        kind = self.find_class(tags)
        is_ferry = kind in _FERRIES
        speed, is_open = (self.ferry if is_ferry else self.speeds.get(kind, 0.0)), True
        if kind in self.if_allowed and (is_ferry or not speed):
            speed, is_open = self.if_allowed[kind], _has_any(tags, self.permissions)
        elif not speed and not is_ferry and kind not in _UNBUILT:
            speed, is_open = self.opened, False
        factor = self._compute_factor(tags)
        if not speed or not factor or self._is_blocked(tags):
            return CLOSED
        is_open = is_open and (self.motorroads or tags.get("motorroad") != "yes")
        is_open = is_open and tags.get("service") not in self.closed_services
        passages = [self.access_rules.find_way_passage(tags, is_open, direction) for direction in DIRECTIONS]
        signs = [
            sign or self.access_rules.is_granted(tags, direction)
            for sign, direction in zip(self.one_ways.get_directions(tags, kind), DIRECTIONS, strict=True)
        ]
        forward, backward = (
            self._compute_speed(speed, factor, tags, direction)
            if passage and sign and self.vehicle.can_pass(tags, direction)
            else 0.0
            for direction, passage, sign in zip(DIRECTIONS, passages, signs, strict=True)
        )
        return Rule(
            forward,
            backward,
            parse_duration(tags.get("duration", "")) if is_ferry else 0.0,
            *(passage != Passage.NO_THROUGH for passage in passages),
        )

    def find_node_passage(self, tags: Tags) -> Passage:
        """Return who may pass a node with these tags."""
        if not self.vehicle.can_pass(tags):
            return Passage.CLOSED
        barrier = tags.get("barrier")
        if barrier == "fence" and tags.get("sensory") in ("audible", "audio"):
            barrier = None  # a virtual fence stops cattle
        if barrier is None and "highway" in tags:
            return Passage.OPEN  # of a crossing or a stop, access keys describe those who cross
        if barrier in self.barriers or _has_any(tags, self.barriers):
            default = Passage.CLOSED
        else:
            default = Passage.NO_THROUGH if barrier and tags.get("locked") == "yes" else Passage.OPEN
        return self.access_rules.find_node_passage(tags, default)

    def _is_blocked(self, tags: Tags) -> bool:
        return (
            (tags.get("area") == "yes" and not self.areas)
            or (tags.get("highway") != "construction" and tags.get("construction", "no") not in _PASSABLE_WORKS)
            or tags.get("impassable") == "yes"
            or tags.get("status") == "impassable"
            or any(tags.get(key) == "yes" for key in _UNUSED)
        )

    def _compute_factor(self, tags: Tags) -> float:
        tables = self._factor_tables.items()
        words = ((table, word.strip()) for key, table in tables for word in tags.get(key, "").split(";"))
        # cobblestone:flattened is a cobblestone
        return min(table.get(word, table.get(word.partition(":")[0], 1.0)) for table, word in words)

    def _compute_speed(self, speed: float, factor: float, tags: Tags, direction: Direction) -> float:
        limit = find_limit(tags, self.modes, direction) * self.share if self.maxspeed != "ignore" else 0.0
        if limit and self.maxspeed == "replace":
            return limit * factor
        zone = parse_limit(tags.get(ZONE, "")) * self.share if self.maxspeed != "ignore" else 0.0
        return min(speed * factor, limit or zone or _FASTEST)


def _has_any(tags: Tags, names: frozenset[str]) -> bool:
    """Return whether any tag is among these names, which are written as ``KEY=VALUE``."""
    return not names.isdisjoint(f"{key}={value}" for key, value in tags.items())


def read_profile(name: str) -> Profile:
    """Read a profile by name (``car``, ``bike`` or ``foot``) or from a ``.toml`` or ``.json`` file.

    Raises:
        BadInput: there is no such file, or it is not a profile; the message names the wrong key.
    """
    if name in PROFILES:
        return _structure_profile(
            f"profile {name}", tomllib.loads((files("genastar_roads.profiles") / f"{name}.toml").read_text())
        )
    path = Path(name)
    if path.suffix.lower() not in (".toml", ".json"):
        raise BadInput(
            f"unknown profile {format_value(name)}; expected {', '.join(PROFILES)}, or the name of a .toml or .json file"
        )
    try:
        text = read_text(path, _LARGEST, "a profile has less")
        content = tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:  # from the TOML and JSON parsers
        raise BadInput(f"{path}: invalid {path.suffix[1:].upper()}: {format_error_line(error)}") from error
    return _structure_profile(str(path), content)


_converter = Converter(forbid_extra_keys=True)


def _structure_profile(name: str, content: object) -> Profile:
    try:
        return _converter.structure(content, Profile)
    except BaseValidationError as error:
        raise BadInput(
            f"{name}: {'; '.join(transform_error(error, path='profile', format_exception=_describe_error))}"
        ) from error
    except (TypeError, ValueError) as error:
        raise BadInput(f"{name}: not a profile: {error}") from error


def _describe_error(error: BaseException, kind: type | None) -> str:
    """Describe an error of a validator of `Profile`; cattrs says only that a value is invalid."""
    return str(error) if kind is None and isinstance(error, BadInput) else format_exception(error, kind)
