"""Exit codes, and how a failure becomes one."""

from __future__ import annotations

import traceback
from typing import Final

from genastar.cli.console import complain
from genastar.errors import GenastarError
from genastar.files import named

FOUND: Final = 0
NOT_FOUND: Final = 1
BAD_INPUT: Final = 2
FAULT: Final = 3
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def failed(error: Exception, about: str = "") -> int:
    """Tell of an error in one line, beginning with what it is about unless it says so itself, and give the exit code."""
    about = named(about)
    where = f"{about}: " if about and about not in str(error) else ""
    match error:
        case GenastarError() | OSError():
            complain(f"{where}{error}")
            return BAD_INPUT
        case MemoryError():
            complain(f"{where}out of memory; try a smaller source, or fewer at once")
            return BAD_INPUT
    # A traceback: this is for those who wrote the code. And an exit code: Python's own, 1, would say that nothing was found.
    traceback.print_exception(error)
    complain(f"{where}this is a fault in genastar or in a plugin, not in what you asked")
    return FAULT
