"""The command ``genastar doctor`` imports every plugin and reports those that cannot be used."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import version
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from genastar.cli.console import say, say_json, say_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.cli.plugins import Row, as_json, kind_of, list_plugins, probed_row, reason, state_name
from genastar.plugin import ENGINES, Disabled, Ready

_PREFIXES = ("GENASTAR_", "NUMBA_")


def doctor(*, json: Annotated[bool, Parameter(help="Print one JSON object and nothing else.")] = False) -> int:
    """Import every plugin and report those that cannot be used. The exit code is 1 if there are any."""
    about = {
        "genastar": version("genastar"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "executable": sys.executable,
        "platform": platform.platform(),
    }
    variables = {name: value for name, value in sorted(os.environ.items()) if name.startswith(_PREFIXES)}
    timed = [_timed(row) for row in list_plugins()]
    caches = _caches([row for row, _ in timed])
    sick = [row for row, _ in timed if not isinstance(row.state, (Ready, Disabled))]
    if json:
        plugins = [as_json(row) | {"seconds": round(seconds, 6)} for row, seconds in timed]
        say_json(about | {"environment": variables, "caches": caches, "plugins": plugins, "healthy": not sick})
        return NOT_FOUND if sick else FOUND
    for name, value in (about | variables).items():
        say(f"{name}: {value}")
    for engine, folder in caches.items():
        say(f"cache of {engine}: {folder}")
    say_table(
        ("kind", "name", "state", "import", ""),
        [
            (kind_of(row.group), row.name, state_name(row.state), f"{seconds:.3f} s", reason(row) or "")
            for row, seconds in timed
        ],
    )
    say(f"{len(sick)} of {len(timed)} plugins cannot be used" if sick else "all plugins can be used")
    return NOT_FOUND if sick else FOUND


def _timed(row: Row) -> tuple[Row, float]:
    """Return the row after an import, and the seconds that the import took."""
    began = perf_counter()
    return probed_row(row), perf_counter() - began


def _caches(rows: list[Row]) -> dict[str, str]:
    """Return the folders in which engines cache machine code: their attribute ``cache_folder``, where they have it."""
    engines = {row.name: row.plugin.load() for row in rows if row.group == ENGINES and row.plugin and row.state == Ready()}
    folders = {name: getattr(engine, "cache_folder", None) for name, engine in engines.items()}
    return {name: str(folder) for name, folder in folders.items() if folder is not None}
