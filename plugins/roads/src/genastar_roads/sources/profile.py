"""Travel profiles: which ways are open, in which direction, and how fast. Users can write their own."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from attrs import Attribute, field, frozen
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError
from cattrs.v import format_exception

from genastar import BadInput
from genastar.errors import line_of, shown
from genastar.files import read_text
from genastar.options import number
from genastar_roads.info import UTurns
from genastar_roads.sources.access import DIRECTIONS, Access, Passage, Tags

PROFILES: Final = ("car", "bike", "foot")
"""Names of the built-in profiles."""

_KNOT: Final = 1.852
_MILE: Final = 1.609344
_LARGEST: Final = 1_000_000
"""Maximum size of a profile file in bytes."""
_FASTEST: Final = 1000
"""Maximum speed in km/h, and maximum factor of a speed."""

_LEAST: Final = 0.01
"""Minimum speed and factor: with less, travel times exceed the range of milliseconds."""


def _speeds(_: object, where: Attribute[dict[str, float]], speeds: dict[str, float]) -> None:
    for name, speed in speeds.items():
        if not _LEAST <= speed <= _FASTEST:
            raise BadInput(f"{where.name}: {shown(name)} is {speed}; expected {_LEAST} to {_FASTEST}")


def _ferry(profile: Profile, where: Attribute[float], speed: float) -> None:
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
    speeds: dict[str, float] = field(validator=_speeds)
    """Speed in km/h by class, the value of the tag ``highway``; ways of other classes are closed."""
    if_allowed: dict[str, float] = field(factory=dict, validator=_speeds)
    """Speed in km/h of classes that are open only if an access key says so."""
    access: tuple[str, ...] = ("access",)
    """Access keys, from the general to the particular: the last one that a way has decides."""
    closed: frozenset[str] = frozenset({"no"})
    """Values of access keys that close a way or a node."""
    no_through: frozenset[str] = frozenset({"customers", "delivery", "destination", "permit", "private", "residents"})
    """Values of access keys that close a way or a node to through traffic."""
    barriers: frozenset[str] = frozenset()
    """Values of ``barrier`` that block passage, unless an access key on the node allows it."""
    oneway: bool = True
    """Whether one-way streets apply."""
    oneway_key: str = ""
    """Key that overrides ``oneway``, such as ``oneway:bicycle``."""
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
    ferry: float = field(default=0.0, validator=_ferry)
    """Speed in km/h of ferries without a signed duration; 0: no ferries."""
    areas: bool = False
    """Whether areas are used, along their borders."""
    surfaces: dict[str, float] = field(factory=dict, validator=_speeds)
    """Factor of the speed, by the value of ``surface``."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Way keys that `rule` uses, ``highway`` and ``route`` first."""
        found = ["highway", "route", "area", "oneway", "junction"]
        found += Access(self.access, self.closed, self.no_through).way_keys
        if self.maxspeed != "ignore":
            found += ["maxspeed", "maxspeed:forward", "maxspeed:backward"]
        if self.contraflow:
            found += ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"]
        found += [self.oneway_key] * bool(self.oneway_key) + ["surface"] * bool(self.surfaces) + ["duration"] * bool(self.ferry)
        return tuple(dict.fromkeys(found))

    def rule(self, tags: Tags) -> Rule:
        """Return the rule for a way with these tags."""
        kind = tags.get("highway", "")
        speed, explicit = self.speeds.get(kind, 0.0), False
        if not speed and kind in self.if_allowed:
            speed, explicit = self.if_allowed[kind], True
        minutes = 0.0
        if not kind and tags.get("route") == "ferry":
            speed, minutes = self.ferry, _minutes(tags.get("duration", ""))
        is_area = tags.get("area") == "yes" and not self.areas
        if not speed or is_area:
            return CLOSED
        access = Access(self.access, self.closed, self.no_through)
        forward, backward = (access.way_passage(tags, not explicit, direction) for direction in DIRECTIONS)
        speed *= self.surfaces.get(tags.get("surface", ""), 1.0)
        along, against = self._directions(tags, kind)
        return Rule(
            self._signed(speed, tags, "maxspeed:forward") if along and forward else 0.0,
            self._signed(speed, tags, "maxspeed:backward") if against and backward else 0.0,
            minutes,
            forward != Passage.NO_THROUGH,
            backward != Passage.NO_THROUGH,
        )

    def node_passage(self, tags: Tags) -> Passage:
        """Return who may pass a node with these tags."""
        access = Access(self.access, self.closed, self.no_through)
        barrier = tags.get("barrier")
        if barrier is None and "highway" in tags:
            return Passage.OPEN  # of a crossing or a stop, access keys describe those who cross
        return access.node_passage(tags, barrier not in self.barriers)

    def obeys(self, tags: Tags) -> str:
        """Return the turn restriction of these tags for this profile, such as ``no_left_turn``; empty if there is none."""
        if not self.restrictions:
            return ""
        exempt = {word.strip() for word in tags.get("except", "").split(";")}
        if not exempt.isdisjoint(self.restrictions[:1]):
            return ""
        for mode in self.restrictions:
            if f"restriction:{mode}" in tags:
                return tags[f"restriction:{mode}"]
        return "" if not exempt.isdisjoint(self.restrictions) else tags.get("restriction", "")

    def _directions(self, tags: Tags, kind: str) -> tuple[bool, bool]:
        signed = tags.get(self.oneway_key) if self.oneway_key else None
        if signed is None and self.contraflow and _is_contraflow(tags):
            return True, True
        if signed is None and self.oneway:
            signed = tags.get("oneway")
            if signed is None and (tags.get("junction") in ("roundabout", "circular") or kind == "motorway"):
                signed = "yes"
        match signed:
            case "yes" | "true" | "1":
                return True, False
            case "-1" | "reverse":
                return False, True
            case "reversible" | "alternating":
                return False, False  # reversible by time of day, so treated as closed
        return True, True

    def _signed(self, speed: float, tags: Tags, direction: str) -> float:
        limit = _kilometres_an_hour(tags.get(direction) or tags.get("maxspeed", "")) if self.maxspeed != "ignore" else 0.0
        if not limit:
            return speed
        return limit * self.share if self.maxspeed == "replace" else min(speed, limit * self.share)


def read_profile(name: str) -> Profile:
    """Read a profile by name (``car``, ``bike`` or ``foot``) or from a ``.toml`` or ``.json`` file.

    Raises:
        BadInput: there is no such file, or it is not a profile; the message names the wrong key.
    """
    if name in PROFILES:
        return _profile(
            f"profile {name}", tomllib.loads((files("genastar_roads.sources") / "profiles" / f"{name}.toml").read_text())
        )
    path = Path(name)
    if path.suffix.lower() not in (".toml", ".json"):
        raise BadInput(f"unknown profile {shown(name)}; expected {', '.join(PROFILES)}, or the name of a .toml or .json file")
    try:
        text = read_text(path, _LARGEST, "a profile has less")
        content = tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except BadInput:
        raise
    except (ValueError, RecursionError) as error:  # from the TOML and JSON parsers
        raise BadInput(f"{path}: invalid {path.suffix[1:].upper()}: {line_of(error)}") from error
    return _profile(str(path), content)


_converter = Converter(forbid_extra_keys=True)


def _profile(name: str, content: object) -> Profile:
    try:
        return _converter.structure(content, Profile)
    except BaseValidationError as error:
        raise BadInput(f"{name}: {'; '.join(transform_error(error, path='profile', format_exception=_why))}") from error
    except (TypeError, ValueError) as error:
        raise BadInput(f"{name}: not a profile: {error}") from error


def _why(error: BaseException, kind: type | None) -> str:
    """Describe an error of a validator of `Profile`; cattrs says only that a value is invalid."""
    return str(error) if kind is None and isinstance(error, BadInput) else format_exception(error, kind)


def _is_contraflow(tags: Tags) -> bool:
    keys = ("cycleway", "cycleway:left", "cycleway:right", "cycleway:both")
    return any(tags.get(key, "").startswith("opposite") for key in keys)


def _kilometres_an_hour(text: str) -> float:
    """Parse a signed speed: km/h, or a number with ``mph`` or ``knots``; 0 if invalid. Of several, the first counts."""
    found = re.fullmatch(r"\s*([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*(km/h|kmh|kph|mph|knots)?\s*(?:[;,|].*)?", text, re.DOTALL)
    if found:
        return float(found[1]) * {"mph": _MILE, "knots": _KNOT}.get(found[2], 1.0)
    return 6.0 if text == "walk" else 0.0


def _minutes(text: str) -> float:
    """Parse a duration, ``MM``, ``HH:MM``, ``HH:MM:SS`` or ISO 8601's ``PT1H30M``; return 0 if invalid."""
    if found := re.fullmatch(r"([0-9]{1,3})(?::([0-5][0-9]))?(?::([0-5][0-9]))?", text):
        if found[2] is None:
            return float(found[1])
        return 60 * float(found[1]) + float(found[2]) + float(found[3] or 0) / 60
    if found := re.fullmatch(r"PT(?:([0-9]{1,3})H)?(?:([0-9]{1,3})M)?(?:([0-9]{1,4})S)?", text):
        return 60 * float(found[1] or 0) + float(found[2] or 0) + float(found[3] or 0) / 60
    return 0.0
