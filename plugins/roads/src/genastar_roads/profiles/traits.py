"""Traits of ways that a route may avoid, whatever the class of the way: tolls, unpaved surfaces, ferries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from genastar_roads.profiles.access import Tags

TRAITS: Final = ("toll", "unpaved", "ferry")
"""Names of the traits. Trait ``i`` of a way is bit ``1 << i`` of a number."""

SPAN: Final = 1 << len(TRAITS)
"""The bit of bridges and tunnels, which do not lie on the ground."""

_UNPAVED: Final = (
    "clay compacted dirt earth fine_gravel grass gravel ground ice laterite mud pebblestone rock rocky salt sand shells snow "
    "unpaved woodchips"
)
"""Values of ``surface`` that the wiki of OpenStreetMap lists as unpaved."""

_FERRY: Final = "route=ferry"

_SPANS: Final = ("bridge", "tunnel")


def list_trait_keys(modes: Sequence[str]) -> tuple[str, ...]:
    """Return the keys that `find_traits` reads: the toll of the particular mode first."""
    return (*_list_toll_keys(modes), "surface", "tracktype", *_SPANS)


def _list_toll_keys(modes: Sequence[str]) -> tuple[str, ...]:
    return (*(f"toll:{mode}" for mode in modes), "toll")


def find_traits(tags: Tags, kind: str, modes: Sequence[str]) -> int:
    """Return the traits of a way as bits.

    Args:
        tags: its tags.
        kind: its class; see `Profile.find_class`.
        modes: access keys of the traveller, the particular mode first.
    """
    span = any(tags.get(key, "no") != "no" for key in _SPANS)
    return _has_toll(tags, modes, "no") | (_is_unpaved(tags, kind) << 1) | ((kind == _FERRY) << 2) | span * SPAN


def is_booth(tags: Tags, modes: Sequence[str]) -> bool:
    """Return whether the traveller pays a toll at a node."""
    return tags.get("barrier") == "toll_booth" and _has_toll(tags, modes, "yes")


def _has_toll(tags: Tags, modes: Sequence[str], usual: str) -> bool:
    return next((tags[key] for key in _list_toll_keys(modes) if key in tags), usual) not in ("", "no")


def _is_unpaved(tags: Tags, kind: str) -> bool:
    """Return whether a way is unpaved: by its surface, or else by its tracktype. Tracks without both are unpaved."""
    if surface := tags.get("surface"):
        return any(word.strip().partition(":")[0] in _UNPAVED.split() for word in surface.split(";"))
    if tracktype := tags.get("tracktype"):
        return tracktype != "grade1"
    return kind == "track"
