"""One-way streets: in which directions a way may be used."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from genastar_roads.profiles.access import Tags

_CYCLEWAYS: Final = ("cycleway", "cycleway:left", "cycleway:right", "cycleway:both")
_CYCLEWAY_SIGNS: Final = ("cycleway:left:oneway", "cycleway:right:oneway", "cycleway:both:oneway")
_ALONG: Final = frozenset({"yes", "true", "1"})
_AGAINST: Final = frozenset({"-1", "reverse"})
_BOTH: Final = frozenset({"no", "false", "0", "none", "unknown", ""})
_CHANGING: Final = frozenset({"reversible", "alternating"})
_CONVEYORS: Final = frozenset({"steps", "footway", "pedestrian", "corridor"})
"""Classes of ways that may carry people, as ``conveying`` says."""


@frozen
class OneWays:
    """The keys of one-way streets that a profile obeys."""

    modes: tuple[str, ...]
    """Keys of its modes, the most particular first; ``oneway:MODE`` wins over all other keys."""
    is_bound: bool
    """Whether the plain key ``oneway``, roundabouts and motorways count."""
    contraflow: bool
    """Whether ``cycleway=opposite`` and similar tags open the other direction."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of ways that these rules read."""
        found = ("oneway", "junction", "conveying", *(f"oneway:{mode}" for mode in self.modes))
        return found + (*_CYCLEWAYS, *_CYCLEWAY_SIGNS) * self.contraflow

    def get_directions(self, tags: Tags, kind: str) -> tuple[bool, bool]:
        """Return whether a way of this kind may be used along it and against it."""
        sign = self._sign(tags, kind)
        return sign not in _AGAINST, sign not in _ALONG  # both where the direction changes: see `is_changing`

    def is_changing(self, tags: Tags, kind: str) -> bool:
        """Return whether the direction changes with time."""
        return self._sign(tags, kind) in _CHANGING

    def is_unread(self, tags: Tags, kind: str) -> bool:
        """Return whether the direction cannot be read."""
        return self._sign(tags, kind) not in _ALONG | _AGAINST | _CHANGING | _BOTH

    def _sign(self, tags: Tags, kind: str) -> str:
        """Return the value of ``oneway`` for this traveller, by whatever key; empty if there is none."""
        for mode in self.modes:
            if f"oneway:{mode}" in tags:
                return tags[f"oneway:{mode}"]
        conveying = tags.get("conveying", "") if kind in _CONVEYORS else ""
        if self.contraflow and self._is_contraflow(tags):
            return "no"
        sign = tags.get("oneway", "")
        if conveying in ("forward", "backward", "reversible") and sign != "no":
            return {"forward": "yes", "backward": "-1"}.get(conveying, conveying)
        if not self.is_bound and conveying != "yes":
            return ""
        is_implied = tags.get("junction") in ("roundabout", "circular") or kind == "motorway"
        if self.is_bound and is_implied and (not sign or sign in _CHANGING):
            return "yes"
        return sign

    def _is_contraflow(self, tags: Tags) -> bool:
        opposite = any(tags.get(key, "").startswith("opposite") for key in _CYCLEWAYS)
        return opposite or any(tags.get(key) in ("no", "-1") for key in _CYCLEWAY_SIGNS)
