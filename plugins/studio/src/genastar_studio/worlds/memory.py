"""Return memory to the system.

A world of millions of places, and a search as large, leave three things behind: objects in cycles, which the collector would
free much later; workspaces kept for the next search; and freed memory that the C library keeps.
"""

from __future__ import annotations

import ctypes
import gc
from functools import cache

from genastar.contracts.workspace import forget_idle


def release_memory() -> None:
    """Collect garbage, and return free memory to the system if the C library can: glibc does."""
    forget_idle()
    gc.collect()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> ctypes._NamedFuncPointer | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return None
