"""When the edges of a graph are open after a departure, and how fast they are, as arrays for searches.

A road may be entered while it is open; who comes earlier waits. On the way, the speed follows the clock. So whoever enters
earlier never arrives later (first in, first out), and the earliest arrivals are found as cheapest paths are (Dreyfus, An
appraisal of some shortest-path algorithms, 1969). All times are whole milliseconds after the departure, and all sums are of
whole numbers, so that the rule holds exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from attrs import define, field, frozen

from genastar import BadInput
from genastar_roads.graph.columns import Float64, Int32, Int64
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.graph.stages import OPEN
from genastar_roads.hours.calendar import HORIZON, Calendar
from genastar_roads.hours.speed_table import Speed, SpeedTable
from genastar_roads.profiles.hourly import Closure, HourlyRule

NEVER: Final = 2**62
"""The time at which nothing opens that is closed at the end of `HORIZON`."""

_UNITS: Final = 1_000_000
"""Units of speed per km/h. A unit of work is what a unit of speed does in a millisecond."""

_WORK: Final = 3600.0 * _UNITS
"""Units of work per metre."""

_DAY: Final = 86_400_000
_HOUR: Final = 3_600_000

Spans = tuple[tuple[int, int], ...]
"""Times that begin and end, in order, with gaps between them."""


@frozen
class Patterns:
    """Lists of pairs of numbers, one after another: pattern ``p`` has the rows ``first[p]`` to ``first[p + 1]``."""

    first: Int64
    one: Int64
    other: Int64

    @classmethod
    def of(cls, patterns: Iterable[Sequence[tuple[int, int]]]) -> Patterns:
        """Join patterns."""
        found = list(patterns)
        pairs = np.array([pair for each in found for pair in each], np.int64).reshape(-1, 2)
        return cls(np.cumsum([0, *map(len, found)]), pairs[:, 0].copy(), pairs[:, 1].copy())


def find_opening(time: int, number: int, first: Int64, begin: Int64, until: Int64) -> int:
    """Return the first time from ``time`` on at which pattern ``number`` of closures is open; -1 is never closed."""
    if number >= 0:
        for row in range(first[number], first[number + 1]):
            if time < begin[row]:
                break
            if time < until[row]:
                return int(until[row])
    return time


def find_arrival(time: int, number: int, work: int, weight: int, first: Int64, since: Int64, speed: Int64) -> int:
    """Return the arrival after a part of an edge that is entered at ``time``.

    Args:
        time: milliseconds after the departure.
        number: pattern of speeds; -1 for an edge that always takes ``weight``.
        work: length of the part.
        weight: milliseconds.
        first: see `Patterns`.
        since: times from which speeds hold.
        speed: speeds, more than 0.
    """
    if number < 0:
        return time + weight
    row, last = int(first[number]), int(first[number + 1]) - 1
    while row < last and since[row + 1] <= time:
        row += 1
    while row < last:
        done = (int(since[row + 1]) - time) * int(speed[row])
        if work <= done:
            break
        work -= done
        time = int(since[row + 1])
        row += 1
    return time + (work + int(speed[row]) - 1) // int(speed[row])


@define
class _Numbers:
    """Numbers of patterns, each once; the empty one is -1."""

    patterns: dict[tuple[tuple[int, int], ...], int] = field(factory=dict)

    def number(self, pattern: tuple[tuple[int, int], ...]) -> int:
        return self.patterns.setdefault(pattern, len(self.patterns)) if pattern else -1


@frozen(eq=False)
class Timetable:
    """Closures and speeds of the edges of a graph after a departure."""

    calendar: Calendar
    weight: Int32
    """Least time on each edge in milliseconds, shape (m,)."""
    work: Int64
    """Length of each edge in units of work, shape (m,); with heights that of a level road that takes as long."""
    speed: Int32
    """Pattern of speeds of each edge, shape (m,); -1 for none."""
    speeds: Patterns
    closure: Int32
    """Pattern of closures of each edge, shape (m,); -1 for none."""
    _closures: _Numbers

    @classmethod
    def of(cls, graph: RoadGraph, calendar: Calendar, table: SpeedTable | None) -> Timetable:
        """Evaluate the hours of a graph, and a table of speeds.

        Raises:
            BadInput: the table fits no road, or a speed makes an edge too slow.
        """
        facts = graph.facts
        closures, speeds = _Numbers(), _Numbers()
        weight, work = graph.weight.astype(np.int64), np.zeros(graph.edges, np.int64)
        speed, closure = np.full(graph.edges, -1, np.int32), np.full(graph.edges, -1, np.int32)
        if facts is None and table is not None:
            raise BadInput("the classes of the roads are unknown, so a table gives no speeds; read an OpenStreetMap extract")
        if facts is None:
            return cls(calendar, graph.weight, work, speed, Patterns.of(()), closure, closures)
        hours, size = facts.hours, graph.edges
        level = facts.length * facts.effort if len(facts.effort) else facts.length
        work = np.ceil(level * _WORK).astype(np.int64)
        rule = np.full(size, -1) if hours is None else hours.rule[hours.source_edge]
        against = np.zeros(size, np.bool_) if hours is None else hours.is_backward[hours.source_edge]
        row = np.full(size, -1, np.int32) if table is None else table.find_rows(facts)
        usual = _compute_speeds(level, facts.seconds)
        unknown = np.flatnonzero((row >= 0) & (usual == 0) & (facts.length > 0))
        if len(unknown):
            raise BadInput(f"the speed of way {facts.way[unknown[0]]} is unknown, so a table cannot change it by the hour")
        chosen = np.flatnonzero((rule >= 0) | (row >= 0))
        keys = np.stack((rule, against, graph.stage == OPEN, row, usual), axis=1)[chosen]
        kinds, kind = np.unique(keys, axis=0, return_inverse=True)
        for number, (r, is_back, is_open, line, base) in enumerate(kinds.tolist()):
            edges = chosen[kind.ravel() == number]
            found = None if r < 0 or hours is None else hours.rules[r]
            side = "backward" if is_back else "forward"
            if found is not None:
                closure[edges] = closures.number(_list_closed(calendar, found, side, bool(is_open)))
            of_hours = None if line < 0 or table is None else table.rows[line]
            pieces = _list_speeds(calendar, found, side, of_hours, base / 1000)
            if {pace for _, pace in pieces} - {round(base * _UNITS / 1000)}:
                speed[edges] = speeds.number(pieces)
                weight[edges] = -(-work[edges] // max(pace for _, pace in pieces))
        if weight.max(initial=0) > MOST:
            raise BadInput(f"a speed makes a road take longer than {MOST / 3_600_000:,.0f} hours; give more")
        return cls(calendar, weight.astype(np.int32), work, speed, Patterns.of(speeds.patterns), closure, closures)

    def number_closures(self, spans: Iterable[Spans]) -> int:
        """Return the number of the pattern of closures that joins these."""
        return self._closures.number(_join(spans))

    def list_patterns(self) -> list[Spans]:
        """Return the patterns of closures, by their numbers."""
        return list(self._closures.patterns)

    def get_closure(self, number: int) -> Spans:
        """Return a pattern of closures; empty for -1."""
        return tuple(self._closures.patterns)[number] if number >= 0 else ()

    def list_closed(self, closure: Closure) -> Spans:
        """Return when a gate is closed, or a turn forbidden."""
        pieces = self.calendar.list_pieces(closure.times)
        return _to_spans([(time, held in closure.sets) for time, held in pieces])

    @property
    def closures(self) -> Patterns:
        """All patterns of closures so far."""
        return Patterns.of(self._closures.patterns)


def _compute_speeds(level: Float64, seconds: Float64) -> Int64:
    """Return the speeds of edges on the level by the profile in thousandths of km/h, shape (m,); 0 if unknown."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = level * 3600 / seconds
    return np.rint(np.nan_to_num(found, posinf=0.0)).astype(np.int64)


def _list_closed(calendar: Calendar, rule: HourlyRule, side: str, is_open: bool) -> Spans:
    """Return when a way is closed: to through traffic, or to all."""
    closed = [getattr(each, side) <= 0 or (is_open and not getattr(each, f"through_{side}")) for each in rule.variants]
    return _to_spans([(time, closed[held]) for time, held in calendar.list_pieces(rule.times)])


def _list_speeds(
    calendar: Calendar, rule: HourlyRule | None, side: str, of_hours: tuple[Speed, ...] | None, base: float
) -> tuple[tuple[int, int], ...]:
    """Return the times from which speeds hold, and the speeds; those in km/h, and shares of ``base`` or of the rule's speed."""
    paces = dict(calendar.list_pieces(rule.times)) if rule is not None and not rule.minutes else {0: 0}
    times = sorted({*paces, *(_list_hours(calendar) if of_hours else ())})
    found: list[tuple[int, int]] = []
    held = 0
    for time in times:
        held = paces.get(time, held)
        pace = base
        if rule is not None and not rule.minutes:
            pace = getattr(rule.variants[held], side) or getattr(rule, side)
        if of_hours:
            value, is_share = of_hours[(calendar.midnight + time) % _DAY // _HOUR]
            pace = pace * value if is_share else value
        if not found or found[-1][1] != max(round(pace * _UNITS), 1):
            found.append((time, max(round(pace * _UNITS), 1)))
    return tuple(found)


def _list_hours(calendar: Calendar) -> range:
    return range(-(calendar.midnight % _HOUR) % _HOUR, HORIZON, _HOUR)


def _to_spans(pieces: Sequence[tuple[int, bool]]) -> Spans:
    """Return when something is closed, given the times at which it is closed or opened."""
    ends = [*(time for time, _ in pieces[1:]), NEVER]
    return _join([[(time, end) for (time, is_closed), end in zip(pieces, ends, strict=True) if is_closed]])


def _join(spans: Iterable[Sequence[tuple[int, int]]]) -> Spans:
    """Join lists of times that may overlap or touch."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(span for each in spans for span in each):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return tuple(found)
