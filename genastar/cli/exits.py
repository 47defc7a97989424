"""Exit codes, and the exit code of an error."""

from __future__ import annotations

import traceback
from typing import Final

from genastar.cli.console import complain
from genastar.errors import GenastarError
from genastar.files import format_path

FOUND: Final = 0
NOT_FOUND: Final = 1
BAD_INPUT: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def report_failure(error: Exception, about: str = "") -> int:
    """Report an error in one line and return the exit code. The line begins with ``about``, unless the message contains it."""
    about = format_path(about)
    where = f"{about}: " if about and about not in str(error) else ""
    match error:
        case GenastarError() | OSError():
            complain(f"{where}{error}")
            return BAD_INPUT
        case MemoryError():
            complain(f"{where}out of memory; use a smaller source, or fewer sources at once")
            return BAD_INPUT
    # The traceback is for the authors of the code. The exit code is ours: Python's own, 1, would mean that there is no path.
    traceback.print_exception(error)
    complain(f"{where}this is a fault in genastar or in a plugin, not in your input; report it with the lines above")
    return FAULT
