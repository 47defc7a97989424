"""Named tuples: defaults are filled in as in Python; what a class has in its own way is refused."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk, refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long


class Lit(NamedTuple):
    x: int
    lit: int = 5


Old = namedtuple("Old", "a b c", defaults=(2, 3.5))


class Deep(NamedTuple):
    x: int
    under: tuple[int, int] = (3, 4)


def left_out(n: int) -> int:
    p, x = Lit(n + 7), n + 7
    d = len(p) + sum(p) * 3 + p[-1] * 7 + (p == (x, 5)) * 11 + (5 in p) * 13 + (p < (x, 6)) * 17 + p.lit * 19
    for each in Lit(x=n):
        d = d * 2 + each
    a, b = Lit(lit=n, x=1)
    return d + a + 2 * b + Lit(*(n, 4)).lit + Lit(*(n,)).lit + p._replace(x=2).lit


def of_old(n: int) -> int:
    p, q = Old(n), Old(n, c=1.5)
    return int(len(p) + p[-1] * 2 + p.b + q.b * 3 + q.c * 4 + Deep(n).under[1] + len(Deep(n)))


def test_a_default_that_is_left_out() -> None:
    for helper in (left_out, of_old):
        search_both(Walk(3, helper), 0)


@frozen
class ToLit(AStar[Lit, Cost[int]]):
    goal: int

    def add_neighbours(self, node: Node[Lit, Cost[int]], open_list: OpenList[Lit, Cost[int]]) -> None:
        open_list.relax(Lit(node.position.x + 1), node.cost.travelled + node.position.lit)
        open_list.relax(Lit(lit=1, x=node.position.x + 1), node.cost.travelled + 1)

    def is_destination(self, position: Lit) -> bool:
        return position.x == self.goal


def test_a_position_with_a_default() -> None:
    search_both(ToLit(3), Lit(0))


class Counting(NamedTuple):
    x: int

    def count(self, value: object) -> int:
        return 70


class Finding(NamedTuple):
    x: int

    def index(self, value: object, *ends: Any) -> int:
        return 70


class Hiding(Lit):
    __slots__ = ()

    @property
    def x(self) -> int:  # type: ignore[override]
        return 60


class Filling(Lit):
    __slots__ = ()

    def __new__(cls, x: int) -> Filling:
        return super().__new__(cls, x, x + 1)


def counting(n: int) -> int:
    return Counting(n).count(n)


def finding(n: int) -> int:
    return Finding(n).index(n)


def hiding(n: int) -> int:
    return Hiding(n).x


def filling(n: int) -> int:
    return Filling(n).lit


@pytest.mark.parametrize(
    ("helper", "says"),
    [
        (counting, "Counting has a count"),
        (finding, "Finding has a index"),
        (hiding, "Hiding has a x"),
        (filling, "Filling has a __new__"),
    ],
)
def test_a_way_of_its_own_is_refused(helper: Callable[[int], int], says: str) -> None:
    assert f"{says} of its own, which machine code does not support in a tuple; write a dataclass" in refusal(
        Walk(3, helper), 0
    )


def test_a_start_with_a_way_of_its_own_is_refused() -> None:
    with pytest.raises(CannotCompile, match="ToLit cannot be compiled: a Filling"):
        ToLit(3).search(Filling(0), engine="compiled")
