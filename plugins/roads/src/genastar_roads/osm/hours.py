"""Add to the edges of ways what holds at some hours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from genastar_roads.graph.columns import Bools, Int32, Int64
from genastar_roads.graph.hours import EdgeHours
from genastar_roads.osm.ways import OsmWays
from genastar_roads.profiles.hourly import Closure, HourlyRule


def make_hours(
    ways: OsmWays, way_rule: Int32, is_backward: Bools, turns: Mapping[tuple[int, int], tuple[Closure, ...]]
) -> EdgeHours | None:
    """Return the rules by the hour of edges; ``None`` if there are none.

    Args:
        ways: the ways.
        way_rule: the rule of each edge's way, shape (m,).
        is_backward: whether each edge runs against its way, shape (m,).
        turns: pairs of edges that are forbidden at some hours.
    """
    rules = [rule for rule in ways.rules if isinstance(rule, HourlyRule)]
    if not rules and not ways.closures and not turns:
        return None
    number = {rule: row for row, rule in enumerate(rules)}
    numbers = np.array([number[rule] if isinstance(rule, HourlyRule) else -1 for rule in ways.rules], np.int32)
    return EdgeHours(
        np.arange(len(way_rule), dtype=np.int32), numbers[way_rule], is_backward, tuple(rules), ways.closures, turns
    )


def find_destinations(hours: EdgeHours, no_through: Bools) -> Int64:
    """Return the edges with through traffic at some hours, and without it at others, among those with it, shape (k,).

    Each needs an edge beside it that is without through traffic.
    """
    sides = [
        (_has_destinations(rule.variants, "forward"), _has_destinations(rule.variants, "backward")) for rule in hours.rules
    ]
    needs = np.array([*sides, (False, False)], np.bool_)[hours.rule, hours.is_backward.astype(np.int8)]
    return np.flatnonzero(needs & ~no_through)


def double_turns(turns: NDArray[np.integer], doubled: Int64, size: int) -> Int64:
    """Return forbidden pairs of edges, with those of edges that are doubled; their doubles are numbered from ``size`` on."""
    double = np.full(size, -1, np.int64)
    double[doubled] = size + np.arange(len(doubled))
    one, other = turns.astype(np.int64).T
    pairs = np.concatenate([np.stack((a, b), axis=1) for a in (one, double[one]) for b in (other, double[other])])
    found: Int64 = pairs[(pairs >= 0).all(axis=1)]
    return found


def _has_destinations(variants: tuple[object, ...], side: str) -> bool:
    return any(getattr(rule, side) > 0 and not getattr(rule, f"through_{side}") for rule in variants)
