"""Access keys of OpenStreetMap: who may pass a way, in each direction, and who may pass a node.

The rules are those of https://wiki.openstreetmap.org/wiki/Key:access.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, Literal

from attrs import frozen

Tags = Mapping[str, str]
Direction = Literal["forward", "backward"]

DIRECTIONS: Final[tuple[Direction, ...]] = ("forward", "backward")

EXPLICIT: Final = frozenset({"yes", "designated", "permissive", "official", "allowed"})
"""Values that open a way or a node without condition."""


def normalize(tags: Tags) -> dict[str, str]:
    """Return tags with keys and values in lower case, without blanks around them; a key that is so in the file wins."""
    return {key.lower(): value.strip().lower() for key, value in sorted(tags.items())}


class Passage(IntEnum):
    """The right to pass; of the values in a list, the greatest counts."""

    CLOSED = 0
    NO_THROUGH = 1
    """Only on the first or the last stretch of a route."""
    OPEN = 2


def _is_public(value: str) -> bool:
    """Return whether everybody with a destination there may pass; others need a permission of their own."""
    return not {word.strip() for word in value.split(";")}.isdisjoint(("destination", "customers"))


@frozen
class AccessRules:
    """The access keys of a profile, and what their values mean to it."""

    keys: tuple[str, ...]
    """From the general to the particular: the last one that is present decides."""
    closed: frozenset[str]
    no_through: frozenset[str]

    @property
    def way_keys(self) -> tuple[str, ...]:
        """All keys that decide on a way."""
        return tuple(name for key in self.keys for name in (key, *(f"{key}:{direction}" for direction in DIRECTIONS)))

    def find_way_passage(self, tags: Tags, is_open: bool, direction: Direction) -> Passage:
        """Return who may pass a way in a direction.

        Args:
            tags: the tags of the way.
            is_open: whether ways of this class are open without access keys; if not, only a key of the mode opens them, and the
                general key ``access`` does not.
            direction: along the way, or against it.
        """
        for key in reversed(self.keys):
            for name in (f"{key}:{direction}", key):
                passage = self._parse_value(tags.get(name))
                if passage is not None:
                    opens = is_open or (key != "access" and (passage == Passage.OPEN or _is_public(tags[name])))
                    return passage if opens else Passage.CLOSED
        return Passage.OPEN if is_open else Passage.CLOSED

    def is_granted(self, tags: Tags, direction: Direction) -> bool:
        """Return whether a key of the mode opens this direction of a way by name, as ``bicycle:backward=yes`` does."""
        return any(self._parse_value(tags.get(f"{key}:{direction}")) == Passage.OPEN for key in self.keys if key != "access")

    def find_node_passage(self, tags: Tags, default: Passage) -> Passage:
        """Return who may pass a node, or ``default`` if no access key says so."""
        for key in reversed(self.keys):
            if tags.get(key) == "dismount":
                return Passage.OPEN  # for one step
            passage = self._parse_value(tags.get(key))
            if passage is not None:
                return passage
        return default

    def _parse_value(self, value: str | None) -> Passage | None:
        """Return the meaning of a value, which may be a list; None if it says nothing about this traveller."""
        if value is None:
            return None
        found = [self._parse_word(word) for word in value.split(";")]
        return max((each for each in found if each is not None), default=None)

    def _parse_word(self, word: str) -> Passage | None:
        word = word.strip()
        if word in self.keys:
            return Passage.OPEN
        if word in self.closed:
            return Passage.CLOSED
        if word in self.no_through:
            return Passage.NO_THROUGH
        return Passage.OPEN if word in EXPLICIT else None
