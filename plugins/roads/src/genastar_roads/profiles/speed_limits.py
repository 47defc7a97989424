"""Speed limits in tags: numbers, and the limits that countries set by law.

The limits by law are facts of https://wiki.openstreetmap.org/wiki/Speed_limits; the table has those that differ from the usual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from genastar_roads.profiles.access import Tags
from genastar_roads.profiles.quantities import parse_speed

_WALK: Final = 6.0
_MILE: Final = 1.609344

_USUAL: Final[Mapping[str, float]] = {
    "living_street": 10,
    "bicycle_road": 30,
    "urban": 50,
    "rural": 90,
    "trunk": 110,
    "expressway": 110,
    "motorway": 130,
    "walk": _WALK,
}
_BY_COUNTRY: Final[Mapping[str, float]] = {
    "ar:urban": 40,
    "ar:rural": 110,
    "at:rural": 100,
    "at:trunk": 100,
    "be:motorway": 120,
    "be-bru:rural": 70,
    "be-bru:urban": 30,
    "be-vlg:rural": 70,
    "bg:motorway": 140,
    "by:urban": 60,
    "by:motorway": 110,
    "ca-on:rural": 80,
    "ch:rural": 80,
    "ch:trunk": 100,
    "ch:motorway": 120,
    "de:living_street": 7,
    "de:rural": 100,
    "de:motorway": 0,
    "dk:rural": 80,
    "es:trunk": 90,
    "fi:rural": 80,
    "fi:motorway": 120,
    "fr:rural": 80,
    "gb:nsl_single": 60 * _MILE,
    "gb:nsl_dual": 70 * _MILE,
    "gb:motorway": 70 * _MILE,
    "it:trunk": 110,
    "lv:living_street": 20,
    "nl:rural": 80,
    "nl:trunk": 100,
    "no:rural": 80,
    "no:motorway": 110,
    "ph:urban": 40,
    "ph:rural": 80,
    "ph:motorway": 100,
    "pl:rural": 90,
    "pl:expressway": 120,
    "pl:motorway": 140,
    "ro:trunk": 100,
    "ru:living_street": 20,
    "ru:urban": 60,
    "ru:motorway": 110,
    "se:rural": 70,
    "se:motorway": 110,
    "uk:nsl_single": 60 * _MILE,
    "uk:nsl_dual": 70 * _MILE,
    "uk:motorway": 70 * _MILE,
    "za:urban": 60,
    "za:rural": 100,
}
"""Limits by law in km/h, where a country differs from `_USUAL`; 0: none."""

_CODE: Final = re.compile(r"[a-z]{2}(?:-[a-z0-9]{1,3})?:(?:zone:?)?([a-z_]+|[0-9]{1,3})")
"""A country, or a part of it, and a kind of road or the speed of a zone."""

_UNLIMITED: Final = frozenset({"none", "no", "unlimited", "signals", "variable", "default", "implicit", "sign", "unknown", ""})
"""Values that state no number."""

KEYS: Final = ("maxspeed:advisory", "maxspeed", "source:maxspeed", "maxspeed:type", "zone:maxspeed")
"""Keys of speed limits, in their order; of ``source:maxspeed`` and ``maxspeed:type`` only the codes of countries are limits."""

ZONE: Final = "zone:traffic"
"""Key of the zone of a way without a limit of its own: it lowers the speed, and never raises it."""


def parse_limit(text: str) -> float:
    """Parse a speed limit in km/h, such as ``50``, ``30 mph``, ``walk`` or ``DE:urban``; return 0 if there is none."""
    text = text.strip().lower()
    if text == "walk":
        return _WALK
    if found := _CODE.fullmatch(text):
        if found[1].isdigit():
            return float(found[1])
        return _BY_COUNTRY.get(text, _USUAL.get(found[1], 0.0))
    return parse_speed(text)


def find_limit(tags: Tags, modes: tuple[str, ...], direction: str) -> float:
    """Return the speed limit in a direction in km/h; 0 if there is none.

    Args:
        tags: the tags of a way.
        modes: keys of the traveller's modes, the most particular first, as in ``maxspeed:motorcar``.
        direction: along the way, or against it.
    """
    for key in (*(f"maxspeed:{mode}" for mode in modes), *KEYS):
        limit = parse_limit(tags.get(f"{key}:{direction}", tags.get(key, "")))
        if limit:
            return limit
    return 0.0


def is_unread(text: str) -> bool:
    """Return whether a value of ``maxspeed`` cannot be read."""
    text = text.strip().lower()
    return text not in _UNLIMITED and not parse_limit(text) and not _CODE.fullmatch(text)
