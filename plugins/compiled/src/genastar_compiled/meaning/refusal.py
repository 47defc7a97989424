"""Refusals at run time: machine code that meets a number of which it cannot say what Python would make of it stops the search.

A `Refusal` is raised inside machine code and never reaches the caller: `search` turns it into one line.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.callconv import RETCODE_USEREXC

from genastar import CannotCompile, CostError
from genastar.errors import name_of


class Refusal(Exception):
    """Machine code cannot go on as Python would; the text says why, without the solver's name."""


class RangeRefusal(Refusal):
    """An int left the range of 64 bits."""


class LeftRange(CannotCompile, CostError):
    """What the caller sees of it. It is a `CostError` too, for costs are what grows."""


class _Where(threading.local):
    """Which function is being written on this thread, and whether its numbers may be numpy's."""

    function = ""
    numpy = True


_where = _Where()


def numbers_may_be_numpys() -> bool:
    """Whether an int64, a float64 or a bool may be one of numpy's scalars, which compute otherwise than Python's numbers."""
    return _where.numpy


@contextmanager
def origin_of_numbers(numpy: bool) -> Iterator[None]:
    """Compile inside this block for a solver that can reach numpy, or cannot."""
    before, _where.numpy = _where.numpy, numpy
    try:
        yield
    finally:
        _where.numpy = before


def now_writing(function: str) -> None:
    """Name the function whose machine code is written from now on, for the texts of its refusals."""
    _where.function = function


def raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], *args: object) -> None:
    """Write code that raises an error where the condition holds."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, args)


def _refuse(context: Any, builder: Any, condition: Any, error: type[Refusal], text: str) -> None:
    """Leave the function, out of a ``try`` block of the user's too: that is not for their ``except``."""
    with builder.if_then(condition, likely=False):
        context.call_conv.set_static_user_exc(builder, error, (text,))
        context.call_conv._return_errcode_raw(builder, RETCODE_USEREXC)


def leave_range_if(context: Any, builder: Any, condition: Any) -> None:
    """Write code that refuses an int beyond 64 bits."""
    text = (
        f"a number in {_where.function} left the range of 64-bit integers; "
        'scale the numbers down, or search with engine="interpreted"'
    )
    _refuse(context, builder, condition, RangeRefusal, text)


def refuse_if(context: Any, builder: Any, condition: Any, what: str, mend: str) -> None:
    """Write code that refuses where the condition holds."""
    text = f'{what} in {_where.function}; {mend}, or search with engine="interpreted"'
    _refuse(context, builder, condition, Refusal, text)


def fail_if(context: Any, builder: Any, condition: Any, error: type[Exception], *args: object) -> None:
    """Write code that raises what Python raises; where the number may be numpy's, which does not raise, code that refuses."""
    if numbers_may_be_numpys():
        what = f"{error.__name__} ({args[-1]})"
        refuse_if(context, builder, condition, what, "numpy's numbers do not raise it and Python's do: test beforehand")
    else:
        raise_if(context, builder, condition, error, *args)


def told_plainly(error: Exception, solver: object) -> Exception:
    """What the caller shall see of an exception that came out of machine code: a hook's own as it is."""
    name = name_of(solver)
    match error:
        case RangeRefusal():
            return LeftRange(f"{name}: {error}")
        case Refusal():
            return CannotCompile(f"{name}: {error}")
    return error


def is_of_numpy(error: Exception) -> bool:
    """Return whether a program was refused for a number of numpy's, which in other types would give other answers."""
    reason = str(error).partition(";")[0]
    return "a number of numpy's" in reason or re.search(r"\bnp\.[uf]\w+", reason) is not None
