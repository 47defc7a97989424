"""``genastar studio``: run the web service and open its page in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import quote

from cyclopts import Parameter

from genastar.cli.console import print_line
from genastar.cli.options import File
from genastar.cli.parameters import DomainOptions
from genastar_studio.player.lessons import save_lessons as write_lessons
from genastar_studio.serve import TOKEN, bind, run
from genastar_studio.server.access import log_to_stderr
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

api_version = "1"

PORT: Final = 8460
"""Default port, always the same, so that links and what the browser keeps survive a restart."""


def command(
    *sources: Annotated[Path, Parameter(name="SOURCE", help="Files of the first worlds (default: none).")],
    port: Annotated[
        int | None, Parameter(help=f"Port to listen on; 0 picks a free one (default: {PORT}, or a free one if it is in use).")
    ] = None,
    browser: Annotated[bool, Parameter(negative="--no-browser", help="Open the page, or only print its address.")] = True,
    domain: Annotated[str | None, Parameter(help="Domain that reads SOURCE (default: chosen by its format).")] = None,
    option: DomainOptions = (),
    save_lessons: Annotated[
        File | None, Parameter(help="Folder into which to write the six lessons as pages, instead of opening the studio.")
    ] = None,
) -> int:
    """Open the studio: watch searches, paint worlds, compare settings. Only this machine can reach it."""
    if save_lessons is not None:
        for page in write_lessons(save_lessons):
            print_line(str(page))
        return 0

    def show(address: str) -> None:
        where = f"{address}?token={quote(settings.token)}" if settings.token else address
        print_line(f"the studio is at {where} (Ctrl-C ends it)")
        sys.stdout.flush()  # a pipe would buffer it until the end
        if browser:
            webbrowser.open(where)

    log_to_stderr(requests=False)
    settings = Settings(port=_check_port(PORT) if port is None else port, token=os.environ.get(TOKEN) or None, seconds=120.0)
    return run(settings, Sources.of(sources, domain, option), show)


def _check_port(port: int) -> int:
    """Return this port, or 0 if another process listens on it."""
    try:
        bind(Settings(port=port)).close()
    except OSError:
        return 0
    return port
