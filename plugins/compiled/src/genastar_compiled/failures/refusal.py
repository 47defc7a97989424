"""Refusals at run time: machine code stops the search at a number for which Python's result is unknown.

A `Refusal` is raised inside machine code and never reaches the caller: `search` turns it into one line.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from genastar import CannotCompile
from genastar.errors import CostError, name_problem


class Refusal(Exception):
    """Machine code cannot continue as Python would; the text says why, without the solver's name."""


class RangeRefusal(Refusal):
    """An int left the range of 64 bits."""


class OddIndex(Refusal):
    """An index of an array is negative or too large; a program that is made for such indices has to search."""


class OtherLength(Refusal):
    """A position is a tuple of another length than the start; a program for tuples of any length has to search."""


class LeftRange(CannotCompile, CostError):
    """A `Refusal` as the caller sees it. It is also a `CostError`, because costs are what usually grows."""


ROUNDED: Final = (
    "a cost that began whole is beyond 2 ** 53, where machine code, which has floats for costs with a fraction, may round it; "
    'give search() a start cost of floats, or search with engine="interpreted"'
)


@frozen
class Origin:
    """The origin of the numbers of hooks, as far as it changes what they mean."""

    whole: bool = False
    """Whether costs, which are floats here, began whole: Python has ints for them until a fraction comes."""
    odd: bool = True
    """Whether an index of an array may be negative or too large."""


def translate_error(error: Exception, solver: object) -> Exception:
    """Return the exception for the caller of machine code: a hook's own is unchanged."""
    name = name_problem(solver)
    match error:
        case RangeRefusal():
            return LeftRange(f"{name}: {error}")
        case Refusal():
            return CannotCompile(f"{name}: {error}")
        case StopIteration():  # as from the interpreted search, whose loop is a generator (PEP 479)
            return RuntimeError("generator raised StopIteration")
    return error
