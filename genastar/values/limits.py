"""Limits and cancel tokens, which end a search early."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from threading import Event, Thread
from time import perf_counter
from typing import Final, TypeVar

from attrs import Attribute, evolve, field, frozen

from genastar.errors import BadInput, Cancelled, format_value
from genastar.values.arguments import expect_number, expect_whole
from genastar.values.cost import Comparable, is_nan

T = TypeVar("T")
"""The type of an item."""


def _check_whole(_: object, limit: Attribute[int | None], value: int | None) -> None:
    if value is not None:
        expect_whole(limit.name, value, 0)


def _to_seconds(value: float | None) -> float | None:
    return None if value is None else expect_number("seconds", value, 0)


def _check_not_nan(_: object, __: Attribute[Comparable | None], value: Comparable | None) -> None:
    try:
        is_wrong = value is not None and is_nan(value)
    except RecursionError:
        raise BadInput(f"the limit on the cost, {format_value(value)}, is nested too deeply; give a number") from None
    if is_wrong:
        raise BadInput("the limit on the cost is NaN; give a number")


@frozen
class Limits:
    """Bounds on a search; ``None`` is no bound.

    - ``expansions``: number of expansions. A search that would expand another node ends with the outcome LIMIT.
    - ``seconds``: wall time in seconds. The search ends with the outcome TIMEOUT at the first expansion after it. Infinity is
      no bound.
    - ``cost``: maximum cost. The search ends with LIMIT when the cheapest open node costs more. For solvers whose cost is
      `Cost`, this is a number of any size that bounds ``total``. Infinity is no bound.
    - ``depth``: maximum number of steps from the start, for the algorithms breadth-first, depth-first and deepening. Other
      algorithms refuse it. A search that leaves positions beyond this depth ends with LIMIT.

    Raises:
        BadInput: a limit is negative or NaN, or ``expansions`` or ``depth`` is not a whole number.
    """

    expansions: int | None = field(default=None, validator=_check_whole)
    seconds: float | None = field(default=None, converter=_to_seconds)
    cost: Comparable | None = field(default=None, validator=_check_not_nan)
    depth: int | None = field(default=None, validator=_check_whole)

    def convert_cost(self, convert: Callable[[float], Comparable]) -> Limits:
        """Return these limits with the bound on the cost converted to the units of a solver.

        Args:
            convert: converts an int or a float. It raises OverflowError for a number that its units cannot hold: a bound too
                large is then dropped, and one too small excludes every cost. A bound of another type stays as it is.
        """
        if not isinstance(self.cost, (int, float)):
            return self
        try:
            return evolve(self, cost=convert(self.cost))
        except OverflowError:
            return evolve(self, cost=None if self.cost > 0 else -1)


NO_LIMITS = Limits()
WATCHED_EVERY: Final = 0.02
"""Seconds between two checks of `CancelToken.limit_seconds`."""


class CancelToken:
    """A switch that ends a search from outside, for example from another thread. A cancelled token stays cancelled.

    >>> token = CancelToken()
    >>> token.cancel()
    >>> token.cancelled
    True
    """

    __slots__ = ("_deadline", "_uncounted", "_uncounted_since", "flag")

    def __init__(self) -> None:
        self.flag = bytearray(1)
        """One byte, 0 until cancelled. Machine code can read it without the interpreter."""
        self._deadline = math.inf
        self._uncounted = 0.0
        self._uncounted_since: float | None = None

    def cancel(self) -> None:
        """End every search that holds this token, at its next expansion."""
        self.flag[0] = 1

    @property
    def cancelled(self) -> bool:
        """Return whether `cancel` was called."""
        return self.flag[0] != 0

    @property
    def uncounted_seconds(self) -> float:
        """The seconds of the governed work that do not count against a budget, until now; see `pause_counting`."""
        since = self._uncounted_since
        return self._uncounted + (0.0 if since is None else perf_counter() - since)

    def begin_uncounted(self) -> bool:
        """Count no seconds from now on; return whether they were counted."""
        is_counted = self._uncounted_since is None
        if is_counted:
            self._uncounted_since = perf_counter()
        return is_counted

    def end_uncounted(self) -> None:
        """Count the seconds again."""
        self._uncounted, self._uncounted_since = self.uncounted_seconds, None

    @property
    def seconds_left(self) -> float:
        """The seconds until the deadline of a token of `limit_seconds`; infinity for another token."""
        return self._deadline + self.uncounted_seconds - perf_counter()

    @contextmanager
    def limit_seconds(self, seconds: float) -> Iterator[CancelToken]:
        """Yield a token that is cancelled with this one, or after these seconds; those of `pause_counting` do not count.

        A thread watches both: machine code reads nothing but the flag, and another process may set the flag of this token.
        """
        token, is_over = CancelToken(), Event()
        token._deadline = perf_counter() + seconds

        def watch() -> None:
            while not (self.cancelled or token.seconds_left <= 0):
                if is_over.wait(min(WATCHED_EVERY, max(0.001, token.seconds_left))):
                    return
            token.cancel()

        if self.cancelled or seconds <= 0:
            token.cancel()
        watcher = Thread(target=watch, name="limit on seconds", daemon=True)
        watcher.start()
        try:
            yield token
        finally:
            is_over.set()
            watcher.join()

    def govern(self) -> AbstractContextManager[None]:
        """Make this token end all work of this thread within the block, also work that takes no token.

        Searches without a token of their own end with the outcome CANCELLED. Long loops, such as those that read, draw or
        prepare, raise `Cancelled` at their next `check_cancelled`.
        """
        return _Governing(self)


class _Governing:
    """A block that a token governs. A generator would take a tenth of a short search."""

    __slots__ = ("_before", "_outer", "_token")

    def __init__(self, token: CancelToken) -> None:
        self._token = token

    def __enter__(self) -> None:
        self._before = _GOVERNING.set(self._token)
        self._outer = _GOVERNORS.set((*_GOVERNORS.get(), self._token))

    def __exit__(self, *_: object) -> None:
        _GOVERNING.reset(self._before)
        _GOVERNORS.reset(self._outer)


_NEVER = CancelToken()
_GOVERNING = ContextVar("governing", default=_NEVER)
_GOVERNORS: ContextVar[tuple[CancelToken, ...]] = ContextVar("governors", default=())
"""The tokens of all `CancelToken.govern` blocks around this one, and its own. Every search reads the last alone, which is
therefore kept apart."""


governing_token: Final[Callable[[], CancelToken]] = _GOVERNING.get
"""Return the token of the innermost `CancelToken.govern` block; outside of any, a token that is never cancelled."""


def check_cancelled() -> None:
    """Raise if the governing token was cancelled; see `CancelToken.govern`. Call it in each round of every long loop.

    Raises:
        Cancelled: the token was cancelled.
    """
    if _GOVERNING.get().flag[0]:
        raise Cancelled("the work was cancelled")


def check_while_iterating(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and call `check_cancelled` before each.

    Raises:
        Cancelled: the token was cancelled.
    """
    for item in items:
        check_cancelled()
        yield item


@contextmanager
def pause_counting() -> Iterator[None]:
    """Do in a block what is not charged to the request that happens to need it first, such as to compile.

    Whoever governs this thread (`CancelToken.govern`) adds `CancelToken.uncounted_seconds` to its deadline.
    """
    tokens = [each for each in _GOVERNORS.get() if each.begin_uncounted()]
    began, outer = perf_counter(), _PAUSED.get()
    paused = _PAUSED.set(True)
    try:
        yield
    finally:
        _PAUSED.reset(paused)
        if not outer:  # what is compiled may need other functions, which are compiled within
            _ALL_UNCOUNTED[0] += perf_counter() - began
        for each in tokens:
            each.end_uncounted()


_ALL_UNCOUNTED: Final = [0.0]
_PAUSED = ContextVar("paused", default=False)
"""Whether this code is within such a block."""


def sum_uncounted_seconds() -> float:
    """Return the seconds of all such blocks of this process so far."""
    return _ALL_UNCOUNTED[0]
