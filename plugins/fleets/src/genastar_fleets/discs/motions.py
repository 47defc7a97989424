"""Discs that move along straight lines: when two of them are too near to each other, exactly."""

from __future__ import annotations

from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float64]

Interval: TypeAlias = tuple[float, float]
"""A begin and an end in time."""

ROUNDING = 1e-9
"""Discs may overlap by so much, relative to the distance of their middles."""


@define(eq=False)
class Motions:
    """Straight motions, one a row: from when to when, from where, and how fast."""

    distance: float
    """The middles of two discs must be so far apart."""
    begin: Vector = field(factory=lambda: np.empty(0))
    until: Vector = field(factory=lambda: np.empty(0))
    start: Vector = field(factory=lambda: np.empty((0, 0)))
    velocity: Vector = field(factory=lambda: np.empty((0, 0)))

    def __attrs_post_init__(self) -> None:
        self.distance *= 1 - ROUNDING

    @property
    def last(self) -> float:
        """The time from which no disc moves any more."""
        return float(self.begin.max(initial=0.0))

    def add(self, times: Vector, points: Vector) -> None:
        """Add a disc that is at each point at its time, and stays at the last."""
        begin, until = times, np.append(times[1:], inf)
        moves = np.diff(points, axis=0, append=points[-1:])
        lasting = np.where(np.isfinite(until), until - begin, 1.0)
        velocity = moves / np.maximum(lasting, 1e-300)[:, None]
        kept = until > begin
        dimensions = points.shape[1]
        for name, rows in (("begin", begin), ("until", until), ("start", points), ("velocity", velocity)):
            old = getattr(self, name)
            old = old.reshape(len(old), dimensions) if rows.ndim == 2 else old
            setattr(self, name, np.concatenate([old, rows[kept]]))

    def find_free_departure(self, departures: Vector, lasting: float, start: Vector, end: Vector) -> float | None:
        """Return the first departure at which a move hits no disc; ``None`` if all do."""
        others = np.flatnonzero((self.until > departures[0]) & (self.begin < departures[-1] + lasting))
        if not len(others):
            return float(departures[0])
        velocity, begin = (end - start) / lasting, self.begin[others]
        relative = velocity - self.velocity[others]
        low = np.maximum(departures[:, None], begin)
        high = np.minimum(departures[:, None] + lasting, self.until[others])
        there = start + velocity * (low - departures[:, None])[..., None] - self.start[others]
        apart = there - self.velocity[others] * (low - begin)[..., None]
        speed = np.maximum((relative * relative).sum(axis=-1), 1e-300)
        nearest = np.clip(-(apart * relative).sum(axis=-1) / speed, 0.0, np.maximum(high - low, 0.0))
        apart = apart + relative * nearest[..., None]
        hits = ((apart * apart).sum(axis=-1) < self.distance**2) & (high > low)
        free = np.flatnonzero(~hits.any(axis=1))
        return float(departures[free[0]]) if len(free) else None

    def list_safe_intervals(self, point: Vector) -> list[Interval]:
        """Return when a disc may stand at a point, in order."""
        unsafe = sorted(self._list_unsafe(point))
        found, free_from = [], 0.0
        for begin, until in unsafe:
            if begin > free_from:
                found.append((free_from, begin))
            free_from = max(free_from, until)
        return [*found, (free_from, inf)] if free_from < inf else found

    def _list_unsafe(self, point: Vector) -> list[Interval]:
        if not len(self.begin):
            return []
        apart = self.start - point
        a = (self.velocity * self.velocity).sum(axis=1)
        b = (apart * self.velocity).sum(axis=1)
        c = (apart * apart).sum(axis=1) - self.distance**2
        found = []
        for row in np.flatnonzero(np.where(a > 0, b * b - a * c, -c) > 0).tolist():
            begin, until = float(self.begin[row]), float(self.until[row])
            if a[row] > 0:
                root = sqrt(float(b[row] * b[row] - a[row] * c[row]))
                begin, until = (
                    max(begin, begin + (-float(b[row]) - root) / float(a[row])),
                    min(until, begin + (-float(b[row]) + root) / float(a[row])),
                )
            if until > begin:
                found.append((begin, until))
        return found
