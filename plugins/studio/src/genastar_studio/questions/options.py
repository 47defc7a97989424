"""Options of domains and algorithms that clients give, as JSON."""

from __future__ import annotations

import types
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, Literal, Union, cast, get_args, get_origin

import msgspec
from attrs import AttrsInstance, evolve, fields

from genastar import BadInput
from genastar.algorithm import AUTO, Algorithm, AnyAlgorithm, find_algorithm, list_algorithm_names
from genastar.authoring import DomainInfo
from genastar.cli.options import describe_type, list_option_fields
from genastar.errors import format_value
from genastar.options import HasOptions, OptionsOf, find_choice, is_file_option
from genastar.registry import make_options
from genastar_studio.server.settings import Settings

NAMES: Final = "names"
"""Key in the metadata of an option whose value names a file, which clients may not give: the values that are no files."""

MILLIONS: Final = "millions"
"""Key: the option limits what a source may contain, in millions of ``"places"`` or ``"bytes"``. Clients may not raise
it."""

_UNPACKED: Final = 16
"""Maximum unpacked size of a file, as a multiple of the maximum body."""


def make_options_of(info: HasOptions, values: Mapping[str, object], where: str = "options") -> AttrsInstance:
    """Return the options of a domain or an algorithm from a client's values; ``where`` is their key in the request.

    Raises:
        BadInput: an option is unknown, has a wrong value, or may not be given by clients.
    """
    return make_options(info, _convert_values(info, values, {}, where))


def make_algorithm(name: str, values: Mapping[str, object]) -> Algorithm | str:
    """Return the algorithm that a client names, with its options; ``auto`` stays a name.

    Raises:
        BadInput: there is no such algorithm, or an option is unknown or has a wrong value.
        PluginError: the algorithm cannot be used.
    """
    if name == AUTO:
        if values:
            raise BadInput(
                f"algorithm_options: auto has no option {format_value(next(iter(values)))}; name the algorithm that has it"
            )
        return name
    known = list_algorithm_names()
    if name not in known:
        raise BadInput(f"algorithm is {format_value(name)}; expected one of {AUTO}, {', '.join(known)}")
    return cast(Algorithm, make_options_of(wrap_options(find_algorithm(name)), values, "algorithm_options"))


def wrap_options(algorithm: AnyAlgorithm) -> OptionsOf:
    """Return the options of an algorithm, which are its fields, in the same form as those of a domain."""
    return OptionsOf(algorithm.name, cast("type[AttrsInstance]", algorithm))


def change_options(info: DomainInfo, options: AttrsInstance, changes: Mapping[str, object]) -> AttrsInstance:
    """Return options with some values changed.

    Raises:
        BadInput: see `make_options_of`.
    """
    if not changes:
        return options
    kept = {str(field.alias): getattr(options, field.name) for field in fields(info.options) if field.init}
    return make_options(info, kept | _convert_values(info, changes, kept, "options"))


def bound_options(info: DomainInfo, options: AttrsInstance, settings: Settings) -> AttrsInstance:
    """Return these options with the limits on sources lowered to the budget."""
    most = {"places": settings.places, "bytes": _UNPACKED * settings.body}
    bounds = {
        field.name: min(getattr(options, field.name), max(1, -(-most[field.metadata[MILLIONS]] // 1_000_000)))
        for field in fields(info.options)
        if MILLIONS in field.metadata
    }
    return evolve(options, **bounds)  # type: ignore[misc]  # an attrs class, but not typed as one


def options_to_json(info: HasOptions, options: object) -> dict[str, object]:
    """Return the values of all options by name."""
    return {str(field.alias): to_json_value(getattr(options, field.name)) for field in fields(info.options) if field.init}


def to_json_value(value: object) -> object:
    """Return an option's value for JSON, as text if JSON has no such type."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


def _convert_values(info: HasOptions, values: Mapping[str, object], now: Mapping[str, object], where: str) -> dict[str, object]:
    """Convert values to the types of the options. ``now`` are the current options, if any."""
    known = {str(option.alias): option for option in list_option_fields(info)}
    found: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"{where}: {info.name} has no option {name[:40]!r}; it has: {', '.join(known) or 'none'}")
        option = known[name]
        was = now.get(name, option.default)
        if is_file_option(option) and value not in (to_json_value(was), *option.metadata.get(NAMES, ())):
            raise BadInput(f"{where}: {name} names a file of the server, which clients may not choose; leave it out")
        try:
            found[name] = _convert(value, option.type)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise BadInput(f"{where}: {name} is {_format_value(value)}; expected {describe_type(option.type)}") from error
        if MILLIONS in option.metadata and cast(int, found[name]) > cast(int, was):
            raise BadInput(f"{where}: {name} is {_format_value(value)}; clients may not raise it above {was}")
    return found


def _convert(value: object, kind: object) -> object:
    def of_text(wanted: type, given: object) -> object:
        if isinstance(given, str):
            return wanted(given)  # Fraction, say
        raise TypeError(wanted)

    if get_origin(kind) is Literal:
        return find_choice(value, get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):  # msgspec rejects unions of several non-JSON types
        for arm in get_args(kind):
            with suppress(msgspec.ValidationError, TypeError, ValueError):
                return _convert(value, arm)
        raise TypeError(kind)
    try:
        return msgspec.convert(value, kind, dec_hook=of_text)
    except (ValueError, ArithmeticError) as error:
        raise TypeError(str(error)) from error


def _format_value(value: object) -> str:
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 40 else f"{text[:40]}..."
