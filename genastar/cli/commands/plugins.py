"""The command ``genastar plugins`` lists the installed plugins and the state of each."""

from __future__ import annotations

from typing import Annotated

from attrs import evolve, frozen
from cyclopts import Parameter

from genastar.cli.console import print_json, print_line, print_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.cli.parameters import JsonFlag, PluginFiles
from genastar.cli.probe import probe
from genastar.options.description import describe_type, format_option_default, list_option_fields
from genastar.plugin import (
    ALGORITHMS,
    COMMANDS,
    DOMAIN_INFO,
    DOMAINS,
    ENGINES,
    Broken,
    Disabled,
    Incompatible,
    Plugin,
    PluginState,
    Ready,
    find_distributions,
    find_plugin,
    make_install_command,
)
from genastar.plugin import find_plugins as installed
from genastar.worlds.domain_registry import list_domains, run_plugin_file
from genastar.worlds.info import DomainInfo

DISTRIBUTIONS = "distributions"
"""What stands for a group in the rows of distributions whose metadata cannot be read."""

GROUPS = (DOMAINS, DOMAIN_INFO, ALGORITHMS, ENGINES, COMMANDS)


@frozen
class PluginRow:
    """A plugin as a row of the list."""

    group: str
    name: str
    state: PluginState
    plugin: Plugin | None
    """``None`` for a domain of a plugin file, and for a damaged distribution."""
    info: DomainInfo | None = None


def plugins(
    *,
    why: Annotated[str | None, Parameter(help="Import this plugin and show its details: NAME or DIST:NAME.")] = None,
    json: JsonFlag = False,
    plugin_file: PluginFiles = (),
) -> int:
    """List the installed plugins and the state of each, without importing them."""
    for file in plugin_file:
        run_plugin_file(file)
    rows = list_plugins()
    if why is not None:
        return _tell_all(why, rows, json)
    if json:
        print_json({"plugins": [row_to_json(row) for row in rows]})
        return FOUND
    if not rows:
        print_line(f"no plugins are installed; try: {make_install_command('genastar[grid]')}")
        return FOUND
    print_table(
        ("kind", "name", "from", "state", ""),
        [
            (
                name_group(row.group),
                row.name,
                _describe_origin(row),
                name_state(row.state),
                explain_state(row) or (row.info.summary if row.info else ""),
            )
            for row in rows
        ],
    )
    print_line("`genastar doctor` imports every plugin; `genastar plugins --why NAME` shows the details of one.")
    return FOUND


def list_plugins() -> list[PluginRow]:
    """Return the plugins of the five groups. Only the metadata of domains is imported."""
    rows = [PluginRow(DOMAINS, name, row.state, row.plugin, row.info) for name, row in list_domains().items()]
    for group in GROUPS[1:]:
        for name, plugin in installed(group).items():
            rows.append(PluginRow(group, name, plugin.probe() if group == DOMAIN_INFO else plugin.state, plugin))
    return rows + [PluginRow(DISTRIBUTIONS, name, state, None) for name, state in find_distributions()[1].items()]


def probe_row(row: PluginRow) -> PluginRow:
    """Return the row after an import. A domain of a plugin file was imported when its file was run."""
    return row if row.plugin is None else evolve(row, state=probe(row.group, row.name, row.state))


def name_state(state: PluginState) -> str:
    """Return the name of a state, one word."""
    return type(state).__name__.lower()


def explain_state(row: PluginRow) -> str | None:
    """Return why a plugin cannot be used; ``None`` if it can."""
    match row.state:
        case Broken(why):
            return why
        case Incompatible(wanted, found):
            return f"needs version {wanted} of the plugin contract; this genastar has version {found}"
        case Disabled():
            return "GENASTAR_PLUGINS does not name it"
    return None


def row_to_json(row: PluginRow) -> dict[str, object]:
    """Return a row as a JSON object."""
    return {
        "group": row.group,
        "name": row.name,
        "distribution": None if row.plugin is None else row.plugin.distribution,
        "version": None if row.plugin is None else row.plugin.version,
        "state": name_state(row.state),
        "reason": explain_state(row),
    }


def _tell_all(name: str, rows: list[PluginRow], json: bool) -> int:
    """Import and show the plugins of one name, and return the exit code."""
    named = [row for row in rows if name in (row.name, row.plugin and row.plugin.full_name)]
    if not named:
        find_plugin(DOMAINS, name)  # raises, and names the installed plugins
    probed = [probe_row(row) for row in named]
    if json:
        print_json({"plugins": [row_to_json(row) | _describe_info(row.info) for row in probed]})
    else:
        for row in probed:
            _print_details(row)
    return FOUND if all(isinstance(row.state, Ready) for row in probed) else NOT_FOUND


def _print_details(row: PluginRow) -> None:
    print_line(f"{name_group(row.group)} {row.name}, from {_describe_origin(row)}: {name_state(row.state)}")
    why = explain_state(row)
    if why is not None:
        print_line(f"  {why}")
    if isinstance(row.state, Broken):
        for line in row.state.traceback.splitlines():
            print_line(f"  {line}")
    if row.info is None:
        return
    print_line(f"  {row.info.summary}")
    for word, values in (("reads", row.info.suffixes), ("draws", row.info.writes), ("is", sorted(row.info.capabilities))):
        if values:
            print_line(f"  {word} {', '.join(values)}")
    print_table(
        ("option", "takes", "default", ""),
        [
            (str(field.alias), describe_type(field.type), format_option_default(field), str(field.metadata.get("help", "")))
            for field in list_option_fields(row.info)
        ],
    )


def _describe_info(info: DomainInfo | None) -> dict[str, object]:
    if info is None:
        return {}
    return {
        "summary": info.summary,
        "reads": list(info.suffixes),
        "draws": list(info.writes),
        "capabilities": sorted(info.capabilities),
        "options": [
            {
                "name": field.alias,
                "takes": describe_type(field.type),
                "default": format_option_default(field),
                "help": field.metadata.get("help", ""),
            }
            for field in list_option_fields(info)
        ],
    }


def name_group(group: str) -> str:
    """Return the name of an entry-point group for people."""
    return "domain info" if group == DOMAIN_INFO else group.removeprefix("genastar.").removesuffix("s")


def _describe_origin(row: PluginRow) -> str:
    if row.group == DISTRIBUTIONS:
        return row.name
    return "a plugin file" if row.plugin is None else f"{row.plugin.distribution} {row.plugin.version}"
