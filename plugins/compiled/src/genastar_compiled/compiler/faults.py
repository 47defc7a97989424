"""What the compiler refuses, and what a program ends with."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from genastar_compiled.failures.hints import hint_for
from genastar_compiled.failures.refusal import OddIndex, OtherLength, RangeRefusal, Refusal
from genastar_compiled.kernel.running import Interrupted


class NotCovered(Exception):
    """The compiler does not know a construct.

    Args:
        what: the construct.
        where: the function of the user around it, its file and line, if they are known.
        kind: what the search would have to keep.
    """

    def __init__(self, what: str, where: str = "", kind: object = None) -> None:
        super().__init__(what, where, kind)
        self.what, self.where, self.kind = what, where, kind

    def __str__(self) -> str:
        """Return where it is, what it is, and what to write instead."""
        return f"{self.where}{self.what}{hint_for(self.what)}"


class Fraction(NotCovered):
    """A cost has a fraction where the search began with whole numbers."""


class NamesParents(NotCovered):
    """A hook names a parent, which needs another layout."""


class OtherPositions(NotCovered):
    """A hook gives positions of another kind than the search's, and ``kind`` is that of both."""


@frozen
class Fault:
    """An end of machine code: the exception that its caller raises."""

    error: type[Exception]
    text: str = ""
    raised: type[BaseException] | None = None
    """The class that Python raises, if it is another."""

    def is_caught_by(self, classes: tuple[type[BaseException], ...]) -> bool:
        """Return whether ``except`` of these classes catches it. Of the others it is not known here what Python does."""
        mro = (self.raised or self.error).__mro__
        return not {Refusal, MemoryError, RecursionError, StopIteration}.intersection(mro) and not set(classes).isdisjoint(mro)

    def is_uncertain_to(self, classes: tuple[type[BaseException], ...]) -> bool:
        """Return whether ``except`` of these classes catches it unless a generator stands between: that raises another."""
        mro = (self.raised or self.error).__mro__
        return StopIteration in mro and not set(classes).isdisjoint((*mro, RuntimeError))


ODD_INDEX: Final = Fault(OddIndex)
OTHER_LENGTH: Final = Fault(OtherLength)
OUT_OF_RANGE: Final = Fault(IndexError, "index out of range")
INTERRUPTED: Final = Fault(Interrupted)
TOO_DEEP: Final = Fault(RecursionError, "maximum recursion depth exceeded")
DIVISION: Final = Fault(ZeroDivisionError, "division by zero")
NEGATIVE_SHIFT: Final = Fault(ValueError, "negative shift count")
NEGATIVE_LENGTH: Final = Fault(ValueError, "__len__() should return >= 0")
NOT_A_NUMBER: Final = Fault(ValueError, "cannot convert float NaN to integer")
DOMAIN: Final = Fault(ValueError, "math domain error")


def leaving_range(where: str) -> Fault:
    """Return the fault of an int beyond 64 bits."""
    return Fault(
        RangeRefusal,
        f'a number in {where} left the range of 64-bit integers; scale the numbers down, or search with engine="interpreted"',
    )


def rounding(where: str) -> Fault:
    """Return the fault of a number that a float may have rounded, because costs, which are floats here, began whole."""
    return Fault(
        Refusal,
        f"a number beyond 2 ** 53 is computed in {where}, which may be an int in Python because the costs began whole; "
        'give search() a start cost of floats, or search with engine="interpreted"',
    )


def refusing(what: str, where: str) -> Fault:
    """Return the fault of a value for which Python's answer is not known here."""
    return Fault(Refusal, f'{what} in {where}; write it otherwise, or search with engine="interpreted"')
