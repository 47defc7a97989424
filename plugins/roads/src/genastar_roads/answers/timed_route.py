"""Routes of questions with a departure: when each edge is entered and left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import cast

import numpy as np
from attrs import evolve, frozen

from genastar_roads.answers.route import Leg, Route, list_legs
from genastar_roads.hours.timed_problem import TimedJunctions
from genastar_roads.hours.timetable import NEVER
from genastar_roads.places.place import Place


@frozen
class LegTimes:
    """Times at which a leg is reached, entered and left, in milliseconds after the departure."""

    reached: int
    entered: int
    left: int


@frozen(eq=False)
class TimedRoute(Route):
    """A route with the times of its legs. Its cost and its seconds include waiting."""

    departure: datetime
    times: tuple[LegTimes, ...]

    def join(self, others: Sequence[Route], goal: Place) -> Route:
        """Return this route and those that follow it as one."""
        times = (time for each in others for time in (each.times if isinstance(each, TimedRoute) else ()))
        return evolve(cast(TimedRoute, super().join(others, goal)), times=(*self.times, *times))

    @property
    def cost(self) -> int:
        """Milliseconds from the start to the arrival."""
        return self.times[-1].left - self.times[0].reached if self.times else 0

    @property
    def seconds(self) -> float:
        """Seconds from the start to the arrival."""
        return self.cost / 1000

    @property
    def arrival(self) -> datetime:
        """Local time of the arrival."""
        return self.get_time(self.times[-1].left if self.times else 0)

    @property
    def waits(self) -> dict[int, float]:
        """Seconds of waiting before legs that are closed at first, by the number of the leg."""
        found = {number: (each.entered - each.reached) / 1000 for number, each in enumerate(self.times)}
        return {number: seconds for number, seconds in found.items() if seconds}

    def describe_times(self) -> dict[str, str]:
        """Return the local times of departure and arrival to the nearest second, for JSON."""
        begin = self.get_time(self.times[0].reached if self.times else 0)
        half = timedelta(milliseconds=500)  # `timespec` cuts off
        named = {"departs": begin, "arrives": self.arrival}
        return {name: (time + half).isoformat(timespec="seconds") for name, time in named.items()}

    def get_time(self, milliseconds: int) -> datetime:
        """Return the local time so long after the departure."""
        return self.departure + timedelta(milliseconds=milliseconds)


@frozen
class _Reached:
    """The earliest arrival at the end of a leg, and how it came about."""

    time: int
    state: int
    leg: Leg | None = None
    times: LegTimes | None = None
    before: _Reached | None = None


def make_timed_route(roads: TimedJunctions, places: Sequence[Place], begin: int) -> TimedRoute | None:
    """Return the route with the earliest arrival through consecutive places; ``None`` if there is none.

    Args:
        roads: the roads.
        places: as for `Route.of`.
        begin: milliseconds from the departure to the start.
    """
    graph = roads.junctions.graph
    reached = [_Reached(begin, places[0].node)]
    for a, b in pairwise(places):
        after: list[_Reached] = []
        for leg in list_legs(graph, a, b):
            ways = [found for each in reached if (found := _follow(roads, each, leg)) is not None]
            after += [min(ways, key=lambda each: each.time)] if ways else []
        reached = after
    if not reached:
        return None
    legs: list[Leg] = []
    times: list[LegTimes] = []
    last: _Reached | None = min(reached, key=lambda each: each.time)
    while last is not None and last.leg is not None and last.times is not None:
        legs.append(last.leg)
        times.append(last.times)
        last = last.before
    departure = roads.timetable.calendar.departure
    return TimedRoute(graph, places[0], places[-1], tuple(reversed(legs)), departure, tuple(reversed(times)))


def _follow(roads: TimedJunctions, before: _Reached, leg: Leg) -> _Reached | None:
    """Return when the end of a leg is reached; ``None`` if the leg may not follow, or never opens."""
    split, edge_of = roads.junctions.split, roads.junctions.edge_of
    closure = int(roads.timetable.closure[leg.edge])
    if before.state >= 0:
        begin, end = split.first[before.state : before.state + 2].tolist()
        ways = np.flatnonzero(edge_of[begin:end] == leg.edge)
        if not len(ways):
            return None
        closure = int(roads.closure[begin + int(ways[0])])
    entered, left = roads.find_arrival(before.time, leg.edge, closure, leg.share)
    if left >= NEVER:
        return None
    return _Reached(left, int(roads.junctions.arrival[leg.edge]), leg, LegTimes(before.time, entered, left), before)
