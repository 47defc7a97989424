"""Costs: what orders a search.

A cost is any value with ``<``. The laws that every cost type must keep, and that ``genastar check`` tests on samples:

- ``<`` is a strict weak order: never ``a < a``; ``a < b`` and ``b < c`` give ``a < c``; and where neither of two is
  smaller they are equal in rank, which must itself be transitive. NaN breaks this and is refused.
- A way never gets cheaper by getting longer. A search over costs that break this rule may not end.

The core compares costs and nothing else. Only `Cost`, the ready-made type, adds: what was travelled and what is left.
"""

from __future__ import annotations

from numbers import Number as AnyNumber
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar, cast

from attrs import Factory, field

from genastar.errors import CostError

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py


class Comparable(Protocol):
    """A value with ``<``."""

    def __lt__(self, other: Self, /) -> bool: ...


class Number(Comparable, Protocol):
    """What `Cost` can count in: int, float, Fraction, Decimal, or a type that adds and compares as they do."""

    def __le__(self, other: Self, /) -> bool: ...
    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...


V = TypeVar("V", bound=Comparable)
"""The type of a cost."""

N = TypeVar("N", bound=Number)
"""The type that a `Cost` counts in."""


def _total_less_travelled(cost: Cost[N]) -> N:
    return cost.total - cost.travelled


@frozen(order=False, unsafe_hash=True)
class Cost(Generic[N]):
    """The cost of A*: ``total`` (f) orders the search, ``travelled`` (g) was paid, ``left`` (h) is an estimate.

    Two costs compare by ``total`` alone. Where ``left`` is not given it is ``total - travelled``; give it where that
    difference would round.
    """

    total: N
    travelled: N
    left: N = field(default=Factory(_total_less_travelled, takes_self=True), eq=False)

    def __lt__(self, other: Cost[N]) -> bool:
        return self.total < other.total


class _ByLessThan:
    """A sort key for a type whose ``==`` may disagree with its ``<``.

    Python compares tuples by ``==`` first and by ``<`` only then, so a heap of tuples would not see that two costs of
    equal rank are equal (two `Cost` objects, say, with one total and different ways). This key derives ``==`` from ``<``.
    """

    __slots__ = ("cost",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cost: Comparable) -> None:
        self.cost = cost

    def __lt__(self, other: Comparable) -> bool:
        return self.cost < _unwrapped(other)

    def __gt__(self, other: Comparable) -> bool:
        return _unwrapped(other) < self.cost

    def __eq__(self, other: object) -> bool:
        theirs = _unwrapped(cast(Comparable, other))
        return not (self.cost < theirs) and not (theirs < self.cost)


def _unwrapped(key: Comparable) -> Comparable:
    """The cost behind a key: one search may mix both, ``(0, 0)`` and ``(Fraction(1, 2), 0)`` say."""
    return key.cost if isinstance(key, _ByLessThan) else key


NOT_COMPARABLE = (TypeError, AttributeError, ValueError, ArithmeticError)
"""What ``<`` raises between costs that do not compare. AttributeError: a user's ``__lt__`` need not check types."""

_PLAIN = frozenset({int, float, bool, str, bytes})


def sort_key(cost: Comparable) -> Comparable:
    """A value that sorts as ``cost`` does, inside tuples too, and that plain types compare without running Python code."""
    kind = type(cost)
    if kind in _PLAIN:
        return cost
    if isinstance(cost, Cost) and kind.__lt__ is Cost.__lt__:
        return sort_key(cost.total)
    if isinstance(cost, tuple) and kind.__lt__ is tuple.__lt__ and all(type(part) in _PLAIN for part in cost):
        return cost
    if isinstance(cost, AnyNumber):  # Fraction, Decimal, numpy's scalars: their == agrees with their <
        return cost
    return _ByLessThan(cost)


def is_nan(cost: object) -> bool:
    """Whether a number, or a number inside a tuple or a `Cost`, is NaN."""
    if isinstance(cost, tuple):
        return any(map(is_nan, cost))
    if isinstance(cost, Cost):
        return is_nan(cost.total) or is_nan(cost.travelled)
    try:
        return isinstance(cost, AnyNumber) and cost != cost
    except ArithmeticError:  # Decimal's signalling NaN does not even let itself be compared
        return True


def check_cost(cost: Comparable, first: Comparable, position: object) -> None:
    """Refuse a cost that is NaN or that does not compare with ``first``, the cost of the start.

    Raises:
        CostError: says which position the cost was inserted for, and what it could not be compared with.
    """
    if is_nan(cost):
        raise CostError(f"the cost of {position!r} is {cost!r}: NaN has no place in an order; insert a number")
    if type(cost) is type(first) and type(cost) in _PLAIN:
        return
    try:
        bool(cost < first)
    except NOT_COMPARABLE as error:
        raise CostError(
            f"the cost of {position!r} is {cost!r} ({type(cost).__name__}), which does not compare by < with the "
            f"start's cost {first!r} ({type(first).__name__}); give search() a start cost of the type that the hooks insert"
        ) from error
