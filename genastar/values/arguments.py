"""Checks of the arguments of public calls. A message names the argument, its value, and the expected value.

A function that is called often checks its arguments only after an `AttributeError` or a `TypeError`, so that a correct call
costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import inf
from operator import index
from typing import TypeVar

from genastar.errors import BadInput, format_value

T = TypeVar("T")


def expect(name: str, value: object, kind: type, words: str = "") -> None:
    """Raise BadInput unless the value is of this class.

    Args:
        name: the name of the argument.
        value: the value of the argument.
        kind: the class.
        words: the expected value in words; by default the name of the class.
    """
    if not isinstance(value, kind):
        raise BadInput(f"{name}={format_value(value)}: expected {words or _add_article(kind.__name__)}")


def iterate_items(name: str, value: Iterable[T], words: str) -> Iterator[T]:
    """Return an iterator over a value.

    Args:
        name: the name of the argument.
        value: the value of the argument.
        words: the expected value in words.

    Raises:
        BadInput: the value cannot be iterated, as a numpy array without dimensions cannot, or is a text.
    """
    try:
        if not isinstance(value, (str, bytes)):
            return iter(value)
    except TypeError:
        pass
    raise BadInput(f"{name}={format_value(value)}: expected {words}")


def to_positions_tuple(positions: Iterable[T], name: str = "goals") -> tuple[T, ...]:
    """Return positions as a tuple.

    Raises:
        BadInput: the argument is not iterable, or is a text.
    """
    if isinstance(positions, (tuple, list)):  # most are, and the checks take longer
        return tuple(positions)
    return tuple(iterate_items(name, positions, f"positions in a list or a tuple, such as [{name.removesuffix('s')}]"))


def expect_whole(name: str, value: object, least: int) -> int:
    """Return the value as an int.

    Raises:
        BadInput: the value is not a whole number, is True or False, or is less than ``least``.
    """
    try:
        whole = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # a value without __index__ raises
    except TypeError:
        whole = None
    if whole is None:
        raise BadInput(f"{name}={format_value(value)}: expected a whole number of at least {least}")
    if whole < least:
        raise BadInput(f"{name}={format_value(value)} is less than {least}; give at least {least}")
    return whole


def is_number(value: object, least: float, most: float = inf) -> bool:
    """Return whether the value is a number within these bounds, both included. Text and NaN are not."""
    try:
        is_single = not isinstance(value, (str, bytes, bool)) and not getattr(value, "shape", ())  # no array of one number
        return is_single and bool(least <= value <= most)  # type: ignore[operator]  # see below
    except Exception:  # noqa: BLE001  # comparing an object that is not a number may raise anything
        return False


def expect_number(name: str, value: object, least: float) -> float:
    """Return the value as a float; infinity for a number that is too large for a float.

    Raises:
        BadInput: the value is not a number of at least ``least``.
    """
    if not is_number(value, least):
        raise BadInput(f"{name}={format_value(value)}: expected a number of at least {least:g}")
    try:
        return float(value)  # type: ignore[arg-type]  # it is a number
    except OverflowError:
        return inf


def match_text(pattern: str, text: object) -> re.Match[str] | None:
    """Return the match of a regular expression with a whole text; ``None`` without a match, or if ``text`` is no str."""
    return re.fullmatch(pattern, text) if isinstance(text, str) else None


def expect_switch(name: str, value: object) -> None:
    """Raise BadInput unless the value equals True or False, as numpy's booleans do."""
    try:
        known = value in (True, False)
    except Exception:  # noqa: BLE001  # a user's == may raise anything
        known = False
    if not known:
        raise BadInput(f"{name}={format_value(value)}: expected True or False")


def _add_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
