"""How Numba compiles a function: its options, of which one is chosen for each program."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

UNWRAPPED: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Functions have no wrapper for Python callers, because there are none."""

OPTIONS: Final = UNWRAPPED | {"forceinline": True, "boundscheck": True}
"""Every function is inlined into its caller, up to the loop, so that LLVM can keep the open list in registers. An index outside
an array raises an error, as in Python."""


class _Wanted(threading.local):
    """Whether references are counted on this thread. Hooks that create no containers run faster without."""

    counting = False


_wanted = _Wanted()


@contextmanager
def counting(wanted: bool) -> Iterator[None]:
    """Compile with or without reference counting in this block."""
    _wanted.counting = wanted
    try:
        yield
    finally:
        _wanted.counting = False


def counts() -> bool:
    """Return whether functions are compiled with reference counting now."""
    return _wanted.counting


def now() -> dict[str, bool]:
    """Return the options for compiling a function now."""
    return OPTIONS | {"_nrt": _wanted.counting}
