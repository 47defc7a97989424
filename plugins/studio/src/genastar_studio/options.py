"""Options that a client gave, as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, cast, get_args, get_origin

import msgspec
from attrs import Attribute, AttrsInstance, evolve, fields

from genastar import BadInput, DomainInfo
from genastar.cli.options import expected, option_fields
from genastar.options import choice_of
from genastar.registry import make_options
from genastar_studio.settings import Settings

FILE: Final = "file"
"""The key in a field's metadata that says that the option's value names a file, which no client may do."""

NAMES: Final = "names"
"""The key for the values of such an option that are no files, which a client may give."""

MILLIONS: Final = "millions"
"""The key that says that the option bounds what a source may hold, in millions of ``"places"`` or ``"bytes"``. No client may
raise it."""

_UNPACKED: Final = 16
"""So much larger than the largest body may a file be that was packed."""


def options_of(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    """The options of a domain, of which a client gave some.

    Raises:
        BadInput: one is unknown, has a wrong value, or is not a client's to give.
    """
    return make_options(info, _converted(info, values, {}))


def options_with(info: DomainInfo, options: AttrsInstance, changes: Mapping[str, object]) -> AttrsInstance:
    """Other options, in which some are changed.

    Raises:
        BadInput: as of `options_of`.
    """
    if not changes:
        return options
    kept = {str(field.alias): getattr(options, field.name) for field in fields(info.options) if field.init}
    return make_options(info, kept | _converted(info, changes, kept))


def bounded(info: DomainInfo, options: AttrsInstance, settings: Settings) -> AttrsInstance:
    """These options, but that no source is read that holds more than the budget allows."""
    most = {"places": settings.places, "bytes": _UNPACKED * settings.body}
    bounds = {
        field.name: min(getattr(options, field.name), max(1, -(-most[field.metadata[MILLIONS]] // 1_000_000)))
        for field in fields(info.options)
        if MILLIONS in field.metadata
    }
    return evolve(options, **bounds)  # type: ignore[misc]  # it is an attrs class, which its type does not say


def options_as_json(info: DomainInfo, options: AttrsInstance) -> dict[str, object]:
    """The values of all options by name."""
    return {str(field.alias): as_json(getattr(options, field.name)) for field in fields(info.options) if field.init}


def as_json(value: object) -> object:
    """A value of an option: as it is, or as text where JSON has none such."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


def names_files(option: Attribute[object]) -> bool:
    """Whether an option's value names a file of the server."""
    return bool(option.metadata.get(FILE)) or Path in (option.type, *get_args(option.type))


def _converted(info: DomainInfo, values: Mapping[str, object], now: Mapping[str, object]) -> dict[str, object]:
    """Values as the options' types have them. ``now`` are the options that hold until now, if any do."""
    known = {str(option.alias): option for option in option_fields(info)}
    found: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"options: {info.name} has no option {name[:40]!r}; it has: {', '.join(known) or 'none'}")
        option = known[name]
        was = now.get(name, option.default)
        if names_files(option) and value not in (as_json(was), *option.metadata.get(NAMES, ())):
            raise BadInput(f"options: {name} names a file of the server, which no client may; leave it out")
        try:
            found[name] = _convert(value, option.type)
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise BadInput(f"options: {name} is {_shown(value)}; expected {expected(option.type)}") from error
        if MILLIONS in option.metadata and cast(int, found[name]) > cast(int, was):
            raise BadInput(f"options: {name} is {_shown(value)}; no client may raise it above {was}")
    return found


def _convert(value: object, kind: object) -> object:
    def of_text(wanted: type, given: object) -> object:
        if isinstance(given, str):
            return wanted(given)  # Fraction, say
        raise TypeError(wanted)

    if get_origin(kind) is Literal:
        return choice_of(value, get_args(kind))
    try:
        return msgspec.convert(value, kind, dec_hook=of_text)
    except (ValueError, ArithmeticError) as error:
        raise TypeError(str(error)) from error


def _shown(value: object) -> str:
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 40 else f"{text[:40]}..."
