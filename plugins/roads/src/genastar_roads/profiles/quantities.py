"""Parse quantities in tags: speeds, durations, lengths and weights, with the units that OpenStreetMap's wiki lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_NUMBER: Final = r"([0-9]{1,6}(?:[.,][0-9]{1,6})?)"
_SPEED: Final = re.compile(rf"{_NUMBER}\s*(km/h|kmh|kph|kmph|mph|knots)?\s*(?:[;,|].*)?", re.DOTALL)
_CLOCK: Final = re.compile(r"([0-9]{1,4})(?::([0-5]?[0-9]))?(?::([0-5]?[0-9]))?")
_ISO_DURATION: Final = re.compile(
    "p{}{}{}{}(?:t{}{}{})?".format(*(rf"(?:{_NUMBER}{unit})?" for unit in ("y", "m", "w", "d", "h", "m", "s")))
)
_ISO_MINUTES: Final = (365 * 1440.0, 30 * 1440.0, 7 * 1440.0, 1440.0, 60.0, 1.0, 1 / 60)
_LONGEST: Final = 24 * 1440.0
_LENGTH: Final = re.compile(rf"{_NUMBER}\s*(m|metres?|meters?|cm|km|ft|feet|in|inch|inches|'|\")?")
_FEET_AND_INCHES: Final = re.compile(rf"{_NUMBER}\s*(?:'|ft|feet)\s*{_NUMBER}\s*(?:\"|''|in|inch|inches)?")
_WEIGHT: Final = re.compile(rf"{_NUMBER}\s*(t|tonnes?|kg|st|lt|lbs?|cwt)?")

_FOOT: Final = 0.3048
_INCH: Final = 0.0254
_METRES: Final[Mapping[str, float]] = {
    "cm": 0.01,
    "km": 1000.0,
    **dict.fromkeys(("ft", "feet", "'"), _FOOT),
    **dict.fromkeys(("in", "inch", "inches", '"'), _INCH),
}
_TONNES: Final[Mapping[str, float]] = {
    "kg": 0.001,
    "st": 0.90718474,
    "lt": 1.0160469088,
    "lb": 0.00045359237,
    "lbs": 0.00045359237,
    "cwt": 0.0508023454,
}
_KILOMETRES_AN_HOUR: Final[Mapping[str, float]] = {"mph": 1.609344, "knots": 1.852}


def parse_speed(text: str) -> float:
    """Parse a speed in km/h, mph or knots; return 0 if invalid. Of several, the first counts."""
    found = _SPEED.fullmatch(text.strip().lower())
    return _parse_number(found[1]) * _KILOMETRES_AN_HOUR.get(found[2], 1.0) if found else 0.0


def parse_duration(text: str) -> float:
    """Parse a duration, ``MM``, ``HH:MM``, ``HH:MM:SS`` or ISO 8601's ``P1DT1H30M``, in minutes; return 0 if invalid.

    More than 24 days is invalid: a weight in milliseconds cannot hold it.
    """
    text = text.strip().lower()
    minutes = 0.0
    if found := _CLOCK.fullmatch(text):
        minutes = float(found[1])
        if found[2] is not None:
            minutes = 60 * minutes + float(found[2]) + float(found[3] or 0) / 60
    elif found := _ISO_DURATION.fullmatch(text):
        minutes = sum(_parse_number(each or "0") * unit for each, unit in zip(found.groups(), _ISO_MINUTES, strict=True))
    return minutes if minutes <= _LONGEST else 0.0


def parse_length(text: str) -> float | None:
    """Parse a length in metres (``3.5``, ``350 cm``) or in feet and inches (``12'6"``, ``12 ft``); return None if invalid."""
    text = text.strip().lower()
    if found := _FEET_AND_INCHES.fullmatch(text):
        return _parse_number(found[1]) * _FOOT + _parse_number(found[2]) * _INCH
    found = _LENGTH.fullmatch(text)
    return _parse_number(found[1]) * _METRES.get(found[2], 1.0) if found else None


def parse_weight(text: str) -> float | None:
    """Parse a weight in tonnes (``3.5``), ``kg``, ``lbs``, or short or long tons (``st``, ``lt``); return None if invalid."""
    found = _WEIGHT.fullmatch(text.strip().lower())
    return _parse_number(found[1]) * _TONNES.get(found[2], 1.0) if found else None


def _parse_number(text: str) -> float:
    return float(text.replace(",", "."))
