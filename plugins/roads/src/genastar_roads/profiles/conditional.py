"""Conditional tags: ``KEY:conditional = VALUE @ (CONDITION AND CONDITION); …``, of which the last that holds wins.

The syntax is that of https://wiki.openstreetmap.org/wiki/Conditional_restrictions. Conditions on the size or weight of the
vehicle are decided at once; times stay, as texts of ``opening_hours``. All others cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from operator import eq, ge, gt, le, lt
from typing import Final, Literal

from attrs import frozen

from genastar_roads.hours.calendar import is_time
from genastar_roads.profiles.access import Tags
from genastar_roads.profiles.quantities import parse_length, parse_weight
from genastar_roads.profiles.vehicle import Vehicle

_ENDING: Final = ":conditional"
_MOST: Final = 6
"""Maximum number of different times on one object; with more, none is read."""

_CLAUSE: Final = re.compile(r"\s*([^@]*?)\s*@\s*(\((?:[^()\"]|\"[^\"]*\")*\)|[^();]*)\s*(?:;|$)")
_SIZE: Final = re.compile(r"(?:max)?(height|width|length|weight|axle ?load)\s*(<=|>=|<|>|=)\s*(.+)")
_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}


@frozen
class Variants:
    """The tags of an object by the times that hold."""

    times: tuple[str, ...]
    """Texts of ``opening_hours``."""
    tags: tuple[dict[str, str], ...]
    """The tags for each set of them: for the set with the bits ``s``, ``tags[s]``."""
    is_unread: bool
    """Whether a condition could not be read. Its value then never counts."""


def list_variants(tags: Tags, keys: Collection[str], vehicle: Vehicle, opens: str = "") -> Variants:
    """Return the tags of an object by the times that hold, without conditional keys.

    Args:
        tags: its tags, in lower case.
        keys: the keys whose conditional values count.
        vehicle: the vehicle, for conditions on its size and weight.
        opens: a key whose value is a time at which the object is open; outside it, ``access`` is ``closed``.
    """
    plain = {key: value for key, value in tags.items() if not key.endswith(_ENDING)}
    is_unread = False
    times: dict[str, int] = {}
    clauses: list[tuple[str, str, list[int]]] = []
    for key in (key for key in keys if key + _ENDING in tags):
        text = tags[key + _ENDING]
        found = list(_CLAUSE.finditer(text))
        is_unread |= "".join(each[0] for each in found) != text
        for each in found:
            needed = _read_condition(each[2].strip("()"), vehicle)
            if needed is False:
                is_unread = True
            elif needed is not None:
                clauses.append((key, each[1], [times.setdefault(time, len(times)) for time in needed]))
    hours = tags.get(opens, "")
    if hours and is_time(hours):
        times.setdefault(hours, len(times))
    is_unread |= bool(hours) and hours not in times
    if len(times) > _MOST:
        return Variants((), (plain,), is_unread=True)
    variants = []
    for held in range(1 << len(times)):
        variant = dict(plain)
        for key, value, bits in clauses:
            if all(held >> bit & 1 for bit in bits):
                variant[key] = value
        if hours in times and not held >> times[hours] & 1:
            variant[SHUT] = "yes"
        variants.append(variant)
    return Variants(tuple(times), tuple(variants), is_unread)


SHUT: Final = "shut"
"""A key of variants outside the opening hours."""


def _read_condition(text: str, vehicle: Vehicle) -> list[str] | Literal[False] | None:
    """Return the times that a condition needs; ``None`` if it never holds for this vehicle; False if it cannot be read."""
    times = []
    for part in re.split(r"\s+and\s+", text.strip(), flags=re.IGNORECASE):
        if size := _SIZE.fullmatch(part.strip()):
            name = size[1].replace(" ", "").replace("axleload", "axle_load")
            own, limit = getattr(vehicle, name), (parse_weight if "load" in name or name == "weight" else parse_length)(size[3])
            if not own or limit is None:
                return False
            if not _COMPARE[size[2]](own, limit):
                return None
        elif part and is_time(part):
            times.append(part)
        else:
            return False
    return times
