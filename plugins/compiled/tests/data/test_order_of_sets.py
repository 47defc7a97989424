"""The order of a set, which differs from Python's in machine code: what depends on it is refused, and all else compiles."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from both_speeds import search_both
from walks import Walk, refusal

pytestmark = pytest.mark.long


def third(n: int) -> int:
    return n % 3


def without_order(n: int) -> int:
    some, others = {8 * n + 33, 1, 16, 17 + n}, frozenset({n, 2, 5 * n})
    by = n % 5 + 2
    d = max(x % by for x in some) + min(x % 7 for x in others) + sum(x % by for x in some) + sum(x + by for x in others)
    d += len({x % by for x in some}) + len(frozenset(x % 7 for x in others))
    d += any(x % 7 == 3 for x in some) + all(x > by for x in others) + max(some, default=3) + len(set(x % 3 for x in others))  # noqa: C401
    d += min((x % 3, x) for x in some)[1] + (max(f"{x}" for x in others) > "3")
    d += sorted(some, key=lambda x: (x % by, x))[0] + sorted(others, key=lambda x: -x)[0]
    for x in sorted(y % by for y in some):
        d = d * 3 + x
    return d % 997


def sorted_by_a_key(n: int) -> int:
    return sorted({8 * n + 33, 1, 16, 17 + n}, key=third)[0]


def sorted_by_a_local(n: int) -> int:
    by = n % 4 + 1
    return sorted(frozenset({8 * n + 33, 1, 16, 17 + n}), key=lambda x: x % by)[0]


def greatest(n: int) -> int:
    return max(frozenset({8 * n + 33, 1, 16, 17 + n}), key=third)


def first(n: int) -> int:
    return next(x for x in frozenset({8 * n + 33, 1, 16, 17 + n}))


def in_a_tuple(n: int) -> int:
    return tuple(x for x in frozenset({8 * n + 33, 1, 16, 17 + n}))[0]  # noqa: RUF015


def in_a_list(n: int) -> int:
    return [0, *(x for x in frozenset({8 * n + 33, 1, 16, 17 + n}))][1]


def in_a_dictionary(n: int) -> int:
    return next(iter({x: n for x in frozenset({8 * n + 33, 1, 16, 17 + n})}))  # noqa: C420


def rounded(n: int) -> int:
    return int(sum(x / 10 for x in frozenset({8 * n + 33, 1, 16, 17 + n})))


def rounded_inside(n: int) -> int:
    return int(sum(x / 10 for by in (n, 2) for x in frozenset({8 * n + 33, by, 16, 17 + n})))


def rounded_from_a_float(n: int) -> int:
    return int(sum((x for x in frozenset({8 * n + 33, 1, 16, 17 + n})), 0.1))


def floats_without_order(n: int) -> int:
    some = frozenset({8 * n + 33, 1, 16, 17 + n})
    far, near = max(math.dist((x, n), (by, 2)) for by in (n, 5) for x in some), min(abs(x - 16.5 - n) for x in some)
    return int(far * 3 + near * 5) + min((abs(x - 16.5 - n), x) for x in some)[1]


def zeros(n: int) -> int:
    return int(math.copysign(1.0, max(x * 0.0 - (0.0 if x > 20 else 1.0) for x in frozenset({-1, n + 21, 16}))))


def negative_zeros(n: int) -> int:
    return int(math.copysign(1.0, max((-0.0 if x > 20 else 0.0, 1) for x in frozenset({-1, n + 21, 16}))[0]))


def without_numbers(n: int) -> int:
    return int(max(math.nan if x > 20 else 1.0 for x in frozenset({-1, n + 21, 16})) > 0)


@pytest.mark.parametrize("helper", [sorted_by_a_key, sorted_by_a_local])
def test_equal_keys_are_refused_as_the_search_runs(helper: Callable[[int], int]) -> None:
    assert "items of a set with equal keys" in refusal(Walk(9, helper), 0)


@pytest.mark.parametrize("helper", [negative_zeros, without_numbers])
def test_floats_that_equal_others_are_refused_as_the_search_runs(helper: Callable[[int], int]) -> None:
    assert re.search(r"(-0\.0|NaN) of a set in ", refusal(Walk(9, helper), 0))


@pytest.mark.parametrize("helper", [without_order, floats_without_order, zeros])
def test_what_does_not_depend_on_the_order_of_a_set(helper: Callable[[int], int]) -> None:
    search_both(Walk(12, helper), 0)


@pytest.mark.parametrize(
    "helper", [greatest, first, in_a_tuple, in_a_list, in_a_dictionary, rounded, rounded_inside, rounded_from_a_float]
)
def test_what_depends_on_the_order_of_a_set_is_refused(helper: Callable[[int], int]) -> None:
    assert re.search(r", line \d+\): .*order.* depends on more than its items", refusal(Walk(4, helper), 0))
