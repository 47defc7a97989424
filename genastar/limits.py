"""What ends a search early: limits that are known beforehand, and a token that anyone may pull."""

from __future__ import annotations

from attrs import field, frozen, validators

from genastar.cost import Comparable

_NOT_NEGATIVE = validators.optional(validators.ge(0))


@frozen
class Limits:
    """Bounds on a search; ``None`` is no bound.

    - ``expansions``: a search that would expand one node more ends with the outcome LIMIT.
    - ``seconds``: wall time; the search ends with the outcome TIMEOUT at the first expansion after it.
    - ``cost``: the search ends with LIMIT when the cheapest open node costs more than this. For solvers whose cost is
      `Cost`, this is a bound on ``total``, so a plain number will do.
    """

    expansions: int | None = field(default=None, validator=_NOT_NEGATIVE)
    seconds: float | None = field(default=None, validator=_NOT_NEGATIVE)
    cost: Comparable | None = None


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
