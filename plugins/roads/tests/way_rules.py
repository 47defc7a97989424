"""Rules of ways under the profiles, by their tags."""

from __future__ import annotations

from genastar_roads.profiles.profile import Rule, read_profile

MODES = {"car": ("vehicle", "motor_vehicle", "motorcar"), "bike": ("vehicle", "bicycle"), "foot": ("foot",)}
"""Access keys of the modes of each profile, from the general to the particular."""


def rule(profile: str, highway: str = "residential", **tags: str) -> Rule:
    """Return the rule of a way; the double underscore in a key stands for a colon."""
    named = {key.replace("__", ":"): value for key, value in tags.items()}
    return read_profile(profile).make_rule({"highway": highway} | named if highway else named)


def directions(found: Rule) -> str:
    return "both" if found.forward and found.backward else "along" if found.forward else "against" if found.backward else "none"


def has_way(profile: str, highway: str = "residential", **tags: str) -> str:
    return directions(rule(profile, highway, **tags))
