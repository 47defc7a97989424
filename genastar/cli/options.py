"""Options and limits, read from the texts that a user typed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Annotated, Final, TypeAlias, cast

from attrs import AttrsInstance
from cyclopts import Parameter, Token

from genastar.algorithm import AUTO, Algorithm, find_algorithm
from genastar.errors import BadInput, format_value, shorten_text
from genastar.options import HasOptions, OptionsOf
from genastar.options.reader import read_values
from genastar.values.cost import Comparable
from genastar.values.limits import Limits
from genastar.worlds.domain_registry import check_domain_of_options, make_options


def _parse_whole(_: type, tokens: Sequence[Token]) -> int:
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"expected a whole number, not {format_value(tokens[0].value)}") from None


def _parse_file(_: type, tokens: Sequence[Token]) -> Path:
    if not tokens[0].value:
        raise ValueError("expected the name of a file, not ''")
    return Path(tokens[0].value)


File: TypeAlias = Annotated[Path, Parameter(converter=_parse_file)]
"""The type of a parameter that names a file. It refuses an empty text, which Python takes for the current folder."""

WholeArgument: TypeAlias = Annotated[int, Parameter(converter=_parse_whole)]
"""The type of a parameter that is a whole number. It refuses 1.5, which cyclopts rounds for an int."""


def parse_pairs(flag: str, texts: Iterable[str]) -> dict[str, str]:
    """Return the values of ``--flag name=value --flag name=value`` by name.

    Raises:
        BadInput: a text has no ``=``, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"{flag} {shorten_text(text)}: expected NAME=VALUE")
        if name in found:
            raise BadInput(f"{flag} {shorten_text(text)}: {shorten_text(name)} is given twice")
        found[name] = value
    return found


def parse_options(info: HasOptions, texts: Mapping[str, str], flag: str = "--option") -> AttrsInstance:
    """Return the options of a domain or an algorithm from their names and values as typed.

    Raises:
        BadInput: an option is unknown or its value is invalid; the message says what was expected.
    """
    check_domain_of_options(info, texts)
    return make_options(info, read_values(info, texts, flag, typed=True))


def parse_algorithm(
    name: str, values: Mapping[str, object], where: str = "--algorithm-option", *, typed: bool = True
) -> Algorithm | str:
    """Return the algorithm of that name with its options; ``auto`` stays a name, because the domain chooses later.

    Args:
        name: the name of the algorithm.
        values: its options by name: texts as a user typed them, or JSON values.
        where: the flag or the key that the options were given to, for messages.
        typed: whether the values are texts that a user typed.

    Raises:
        PluginError: there is no such algorithm, or it cannot be used.
        BadInput: an option is unknown or its value is invalid.
    """
    if name == AUTO:
        if values:
            raise BadInput(f"{where} {shorten_text(next(iter(values)))}: auto has no options; name one with --algorithm")
        return name
    info = OptionsOf.of(find_algorithm(name))
    return cast(Algorithm, make_options(info, read_values(info, values, where, typed=typed)))


def start_from_text(text: str | None, name: str, given: object) -> object:
    """Return the start of a solver from a file: a Python literal, or what the file gives.

    Raises:
        BadInput: the text is no literal, or there is no start.
    """
    if text is not None:
        try:
            given = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise BadInput(
                f"--from {format_value(text)}: expected a position as a Python literal, such as 0 or (0, 0)"
            ) from None
    if given is None:
        raise BadInput(f"{name}: no start is known; give one with --from, or let the function return the solver and the start")
    return given


def parse_limits(texts: Mapping[str, str]) -> Limits:
    """Return limits from their names and values as typed.

    Raises:
        BadInput: a limit is unknown or its value is invalid.
    """
    values: dict[str, object] = {}
    for name, text in texts.items():
        if name not in _LIMITS:
            raise BadInput(f"--limit {shorten_text(name)}: there is no such limit; expected one of: {', '.join(_LIMITS)}")
        read, wanted = _LIMITS[name]
        try:
            values[name] = read(text)
        except (ValueError, ArithmeticError) as error:
            raise BadInput(f"--limit {name}={shorten_text(text)}: expected {wanted}") from error
    return Limits(**values)  # type: ignore[arg-type]


def _parse_cost(text: str) -> Comparable:
    if "," in text:
        return tuple(_parse_number(part) for part in text.split(","))
    return _parse_number(text)


def _parse_number(text: str) -> int | float | Fraction:
    """Return a number that is finite as a float."""
    number: int | float | Fraction
    try:
        number = int(text)
    except ValueError:
        number = Fraction(text) if "/" in text else float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_LIMITS: Final[dict[str, tuple[Callable[[str], object], str]]] = {
    "expansions": (int, "a whole number"),
    "seconds": (float, "a number of seconds"),
    "cost": (_parse_cost, "a finite number, a fraction, or several with commas between them"),
    "depth": (int, "a whole number"),
}
"""How the text of each limit is read, and what is expected."""
