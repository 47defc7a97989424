"""Read the values of options: from texts that a user typed, or from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Final, cast, get_args, get_origin

from genastar.errors import BadInput, shorten_text
from genastar.options import HasOptions, find_choice, suggest_options
from genastar.options.description import describe_type, is_fixed, is_sequence, is_union, list_choices, list_option_fields

_LONGEST_EXPONENT: Final = 4
"""Maximum characters of an exponent, including its sign."""

_TRUTHS: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_NOTHING: Final = {"none": None}


def read_values(info: HasOptions, values: Mapping[str, object], where: str, *, typed: bool) -> dict[str, object]:
    """Return the values of options by name, each converted to its option's type.

    Args:
        info: the domain or algorithm that has the options.
        values: the values by name.
        where: what the values were given to, for messages: a flag, or a key of a request.
        typed: whether the values are texts that a user typed; otherwise they are JSON values.

    Raises:
        BadInput: an option is unknown, or its value is of another type; the message says what was expected.
    """
    known = {str(field.alias): field for field in list_option_fields(info)}
    found: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"{where} {shorten_text(name)}: {info.name} has no such option{suggest_options(info, name)}")
        kind = known[name].type
        try:
            found[name] = _read(value, kind, typed)
        except (ValueError, TypeError, ArithmeticError) as error:
            text = shorten_text(str(value) if typed else json.dumps(value))
            raise BadInput(f"{where} {name}={text}: expected {describe_type(kind)}") from error
    return found


def _read(value: object, kind: object, typed: bool) -> object:
    """Return a value of this type.

    Raises:
        ValueError, TypeError or ArithmeticError: the value is of another type.
    """
    if choices := list_choices(kind):
        return find_choice(value, choices)
    inner = get_args(kind)
    if is_union(kind):
        for arm in sorted(inner, key=lambda arm: arm is not NoneType):  # "none" is text too
            with suppress(ValueError, TypeError, ArithmeticError):
                return _read(value, arm, typed)
        raise TypeError(kind)
    if is_sequence(kind):
        parts = _split(value) if typed else value
        if not isinstance(parts, list):
            raise TypeError(kind)
        kinds = inner if is_fixed(kind) else inner[:1] * len(parts)
        make = cast("Callable[[Iterable[object]], object]", get_origin(kind))
        return make([_read(part, each, typed) for part, each in zip(parts, kinds, strict=True)])
    if isinstance(value, str) and (typed or kind not in _IN_JSON):
        return _PARSERS[kind](value) if kind in _PARSERS else _refuse(kind)
    if kind is float and type(value) is int:
        return float(value)
    return value if kind in _IN_JSON and type(value) is kind else _refuse(kind)


def _split(value: object) -> list[str]:
    return str(value).split(",") if value else []


def _refuse(kind: object) -> object:
    raise TypeError(kind)


def _parse_fraction(text: str) -> Fraction:
    _, _, exponent = text.lower().partition("e")
    if len(exponent) > _LONGEST_EXPONENT:  # Fraction computes 1e999999999 digit by digit
        raise ValueError(text)
    return Fraction(text)


def _parse_word(words: Mapping[str, object]) -> Callable[[str], object]:
    def parse(text: str) -> object:
        if text.lower() not in words:
            raise ValueError(text)
        return words[text.lower()]

    return parse


_PARSERS: Final[dict[object, Callable[[str], object]]] = {
    bool: _parse_word(_TRUTHS),
    NoneType: _parse_word(_NOTHING),
    int: int,
    float: float,
    str: str,
    Fraction: _parse_fraction,
    Decimal: Decimal,
    Path: Path,
}
_IN_JSON: Final = (bool, NoneType, int, float, str)
"""Types that JSON has. Values of other types are texts in JSON too."""
