"""The command ``genastar doctor`` imports every plugin, and reports those that cannot be used and what is not installed."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from importlib.metadata import version
from time import perf_counter

from attrs import asdict

from genastar.cli.catalogue import find_missing
from genastar.cli.commands.plugins import (
    DISTRIBUTIONS,
    PluginRow,
    explain_state,
    list_plugins,
    name_group,
    name_state,
    probe_row,
    row_to_json,
)
from genastar.cli.console import print_json, print_line, print_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.cli.parameters import JsonFlag
from genastar.plugin import ENGINES, Disabled, Ready, suggest_remedy

_PREFIX = "GENASTAR_"


def doctor(*, json: JsonFlag = False) -> int:
    """Import every plugin; report those that cannot be used, and how to install what is missing.

    The exit code is 1 if a plugin cannot be used, or lacks a distribution that it requires.
    """
    about = {
        "genastar": version("genastar"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "executable": sys.executable,
        "platform": platform.platform(),
    }
    variables = {name: value for name, value in sorted(os.environ.items()) if name.startswith(_PREFIX)}
    timed = [_time_import(row) for row in list_plugins()]
    caches = _list_cache_folders([row for row, _ in timed])
    sick = [row for row, _ in timed if not isinstance(row.state, (Ready, Disabled))]
    absent = find_missing()
    lacking = [each for each in absent if each.required]
    healthy = not sick and not lacking
    if json:
        plugins = [row_to_json(row) | {"seconds": round(seconds, 6), "try": _try(row)} for row, seconds in timed]
        rows = [asdict(each) for each in absent]
        print_json(
            about | {"environment": variables, "caches": caches, "plugins": plugins, "missing": rows, "healthy": healthy}
        )
        return FOUND if healthy else NOT_FOUND
    for name, value in (about | variables).items():
        print_line(f"{name}: {value}")
    for engine, folder in caches.items():
        print_line(f"cache of {engine}: {folder}")
    print_table(
        ("kind", "name", "state", "import", ""),
        [
            (name_group(row.group), row.name, name_state(row.state), f"{seconds:.3f} s", _explain_state(row))
            for row, seconds in timed
        ],
    )
    if absent:
        print_table(
            ("not installed", "needed for", "", "to install"),
            [
                (each.distribution, each.needed_for, "required" if each.required else "optional", each.install)
                for each in absent
            ],
        )
    if sick:
        print_line(f"{len(sick)} of {len(timed)} plugins cannot be used")
    if lacking:
        print_line(f"required distributions that are not installed: {len(lacking)}")
    if healthy:
        print_line("all plugins can be used")
    return FOUND if healthy else NOT_FOUND


def _explain_state(row: PluginRow) -> str:
    """Return why a plugin cannot be used, and a command that may repair it."""
    why, line = explain_state(row) or "", _try(row)
    return why if line is None or "try: " in why else f"{why}; try: {line}"


def _try(row: PluginRow) -> str | None:
    """Return a shell command that may repair a plugin; ``None`` if there is none, as for a plugin file."""
    if row.group == DISTRIBUTIONS:
        return f"pip install --force-reinstall {row.name}"
    return None if row.plugin is None else suggest_remedy(row.plugin, row.state)


def _time_import(row: PluginRow) -> tuple[PluginRow, float]:
    """Return the row after an import, and the seconds that the import took."""
    began = perf_counter()
    return probe_row(row), perf_counter() - began


def _list_cache_folders(rows: list[PluginRow]) -> dict[str, str]:
    """Return the folders in which engines cache machine code: their attribute ``cache_folder``, where they have it."""
    engines = {row.name: row.plugin.load() for row in rows if row.group == ENGINES and row.plugin and row.state == Ready()}
    folders = {}
    for name, engine in engines.items():
        with suppress(Exception):  # an engine may compute it, and fail
            folders[name] = getattr(engine, "cache_folder", None)
    return {name: str(folder) for name, folder in folders.items() if folder is not None}
