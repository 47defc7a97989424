"""Refusals name the user's function and line, and the construct in the user's words; what is simple compiles."""

from __future__ import annotations

import bisect
import functools
import inspect
import itertools
import math
import operator
import re
from collections.abc import Callable
from contextlib import nullcontext
from enum import Enum
from typing import Any

import pytest
from attrs import evolve, frozen
from walks import Walk, free, refusal

from genastar import AStar, Cost, Node, OpenList

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

PRICES = {1: 2, 4: 3}


# --- these compile ---------------------------------------------------------------------------------------------------


def sets(n: int) -> int:
    d = len({k % 3 for k in range(n)}) + len({k for k, v in zip((1, 2), (n, 4), strict=True) if v})
    d += len({(a, b) for a in range(n) for b in (0, 1) if a != b}) + len(frozenset({k * 2 for k in range(4) if k < n}))
    d += len({len({k % 2 for k in range(j)}) for j in range(3)}) + (n in {k * 2 for k in range(4)})
    for k in sorted({j % 5 for j in range(n)} | {7}):
        d = d * 2 + k
    return d + ({k for k in range(n)} == {0, 1, 2}) + ({k for k in range(2)} <= {0, 1, n})  # noqa: C416


def lists(n: int) -> int:
    a = [1, 2, 3, 4, 5, 6]
    a[1:3] = [n, n, n]
    del a[0], a[-1]
    del a[1:3]
    return sum(i * x for i, x in enumerate(a, start=n)) + max(*[1, n], 3) * len(a)


def dictionaries(n: int) -> int:
    a, b = {1: 2}, {3: n, 1: 4}
    d = sum({**PRICES}.values()) + len({n: 1, **PRICES})
    for key, value in {**a, **b, 5: n}.items():
        d = d * 2 + key * value
    return d


def places(n: int) -> int:
    d = bisect.bisect_right([1, 3, 5, 5, 9], n, 1, 4) + bisect.bisect_left((1, 3, 5, 5, 9), n, 1)
    return d + bisect.bisect([1, 2, 3], n, lo=1, hi=2)


def reduced(n: int) -> int:
    d = functools.reduce(operator.mul, range(1, 5), n) + functools.reduce(lambda a, b: a + b, [1, n])
    d += functools.reduce(lambda a, b: a * 2 + b + n, reversed([1, n, 3]), 0)
    return d + functools.reduce(max, (k % 4 for k in range(9)), n)


@pytest.mark.parametrize("helper", [sets, lists, dictionaries, places, reduced])
def test_what_is_simple_compiles(helper: Callable[[int], int]) -> None:
    for goal in (1, 6):
        assert Walk(goal, helper).search(0, engine="compiled").cost == Walk(goal, helper).search(0).cost


# --- these are refused ------------------------------------------------------------------------------------------------


def taken(n: int) -> int:
    return sum(itertools.takewhile(lambda x: x < n, range(10)))


def walrus(n: int) -> int:
    return sum(y for x in range(6) if (y := x * n) % 2 == 0)


def nonlocal_one(n: int) -> int:
    x = 1

    def changes() -> int:
        nonlocal x
        x = 50
        return n

    x += changes()
    return x


def empty(n: int) -> int:
    return n + (not [])


def keyword_only(n: int) -> int:
    f = lambda d, *, extra=0: d + extra  # noqa: E731
    return f(n, extra=2)


def with_as(n: int) -> int:
    with nullcontext(n) as d:
        return d


def several(n: int) -> int:
    d = 0
    for pair in ((1, n), (2,)):
        d += len(pair)
    return d + sum(((1, n), (3,)), ())[1]


def late(n: int) -> int:
    fs = []
    for i in range(1, 4):
        fs.append(lambda: n + i)  # noqa: B023
    return sum([f() for f in fs])


def star(n: int) -> int:
    a = [1, n]
    return max(*a, 3)


def gamma(n: int) -> int:
    return int(math.gamma(n + 1))


def of_none(n: int) -> int:
    try:
        d = PRICES[n] // (n - 1)
    except (KeyError, TypeError):
        d = 1
    return d


REFUSED = {
    taken: r"a lambda or an inner function reads n, and is kept, passed on, or called in a comprehension; write a function",
    walrus: r"a comprehension or an inner function assigns to a name of the function around it, as by nonlocal "
    "or :=, or an inner function calls itself; .*write it as a loop, or",
    nonlocal_one: r"a comprehension or an inner function assigns to a name of the function around it, as by nonlocal",
    empty: r"a list, set or dictionary is empty, and what it would hold is not clear; leave it out, or make it with a first",
    keyword_only: r"an inner function has keyword-only arguments with defaults; leave out the \*, or write it outside, or",
    with_as: r"with is not supported in machine code; write the block without it, or",
    several: r"a loop, or a function such as sum\(\) or min\(.*\), goes over a tuple whose items are of several types, or over"
    r".*; give them one type, such as float",
    late: r"a lambda or an inner function reads i, and is kept, passed on, or called in a comprehension; write a function",
    star: r"a star passes on a list, or what has no length that is known beforehand; write a loop over .*tuple, or",
    gamma: r"math.gamma\(\) and math.lgamma\(\) differ from Python's in the last digits; look them up in a tuple of values, or",
    of_none: r"except names TypeError; check beforehand, or write except Exception, or",
}


@pytest.mark.parametrize("helper", REFUSED)
def test_a_refusal_names_the_line_of_the_helper(helper: Callable[[int], int]) -> None:
    text = refusal(Walk(4, helper), 0)
    found = re.fullmatch(rf"Walk cannot be compiled: {helper.__name__} \(test_plain_refusals\.py, line (\d+)\): (.*)", text)
    assert found, text
    lines, first = inspect.getsourcelines(helper)
    assert first < int(found[1]) < first + len(lines)
    assert re.match(REFUSED[helper], found[2]), text


@frozen
class Judging(Walk):
    """Its estimate is a comparison."""

    def estimate(self, position: int) -> int:
        return position < self.goal


@frozen
class Toll(AStar[int, bool]):
    """Was there any toll?"""

    def add_neighbours(self, node: Node[int, bool], open_list: OpenList[int, bool]) -> None:
        open_list.insert(node.position + 1, node.cost or node.position == 3)

    def is_destination(self, position: int) -> bool:
        return position == 5


def test_bools_as_estimates_and_costs() -> None:
    assert "the estimate, or a cost, is a bool; write int(...) around it" in refusal(Judging(4, free), 0)
    assert "and the hook depends on which; write int(...) around it, or" in refusal(Toll(), 0, False)


# --- refusals that named genastar's own modules ---------------------------------------------------------------------


@frozen
class To(AStar[Any, Cost[int]]):
    """Ends where the first part of a position is 4; a subclass has the steps."""

    def is_destination(self, position: Any) -> bool:
        return bool(position[0] == 4)


@frozen
class Charge(To):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        n, fuel = node.position
        open_list.relax((n + 1, fuel - 0.5), node.cost.travelled + 1)


@frozen
class Colours(To):
    price: dict[Any, int]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        for colour, price in self.price.items():
            open_list.relax((node.position[0] + 1, colour), node.cost.travelled + price)


@frozen
class Keyed(AStar[str, Cost[int]]):
    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        s = node.position
        for i in range(len(s) - 1):
            open_list.relax(s[:i] + s[i + 1] + s[i] + s[i + 2 :], node.cost.travelled + 1)

    def key(self, position: str) -> str:
        return min(position, position[::-1])

    def is_destination(self, position: str) -> bool:
        return position == "dcba"


@frozen
class Place:
    x: int
    v: float

    def moved(self, **changes: Any) -> Place:
        return evolve(self, **changes)


@frozen
class Forwarded(AStar[Place, Cost[int]]):
    def add_neighbours(self, node: Node[Place, Cost[int]], open_list: OpenList[Place, Cost[int]]) -> None:
        open_list.relax(node.position.moved(x=node.position.x + 1, v=0.5), node.cost.travelled + 1)

    def is_destination(self, position: Place) -> bool:
        return position.x == 3


COUNT = [0]


@frozen
class OfModule(To):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        COUNT[0] += 1
        open_list.relax((node.position[0] + 1, 0), node.cost.travelled + 1)


@pytest.mark.parametrize(
    ("solver", "start", "says"),
    [
        (
            Charge(),
            (0, 4),
            r"Charge\.add_neighbours .*: a position has a float where the start has an int; give search\(\) a start",
        ),
        (Keyed(), "abcd", r"the hook key gives str, and machine code needs a number, .*; give a number for it, or"),
        (
            Forwarded(),
            Place(0, 0.0),
            r"Place\.moved .*: a function is called with \*\*, or passes \*\* on; name its arguments, or",
        ),
        (OfModule(), (0, 0), r"it changes a list of the solver or of a module, .*; keep the value in the position, or"),
    ],
)
def test_refusals_are_of_the_users_code(solver: AStar[Any, Any], start: Any, says: str) -> None:
    text = refusal(solver, start)
    assert re.search(says, text), text
    assert "test_plain_refusals.py, line " in text


@frozen(eq=False)
class Zone:
    """Its operators name the classes that they know."""

    number: int

    def __eq__(self, other: object) -> bool:
        return self.number == other.number if isinstance(other, Zone) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


def not_implemented(n: int) -> int:
    return Zone(n) == 4


def test_an_operator_that_leaves_other_types_to_the_other_value() -> None:
    text = refusal(Walk(6, not_implemented), 0)
    says = (
        r"Zone\.__eq__ \(test_plain_refusals\.py, line \d+\): a number is asked for \.number, as where .*; give it a record, or"
    )
    assert re.search(says, text), text


class Shade(Enum):
    RED = "red"
    BLUE = "blue"


def test_what_refusals_propose_compiles() -> None:
    for solver, start in (
        (Charge(), (0, 4.0)),
        (Colours({Shade.RED: 3, Shade.BLUE: 4}), (0, Shade.RED)),
    ):
        assert solver.search(start, engine="compiled").cost == solver.search(start).cost
