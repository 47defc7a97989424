"""Validation of plans of discs. It shares no code with the planner, and computes with two discs at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, inf
from typing import Any

from genastar import BadInput
from genastar.errors import format_value
from genastar.values.arguments import is_number
from genastar_fleets.arguments import expect_positive, read_ends, read_plans
from genastar_fleets.discs.plane import Plane, read_plane
from genastar_fleets.discs.planning import Waypoint
from genastar_fleets.graph.reading import World

_ROUNDING = 1e-6


def find_disc_fault(
    world: World,
    starts: Sequence[Any],
    goals: Sequence[Any],
    plans: Sequence[Sequence[Waypoint]],
    *,
    radius: float = 0.5,
    speed: float = 1.0,
) -> str | None:
    """Return the first fault of a plan of `plan_discs` in one line; ``None`` without any. The arguments are its own.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    begins, ends = read_ends(starts, goals, may_be_several=False)
    plane, paths = read_plane(world, begins, ends), read_plans(plans)
    expect_positive("radius", radius, "the radius of each disc")
    expect_positive("speed", speed, "how far a disc goes in a time of 1")
    if len(paths) != len(begins):
        return f"there are {len(paths)} plans for {len(begins)} agents"
    for agent, plan in enumerate(paths):
        if not all(isinstance(each, Waypoint) and is_number(each.time, 0) for each in plan):
            raise BadInput(f"plans[{agent}]={format_value(plan)}: expected a list of Waypoint, each with a time and a position")
        if not plan or plan[0] != (0, begins[agent]) or plan[-1].position != ends[agent]:
            return f"agent {agent} does not go from {begins[agent]!r} at time 0 to {ends[agent]!r}"
        for before, after in pairwise(plan):
            fault = _find_bad_move(plane, before, after, speed)
            if fault is not None:
                return f"agent {agent}: {fault}"
    tracks = [[(time, tuple(plane.point(plane.to_state(position)))) for time, position in plan] for plan in paths]
    for one, other in combinations(range(len(paths)), 2):
        near, when = _find_nearest(tracks[one], tracks[other])
        if near < 2 * radius - _ROUNDING:
            return f"agents {one} and {other} are {near:g} apart at time {when:g}, and their discs need {2 * radius:g}"
    return None


def _find_bad_move(plane: Plane, before: Waypoint, after: Waypoint, speed: float) -> str | None:
    one, other = plane.to_state(before.position), plane.to_state(after.position)
    lasting, length = after.time - before.time, dist(plane.point(one), plane.point(other))
    if one == other:
        return None if lasting >= 0 else f"it waits at {before.position!r} for {lasting:g}"
    if abs(lasting * speed - length) > _ROUNDING * max(1.0, length):
        return f"it goes from {before.position!r} to {after.position!r}, {length:g} away, in {lasting:g}"
    if other not in plane.list_neighbours(one) and not plane.problem.sight(one, other):
        return f"the line from {before.position!r} to {after.position!r} is not open"
    return None


Track = Sequence[tuple[float, tuple[float, ...]]]


def _find_nearest(one: Track, other: Track) -> tuple[float, float]:
    """Return the least distance of two middles, and when."""
    times = sorted({time for track in (one, other) for time, _ in track})
    best = (inf, 0.0)
    for begin, until in pairwise([*times, times[-1] + 1]):
        apart = [a - b for a, b in zip(_at(one, begin), _at(other, begin), strict=True)]
        later = [a - b for a, b in zip(_at(one, until), _at(other, until), strict=True)]
        moved = [b - a for a, b in zip(apart, later, strict=True)]
        squared = sum(each * each for each in moved)
        share = 0.0 if squared == 0 else min(1.0, max(0.0, -sum(a * b for a, b in zip(apart, moved, strict=True)) / squared))
        near = sum((a + share * b) ** 2 for a, b in zip(apart, moved, strict=True)) ** 0.5
        best = min(best, (near, begin + share * (until - begin)))
    return best


def _at(track: Track, time: float) -> tuple[float, ...]:
    for (begin, start), (until, end) in pairwise(track):
        if begin <= time < until:
            share = (time - begin) / (until - begin)
            return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))
    return track[0][1] if time < track[0][0] else track[-1][1]
