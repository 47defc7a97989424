"""The times at which texts of ``opening_hours`` begin and cease to hold, as the library opening-hours-py reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from attrs import field, frozen

from genastar import BadInput
from genastar.errors import format_value, make_missing_library_error

HORIZON: Final = 7 * 86_400_000
"""Milliseconds after the departure that are looked at. What is closed then, stays closed."""

Pieces = tuple[tuple[int, int], ...]
"""Times in milliseconds after the departure, each with the set of conditions that hold from then on, as bits."""

_UNKNOWN: Final = re.compile(r"\b(?:sh|unknown)\b|\"", re.IGNORECASE)
"""What the library accepts and cannot know: school holidays, and comments."""


def is_time(text: str) -> bool:
    """Return whether a condition is a time that can be evaluated.

    Raises:
        BadInput: opening-hours-py is not installed.
    """
    return not _UNKNOWN.search(text) and bool(_import_library().validate(_write(text)))


def read_departure(given: datetime | str) -> datetime:
    """Return a departure as the local time of the roads.

    Raises:
        BadInput: it is no date with a time, has an offset from UTC, or is out of range.
    """
    try:
        when = datetime.fromisoformat(given) if isinstance(given, str) and len(given) > len("2026-11-28") else given
    except ValueError:
        when = given
    if not isinstance(when, datetime) or not 1900 <= when.year < 9999:
        raise BadInput(f"depart={format_value(given)}: expected a date and a time, such as 2026-11-28T08:10")
    if when.tzinfo is not None:
        raise BadInput(f"depart={format_value(given)}: leave out the offset; times are the local times of the roads")
    return when


@frozen(eq=False)
class Calendar:
    """Times at which conditions hold after a departure. Changes of the clocks to summer time and back are not modelled."""

    departure: datetime
    place: tuple[float, float]
    """Latitude and longitude, for sunrise, sunset and public holidays."""
    _known: dict[str, list[int]] = field(factory=dict, init=False)

    def list_pieces(self, conditions: Sequence[str]) -> Pieces:
        """Return the times at which conditions change; the first is 0."""
        sets: dict[int, int] = {0: 0}
        for bit, text in enumerate(conditions):
            for time in self._list_changes(text):
                sets[time] = sets.get(time, 0) ^ (1 << bit)
        found, held = [], 0
        for time in sorted(sets):
            held ^= sets[time]
            found.append((time, held))
        return tuple(found)

    @cached_property
    def midnight(self) -> int:
        """Milliseconds from the midnight before the departure to it."""
        when = self.departure
        return to_milliseconds(when - when.replace(hour=0, minute=0, second=0, microsecond=0))

    def _list_changes(self, text: str) -> list[int]:
        """Return the times at which a condition begins to hold, ceases to hold, and so on."""
        if (known := self._known.get(text)) is not None:
            return known
        library: Any = _import_library()
        found: list[int] = []
        is_open = False
        end = self.departure + timedelta(milliseconds=HORIZON)
        for begin, _, state, _ in library.OpeningHours(_write(text), coords=self.place).intervals(self.departure, end):
            if (state == library.State.OPEN) != is_open:
                is_open = not is_open
                found.append(to_milliseconds(begin.replace(tzinfo=None) - self.departure))
        self._known[text] = found
        return found


def to_milliseconds(time: timedelta) -> int:
    """Return a duration in whole milliseconds."""
    return time // timedelta(milliseconds=1)


def _write(text: str) -> str:
    """Return a text in lower case as the library reads it: it knows holidays in capitals only."""
    return re.sub(r"\bph\b", "PH", text)


def _import_library() -> Any:
    try:
        import opening_hours
    except ImportError as error:
        raise make_missing_library_error("a departure", "opening-hours-py", error, "'genastar-roads[hours]'") from error
    return opening_hours
