"""A loop over a generator expression does the same in machine code: item by item, in the same order, with its own names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from walks import search_each

STEPS = (1, 2)


def plain_loop(n: int) -> int:
    found = 0
    for p in (n + s for s in STEPS):
        found = found * 10 + p
    for p in (q for q in range(n) if q % 2 if q != 3):
        if p == 5:
            continue
        found = found * 10 + p
    return found


def nested(n: int) -> tuple[int, int, int]:
    found = 0
    for x, y in ((a + dx, a + b) for a in range(n) if a for b in range(a) if b != 2 for dx in STEPS):
        if x == 2:
            continue
        found = (found * 7 + x * y) % 1000
        if found > 900:
            break
    else:
        return found, n, 0
    return found, x, y


def left_early(n: int) -> tuple[int, int]:
    """Nothing is computed beyond the item that is asked for last."""
    found = 0
    for p in (10 // (n - a - b) for a in range(5) for b in (0, 1)):
        found += p
        if found > 12:
            break
    else:
        found = -found
    return found, p


def late(n: int) -> int:
    """What changes in the loop is read anew."""
    step, items, found = 1, [1, 2, 3], 0
    for p in (i * step for i in items for _ in range(step)):
        found = (found * 10 + p) % 1000
        step += 1
        if len(items) < n:
            items.append(p % 3 + 1)
    return found


def own_names(n: int) -> tuple[int, int, int]:
    i, x = 7, [n, 3]
    found = 0
    for n in (sum(i for i in range(i)) + n for i in (j for j in x)):
        found += n * i
    for y in (max(x, key=lambda x: -x) for x in ([x[0], n], x)):
        found += y
    return found, i, n


def within(n: int) -> int:
    found = 0
    for a in (b * 2 for b in range(n)):
        for c in (a + b for b in (1, 2) for _ in range(b)):
            if c > n:
                break
            found += c
        found = found * 2 % 1000
    return found


def raising(n: int) -> int:
    found = 0
    try:
        for p in (6 // (n - k) for k in range(4)):
            found += p
    except ZeroDivisionError:
        found = -found - 1
    return found


def numbers(n: int) -> Iterator[int]:
    yield from (k * k for k in range(n) if k != 1)
    yield from range(n)
    for k in (k + 1 for k in range(n)):  # noqa: UP028
        yield k


def yielding(n: int) -> int:
    found = 0
    for k in (k + 1 for k in numbers(n)):
        found = (found * 3 + k) % 1000
    return found


def at_once(n: int) -> int:
    known = dict((k, k * n) for k in range(5) if k != n)  # noqa: C402
    return sum(known.values()) + (n in known)


def chosen(n: int) -> int:
    found = 0
    for k in (1, 2) if n % 2 else (n,):
        if k == 3:
            break
        found = found * 10 + k
    else:
        found += 5
    for a, b in ((1, 2), (n, 1)) if n > 3 else ((1, 0),) if n > 1 else ((1, 1), (n, 2), (2, 0)):
        found = found * 10 + a - b
    for k in (1, 2) if n % 3 else ():
        if k == n:
            continue
        found = found * 10 + k
    for k in range(0) if (m := n + 1) % 2 else range(m):
        found = found * 2 + k
    return found


def in_a_try(n: int) -> int:
    found = {1: n, 4: 2}
    try:
        found = {k: v // n for k, v in found.items()}
        return sum(found.values()) + len({k // (n - 2) for k in found})
    except ZeroDivisionError:
        return -sum(found.values())


FUNCTIONS = [chosen, in_a_try, plain_loop, nested, left_early, late, own_names, within, raising, yielding, at_once]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_a_loop_over_a_generator_expression_does_the_same(function: Callable[[int], object]) -> None:
    search_each(function, range(8))
