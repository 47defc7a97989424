"""What ends a search early: limits that are known beforehand, and a token that anyone may pull."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from numbers import Number as AnyNumber
from typing import TypeVar

from attrs import Attribute, field, frozen

from genastar.cost import Comparable, is_nan
from genastar.errors import BadInput, Cancelled

L = TypeVar("L", bound="float | None")


def _not_negative(_: object, limit: Attribute[L], value: L) -> None:
    if value is not None and not value >= 0:
        raise BadInput(f"the limit on {limit.name} is {_shortened(value)}; it must be at least 0")


def _bound(value: Comparable | None) -> Comparable | None:
    """An infinite bound is none: domains that count in smaller units would have to scale it."""
    return None if isinstance(value, float) and value == inf else value


def _finite(_: object, limit: Attribute[Comparable | None], value: Comparable | None) -> None:
    """Refuse what no cost can be compared with, and what leaves the range of floats when a domain counts in smaller units."""
    if is_nan(value):
        raise BadInput(f"the limit on the {limit.name} is NaN; give a number")
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, AnyNumber) and not _is_finite(part):
            raise BadInput(f"the limit on {limit.name} is {_shortened(value)}; give finite numbers, up to {_MOST:g}")


def _is_finite(number: AnyNumber) -> bool:
    try:
        return abs(float(number)) <= _MOST  # type: ignore[arg-type]  # of a number that has no float, it raises
    except (OverflowError, TypeError, ValueError):
        return False


def _shortened(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of more than so many digits
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


_LONGEST = 40

_MOST = 1e300


@frozen
class Limits:
    """Bounds on a search; ``None`` is no bound.

    - ``expansions``: a search that would expand one node more ends with the outcome LIMIT.
    - ``seconds``: wall time; the search ends with the outcome TIMEOUT at the first expansion after it.
    - ``cost``: the search ends with LIMIT when the cheapest open node costs more than this. For solvers whose cost is
      `Cost`, this is a bound on ``total``, so a plain number will do.

    Raises:
        BadInput: a limit is negative or NaN, or the cost is a number beyond 1e300. Infinity is no bound.
    """

    expansions: int | None = field(default=None, validator=_not_negative)
    seconds: float | None = field(default=None, validator=_not_negative)
    cost: Comparable | None = field(default=None, converter=_bound, validator=_finite)


NO_LIMITS = Limits()


class CancelToken:
    """A switch that ends a search from outside, from another thread for instance. Once pulled it stays pulled.

    >>> token = CancelToken()
    >>> token.cancel()
    >>> token.cancelled
    True
    """

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = bytearray(1)
        """One byte, 0 until cancelled: memory that an engine in machine code can watch without the interpreter."""

    def cancel(self) -> None:
        """End every search that holds this token, at its next expansion."""
        self.flag[0] = 1

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self.flag[0] != 0

    @contextmanager
    def governing(self) -> Iterator[None]:
        """Within this block, all work of this thread ends when the token is cancelled, also work that takes no token.

        Searches without a token of their own end with the outcome CANCELLED; long loops, such as those of readers, of
        drawing and of preparation, raise `Cancelled` at their next `check_cancelled`.
        """
        before = _GOVERNING.set(self)
        try:
            yield
        finally:
            _GOVERNING.reset(before)


_NEVER = CancelToken()
_GOVERNING = ContextVar("governing", default=_NEVER)


def governing_token() -> CancelToken:
    """Return the token of the innermost `CancelToken.governing` block; outside of any, one that nobody cancels."""
    return _GOVERNING.get()


def check_cancelled() -> None:
    """End the work that the governing token ends; see `CancelToken.governing`. Call it once a round in every long loop.

    Raises:
        Cancelled: the token was cancelled.
    """
    if _GOVERNING.get().flag[0]:
        raise Cancelled("the work was cancelled")
