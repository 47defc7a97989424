"""Costs: values that order the nodes of a search.

A cost is any value with ``<``. The laws that every cost type must keep, and that ``genastar check`` tests on samples:

- ``<`` is a strict weak order: never ``a < a``; ``a < b`` and ``b < c`` give ``a < c``; two costs are equal in rank if neither
  is smaller, and this is transitive. NaN breaks this law and is refused.
- A longer path never costs less. A search over costs that break this law may not end.

The core only compares costs. Only `Cost`, the ready-made type, adds: g + h.
"""

from __future__ import annotations

from itertools import count
from numbers import Number as AnyNumber
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from attrs import Factory, field

from genastar.errors import CostError, format_value
from genastar.values.vector import Vector

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py


class Comparable(Protocol):
    """A value with ``<``."""

    def __lt__(self, other: Self, /) -> bool: ...


class Number(Comparable, Protocol):
    """A number type of `Cost`: int, float, Fraction, Decimal, or a type that adds and compares as they do."""

    def __le__(self, other: Self, /) -> bool: ...
    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...


V = TypeVar("V", bound=Comparable)
"""The type of a cost."""

N = TypeVar("N", bound=Number)
"""The type of the numbers in a `Cost`."""


def _compute_left(cost: Cost[N]) -> N:
    return cost.total - cost.travelled


@frozen(order=False, unsafe_hash=True, weakref_slot=False)
class Cost(Generic[N]):
    """The cost of A*: ``total`` (f) orders the search, ``travelled`` (g) is the cost so far, ``left`` (h) is the estimate.

    Two costs compare by ``total``. The default of ``left`` is ``total - travelled``; give ``left`` if that difference would be
    rounded.
    """

    total: N
    travelled: N
    left: N = field(default=Factory(_compute_left, takes_self=True), eq=False)

    def __lt__(self, other: Cost[N]) -> bool:
        return self.total < other.total


NOT_COMPARABLE = (TypeError, AttributeError, ValueError, ArithmeticError)
"""Errors that ``<`` raises for costs that cannot be compared. AttributeError comes from a ``__lt__`` without type checks."""


FALLS = (
    "a step has a negative cost (less is travelled to a neighbour than to the node); give each step a cost of at least 0, and "
    "relax() the cost of the whole path, node.cost.travelled + step"
)
"""The message about a step of negative cost, for every engine."""


def rank(cost: Comparable) -> Comparable:
    """Return the value by which a cost is ordered: the total of a `Cost`, any other cost itself."""
    return cost.total if isinstance(cost, Cost) and type(cost).__lt__ is Cost.__lt__ else cost


def get_travelled(cost: Any) -> Any:
    """Return a cost without the estimate: g of a `Cost`, any other cost itself."""
    return cost.travelled if isinstance(cost, Cost) else cost


def sort_key(cost: Comparable) -> Comparable:
    """Return a hashable value that sorts like ``cost``. Keys of equal rank are equal, or the newer one is smaller.

    Numbers, text and tuples of them are their own keys, because C code compares and hashes them.
    """
    if type(cost) in _PLAIN:
        return cost
    ranked = rank(cost)
    return ranked if _is_plain(ranked) else _NewestFirst(ranked)


class _NewestFirst:
    """The key of a cost whose ``==`` may contradict its ``<``, as for a class that defines only ``<``.

    Two such keys are never equal: of costs of equal rank, the newer has the smaller key.
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
    """Return whether ``==`` and ``hash`` agree with ``<``: for all number types, text and their tuples."""
    if type(cost) in _PLAIN:
        return True
    if isinstance(cost, tuple):
        return type(cost).__lt__ is tuple.__lt__ and type(cost).__eq__ is tuple.__eq__ and all(map(_is_plain, cost))
    return isinstance(cost, AnyNumber) and type(cost).__hash__ is not None


def is_nan(cost: object) -> bool:
    """Return whether a number, or a number inside a tuple or a `Cost`, is NaN."""
    if type(cost) is int:  # most costs are, and the checks below are slow
        return False
    if isinstance(cost, tuple):
        return any(map(is_nan, cost))
    if isinstance(cost, Cost):
        return is_nan(cost.total) or is_nan(cost.travelled)
    if isinstance(cost, Vector):
        return is_nan(cost.numbers)
    try:
        return isinstance(cost, AnyNumber) and cost != cost
    except ArithmeticError:  # Decimal's signalling NaN raises when it is compared
        return True


def check_cost(cost: Comparable, first: Comparable, position: object) -> None:
    """Raise CostError if a cost is NaN or cannot be compared with ``first``, the cost of the start.

    Raises:
        CostError: the message names the position and both costs.
    """
    if is_nan(cost):
        raise CostError(f"the cost of {format_value(position)} is {format_value(cost)}: NaN cannot be ordered; insert a number")
    if type(cost) is type(first) and type(cost) in _PLAIN:
        return
    try:
        bool(cost < first)
    except NOT_COMPARABLE as error:
        raise CostError(
            f"the cost of {format_value(position)} is {format_value(cost)} ({type(cost).__name__}), which cannot be "
            "compared by < with the "
            f"start's cost {format_value(first)} ({type(first).__name__}); "
            "give search() a start cost of the type that the hooks insert"
        ) from error


def check_step(cost: object, before: object, position: object) -> None:
    """Raise CostError if g of a `Cost` is less than that of ``before``, the cost of its node. Other types are not checked.

    Raises:
        CostError: the message names the position.
    """
    if type(cost) is Cost and type(before) is Cost and cost.travelled < before.travelled:
        raise CostError(f"the cost of {format_value(position)} is {format_value(cost)}: {FALLS}")
