"""Rules that differ by the hour: of ways, of gates and of turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from genastar_roads.profiles.access import Passage, Tags
from genastar_roads.profiles.conditional import SHUT, Variants, list_variants
from genastar_roads.profiles.profile import CLOSED, Profile, Rule

T = TypeVar("T")


@frozen(kw_only=True)
class HourlyRule(Rule):
    """A way whose rule depends on the time. Its own speeds are the greatest, and it has through traffic if it ever has."""

    times: tuple[str, ...]
    variants: tuple[Rule, ...]
    """The rule for each set of times that hold; see `Variants.tags`."""


@frozen
class Closure:
    """Times at which a gate is closed, or a turn forbidden."""

    times: tuple[str, ...]
    sets: frozenset[int]
    """The sets of times that hold in which it is; see `Variants.tags`."""


def make_rule(profile: Profile, tags: Tags) -> tuple[Rule, bool]:
    """Return the rule of a way, and whether a condition could not be read."""
    keys = sorted(profile.keys)
    found = list_variants(tags, keys, profile.vehicle, "opening_hours")
    rules = _list_values(found, profile.make_rule, CLOSED)
    if len(set(rules)) == 1:
        return rules[0], found.is_unread
    sides = [(rule.forward, rule.through_forward) for rule in rules], [(rule.backward, rule.through_backward) for rule in rules]
    speeds = [max(speed for speed, _ in side) for side in sides]
    through = [any(speed > 0 and is_through for speed, is_through in side) for side in sides]
    rule = HourlyRule(
        forward=speeds[0],
        backward=speeds[1],
        minutes=max(rule.minutes for rule in rules),
        through_forward=through[0],
        through_backward=through[1],
        times=found.times,
        variants=tuple(rules),
    )
    return rule, found.is_unread


def find_node_passage(profile: Profile, tags: Tags) -> tuple[Passage, Closure | None, bool]:
    """Return who may pass a node when it is open, when it is closed, and whether a condition could not be read."""
    found = list_variants(tags, profile.access, profile.vehicle, "opening_hours" if "barrier" in tags else "")
    if SHUT in found.tags[0]:  # a lock that opens by the hour
        found.tags[-1].pop("locked", None)
    passages = _list_values(found, profile.find_node_passage, Passage.CLOSED)
    if {Passage.OPEN, Passage.NO_THROUGH} <= set(passages):  # which a closure cannot say
        return passages[0], None, True
    closed = frozenset(held for held, passage in enumerate(passages) if passage == Passage.CLOSED)
    closure = Closure(found.times, closed) if 0 < len(closed) < len(passages) else None
    return max(passages), closure, found.is_unread


def list_turn_bans(profile: Profile, tags: Tags) -> tuple[dict[str, Closure | None], bool]:
    """Return the kinds of bans of a relation, each with its times (``None``: always), and whether one could not be read."""
    modes = profile.restrictions
    found = list_variants(tags, ("restriction", *(f"restriction:{mode}" for mode in modes)), profile.vehicle)
    kinds = [profile.turn_bans.list_kinds(each) for each in found.tags]
    bans: dict[str, Closure | None] = {}
    for kind in dict.fromkeys(kind for each in kinds for kind in each):
        held = frozenset(number for number, each in enumerate(kinds) if kind in each)
        bans[kind] = None if len(held) == len(kinds) else Closure(found.times, held)
    return bans, found.is_unread


def list_constant_turn_bans(profile: Profile, tags: Tags) -> tuple[dict[str, Closure | None], bool]:
    """Return the kinds of bans of a relation without regard to conditions, as `list_turn_bans` does."""
    return dict.fromkeys(profile.turn_bans.list_kinds(tags)), False


def _list_values(found: Variants, compute: Callable[[Tags], T], shut: T) -> list[T]:
    return [shut if SHUT in tags else compute(tags) for tags in found.tags]
