"""Options and limits, read from the texts that a user typed."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, TypeGuard, TypeVar, Union, cast, get_args, get_origin

from attrs import NOTHING, Attribute, AttrsInstance, Factory, fields, has, resolve_types
from cattrs import Converter
from cattrs.errors import StructureHandlerNotFoundError
from cyclopts import Parameter, Token

from genastar.algorithm import AUTO, Algorithm, find_algorithm
from genastar.errors import BadInput, PluginError, format_value, shorten_text
from genastar.options import HasOptions, OptionsOf, find_choice, format_typed
from genastar.registry import make_options
from genastar.values.cost import Comparable
from genastar.values.limits import Limits

T = TypeVar("T")


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

_LONGEST_EXPONENT: Final = 4
"""Maximum characters of an exponent, including its sign."""

_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_WORDS: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    Fraction: "a fraction such as 3/2",
    Decimal: "a number",
    Path: "a path",
    type(None): "none",
}


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


def parse_options(info: HasOptions, texts: dict[str, str], flag: str = "--option") -> AttrsInstance:
    """Return the options of a domain or an algorithm from their names and values as typed.

    Raises:
        BadInput: an option is unknown or its value is invalid; the message says what was expected.
    """
    known = {str(field.alias): field for field in list_option_fields(info)}
    values: dict[str, object] = {}
    for name, text in texts.items():
        if name not in known:
            raise BadInput(f"{flag} {shorten_text(name)}: {info.name} has no such option; it has: {', '.join(known) or 'none'}")
        try:
            values[name] = _CONVERTER.structure(text, cast("type[object]", known[name].type))
        except (ValueError, TypeError, ArithmeticError, StructureHandlerNotFoundError) as error:
            raise BadInput(f"{flag} {name}={shorten_text(text)}: expected {describe_type(known[name].type)}") from error
    return make_options(info, values)


def list_option_fields(info: HasOptions) -> tuple[Attribute[object], ...]:
    """Return the options of a domain or an algorithm, with their types resolved.

    Raises:
        PluginError: a type hint cannot be resolved.
    """
    try:
        return tuple(field for field in fields(resolve_types(info.options)) if field.init)
    except NameError as error:
        raise PluginError(f"the options of {info.name} have a type hint that cannot be resolved: {error}") from error


def parse_algorithm(name: str, texts: dict[str, str]) -> Algorithm | str:
    """Return the algorithm of that name with its options as typed; ``auto`` stays a name, because the domain chooses later.

    Raises:
        PluginError: there is no such algorithm, or it cannot be used.
        BadInput: an option is unknown or its value is invalid.
    """
    if name == AUTO:
        if texts:
            raise BadInput(
                f"--algorithm-option {shorten_text(next(iter(texts)))}: auto has no options; name one with --algorithm"
            )
        return name
    found = find_algorithm(name)
    return cast(
        Algorithm, parse_options(OptionsOf(found.name, cast("type[AttrsInstance]", found)), texts, "--algorithm-option")
    )


def format_option_default(field: Attribute[object]) -> str:
    """Return the default of an option as a user would type it."""
    default = field.default
    if default is NOTHING:
        return "required"
    if isinstance(default, Factory):  # type: ignore[arg-type]  # a class at run time
        return "computed"
    return format_typed(default)


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


def parse_limits(texts: dict[str, str]) -> Limits:
    """Return limits from their names and values as typed.

    Raises:
        BadInput: a limit is unknown or its value is invalid.
    """
    values: dict[str, object] = {}
    for name, text in texts.items():
        match name:
            case "expansions" | "depth":
                values[name] = _limit(name, text, int, "a whole number")
            case "seconds":
                values[name] = _limit(name, text, float, "a number of seconds")
            case "cost":
                values[name] = _limit(
                    name, text, _parse_cost, "a finite number, a fraction, or several with commas between them"
                )
            case _:
                raise BadInput(
                    f"--limit {shorten_text(name)}: there is no such limit; expected one of: expansions, seconds, cost, depth"
                )
    return Limits(**values)  # type: ignore[arg-type]


def describe_type(kind: object) -> str:
    """Return the values of a type in words."""
    inner = get_args(kind)
    if kind in _WORDS:
        return _WORDS[kind]
    if _is_enum(kind):
        return f"one of {', '.join(map(format_typed, kind))}"
    if _is_literal(kind):
        return f"one of {', '.join(map(format_typed, inner))}"
    if _is_union(kind):
        return ", or ".join(dict.fromkeys(map(describe_type, inner)))
    if _is_fixed(kind):
        return f"{len(inner)} values with commas between them: {', '.join(map(describe_type, inner))}"
    if _is_sequence(kind):
        return f"values with commas between them, each {describe_type(inner[0])}"
    return getattr(kind, "__name__", str(kind))


def _limit(name: str, text: str, read: Callable[[str], T], wanted: str) -> T:
    try:
        return read(text)
    except (ValueError, ArithmeticError) as error:
        raise BadInput(f"--limit {name}={shorten_text(text)}: expected {wanted}") from error


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


def _parse_fraction(text: str, _: object) -> Fraction:
    _, _, exponent = text.lower().partition("e")
    if len(exponent) > _LONGEST_EXPONENT:  # Fraction computes 1e999999999 digit by digit
        raise ValueError(text)
    return Fraction(text)


def _parse_truth(text: str, _: object) -> bool:
    try:
        return _TRUTHS[text.lower()]
    except KeyError:
        raise ValueError(text) from None


def _parse_union(text: str, kind: object) -> object:
    arms = get_args(kind)
    if type(None) in arms and text.lower() == "none":
        return None
    for arm in arms:
        if arm is type(None):
            continue
        try:
            return _CONVERTER.structure(text, arm)
        except (ValueError, TypeError, ArithmeticError):
            continue
    raise ValueError(text)


def _parse_tuple(text: str, kind: object) -> object:
    parts, inner = text.split(",") if text else [], get_args(kind)
    kinds = inner if _is_fixed(kind) else inner[:1] * len(parts)
    origin = cast("Callable[[Iterable[object]], object]", get_origin(kind))
    return origin([_CONVERTER.structure(part, each) for part, each in zip(parts, kinds, strict=True)])


def _refuse_type(text: str, kind: object) -> object:
    raise TypeError(f"{kind} cannot be read from one text")


def _parse_with(text: str, kind: Callable[[str], T]) -> T:
    return kind(text)


def _is_fixed(kind: object) -> bool:
    """Return whether a type is a tuple of fixed length: ``tuple[int, int]`` and not ``tuple[int, ...]``."""
    return get_origin(kind) is tuple and get_args(kind)[-1] is not Ellipsis


def _is_enum(kind: object) -> TypeGuard[type[Enum]]:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _is_union(kind: object) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _is_sequence(kind: object) -> bool:
    return get_origin(kind) in (tuple, list, set, frozenset)


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=False)
    for kind in (Decimal, Path):
        converter.register_structure_hook(kind, _parse_with)
    converter.register_structure_hook(Fraction, _parse_fraction)
    converter.register_structure_hook(bool, _parse_truth)
    converter.register_structure_hook_func(has, _refuse_type)
    converter.register_structure_hook(Enum, lambda text, kind: find_choice(text, list(kind)))
    converter.register_structure_hook_func(_is_literal, lambda text, kind: find_choice(text, get_args(kind)))
    converter.register_structure_hook_func(_is_union, _parse_union)
    converter.register_structure_hook_func(_is_sequence, _parse_tuple)
    return converter


_CONVERTER = _make_converter()
