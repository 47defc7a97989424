"""Planning several discs together."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from attrs import field, frozen

from genastar import BadInput, Limits, Outcome
from genastar.values.limits import CancelToken
from genastar_fleets.algorithms.fleet_algorithm import FleetClock
from genastar_fleets.arguments import expect_positive, read_ends, read_seed
from genastar_fleets.discs.disc_problem import DiscProblem
from genastar_fleets.discs.motions import Motions, Vector
from genastar_fleets.discs.plane import Plane, read_plane
from genastar_fleets.graph.reading import World

_PATIENCE: Final = 20
"""Orders in which an agent that found no way goes first; after them, orders are random."""

_ROUNDING: Final = 1e-9
"""Shorter waits are those of rounding."""


class Waypoint(NamedTuple):
    """A time, and where the middle of a disc is then; between two waypoints it moves evenly along a straight line."""

    time: float
    position: Any


@frozen(eq=False)
class DiscPlan:
    """A plan of several discs, or the reason why there is none."""

    outcome: Outcome
    plans: tuple[tuple[Waypoint, ...], ...] = field(repr=False)
    """The waypoints of each agent, which stays at the last; empty unless FOUND."""
    sum_of_costs: float | None
    """The sum of the times at which the agents arrive for good."""
    makespan: float | None
    """The time at which the last agent arrives."""
    seconds: float
    """Wall time of the search."""

    @property
    def found(self) -> bool:
        """Return whether there is a plan."""
        return self.outcome is Outcome.FOUND


def plan_discs(
    world: World,
    starts: Iterable[Any],
    goals: Iterable[Any],
    *,
    radius: float = 0.5,
    speed: float = 1.0,
    tick: float | None = None,
    limits: Limits | None = None,
    seed: int = 1,
    cancel: CancelToken | None = None,
) -> DiscPlan:
    """Return a plan of discs that move along straight lines at any angle, and never overlap.

    Agents are planned one after another, each by `DiscProblem`; where one finds no way, it goes first in another order. That
    promises neither a plan nor a short one. Walls bar the middle of a disc: for wide agents give the world a ``unit``.

    Args:
        world: a world with straight lines, or a problem with ``sight`` whose positions are tuples of coordinates.
        starts: the position of each agent at time 0.
        goals: the goal of each agent.
        radius: of each disc, where cells are 1 wide; on hex maps, in the coordinates of the view.
        speed: how far a disc goes in a time of 1.
        tick: the time between two departures that are tried; by default the time for a radius.
        limits: seconds; by default 10.
        seed: the seed of random orders, at least 1.
        cancel: ends the search from outside.

    Raises:
        BadInput: an argument does not fit; the message says which.
    """
    expect_positive("radius", radius, "the radius of each disc")
    expect_positive("speed", speed, "how far a disc goes in a time of 1")
    pause = radius / speed if tick is None else expect_positive("tick", tick, "the time between two departures")
    if pause * speed < radius / 1000:
        raise BadInput(f"tick={tick} is below a thousandth of the time for a radius; give at least {radius / speed / 1000:g}")
    dice = random.Random(read_seed(seed))  # no secret
    begins, ends = read_ends(starts, goals, may_be_several=False)
    plane = read_plane(world, begins, ends)
    pairs = [(plane.to_state(one), plane.to_state(other)) for one, other in zip(begins, ends, strict=True)]
    for which, places in (("start at", begins), ("end at", ends)):
        _refuse_overlaps(plane, places, which, 2 * radius)
    clock = FleetClock(limits, cancel)
    if clock.limits.seconds is None:
        raise BadInput("plans of discs have no limit of expansions; give seconds, as in Limits(seconds=10)")
    order = list(range(len(pairs)))
    tries = 0
    while True:
        found, failed = _plan_in_order(plane, pairs, order, radius, speed, pause, clock)
        if failed is None:
            arrivals = [path[-1].time for path in found]
            return DiscPlan(Outcome.FOUND, tuple(found), sum(arrivals), max(arrivals), clock.seconds)
        tries += 1
        if clock.is_over or len(order) == 1:
            why = clock.failure.outcome if clock.is_over else Outcome.UNREACHABLE
            return DiscPlan(why, (), None, None, clock.seconds)
        if tries % _PATIENCE:
            order.remove(failed)
            order.insert(0, failed)
        else:
            dice.shuffle(order)


def _refuse_overlaps(plane: Plane, positions: Sequence[Any], which: str, distance: float) -> None:
    points = np.array([plane.point(plane.to_state(each)) for each in positions])
    for agent in range(1, len(points)):
        away = np.linalg.norm(points[:agent] - points[agent], axis=1)
        near = np.flatnonzero(away < distance * (1 - 1e-9))
        if len(near):
            one = int(near[0])
            raise BadInput(f"agents {one} and {agent} {which} {positions[one]!r} and {positions[agent]!r}, where discs overlap")


def _plan_in_order(
    plane: Plane,
    pairs: Sequence[tuple[Any, Any]],
    order: Sequence[int],
    radius: float,
    speed: float,
    tick: float,
    clock: FleetClock,
) -> tuple[list[tuple[Waypoint, ...]], int | None]:
    """Return the waypoints of all agents; or the agent that found no way."""
    motions = Motions(2 * radius)
    found: list[tuple[Waypoint, ...]] = [()] * len(pairs)
    for agent in order:
        start, goal = pairs[agent]
        problem = DiscProblem(plane, goal, motions, speed, tick)
        if clock.is_over or not problem.safe_intervals(start) or problem.safe_intervals(start)[0][0] > 0:
            return found, agent
        result = problem.search(
            (start, 0), engine="interpreted", limits=Limits(seconds=max(clock.left, 0.001)), cancel=clock.cancel
        )
        if not result.found:
            return found, agent
        states = [state for state, _ in result.path]
        times, points = _list_stops(problem, states, [cost.travelled for cost in result.costs])
        motions.add(times, np.array([plane.point(state) for state in points]))
        found[agent] = tuple(
            Waypoint(time, plane.to_position(state)) for time, state in zip(times.tolist(), points, strict=True)
        )
    return found, None


def _list_stops(problem: DiscProblem, states: Sequence[Any], arrivals: Sequence[float]) -> tuple[Vector, list[Any]]:
    """Return the times and states of a path; a state where the disc waits comes twice."""
    times, stops = [0.0], [states[0]]
    for (before, state), arrival in zip(pairwise(states), arrivals[1:], strict=True):
        away = float(np.linalg.norm(problem.plane.point(state) - problem.plane.point(before)))
        departure = arrival - away / problem.speed
        if departure > times[-1] + _ROUNDING:
            times.append(departure)
            stops.append(before)
        times.append(arrival)
        stops.append(state)
    return np.array(times), stops
