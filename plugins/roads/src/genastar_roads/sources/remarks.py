"""What a file says that no route can use: counted by kind, and said in the remark of a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from genastar_roads.sources.access import Tags
from genastar_roads.sources.profile import Profile
from genastar_roads.sources.quantities import parse_duration
from genastar_roads.sources.speed_limits import is_unread


def notes_of(profile: Profile, tags: Tags) -> tuple[str, ...]:
    """Return what the tags of a way say that the profile cannot use, as kinds to count."""
    return tuple(dict.fromkeys(_notes(profile, tags)))


def notes_of_node(profile: Profile, tags: Tags) -> Iterator[str]:
    """Yield what the tags of a node say that the profile cannot use."""
    if "barrier" in tags and any(f"{key}:conditional" in tags for key in profile.access):
        yield "barriers with conditional tags (such as access:conditional), which are ignored: {}"


def _notes(profile: Profile, tags: Tags) -> Iterator[str]:
    kind = profile.class_of(tags)
    if profile.one_ways.is_changing(tags, kind):
        yield "ways that change their direction (reversible or alternating), used in both directions: {}"
    if profile.one_ways.is_unread(tags, kind):
        yield "ways with an invalid oneway, used in both directions: {}"
    if any(key.endswith(":conditional") and key in profile.keys for key in tags):
        yield "ways with conditional tags (such as access:conditional), which are ignored: {}"
    if "duration" in tags and kind.startswith("route=") and not parse_duration(tags["duration"]):
        yield "ferries with an invalid duration, which travel at the speed of the profile: {}"
    if profile.maxspeed != "ignore" and any(is_unread(tags.get(f"maxspeed{way}", "")) for way in ("", ":forward", ":backward")):
        yield "ways with an invalid maxspeed, which is ignored: {}"
    if profile.vehicle.unread_keys(tags):
        yield "ways with an invalid limit of size or weight, which is ignored: {}"


def remarks_of(counts: Counter[str]) -> tuple[str, ...]:
    """Return one text a kind, with its number."""
    return tuple(kind.format(f"{number:,}") for kind, number in counts.items() if number)
