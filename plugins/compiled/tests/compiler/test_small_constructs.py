"""Small constructs: lambdas of a module, attributes of classes, infinite costs, walruses, sums of floats, numbers that mix."""

from __future__ import annotations

import math
import random
import sys
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost
from genastar_compiled.compiler.library.iterators import total_of_floats

double = lambda x: 2 * x  # noqa: E731


@frozen(eq=False)
class Rules:
    FACTOR = 3

    def f(self, n):
        return n * self.FACTOR


class Bare:
    FACTOR = 3
    K = "abc"


@frozen(eq=False)
class Lam(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + double(node.position))

    def is_destination(self, position):
        return position >= 5


@frozen(eq=False)
class Attr(AStar[int, Cost[int]]):
    rules: Any

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + self.rules.FACTOR)

    def is_destination(self, position):
        return position >= 5


@frozen(eq=False)
class Inf(AStar[int, Any]):
    def add_neighbours(self, node, open_list):
        n = node.position
        if n < 9:
            open_list.insert(n + 1, math.inf if n % 3 == 2 else node.cost + 1)
            open_list.insert(n + 2, node.cost + 5)

    def is_destination(self, position):
        return position >= 8


@frozen(eq=False)
class Inf2(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        n = node.position
        if n < 9:
            open_list.relax(n + 1, math.inf if n % 3 == 2 else node.cost.travelled + 1)
            open_list.relax(n + 2, node.cost.travelled + 5)

    def is_destination(self, position):
        return position >= 8


@frozen(eq=False)
class Walrus(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        n = node.position
        if (k := n * 2) and k > 2 and (j := k - 1) > 3:
            open_list.relax(n + 1, node.cost.travelled + j)
        else:
            open_list.relax(n + 1, node.cost.travelled + k)
        if n > 1 and (m := n * 3) > 7:
            open_list.relax(n + 2, node.cost.travelled + m)
        while (q := n + 4) < 5 or n > 9:
            break
        x = (z := 5) if n > 2 else (z := 6)
        open_list.relax(n + 3, node.cost.travelled + x + z + q)

    def is_destination(self, position):
        return position >= 8


@frozen(eq=False)
class NoArgs(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        n = node.position
        if n > 100:
            max()
        open_list.relax(n + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position >= 8


@frozen(eq=False)
class Sums(AStar[int, Cost[float]]):
    xs: Any = (0.1, 0.2, 0.3, 1e16, 1.0, -1e16, 0.7)

    def add_neighbours(self, node, open_list):
        n = node.position
        d = (
            sum([0.1, 0.2, n / 7, 1e16, 1.0, -1e16])
            + sum(self.xs)
            + sum((0.1, n / 3, 0.7))
            + sum(x * n for x in self.xs)
            + sum([1, 2.5, n])
        )
        open_list.relax(n + 1, node.cost.travelled + abs(d))

    def is_destination(self, position):
        return position >= 8


@frozen(eq=False)
class Mix(AStar[int, Cost[float]]):
    xs: Any = (1, 2.5, 3)

    def add_neighbours(self, node, open_list):
        n = node.position
        s = [1, 2.5, n]
        s.append(n / 2)
        t = [n > 2, True]
        u = {1: 2, 2: 2.5}
        v = (n, 0.5, 4)[n % 3]
        w = 1.5 if n > 3 else 7
        d = s[n % 4] + max(s) + u[1 + n % 2] + v + w + t[n % 2] + (1 in t) + sum(s) + sum(t)
        open_list.relax(n + 1, node.cost.travelled + d)

    def is_destination(self, position):
        return position >= 8


FREE = Cost(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("solver", "cost"),
    [
        (Lam(), None),
        (Attr(Rules()), None),
        (Attr(Bare()), None),
        (Inf(), 0),
        (Inf2(), None),
        (Walrus(), None),
        (Sums(), FREE),
        (Mix(), FREE),
    ],
    ids=lambda value: type(value).__name__,
)
def test_searches_are_equal(solver, cost):
    search_both(solver, 0, cost)


def test_a_call_without_arguments_is_refused():
    with pytest.raises(CannotCompile, match=r"max\(\) without arguments"):
        NoArgs().search(0, engine="compiled")


def test_sums_of_floats_are_those_of_python_since_3_12():
    rng = random.Random(1)
    for _ in range(2000):
        numbers = [rng.uniform(-1, 1) * 10 ** rng.randrange(6) for _ in range(rng.randrange(9))]
        assert abs(total_of_floats(numbers) - math.fsum(numbers)) <= 1e-10
        if sys.version_info >= (3, 12):
            assert repr(total_of_floats(numbers)) == repr(sum(numbers)), numbers
