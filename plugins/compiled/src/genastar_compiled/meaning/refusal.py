"""Refusals at run time: machine code stops the search at a number for which Python's result is unknown.

A `Refusal` is raised inside machine code and never reaches the caller: `search` turns it into one line.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from attrs import frozen

from genastar import CannotCompile
from genastar.errors import CostError, name_problem


class Refusal(Exception):
    """Machine code cannot continue as Python would; the text says why, without the solver's name."""


class RangeRefusal(Refusal):
    """An int left the range of 64 bits."""


class OddIndex(Refusal):
    """An index of an array is negative or too large; a program that is made for such indices has to search."""


class LeftRange(CannotCompile, CostError):
    """A `Refusal` as the caller sees it. It is also a `CostError`, because costs are what usually grows."""


ROUNDED: Final = (
    "a cost that began whole is beyond 2 ** 53, where machine code, which has floats for costs with a fraction, may round it; "
    'give search() a start cost of floats, or search with engine="interpreted"'
)


@frozen
class Origin:
    """The origin of the numbers and texts of hooks, as far as it changes what they mean."""

    numpy: bool = True
    """Whether an int64, a float64 or a bool may be a numpy scalar, which computes differently from Python's numbers."""
    members: tuple[str, str] = ("", "")
    """Enums of texts and of ints, by name, whose members have another text than their values; empty without one."""
    flags: bool = False
    """Whether an int64 may be a member of an `IntFlag`."""
    whole: bool = False
    """Whether costs, which are floats here, began whole: Python has ints for them until a fraction comes."""
    odd: bool = True
    """Whether an index of an array may be negative or too large; see `casts`."""


class _Where(threading.local):
    """The function being compiled on this thread, and the origin of its numbers."""

    function = ""
    origin = Origin()


_where = _Where()


def origin() -> Origin:
    """Return where the numbers and texts of the hooks being compiled may come from."""
    return _where.origin


@contextmanager
def compiling_for(origin: Origin) -> Iterator[None]:
    """Compile in this block for numbers and texts of this origin."""
    before, _where.origin = _where.origin, origin
    try:
        yield
    finally:
        _where.origin = before


def now_writing(function: str) -> None:
    """Set the function being compiled, for the texts of its refusals."""
    _where.function = function


def raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], *args: object) -> None:
    """Write code that raises an error where the condition holds."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, args)


def leave_range_if(context: Any, builder: Any, condition: Any) -> None:
    """Write code that refuses an int beyond 64 bits."""
    text = (
        f"a number in {_where.function} left the range of 64-bit integers; "
        'scale the numbers down, or search with engine="interpreted"'
    )
    raise_if(context, builder, condition, RangeRefusal, text)


def leave_at_odd_index(context: Any, builder: Any, condition: Any) -> None:
    """Write code that ends the program where an index is negative or too large."""
    raise_if(context, builder, condition, OddIndex, "")


def place_in(context: Any, builder: Any, index: Any, length: Any) -> Any:
    """Write code that turns an index into a place from 0 up to the length; return the place."""
    if not origin().odd:
        leave_at_odd_index(context, builder, builder.icmp_unsigned(">=", index, length))
        return index
    from_end = builder.icmp_signed("<", index, index.type(0))
    place = builder.select(from_end, builder.add(index, length), index)
    raise_if(context, builder, builder.icmp_unsigned(">=", place, length), IndexError, "index out of range")
    return place


def refuse_if(context: Any, builder: Any, condition: Any, what: str, mend: str) -> None:
    """Write code that refuses if the condition holds."""
    text = f'{what} in {_where.function}; {mend}, or search with engine="interpreted"'
    raise_if(context, builder, condition, Refusal, text)


def fail_if(context: Any, builder: Any, condition: Any, error: type[Exception], *args: object) -> None:
    """Write code that raises the same error as Python; or refuses, if the number may be numpy's, which does not raise."""
    if origin().numpy:
        what = f"{error.__name__} ({args[-1]})"
        refuse_if(context, builder, condition, what, "Python's numbers raise it and numpy's do not: check beforehand")
    else:
        raise_if(context, builder, condition, error, *args)


def translate_error(error: Exception, solver: object) -> Exception:
    """Return the exception for the caller of machine code: a hook's own is unchanged."""
    name = name_problem(solver)
    match error:
        case RangeRefusal():
            return LeftRange(f"{name}: {error}")
        case Refusal():
            return CannotCompile(f"{name}: {error}")
        case ValueError() if str(error).startswith(_TOO_LARGE):  # Numba reads only the first item of a list before it calls
            number = str(error).removeprefix(_TOO_LARGE)
            return CannotCompile(
                f"{name}: {number}, inside a list or a set, is beyond the 64 bits of a machine's integer; "
                'scale the numbers down, or search with engine="interpreted"'
            )
        case StopIteration():  # as from the interpreted search, whose loop is a generator (PEP 479)
            return RuntimeError("generator raised StopIteration")
        case IndexError() if str(error) in _OF_LISTS:
            return IndexError(_OF_LISTS[str(error)])
    return error


_TOO_LARGE: Final = "Int value is too large: "
"""How Numba's refusal of an int begins."""
_OF_LISTS: Final = {
    "getitem out of range": "list index out of range",
    "setitem out of range": "list assignment index out of range",
}
"""Python's texts for Numba's, of lists."""


def is_of_numpy(error: Exception) -> bool:
    """Return whether a program was refused for a numpy number, which would give other results in other types."""
    reason = str(error).partition(";")[0]
    return "a number of numpy's" in reason or re.search(r"\bnp\.[uf]\w+", reason) is not None
