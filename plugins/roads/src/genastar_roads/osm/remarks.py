"""What a file says that no route can use: counted by kind, with the first objects, and said in the remark of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from attrs import define, field

from genastar_roads.graph.columns import Int64
from genastar_roads.profiles.access import DIRECTIONS, Passage, Tags
from genastar_roads.profiles.profile import Profile
from genastar_roads.profiles.quantities import parse_duration
from genastar_roads.profiles.speed_limits import is_unread

OsmObject = tuple[str, int]
"""An object of OpenStreetMap: node, way or relation, and its number."""

SHOWN: Final = 3
"""Number of objects that a remark names."""

_SEASONS: Final = ("ice_road", "seasonal", "winter_road")
"""Keys of ways that are passable at some times of the year."""

KEYS: Final = frozenset((*_SEASONS, "opening_hours"))
"""Keys of ways that remarks read, and rules do not."""


@define
class Tally:
    """Numbers of objects by what is said of them, with the first of each; ``{}`` in a text stands for both."""

    numbers: dict[str, int] = field(factory=dict)
    first: dict[str, list[OsmObject]] = field(factory=dict)

    def add(self, text: str, *found: OsmObject, number: int = 1) -> None:
        """Count objects, of which some may be named."""
        self.numbers[text] = self.numbers.get(text, 0) + number
        known = self.first.setdefault(text, [])
        known.extend(found[: SHOWN - len(known)])

    def add_all(self, other: Tally) -> None:
        """Add what another tally counts."""
        for text, number in other.numbers.items():
            self.add(text, *other.first[text], number=number)

    @property
    def total(self) -> int:
        """Number of all objects."""
        return sum(self.numbers.values())

    @property
    def texts(self) -> tuple[str, ...]:
        """One text a kind, such as ``ways with an invalid oneway, used in both directions: 2 (way 5, 7)``."""
        return tuple(
            text.format(f"{number:,} ({_listed(self.first[text], number)})") for text, number in self.numbers.items() if number
        )


def objects_of(kind: str, ids: Int64) -> list[OsmObject]:
    """Return the first of many objects, to be named."""
    return [(kind, number) for number in ids[:SHOWN].tolist()]


def _listed(first: Iterable[OsmObject], number: int) -> str:
    named = list(first)
    kinds = (f"{kind} {', '.join(str(number) for _, number in each)}" for kind, each in groupby(named, lambda one: one[0]))
    return ", ".join(kinds) + ", ..." * (number > len(named))


def list_notes(profile: Profile, tags: Tags) -> tuple[str, ...]:
    """Return what the tags of a way say that the profile cannot use, as kinds to count."""
    return tuple(dict.fromkeys(_iterate_notes(profile, tags)))


def iterate_node_notes(profile: Profile, tags: Tags) -> Iterator[str]:
    """Yield what the tags of a node say that the profile cannot use."""
    if "barrier" in tags and any(f"{key}:conditional" in tags for key in profile.access):
        yield "barriers with conditional tags (such as access:conditional), which are ignored: {}"
    if "barrier" in tags and "opening_hours" in tags:
        yield "barriers with opening hours, which are ignored: {}"


def drop_hours(tags: Tags) -> dict[str, str]:
    """Return tags without those that hold at some hours."""
    return {key: value for key, value in tags.items() if key != "opening_hours" and not key.endswith(":conditional")}


def _iterate_notes(profile: Profile, tags: Tags) -> Iterator[str]:
    kind = profile.find_class(tags)
    if kind in profile.if_allowed and not profile.make_rule(tags).is_open:
        if _lacks_permission(profile, tags):
            yield f"ways with {kind if '=' in kind else f'highway={kind}'}, which only a key of the mode opens: {{}}"
        return
    if profile.one_ways.is_changing(tags, kind):
        yield "ways that change their direction (reversible or alternating), used in both directions: {}"
    if profile.one_ways.is_unread(tags, kind):
        yield "ways with an invalid oneway, used in both directions: {}"
    if any(key.endswith(":conditional") and key in profile.keys for key in tags):
        yield "ways with conditional tags (such as access:conditional), which are ignored: {}"
    if "opening_hours" in tags:
        yield "ways with opening hours, which are ignored: {}"
    if any(tags.get(key, "no") != "no" for key in _SEASONS):
        yield "ways for a season (ice_road, winter_road, seasonal), used all the year: {}"
    if "duration" in tags and kind.startswith("route=") and not parse_duration(tags["duration"]):
        yield "ferries with an invalid duration, which travel at the speed of the profile: {}"
    if profile.maxspeed != "ignore" and any(is_unread(tags.get(f"maxspeed{way}", "")) for way in ("", ":forward", ":backward")):
        yield "ways with an invalid maxspeed, which is ignored: {}"
    if profile.vehicle.list_unread_keys(tags):
        yield "ways with an invalid limit of size or weight, which is ignored: {}"


def _lacks_permission(profile: Profile, tags: Tags) -> bool:
    """Return whether a way is closed only because no key of the mode opens it."""
    says_nothing = all(profile.access_rules.find_way_passage(tags, True, way) == Passage.OPEN for way in DIRECTIONS)
    return says_nothing and bool(profile.modes) and profile.make_rule({**tags, profile.modes[0]: "yes"}).is_open
