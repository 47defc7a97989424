"""The conformance kit catches lies of ``dominates``, and steps by which a worse path overtakes a better one."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, Cost, Node, OpenList, Vector
from genastar.testing.checks.dominance import better_nodes_have_better_neighbours, dominance_is_an_order
from kit_helpers import costing, expect_failure, make_subject

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own


@frozen(order=False)
class Pair:
    """Two numbers, of which the smaller are better."""

    one: int
    other: int

    def __lt__(self, other: Pair) -> bool:
        return (self.one, self.other) < (other.one, other.other)

    def dominates(self, other: Pair) -> bool:
        return self.one <= other.one and self.other <= other.other


class Falsely(Pair):
    """A pair that dominates what has a greater first number."""

    def dominates(self, other: Pair) -> bool:
        return self.one <= other.one


class Often(Pair):
    """A pair that dominates what is at most one better in each number."""

    def dominates(self, other: Pair) -> bool:
        return self != other and self.one <= other.one + 1 and self.other <= other.other


class Odd(Pair):
    """A pair that dominates itself if its first number is even."""

    def dominates(self, other: Pair) -> bool:
        return self.one % 2 == 0 and super().dominates(other)


class Backwards(Pair):
    """A pair that comes after those that it dominates."""

    def __lt__(self, other: Pair) -> bool:
        return (other.one, other.other) < (self.one, self.other)


class Far(Pair):
    """A pair that dominates what has a first number of 2 or less more."""

    def dominates(self, other: Pair) -> bool:
        return self.one <= other.one <= self.one + 2 and self.other <= other.other


class Turned(Pair):
    """A pair that adds to the first what the other has of the second."""

    def __add__(self, other: Pair) -> Pair:
        return Turned(self.one + other.other, -self.other)


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ([Falsely(1, 2), Falsely(1, 3)], "differ, but dominate each other"),
        ([Often(1, 1), Often(2, 1)], "differ, but dominate each other"),
        ([Odd(2, 1), Odd(3, 1)], "dominates itself, and Odd"),
        ([Backwards(1, 1), Backwards(2, 1)], "but is not smaller"),
        ([Far(0, 1), Far(2, 1), Far(4, 1)], r"but Far\(one=0, other=1\) not Far"),
        ([Turned(1, 1), Turned(1, 2)], "but not if Turned"),
    ],
)
def test_costs_whose_dominance_is_no_order(costs: list[Any], words: str) -> None:
    expect_failure(dominance_is_an_order, costing(*costs), words)


@frozen
class Trains(AStar[int, Any]):
    """A line whose trains leave each tenth minute, and faster after some minutes: time and money. And a walk of 4 minutes."""

    fast_after: int

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        now, paid = node.cost.travelled
        if node.position < 4:
            open_list.relax(node.position + 1, Vector(now + (1 if now >= self.fast_after else 9), paid + 2))
            open_list.relax(node.position + 1, Vector(-(-now // 10) * 10 + 30, paid))
        if node.position == 0:
            open_list.relax(-1, Vector(now + 4, paid))

    def is_destination(self, position: int) -> bool:
        return position == 4

    def estimate(self, position: int) -> Vector:
        return Vector(0, 0)


def test_a_later_start_that_overtakes() -> None:
    honest, lying = (make_subject(Trains(each), 0, cost=Cost(Vector(0, 0), Vector(0, 0), Vector(0, 0))) for each in (0, 3))
    dominance_is_an_order(honest)
    assert better_nodes_have_better_neighbours(honest) != "0 pairs"
    expect_failure(better_nodes_have_better_neighbours, lying, "let no step make up for it")
