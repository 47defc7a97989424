"""Iterators of `itertools`, generators behind stars, and bisections by a key give the same at both engines."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import chain, combinations, combinations_with_replacement, groupby, permutations, product
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np
import pytest
from both_speeds import search_both
from walks import Walk, refusal

pytestmark = pytest.mark.long


class Point(NamedTuple):
    x: int
    y: int

    def __add__(self, other: Point) -> Point:  # type: ignore[override]
        return Point(*(a + b for a, b in zip(self, other, strict=False)))

    def __sub__(self, other: Point) -> Point:
        return Point._make(a - b for a, b in zip(self, other, strict=False))


def added(a: int, b: int, c: int = 5) -> int:
    return a + 2 * b + 3 * c


def starred(n: int) -> int:
    point = Point(1, 2) + Point(n, 4) - Point(2, n)
    rows = ((1, 2), (n, 4))
    turned = tuple(zip(*rows, strict=False))
    again = tuple(zip(*[row[::-1] for row in turned], strict=False))
    both_ways = (0, *(x + 1 for x in point))
    return (
        added(*(x + 1 for x in point)) + added(1, *[x * 2 for x in point]) + again[0][1] + both_ways[1] + max(*map(abs, point))
    )


def chained(n: int) -> int:
    rows, items = [[1, 2], [n]], [n, 4]
    d = sum(chain(items, (1, 2), range(n))) + sum(chain.from_iterable(rows)) + sum(chain(*rows)) + len(tuple(chain(items)))
    for at, item in enumerate(chain.from_iterable(row for row in rows)):
        d += at * item
    return d


def of_sizes(n: int) -> int:
    items = [1, n, 4]
    d = sum(a for (a,) in combinations(items, 1)) + sum(a * b - c + e for a, b, c, e in combinations([*items, 7], 4))
    d += sum(a * b - c for a, b, c in permutations(items, 3)) + sum(a - b for a, b in permutations(range(n + 2), 2))
    d += sum(a * b for a, b in combinations_with_replacement(items, 2)) + sum(a * b for a, b in combinations(items, r=2))
    return d + sum(a * b - c + e for a, b, c, e in product(items, (1, 2), (0, 1), range(2))) + len(list(product(items)))


def products(n: int) -> int:
    lists, d = [[1, n], [2], [n, 5, 6]], 0
    for x, y, z in product(*lists):
        lists[1].append(7)  # read already
        d = (d * 3 + x * y + z) % 9973
    for row in product(*(range(k, n + 1) for k in range(n))):
        d = (d * 3 + sum(row) + len(row)) % 9973
    first = product(*[[n, 1], [2, 3]])
    d += next(first)[1] + next(first)[1] * 7 + ((n, 3) in product(*[[n, 1], [2, 3]])) + len(list(product(*["ab"] * n)))
    try:
        d += sum(1 for row in product([0, n, 2], repeat=n - 2) if sum(row) > n)
    except ValueError:
        d += 1000
    return d


def bisected(n: int) -> int:
    points = [Point(1, 2), Point(3, 4), Point(3, 5), Point(6, 1)]
    found = bisect_left(points, n, key=lambda point: point.x) + 3 * bisect_right(points, n + 1, key=lambda point: point.x + n)
    return found + bisect_left([-4, 2, 3], n, key=int) + bisect_left([1, 2], n, key=None)


def by_getters(n: int) -> int:
    points = [Point(3, n), Point(1, 2), Point(2, 2)]
    last = max(points, key=attrgetter("y", "x")).x + min((n, 3), (2, 5), key=itemgetter(1))[0]
    return last + sorted(points, key=attrgetter("x"))[0].y + bisect_left([(1, 2), (3, 4)], n, key=itemgetter(0))


def numbers_below(k: int) -> Iterator[int]:
    for each in range(k):
        yield each * 2


def gathered(n: int) -> int:
    items = [1, n, 4]
    some = tuple(each + 1 for each in items if each > 1)
    pairs = tuple(a * b for a in items for b in (1, n))
    below = tuple(each for each in numbers_below(n + 1))
    placed = tuple(place * each for place, each in enumerate(sorted(items), 1))
    summed = tuple(a + b for a, b in zip(items, range(3, 9), strict=False))
    return sum(some) + sum(pairs) * 2 + len(below) * 3 + sum(placed) + summed[-1] + range(2, 9, 3)[-1] + range(n + 1)[n]


def from_an_array(n: int) -> int:
    board = np.array([[n, 2], [3, 4]])
    flat = tuple(int(each) for each in board.ravel()) + tuple(int(each) for each in board.flat)
    rows = tuple(map(tuple, board.tolist()))
    d = sum(flat) + tuple(map(int, board.flatten()))[1] + tuple(board.ravel().tolist())[2] + rows[1][0]
    return d + int(sum(np.array([0.5, 1.5]).tolist()))


def cut(n: int) -> int:
    name, end = f"ab{n}", str(n)
    return len(name.removeprefix("a")) + 2 * len(name.removesuffix(end)) + 3 * len(name.removeprefix("x"))


def several_lists(n: int) -> Iterator[list[int]]:
    yield [n]
    yield [n, 1]


def of_lists(n: int) -> int:
    return sum(len(each) for each in several_lists(n))


def several(n: int) -> Iterator[tuple[int, ...]]:
    yield (n,)
    yield (n, 1)


def of_several_types(n: int) -> int:
    return sum(len(each) for each in several(n))


@pytest.mark.parametrize("helper", [bisected, of_lists, gathered, cut, of_several_types])
def test_iterators(helper: Callable[[int], int]) -> None:
    search_both(Walk(4, helper), 0)


def by_a_computed_getter(n: int) -> int:
    return bisect_left([(1, 2), (3, 4)], n, key=itemgetter(n % 1))


def grouped(n: int) -> int:
    return sum(1 for _ in groupby([n, 1, 1]))


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (starred, "line 24): * of a generator"),
        (chained, "line 47): * of list of list of int"),
        (products, "line 63): * of list of list of int"),
        (of_sizes, "line 57): a call of itertools.combinations_with_replacement"),
        (by_getters, "line 85): a call of operator.attrgetter"),
        (from_an_array, "line 105): a call of numpy.array"),
        (grouped, "a call of itertools.groupby"),
        (by_a_computed_getter, "a call of operator.itemgetter"),
    ],
)
def test_what_is_refused(helper: Callable[[int], int], says: str) -> None:
    assert says in refusal(Walk(3, helper), 0)
