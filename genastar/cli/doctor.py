"""``genastar doctor``: what works here and what does not."""

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


def doctor(*, json: Annotated[bool, Parameter(help="Print one JSON object, and nothing else.")] = False) -> int:
    """Import every plugin and say what works here and what does not. The exit code is 1 if a plugin cannot be used."""
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
    say(f"{len(sick)} of {len(timed)} plugins cannot be used" if sick else "all is well")
    return NOT_FOUND if sick else FOUND


def _timed(row: Row) -> tuple[Row, float]:
    """The row after an import, and how long that took."""
    began = perf_counter()
    return probed_row(row), perf_counter() - began


def _caches(rows: list[Row]) -> dict[str, str]:
    """The folders in which engines keep what they compiled, for those that say so by an attribute ``cache_folder``."""
    engines = {row.name: row.plugin.load() for row in rows if row.group == ENGINES and row.plugin and row.state == Ready()}
    folders = {name: getattr(engine, "cache_folder", None) for name, engine in engines.items()}
    return {name: str(folder) for name, folder in folders.items() if folder is not None}
