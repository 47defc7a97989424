"""The functions of Python that machine code calls in the middle of a hook, to ask whether the search must end."""

from __future__ import annotations

import ctypes
from threading import get_ident
from typing import Final

from llvmlite import binding

from genastar_compiled.kernel.running import RUNNING

CALLS: Final = 1 << 16
"""Calls after which machine code asks, a power of 2: they take about as long as the question."""
ROOM: Final = 1 << 21
"""Bytes of the stack for one recursion: a thread of Linux has 8 MiB by default."""


@ctypes.CFUNCTYPE(ctypes.c_int)
def _must_end() -> int:
    search = RUNNING.get(get_ident())
    return search is not None and (search.interrupt is not None or search.is_over())


@ctypes.CFUNCTYPE(None, ctypes.py_object)
def _keep(error: BaseException) -> None:
    if (search := RUNNING.get(get_ident())) is not None:
        search.interrupt = error


for _name, _function in {"genastar_must_end": _must_end, "genastar_keep": _keep}.items():
    binding.add_symbol(_name, ctypes.cast(_function, ctypes.c_void_p).value)
