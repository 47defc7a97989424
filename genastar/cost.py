"""Costs: what orders a search.

A cost is any value with ``<``. The laws that every cost type must keep, and that ``genastar check`` tests on samples:

- ``<`` is a strict weak order: never ``a < a``; ``a < b`` and ``b < c`` give ``a < c``; and where neither of two is
  smaller they are equal in rank, which must itself be transitive. NaN breaks this and is refused.
- A way never gets cheaper by getting longer. A search over costs that break this rule may not end.

The core compares costs and nothing else. Only `Cost`, the ready-made type, adds: what was travelled and what is left.
"""

from __future__ import annotations

from itertools import count
from numbers import Number as AnyNumber
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

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


@frozen(order=False, unsafe_hash=True, weakref_slot=False)
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


NOT_COMPARABLE = (TypeError, AttributeError, ValueError, ArithmeticError)
"""What ``<`` raises between costs that do not compare. AttributeError: a user's ``__lt__`` need not check types."""


FALLS = (
    "a cost falls along a way (what is travelled to a neighbour is less than to the node); "
    "a step must not cost less than 0, or ways run in a circle"
)
"""What is wrong with a negative step, for every engine."""


def rank(cost: Comparable) -> Comparable:
    """What a cost is ordered by: the total of a `Cost`, and any other cost itself."""
    return cost.total if isinstance(cost, Cost) and type(cost).__lt__ is Cost.__lt__ else cost


def sort_key(cost: Comparable) -> Comparable:
    """A hashable value that sorts as ``cost`` does, and that equals the keys of equal rank or comes before them if it is newer.

    Numbers, text and tuples of them are their own keys, which C code compares and hashes.
    """
    if type(cost) in _PLAIN:
        return cost
    ranked = rank(cost)
    return ranked if _is_plain(ranked) else _NewestFirst(ranked)


class _NewestFirst:
    """The key of a cost whose ``==`` may disagree with its ``<``, as that of a class with ``<`` and nothing else does.

    Such keys are never equal: of two whose costs are equal in rank, the newer is the smaller.
    """

    __slots__ = ("age", "cost")

    def __init__(self, cost: Comparable) -> None:
        self.cost = cost
        self.age = next(_AGES)

    def __lt__(self, other: Comparable) -> bool:
        if not isinstance(other, _NewestFirst):
            return self.cost < other
        return self.cost < other.cost or (self.age > other.age and not other.cost < self.cost)

    def __gt__(self, other: Comparable) -> bool:
        return other < self.cost


_AGES = count()
_PLAIN = frozenset({int, float, bool, str, bytes})


def _is_plain(cost: object) -> bool:
    """Whether ``==`` and ``hash`` agree with ``<``: numbers (Fraction, Decimal and numpy's too), text, tuples of such."""
    if type(cost) in _PLAIN:
        return True
    if isinstance(cost, tuple):
        return type(cost).__lt__ is tuple.__lt__ and type(cost).__eq__ is tuple.__eq__ and all(map(_is_plain, cost))
    return isinstance(cost, AnyNumber) and type(cost).__hash__ is not None


def is_nan(cost: object) -> bool:
    """Whether a number, or a number inside a tuple or a `Cost`, is NaN."""
    if type(cost) is int:  # most costs are, and the questions below are slow
        return False
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


def check_step(cost: object, before: object, position: object) -> None:
    """Refuse a `Cost` of which less is travelled than of the one ``before`` it on the way; other costs may hold an estimate.

    Raises:
        CostError: says which position the cost was inserted for.
    """
    if type(cost) is Cost and type(before) is Cost and cost.travelled < before.travelled:
        raise CostError(f"the cost of {position!r} is {cost!r}: {FALLS}")
