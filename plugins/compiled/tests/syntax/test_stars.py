"""Stars in assignments and in ``case``: a list of what is left."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from both_speeds import search_both
from walks import Walk

pytestmark = pytest.mark.long


def rests(n: int) -> int:
    first, *rest = [n, 1, 2, 3]
    xs = [n] * (n + 2)
    a, *mid, z = xs
    p, *q = range(n + 1)
    *r, s = (x * 2 for x in range(n + 2))
    return first + len(rest) * 10 + a + len(mid) * 100 + z + p + sum(q) + sum(r) * 3 + s


def too_few(n: int) -> int:
    try:
        a, b, *c = list(range(n % 4))
        return a + b + len(c) * 10
    except ValueError:
        return 70


def lists(n: int) -> int:
    match list(range(n % 5)):
        case []:
            return 1
        case [x]:
            return 2 + x
        case [x, y]:
            return 3 + x * 10 + y
        case [0, *rest]:
            return 4 + len(rest) * 7 + sum(rest)
    return 0


def tuples(n: int) -> int:
    match (n, n + 1, n + 2):
        case (0, *rest):
            return sum(rest)
        case (a, *_, b):
            return a * 10 + b
    return 0


def pairs(n: int) -> int:
    xs = [(i, i + 1) for i in range(n % 3)]
    match xs:
        case [(a, 1), *rest]:
            return a + len(rest) + 5
        case [*all]:
            return 9 + len(all)
    return 0


def generators(n: int) -> int:
    it = iter([n, 2])
    d = 0
    for a, b in enumerate(it, 3):
        d += a * b
    a, b = (x for x in [n, 5])
    return d + a * b


@pytest.mark.parametrize("helper", [rests, too_few, lists, tuples, pairs, generators], ids=lambda each: each.__name__)
def test_what_is_left_is_a_list(helper: Callable[[int], int]) -> None:
    search_both(Walk(9, helper), 0)
