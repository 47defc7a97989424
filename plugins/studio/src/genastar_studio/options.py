"""Options that a client gave, as JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec
from attrs import AttrsInstance, evolve, fields

from genastar import BadInput, DomainInfo
from genastar.cli.options import expected, option_fields
from genastar.registry import make_options

FILE: Final = "file"
"""The key in a field's metadata that says that the option's value names a file, which no client may do."""

NAMES: Final = "names"
"""The key for the values of such an option that are no files, which a client may give."""

MILLIONS: Final = "millions"
"""The key in a field's metadata that says that the option bounds, in millions, what a source may hold. No client may raise
it."""


def options_of(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    """The options of a domain, of which a client gave some.

    Raises:
        BadInput: one is unknown, has a wrong value, or is not a client's to give.
    """
    return make_options(info, _converted(info, values))


def options_with(info: DomainInfo, options: AttrsInstance, changes: Mapping[str, object]) -> AttrsInstance:
    """Other options, in which some are changed.

    Raises:
        BadInput: as of `options_of`.
    """
    if not changes:
        return options
    kept = {str(field.alias): getattr(options, field.name) for field in fields(info.options) if field.init}
    return make_options(info, kept | _converted(info, changes))


def bounded(info: DomainInfo, options: AttrsInstance, places: int) -> AttrsInstance:
    """These options, but that no source with more than so many places is read."""
    millions = max(1, -(-places // 1_000_000))
    bounds = {
        field.name: min(getattr(options, field.name), millions)
        for field in fields(info.options)
        if field.metadata.get(MILLIONS) == "places"
    }
    return evolve(options, **bounds)  # type: ignore[misc]  # it is an attrs class, which its type does not say


def options_as_json(info: DomainInfo, options: AttrsInstance) -> dict[str, object]:
    """The values of all options by name."""
    return {str(field.alias): as_json(getattr(options, field.name)) for field in fields(info.options) if field.init}


def as_json(value: object) -> object:
    """A value of an option: as it is, or as text where JSON has none such."""
    return msgspec.to_builtins(value, enc_hook=str)


def _converted(info: DomainInfo, values: Mapping[str, object]) -> dict[str, object]:
    known = {str(field.alias): field for field in option_fields(info)}
    found: dict[str, object] = {}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"options: {info.name} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        field = known[name]
        if field.metadata.get(FILE) and not (isinstance(value, str) and value in field.metadata.get(NAMES, ())):
            if value == field.default:
                continue
            raise BadInput(f"options: {name} names a file of the server, which no client may; leave it out")
        try:
            found[name] = _convert(value, field.type)
        except (msgspec.ValidationError, TypeError) as error:
            raise BadInput(f"options: {name} is {_shown(value)}; expected {expected(field.type)}") from error
        if field.metadata.get(MILLIONS) and cast(int, found[name]) > cast(int, field.default):
            raise BadInput(f"options: {name} is {_shown(value)}; no client may raise it above {field.default}")
    return found


def _convert(value: object, kind: object) -> object:
    def of_text(wanted: type, given: object) -> object:
        if isinstance(given, str):
            return wanted(given)  # Fraction, say
        raise TypeError(wanted)

    try:
        return msgspec.convert(value, kind, dec_hook=of_text)
    except (ValueError, ArithmeticError) as error:
        raise TypeError(str(error)) from error


def _shown(value: object) -> str:
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 40 else f"{text[:40]}..."
