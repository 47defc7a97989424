"""The command line. Its libraries are the extra ``genastar[cli]``; nothing below this package imports them.

Exit codes: 0 found, or all is well; 1 not found, or not all is well; 2 bad input or usage; 3 a fault in genastar or in a
plugin; 130 interrupted (SIGINT), 143 and 129 the same by SIGTERM and SIGHUP; 141 the reader of a pipe went away.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

_LIBRARIES = ("cattrs", "cyclopts", "rich")


def main(tokens: Sequence[str] | None = None) -> int:
    """Run the console script ``genastar``, with these arguments or those of the process, and give its exit code.

    With those of the process it is the last that the process does: signals are ignored after it.
    """
    if tokens is not None:
        return _run(tokens)
    from genastar.cli.signals import until_signal

    return until_signal(lambda: _run(sys.argv[1:]))


def _run(tokens: Sequence[str]) -> int:
    missing = [library for library in _LIBRARIES if find_spec(library) is None]
    if missing:
        sys.stderr.write(f"genastar: the command line needs {', '.join(missing)}; try: pip install genastar[cli]\n")
        return 2
    from genastar.cli.app import run

    return run(tokens)
