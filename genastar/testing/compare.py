"""Comparisons of costs, other values and searches."""

from __future__ import annotations

from decimal import Decimal
from math import isclose
from numbers import Rational, Real
from typing import TypeVar, cast

from genastar.search.verify import find_first_difference
from genastar.testing.check_subject import CheckFailed
from genastar.values.cost import Comparable, Cost, V
from genastar.values.node import K
from genastar.values.observer import Trace
from genastar.values.result import Result

C = TypeVar("C", bound=Comparable)


def is_tie(a: Comparable, b: Comparable) -> bool:
    """Return whether two costs are equal in rank."""
    return not a < b and not b < a


def _is_rounded(number: object) -> bool:
    return isinstance(number, (Real, Decimal)) and not isinstance(number, Rational)


def is_identical(one: object, other: object) -> bool:
    """Return whether two values are equal in type and value."""
    if isinstance(one, Cost):
        return one == other
    return one == other or is_tie(cast(Comparable, one), cast(Comparable, other))


def is_same_cost(one: object, other: object) -> bool:
    """Return whether two costs are equal in every part, up to rounding of floats."""
    if isinstance(one, Cost) and isinstance(other, Cost):
        return all(map(is_same_cost, (one.total, one.travelled, one.left), (other.total, other.travelled, other.left)))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same_cost, one, other))
    if _is_rounded(one) and _is_rounded(other):
        return one == other or isclose(cast(float, one), cast(float, other), rel_tol=1e-9, abs_tol=1e-9)
    return one == other or is_tie(cast(Comparable, one), cast(Comparable, other))


def is_greater(one: C, other: C) -> bool:
    """Return whether ``one`` is greater by more than rounding."""
    return other < one and not is_same_cost(one, other)


def must_be_the_same(
    where: str, wanted: Result[K, V], first: Trace[K, V], elsewhere: str, found: Result[K, V], second: Trace[K, V]
) -> None:
    """Check that two searches give the same events and result."""
    difference = find_first_difference(where, wanted, first, elsewhere, found, second)
    if difference:
        raise CheckFailed(difference)
