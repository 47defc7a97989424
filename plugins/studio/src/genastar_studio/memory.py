"""Giving memory back to the system.

A world of millions of places and a search of as many leave three things behind: objects in cycles, which the collector would
come to much later; the workspaces that wait for the next search; and what the C library keeps of freed memory.
"""

from __future__ import annotations

import ctypes
import gc
from functools import cache

from genastar.workspace import forget_idle


def give_back() -> None:
    """Collect what nothing refers to, and return what is free to the system where its C library can: glibc does."""
    forget_idle()
    gc.collect()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> ctypes._NamedFuncPointer | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library; Windows has no library without a name
        return None
