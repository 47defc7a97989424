"""Turn restrictions of relations: which of them bind a traveller.

The rules are those of https://wiki.openstreetmap.org/wiki/Relation:restriction.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from genastar_roads.profiles.access import Tags

_HOURS: Final = frozenset({"day_off", "day_on", "hour_off", "hour_on"})
"""Keys of turn restrictions that hold at some hours, in the old scheme."""

_BEGINNINGS: Final = ("no_", "only_")
"""Beginnings of the values of ``restriction``."""


@frozen
class TurnBans:
    """The modes that turn restrictions name."""

    modes: tuple[str, ...]
    """From the particular to the general; if empty, turn restrictions do not apply."""

    def list_kinds(self, tags: Tags) -> tuple[str, ...]:
        """Return the turn restrictions of a relation, such as ``no_left_turn``; none if it binds others only."""
        exempt = {word.strip() for word in tags.get("except", "").split(";")}
        if not self._is_restriction(tags) or not exempt.isdisjoint(self.modes[:1]) or self.are_hourly(tags):
            return ()
        plain = "restriction" if exempt.isdisjoint(self.modes) else ""
        key = next((key for mode in self.modes if (key := f"restriction:{mode}") in tags), plain)
        kinds = (kind.strip() for kind in tags.get(key, "").split(";"))
        return tuple(kind for kind in kinds if kind.startswith(_BEGINNINGS) and not kind.endswith("_on_red"))

    def are_unknown(self, tags: Tags) -> bool:
        """Return whether a relation that may bind the traveller has no restriction at all, or one that is unknown."""
        values = [value for key, value in tags.items() if key.partition(":")[0] == "restriction"]
        words = {word.strip() for value in values for word in value.split(";")}
        return self._is_restriction(tags) and not any(word.startswith(_BEGINNINGS) for word in words)

    def are_hourly(self, tags: Tags) -> bool:
        """Return whether a relation restricts turns at some hours or for some vehicles only."""
        keys = ("restriction", *(f"restriction:{mode}" for mode in self.modes))
        is_conditional = any(f"{key}:conditional" in tags for key in keys) and tags.keys().isdisjoint(keys)
        return self._is_restriction(tags) and (is_conditional or not tags.keys().isdisjoint(_HOURS))

    def _is_restriction(self, tags: Tags) -> bool:
        types = ("restriction", *(f"restriction:{mode}" for mode in self.modes))
        return bool(self.modes) and tags.get("type") in types
