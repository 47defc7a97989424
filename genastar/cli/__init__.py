"""The command line. Its libraries come with the extra ``genastar[cli]``; only this package imports them.

Exit codes: 0: success; 1: no path, or a check failed; 2: bad input or usage; 3: a fault in genastar or in a plugin;
129, 130 and 143: ended by SIGHUP, SIGINT or SIGTERM; 141: the reader of a pipe closed it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

_LIBRARIES = ("cyclopts", "rich")


def main(tokens: Sequence[str] | None = None) -> int:
    """Run the console script ``genastar`` and return its exit code.

    Args:
        tokens: the arguments; by default those of the process. The process must then end after this call, because signals are
            ignored from then on.
    """
    if tokens is not None:
        return _run(tokens)
    from genastar.cli.signals import run_until_signal

    return run_until_signal(lambda: _run(sys.argv[1:]))


def _run(tokens: Sequence[str]) -> int:
    missing = [library for library in _LIBRARIES if find_spec(library) is None]
    if missing:
        from genastar.plugin import make_install_command

        install = make_install_command("genastar[cli]")
        sys.stderr.write(f"genastar: the command line needs {', '.join(missing)}; try: {install}\n")
        return 2
    from genastar.cli.app import run

    return run(tokens)
