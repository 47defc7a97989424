"""The problem of one disc among others whose motions are known."""

from __future__ import annotations

from math import dist, inf
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import field, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar_fleets.discs.motions import Interval, Motions, Vector
from genastar_fleets.discs.plane import Plane

Spot: TypeAlias = tuple[Any, int]
"""A state of the plain problem, and the number of a time in which it is safe to be there."""

_AT_ONCE: Final = 32
"""Departures that are tried together."""


@frozen(eq=False)
class DiscProblem(AStar[Spot, Cost[float]]):
    """Any-angle safe-interval planning (Yakovlev and Andreychuk, ICAPS 2017): a position and a safe interval are one node.

    The cost is the time of arrival. A disc waits where it is until the line ahead is free, and tries times a tick apart.
    """

    plane: Plane
    goal: Any
    motions: Motions
    speed: float
    tick: float
    intervals: dict[Any, list[Interval]] = field(factory=dict, repr=False)

    def safe_intervals(self, state: Any) -> list[Interval]:
        """Return when it is safe to be at a state."""
        if state not in self.intervals:
            self.intervals[state] = self.motions.list_safe_intervals(self.plane.point(state))
        return self.intervals[state]

    def add_neighbours(self, node: Node[Spot, Cost[float]], open_list: OpenList[Spot, Cost[float]]) -> None:
        before = None if node.parent is None else open_list.known(node.parent)
        for target in self.plane.list_neighbours(node.position[0]):
            if before is not None and self.plane.is_open(before.position[0], target):
                self._move(before, target, open_list)
            self._move(node, target, open_list)

    def _move(self, node: Node[Spot, Cost[float]], target: Any, open_list: OpenList[Spot, Cost[float]]) -> None:
        (state, number), time = node.position, node.cost.travelled
        start, end = self.plane.point(state), self.plane.point(target)
        lasting = dist(start, end) / self.speed
        until = self.safe_intervals(state)[number][1]
        for other, (begin, close) in enumerate(self.safe_intervals(target)):
            first, last = max(time, begin - lasting), min(until, close - lasting)
            if first <= last and open_list.improves((target, other), first + lasting):
                departure = self._find_departure(first, last, lasting, start, end)
                if departure is not None:
                    open_list.relax((target, other), departure + lasting, parent=node.position)

    def _find_departure(self, first: float, last: float, lasting: float, start: Vector, end: Vector) -> float | None:
        last = min(last, max(first, self.motions.last + self.tick))
        found = self.motions.find_free_departure(np.array([first]), lasting, start, end)
        while found is None and first + self.tick <= last:
            count = min(_AT_ONCE, max(1, int((last - first) / self.tick)))
            departures = first + self.tick * np.arange(1.0, count + 1)
            found = self.motions.find_free_departure(departures, lasting, start, end)
            first = float(departures[-1])
        return found

    def is_destination(self, position: Spot) -> bool:
        return bool(position[0] == self.goal) and self.safe_intervals(position[0])[position[1]][1] == inf

    def estimate(self, position: Spot) -> float:
        return dist(self.plane.point(position[0]), self.plane.point(self.goal)) / self.speed
