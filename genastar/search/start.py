"""The start of a search and its cost, checked."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from types import NoneType
from typing import Any, cast

from genastar.contracts.hooks import Hooks
from genastar.errors import BadInput, CostError, format_value
from genastar.values.cost import NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, rank
from genastar.values.node import K, has_nan, make_refusal_error
from genastar.values.plain import WHOLE, to_plain


def check_start(problem: Hooks[K, V], start: K, cost: V | None) -> tuple[K, V]:
    """Return the start and its cost, checked.

    Raises:
        BadInput: the start is ``None``, is not hashable or holds NaN.
        CostError: the cost is NaN or has no order.
    """
    kind: type = type(start)
    if kind not in WHOLE and not (kind is tuple and WHOLE.issuperset(map(type, start))):  # type: ignore[call-overload]
        try:  # most are whole, and these checks take longer
            start = to_plain(start)
            _check_position(start)
        except RecursionError:
            raise _make_depth_error("start", start) from None
    if cost is None:
        left: Any = problem.estimate(start)  # type: ignore[misc]  # V is Cost then
        if type(left) is int:
            return start, Cost(left, 0, left)  # type: ignore[return-value, arg-type]  # as above
        if type(left) is float and left - left == 0:  # a finite number
            return start, Cost(left, 0.0, left)  # type: ignore[return-value, arg-type]  # as above
        cost = cast(V, _make_start_cost(start, left))
    if not isinstance(cost, Cost) or type(cost.total) is not int:
        try:
            cost = to_plain(cost)
            _check_cost_of_start(start, cost)
        except RecursionError:
            raise _make_depth_error("cost of the start", cost) from None
    else:
        _check_cost_of_start(start, cost)
    return start, cost


def _make_depth_error(name: str, value: object) -> BadInput:
    return BadInput(f"the {name} {format_value(value)} is nested too deeply; give one with fewer levels")


def _make_start_cost(start: object, left: N) -> Cost[N]:
    try:
        return Cost(left, _make_zero(left), left)
    except TypeError as error:
        is_mistake = isinstance(left, (str, Generator, Coroutine, NoneType))
        remedy = "return a number" if is_mistake else "give search() a start cost"
        raise CostError(
            f"the estimate of {format_value(start)} is {format_value(left)}, which is not a number; {remedy}"
        ) from error


def _make_zero(number: N) -> N:
    """Return 0 of the type of this number; a plain 0 if the number is infinite."""
    try:
        zero = number - number
    except ArithmeticError:  # Decimal refuses inf - inf,
        return cast(N, 0)
    return zero if zero == zero else cast(N, 0)  # and float makes NaN of it


def _check_position(start: object) -> None:
    if start is None:
        raise make_refusal_error("", start, None)
    try:
        hash(start)
    except TypeError as error:
        raise make_refusal_error("", start, None, error) from error
    if has_nan(start):
        raise make_refusal_error("", start, None)


def _check_cost_of_start(start: object, cost: Comparable) -> None:
    if type(cost) is Cost and type(cost.total) is type(cost.travelled) is int:
        return
    if isinstance(cost, Cost) and isinstance(cost.travelled, (tuple, list, str, NoneType)):
        raise CostError(f"Cost adds g and h, which are no numbers in {cost!r}; use tuples or texts as costs, with insert()")
    check_cost(cost, cost, start)


def check_bound(bound: Comparable, cost: Comparable) -> None:
    """Check that a limit on the cost can be compared with the start's cost.

    Raises:
        BadInput: it cannot.
    """
    try:
        bool(rank(bound) < rank(cost))
    except NOT_COMPARABLE as error:
        costs = f"the costs of this search, such as {format_value(rank(cost))}"
        raise BadInput(
            f"the limit cost={format_value(bound)} cannot be compared with {costs}; give a limit of the same type"
        ) from error
