"""Options of domains and algorithms that clients give, as JSON: what clients may not choose is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from attrs import AttrsInstance, evolve, fields

from genastar import BadInput
from genastar.algorithm import AUTO, Algorithm, find_algorithm, list_algorithm_names
from genastar.authoring import DomainInfo
from genastar.cli.options import parse_algorithm
from genastar.errors import format_value
from genastar.options import MILLIONS, NAMES, HasOptions, OptionsOf, is_file_option
from genastar.options.description import list_option_fields, to_json_value
from genastar.options.reader import read_values
from genastar.worlds.domain_registry import make_options
from genastar_studio.server.settings import Settings

_UNPACKED: Final = 16
"""Maximum unpacked size of a file, as a multiple of the maximum body."""


def make_options_of(info: DomainInfo, values: Mapping[str, object]) -> AttrsInstance:
    """Return the options of a domain from a client's values.

    Raises:
        BadInput: an option is unknown, has a wrong value, or may not be given by clients.
    """
    return make_options(info, _read_changes(info, values, {}))


def make_algorithm(name: str, values: Mapping[str, object]) -> Algorithm | str:
    """Return the algorithm that a client names, with its options; ``auto`` stays a name.

    Raises:
        BadInput: there is no such algorithm, or an option is unknown or has a wrong value.
        PluginError: the algorithm cannot be used.
    """
    known = (AUTO, *list_algorithm_names())
    if name not in known:
        raise BadInput(f"algorithm is {format_value(name)}; expected one of {', '.join(known)}")
    if name != AUTO:
        _refuse_files(OptionsOf.of(find_algorithm(name)), values, {}, "algorithm_options")
    return parse_algorithm(name, values, "algorithm_options", typed=False)


def change_options(info: DomainInfo, options: AttrsInstance, changes: Mapping[str, object]) -> AttrsInstance:
    """Return options with some values changed.

    Raises:
        BadInput: see `make_options_of`.
    """
    if not changes:
        return options
    now = {str(field.alias): getattr(options, field.name) for field in fields(info.options) if field.init}
    return make_options(info, now | _read_changes(info, changes, now))


def bound_options(info: DomainInfo, options: AttrsInstance, settings: Settings) -> AttrsInstance:
    """Return these options with the limits on sources lowered to the budget."""
    most = {"places": settings.places, "bytes": _UNPACKED * settings.body}
    bounds = {
        field.name: min(getattr(options, field.name), max(1, -(-most[field.metadata[MILLIONS]] // 1_000_000)))
        for field in fields(info.options)
        if MILLIONS in field.metadata
    }
    return evolve(options, **bounds)  # type: ignore[misc]  # an attrs class, but not typed as one


def _read_changes(info: DomainInfo, values: Mapping[str, object], now: Mapping[str, object]) -> dict[str, object]:
    """Return values in the types of their options. ``now`` are the current options, if any."""
    _refuse_files(info, values, now, "options")
    found = read_values(info, values, "options", typed=False)
    for field in list_option_fields(info):
        name, was = str(field.alias), now.get(str(field.alias), field.default)
        if name in found and MILLIONS in field.metadata and cast(int, found[name]) > cast(int, was):
            raise BadInput(f"options {name}={found[name]}: clients may not raise it above {was}")
    return found


def _refuse_files(info: HasOptions, values: Mapping[str, object], now: Mapping[str, object], where: str) -> None:
    """Refuse values that name files, except those that the options have and the names that are no files."""
    for field in list_option_fields(info):
        name, was = str(field.alias), to_json_value(now.get(str(field.alias), field.default))
        if name in values and is_file_option(field) and values[name] not in (was, *field.metadata.get(NAMES, ())):
            raise BadInput(f"{where}: {name} names a file of the server, which clients may not choose; leave it out")
