"""Values of options, checked: bounds, choices, switches, and the messages that say in one line what is wrong.

Validators tell their bounds (``low``, ``high``, ``choices``), so that a form can show them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Protocol, TypeVar

from attrs import Attribute, AttrsInstance, frozen

from genastar.errors import shown

T = TypeVar("T")


class HasOptions(Protocol):
    """What has options: a domain, by its `genastar.DomainInfo`; or an algorithm, by `OptionsOf`."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    @property
    def options(self) -> type[AttrsInstance]:
        """The attrs class of the options."""


@frozen
class OptionsOf:
    """The options of an algorithm, which are its fields."""

    name: str
    options: type[AttrsInstance]


def typed(value: object) -> str:
    """Return a value as a person types it: an enum's value, ``true``, ``none``, numbers with commas between them."""
    match value:
        case Enum():
            return typed(value.value)
        case bool() | None:
            return str(value).lower()
        case tuple() | list() | set() | frozenset():
            return ",".join(map(typed, value))
    return str(value)


def choice_of(value: object, choices: Iterable[T]) -> T:
    """Return the choice that a value names: the choice itself, or its text, or the number that its text is.

    So ``4`` and ``"4"`` name the same choice, whichever of them stands among the choices. True and 1 differ.

    Raises:
        ValueError: the value names none of the choices.
    """
    if isinstance(value, (str, int, float, Enum)) or value is None:
        text = value if isinstance(value, str) else typed(value)
        for choice in choices:
            if typed(choice) == text:
                return choice
    raise ValueError(f"{shown(value)} is none of {', '.join(map(typed, choices))}")


@frozen
class Whole:
    """A validator: the value must be an int within these bounds."""

    low: int
    high: int

    def __call__(self, _: object, option: Attribute[T], value: T) -> None:
        """Raise ValueError unless it is."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise ValueError(f"{option.alias} is {shown(value)}; it must be a whole number from {self.low} to {self.high}")


@frozen
class Number:
    """A validator: the value must be an int or a float within these bounds."""

    low: float
    high: float

    def __call__(self, _: object, option: Attribute[T], value: T) -> None:
        """Raise ValueError unless it is."""
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise ValueError(f"{option.alias} is {shown(value)}; it must be a number from {self.low} to {self.high}")


@frozen
class OneOf:
    """A validator: the value must name one of these choices, as `choice_of` reads it. The option then holds the choice."""

    choices: tuple[object, ...]

    def __call__(self, options: object, option: Attribute[T], value: T) -> None:
        """Raise ValueError unless it does."""
        try:
            choice = choice_of(value, self.choices)
        except ValueError:
            raise ValueError(f"{option.alias} is {shown(value)}; it must be {' or '.join(map(repr, self.choices))}") from None
        if choice is not value:
            object.__setattr__(options, option.name, choice)  # options are frozen, and this is a part of making them


def whole(low: int, high: int) -> Whole:
    """Return a validator: the value must be an int from ``low`` to ``high``."""
    return Whole(low, high)


def number(low: float, high: float) -> Number:
    """Return a validator: the value must be an int or a float from ``low`` to ``high``."""
    return Number(low, high)


def one_of(*choices: object) -> OneOf:
    """Return a validator: the value must be one of these choices; a number's text and the number are the same choice."""
    return OneOf(choices)


def switch(_: object, option: Attribute[T], value: T) -> None:
    """Raise ValueError unless the value is a bool."""
    if value is not True and value is not False:
        raise ValueError(f"{option.alias} is {shown(value)}; it must be true or false")


def text(_: object, option: Attribute[T], value: T) -> None:
    """Raise ValueError unless the value is text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{option.alias} is {shown(value)}; it must be text")
