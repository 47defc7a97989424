"""Size and weight of a vehicle, and the limits in tags that it may exceed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from attrs import frozen

from genastar_roads.profiles.access import DIRECTIONS, Tags
from genastar_roads.profiles.quantities import parse_length, parse_weight

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "height": ("maxheight:physical", "maxheight", "maxheight:signed", "maxheight:legal"),
    "width": ("maxwidth:physical", "maxwidth", "width", "est_width"),
    "length": ("maxlength",),
    "weight": ("maxweight", "maxweightrating", "maxgcweight"),
    "axle_load": ("maxaxleload",),
}
"""Keys that limit a dimension."""

_UNSIGNED: Final = frozenset(
    {"default", "none", "no", "no_sign", "no-sign", "unsigned", "no_indications", "below_default", "unknown", "narrow"}
)
"""Values that state no number."""


@frozen
class Vehicle:
    """Dimensions of a vehicle; 0 where limits do not matter to it."""

    height: float = 0.0
    """Metres."""
    width: float = 0.0
    length: float = 0.0
    weight: float = 0.0
    """Tonnes."""
    axle_load: float = 0.0

    @property
    def node_keys(self) -> tuple[str, ...]:
        """Keys that limit this vehicle."""
        return tuple(key for name, keys in _KEYS.items() if getattr(self, name) for key in keys)

    @cached_property
    def way_keys(self) -> frozenset[str]:
        """Keys that limit this vehicle on ways, with those for one direction."""
        return frozenset(name for key in self.node_keys for name in (key, *(f"{key}:{direction}" for direction in DIRECTIONS)))

    def can_pass(self, tags: Tags, direction: str = "") -> bool:
        """Return whether no limit in these tags is exceeded, in a direction of a way or at a node."""
        if self.way_keys.isdisjoint(tags):
            return True
        for name, keys in _KEYS.items():
            size: float = getattr(self, name)
            for key in keys if size else ():
                limit = _limit(name, tags.get(f"{key}:{direction}", tags.get(key, "")))
                # A vehicle as wide as the way does not get through.
                if limit is not None and (size > limit or (name == "width" and size == limit)):
                    return False
        return True

    def list_unread_keys(self, tags: Tags) -> tuple[str, ...]:
        """Return the keys of limits whose values cannot be read."""
        return tuple(
            key
            for key in sorted(self.way_keys)
            if key in tags and tags[key] not in _UNSIGNED and _limit(_name_dimension(key), tags[key]) is None
        )


def _name_dimension(key: str) -> str:
    plain = key.removesuffix(":forward").removesuffix(":backward")
    return next(name for name, keys in _KEYS.items() if plain in keys)


def _limit(dimension: str, text: str) -> float | None:
    """Return the limit that a value states; of several, the least."""
    parse: Callable[[str], float | None] = parse_weight if dimension in ("weight", "axle_load") else parse_length
    return min((limit for each in text.split(";") if (limit := parse(each)) is not None), default=None)
