"""Iterators that are kept: read one by one, passed on, and gone on with."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator

import pytest
from both_speeds import search_both
from walks import Walk

pytestmark = pytest.mark.long


def take_one_by_one(n: int) -> int:
    it = iter([n, 2, 3, 4, 5])
    x = next(it)
    y = next(it)
    return x + y * 10 + sum(it) * 100 + next(it, 7)


def left_and_gone_on(n: int) -> int:
    it = iter(range(n + 3))
    d = 0
    for x in it:
        d = d * 2 + x
        if x == 1:
            break
    for x in it:
        d = d * 3 + x
    return d


def two(it: Iterator[int]) -> int:
    return next(it) * 10 + next(it, 5)


def passed_on(n: int) -> int:
    it = iter((n, n + 1, n + 2, n + 3))
    return two(it) + two(it) * 100 + two(it) * 0 if n < 0 else two(it) + two(it) * 100


def over_a_list_that_grows(n: int) -> int:
    xs = [1, 2]
    it = iter(xs)
    d = 0
    for x in it:
        d += x
        if len(xs) < 5:
            xs.append(n)
    xs.append(9)
    return d * 10 + next(it, 3)


def over_letters(n: int) -> int:
    it = iter("abcx"[: n % 4 + 1])
    k = 0
    while True:
        c = next(it, None)
        if c is None:
            break
        k = k * 3 + (c == "b") + 1
    return k


def by_functions(n: int) -> int:
    it = iter([3, n, 4, 5])
    first = next(it)
    return max(it) + first * 100 + sum(x for x in it)


def cut(n: int) -> int:
    it = iter([3, n, 4, 5, 6, 7])
    a = list(itertools.islice(it, 2))
    b = list(itertools.takewhile(lambda q: q < 6, it))
    return len(a) * 100 + len(b) * 10 + next(it, 1)


def zipped(n: int) -> int:
    it = iter([1, 2, 3])
    z = zip(it, [n, 5], strict=False)
    return sum(a * b for a, b in z) + next(it, 9) * 100


@pytest.mark.parametrize(
    "helper",
    [take_one_by_one, left_and_gone_on, passed_on, over_a_list_that_grows, over_letters, by_functions, cut, zipped],
    ids=lambda each: each.__name__,
)
def test_an_iterator_is_one_object(helper: Callable[[int], int]) -> None:
    search_both(Walk(9, helper), 0)


def of_a_queue(n: int) -> int:
    queue = deque([1, 2])
    it = iter(queue)
    queue.append(n)
    return sum(it)


def of_a_queue_and_others(n: int) -> int:
    queue = deque([1, 2])
    pairs = zip(queue, (n, 2), strict=False)
    queue.append(n)
    return sum(a * b for a, b in pairs)


def of_a_table(n: int) -> int:
    table = {1: 2, 3: n}
    keys = (key for key in table)
    table[7] = 1
    return sum(keys)


@pytest.mark.parametrize("helper", [of_a_queue, of_a_queue_and_others, of_a_table], ids=lambda each: each.__name__)
def test_what_changes_under_an_iterator_is_the_same_error(helper: Callable[[int], int]) -> None:
    for engine in ("interpreted", "compiled"):
        with pytest.raises(RuntimeError, match="during iteration"):
            Walk(4, helper).search(0, engine=engine)
