"""Words of refusals for what helpers of hooks do, and constructs beside them that compile."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk, refusal

from genastar import CannotCompile

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]


class Lost(Exception):
    """Somebody is lost."""


def lost(n: int) -> Lost:
    return Lost(f"at {n}")


def made_exception(n: int) -> int:
    if n == 20:
        raise lost(n)
    return 1


@frozen
class Row:
    """A row without ``__iter__``."""

    k: int

    def __getitem__(self, at: int) -> int:
        if at >= self.k:
            raise IndexError
        return at


def row(n: int) -> int:
    return [each for each in Row(n)][0] if n > 90 else 1  # noqa: C416, RUF015


def sliced(n: int) -> int:
    items = iter([1, 2, 3, 4, n])
    return next(items) + sum(itertools.islice(items, 2))


def ranges(n: int) -> int:
    steps: Any = range(n) if n % 2 else [4, 5]
    return sum(steps)


@frozen
class Seat:
    """A seat, which may have no row."""

    row: int | None
    place: int = 0


def seats(n: int) -> int:
    prices = {Seat(None, 3): 100, Seat(4, 3): 200}
    return prices.get(Seat(None if n % 2 else n, 3), 5)


def functions(n: int) -> int:
    return sum(each() for each in [lambda k=k: k * n for k in range(3)])


def keys(n: int) -> int:
    prices = {1: 5, n > 2: 6, n * 1.0: 7}
    return len(prices) + n


def strictly(n: int) -> int:
    return sum(a * b * c for a, b, c in zip([1, 2], [3, 4], [n, 5], strict=True))


def joined(n: int) -> int:
    unequal: list[Any] = [*itertools.combinations([n, 2], 1), *itertools.combinations([n, 2], 2)]
    return len(unequal)


def mistyped(n: int) -> int:
    return n + nobody_defines_this  # type: ignore[name-defined, no-any-return]  # noqa: F821


WORDS = {
    mistyped: "the name nobody_defines_this is not defined, or is that of the items of a generator expression",
    made_exception: "an exception is raised that a function makes; name its class where it is raised, as in raise",
    row: "a loop goes over a Row, whose class has no __iter__; write an __iter__ that yields its items",
    sliced: "itertools.islice is not supported in machine code; write items[:n] of a list; of an iterator, next(",
    ranges: "a value is a range on one branch, and a list or a tuple on another; write list(range(...))",
    seats: "a record of which a part may be None is a key of a set or a dictionary, or is hashed; write a number that means",
    functions: "a function that is defined in a hook is passed on; write a lambda as the argument, define the",
    keys: "a list or dictionary of int64 is given bool; give its items one type",
    strictly: "zip(..., strict=True) of more than two; leave strict=True out, and compare their lengths beforehand",
    joined: "extend() gives a list of tuple of 1 int64 a value of another type",
}


@pytest.mark.parametrize("helper", WORDS)
def test_words(helper: Callable[[int], int]) -> None:
    text = refusal(Walk(4, helper), 0)
    assert WORDS[helper] in text
    assert "test_words_of_helpers.py, line " in text or helper is seats


def compiled(n: int) -> int:
    some, prices = {1, 2, n}, dict(a=1, b=n)  # noqa: C408
    d = len(some.union({n + 1, 3}, {70})) + len(some.difference({1}, {n, 7})) * 10 + prices["b"] + len(prices)
    items = [(i * 7 % 5, i) for i in range(n + 3)]
    d += heapq.nsmallest(2, items, key=lambda item: item[0])[1][1] + heapq.nlargest(2, items, key=lambda item: -item[0])[1][1]
    d += sum(sum(each) for each in [*itertools.combinations(range(n % 4), 2), *itertools.combinations([n, 2], 2)])
    match n % 3:
        case 1:
            d += 2
        case int():
            d += 3
    if d < 0:
        raise (ValueError if n % 3 else KeyError)
    return d


def test_what_is_written_otherwise() -> None:
    search_both(Walk(12, compiled), 0)


def digits(n: int) -> int:
    return int(("7", "1_000", "12")[n % 3])


def test_text_of_numbers() -> None:
    with pytest.raises(CannotCompile, match=r"underscore, or with digits beyond 0 to 9; write int\(text\.replace\('_', ''\)\)"):
        Walk(4, digits).search(0, engine="compiled")
