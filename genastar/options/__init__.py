"""Options: functions that create them, and validators for their values. The messages of validators are one line.

Validators have their bounds as attributes (``low``, ``high``, ``choices``), so that a form can show them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar, cast, get_args

from attrs import Attribute, AttrsInstance, field, fields, frozen

from genastar.errors import BadInput, BadOption, format_value, suggest_names

if TYPE_CHECKING:
    from genastar.files import AnyPath

T = TypeVar("T")

Validator = Callable[[Any, "Attribute[Any]", Any], object]
"""A function that is called with the options, the field and its value. It raises ValueError or BadOption."""


class HasOptions(Protocol):
    """A domain or an algorithm with options: `genastar.authoring.DomainInfo` or `OptionsOf`."""

    @property
    def name(self) -> str:
        """Return the name of the domain or algorithm, for messages."""

    @property
    def options(self) -> type[AttrsInstance]:
        """Return the attrs class of the options."""


FILE: Final = "file"
"""Key in the metadata of an option whose value names a file, or is ``None``."""

NAMES: Final = "names"
"""Key: the values that are no files. Clients of the service may not give others."""

MILLIONS: Final = "millions"
"""Key: the option limits what a source may contain, in millions of ``"places"`` or ``"bytes"``. Clients may not raise it."""


def is_file_option(option: Attribute[Any]) -> bool:
    """Return whether the value of an option names a file."""
    return bool(option.metadata.get(FILE)) or Path in (option.type, *get_args(option.type))


def list_files(options: AttrsInstance) -> list[Path]:
    """Return the files that options name."""
    values = [getattr(options, option.name) for option in fields(type(options)) if is_file_option(option)]
    return [Path(value) for value in values if value is not None]


class _Named(Protocol):
    name: ClassVar[str]


@frozen
class OptionsOf:
    """The options of an algorithm, which are its fields."""

    name: str
    options: type[AttrsInstance]

    @classmethod
    def of(cls, algorithm: type[_Named]) -> OptionsOf:
        """Return the options of an algorithm's class."""
        return cls(algorithm.name, cast("type[AttrsInstance]", algorithm))


def suggest_options(info: HasOptions, name: str) -> str:
    """Return the end of a message about an option that a domain or an algorithm does not have."""
    lister = f"genastar algorithms {info.name}" if isinstance(info, OptionsOf) else f"genastar plugins --why {info.name}"
    known = [field for field in fields(info.options) if field.init]
    like = next((field.alias for field in known if is_name_of(field, name)), None)
    return suggest_names(name, [field.alias for field in known], lister, "; it has: {}", like)


def is_name_of(field: Attribute[Any], name: str) -> bool:
    """Return whether a name is that of an option, or another one that users look for."""
    return name == field.alias or name.lower() in field.metadata.get("other_names", ())


def option(default: T, validator: Validator | Sequence[Validator], help: str, **marks: object) -> T:
    """Create an option: a field of an attrs class of options.

    Args:
        default: its default.
        validator: one or several validators.
        help: one line for help and forms.
        marks: further metadata, such as ``picture=True``; see the guide to writing a domain.
    """
    return field(default=default, validator=validator, metadata={"help": help, **marks})


def choice(choices: object, default: T, help: str, *validators: Validator, **marks: object) -> T:
    """Create an option whose values are those of a ``Literal``; otherwise as `option`."""
    return option(default, [one_of(*get_args(choices)), *validators], help, **marks)


def format_typed(value: object) -> str:
    """Return a value as a user types it: an enum's value, ``true``, ``none``, numbers separated by commas."""
    match value:
        case Enum():
            return format_typed(value.value)
        case bool() | None:
            return str(value).lower()
        case tuple() | list() | set() | frozenset():
            return ",".join(map(format_typed, value))
    return str(value)


def find_choice(value: object, choices: Iterable[T]) -> T:
    """Return the choice that a value names. The value is the choice itself, its text, or the number of that text.

    ``4`` and ``"4"`` name the same choice, whether the choices contain the one or the other. True and 1 differ.

    Raises:
        ValueError: no choice has this value.
    """
    if isinstance(value, (str, int, float, Enum)) or value is None:
        text = value if isinstance(value, str) else format_typed(value)
        for choice in choices:
            if format_typed(choice) == text:
                return choice
    raise ValueError(f"{format_value(value)} is not a choice; expected one of {', '.join(map(format_typed, choices))}")


@frozen
class RangeValidator:
    """A validator for a number within these bounds, both included."""

    low: float
    high: float
    is_whole: bool = False

    def __call__(self, _: object, option: Attribute[T], value: T) -> None:
        """Raise BadOption unless the value is a number within the bounds."""
        kinds = int if self.is_whole else (int, float)
        if not isinstance(value, kinds) or isinstance(value, bool) or not self.low <= value <= self.high:
            words = "a whole number" if self.is_whole else "a number"
            raise BadOption(f"{option.alias} is {format_value(value)}; it must be {words} from {self.low} to {self.high}")


@frozen
class ChoiceValidator:
    """A validator for one of these choices, as `find_choice` reads it. It sets the option to the choice."""

    choices: tuple[object, ...]

    def __call__(self, options: object, option: Attribute[T], value: T) -> None:
        """Raise BadOption unless the value names a choice."""
        try:
            choice = find_choice(value, self.choices)
        except ValueError:
            raise BadOption(
                f"{option.alias} is {format_value(value)}; it must be {' or '.join(map(repr, self.choices))}"
            ) from None
        if choice is not value:
            object.__setattr__(options, option.name, choice)  # options are frozen, and are still being made here


def whole(low: int, high: int) -> RangeValidator:
    """Return a validator for an int from ``low`` to ``high``, both included."""
    return RangeValidator(low, high, is_whole=True)


def number(low: float, high: float) -> RangeValidator:
    """Return a validator for an int or a float from ``low`` to ``high``, both included."""
    return RangeValidator(low, high)


def one_of(*choices: object) -> ChoiceValidator:
    """Return a validator for one of these choices. A number and its text are the same choice."""
    return ChoiceValidator(choices)


def switch(_: object, option: Attribute[T], value: T) -> None:
    """Raise BadOption unless the value is a bool."""
    if value is not True and value is not False:
        raise BadOption(f"{option.alias} is {format_value(value)}; it must be true or false")


def to_table_path(path: AnyPath | None) -> str | None:
    """Return the value of the option ``table`` as text: a file, read if it exists, otherwise written.

    Raises:
        BadInput: the value is no path.
    """
    if not isinstance(path, (str, PathLike, type(None))):
        raise BadInput(f"table={format_value(path)}: expected a file path")
    return None if path is None else fspath(path)


def text(_: object, option: Attribute[T], value: T) -> None:
    """Raise BadOption unless the value is text that is not empty."""
    if not isinstance(value, str) or not value:
        raise BadOption(f"{option.alias} is {format_value(value)}; it must be text that is not empty")
