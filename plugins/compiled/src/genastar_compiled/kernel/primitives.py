"""The functions of the kernel that no Python could write: the compiler has code of its own for them.

They look at the kinds of their arguments, which are known when a program is made, so most take no instruction at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from attrs import define

from genastar_compiled.kernel.control import NAN_POSITION, RUNNING
from genastar_compiled.kernel.machine import Value


@define(eq=False)
class Primitive:
    """A function of the kernel that the compiler writes."""

    name: str

    def __call__(self, *args: Value) -> Value:
        """Do in Python what machine code does: only conversions to a number of machine code can."""
        return getattr(np, self.name)(*args)


int64: Final = Primitive("int64")
uint64: Final = Primitive("uint64")
uint32: Final = Primitive("uint32")
float64: Final = Primitive("float64")

there: Final = Primitive("there")
"""``there(value)`` is a value that is known not to be None."""
unless_none: Final = Primitive("unless_none")
"""``unless_none(value)`` is the value, or False if it is None: the answer of a hook that only says when to return True."""
must_be_nothing: Final = Primitive("must_be_nothing")
"""Refuses a hook that returns or yields neighbours instead of adding them to the open list."""

fits: Final = Primitive("fits")
"""``fits(memory, value)`` says whether a value survives storage in raw memory whose elements are stored narrower than used."""
as_stored: Final = Primitive("as_stored")
"""``as_stored(memory, value)`` is a value that fits as it would come out of this memory, so that LLVM knows its range."""
as_element: Final = Primitive("as_element")
"""``as_element(memory, value)`` is a value as an element of this memory: 1, 1.0 and True, which are equal, have one hash."""

cell_of: Final = Primitive("cell_of")
"""An index as uint64, very large if it is negative; anything but an integer is refused."""
whole: Final = Primitive("whole")
"""An integer as int64; a float is refused."""
of_numbers: Final = Primitive("of_numbers")
"""The key, which must be made of numbers."""

has_nan: Final = Primitive("has_nan")
"""Whether a number in a value is NaN."""
hash_of: Final = Primitive("hash_of")
"""A hash of all numbers in a value, as a non-negative int64. Equal values have equal hashes."""
order_of: Final = Primitive("order_of")
"""An int64 that is ordered as a float is; -0.0 and 0.0, which are equal, give one. The float is not NaN."""
sum_overflows: Final = Primitive("sum_overflows")
"""``sum_overflows(a, b, total)`` says whether ``total``, the sum ``a + b``, left the range of int64. Floats never do."""
is_rounded: Final = Primitive("is_rounded")
"""Whether a cost that is whole in Python may have been rounded to a float. A cost that began as a float never is."""
comes_before: Final = Primitive("comes_before")
"""``comes_before(cost, serial, other, other_serial)``: the cheaper of two entries comes out first, the newer among equals."""
times: Final = Primitive("times")
"""``times(least, weight)`` is the highest rank that is at most ``weight`` times the least, but not below the least."""

like_the_start: Final = Primitive("like_the_start")
"""``like_the_start(refused, position)`` refuses None, and a position of another type than the start's."""
needs_no_parent: Final = Primitive("needs_no_parent")
"""Refuses a parent that a hook names, which needs another layout."""
has_no_action: Final = Primitive("has_no_action")
"""Refuses an action together with a parent."""
not_in_a_walk: Final = Primitive("not_in_a_walk")
"""Refuses a hook that calls ``known``."""


F = TypeVar("F", bound=Callable[..., Any])

SELDOM: Final[set[Callable[..., Any]]] = set()
"""The functions that `seldom` marks."""


def seldom(function: F) -> F:
    """Mark a function that a loop seldom reaches: it is called, not written into the loop. It takes no object that changes."""
    SELDOM.add(function)
    return function


def refuses(registers: Value, refused: Value, position: Value) -> Value:
    """Return whether a position contains NaN, which ends the search. Positions of whole numbers need no check."""
    like_the_start(refused, position)
    if not has_nan(position):
        return False
    if registers.status == RUNNING:
        registers.status = NAN_POSITION
        refused[0] = position
    return True
