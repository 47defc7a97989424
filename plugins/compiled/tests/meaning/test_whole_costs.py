"""Costs that begin whole and gain a fraction: machine code has floats for them, and Python ints until the fraction comes."""

from __future__ import annotations

import math
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList

BEYOND = 2**53


@frozen(eq=False)
class Gaining(AStar[int, Any]):
    """A line of positions, whose second step has a fraction."""

    how: int
    step: int
    goal: int = 4

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        p = node.position
        if self.how == 0:
            open_list.relax(p + 1, node.cost.travelled + self.step)
            open_list.relax(p + 2, node.cost.travelled + self.step + 1)
        elif self.how == 1:
            open_list.relax(p + 1, self.step * (p + 1) + 1)
        elif self.how == 2:
            g = node.cost.travelled + self.step
            open_list.insert(p + 1, Cost(g, g, 0))
        elif self.how == 3:
            g = self.step * (p + 1) + 1
            open_list.insert(p + 1, Cost(g, g, 0))
        elif self.how == 4:
            open_list.relax(p + 1, node.cost.travelled + 1 + int((node.cost.travelled + 3) * (self.step + 1) % 7))
        elif self.how == 5:
            g = node.cost.travelled + self.step // 2**20 + 1
            open_list.relax(p + 1, g + int(g * g % 7))
        if p == self.goal + 1:
            open_list.relax(p + 1, node.cost.travelled + 0.5)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(eq=False)
class Estimating(Gaining):
    def estimate(self, position: int) -> int:
        return self.step + 1 - position


class Squaring(Gaining):
    """What is computed of a cost is small again before it is added."""

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        g = node.cost.travelled + self.step
        open_list.relax(node.position + 1, node.cost.travelled + 1 + g * g % 7)
        if node.position == self.goal + 1:
            open_list.relax(node.position + 1, node.cost.travelled + 0.5)


def test_what_a_float_may_have_rounded_on_the_way_is_refused() -> None:
    assert Squaring(0, 2**20).search(0, engine="compiled", verify=True).found
    with pytest.raises(CannotCompile, match="start cost of floats"):
        Squaring(0, 2**27).search(0, engine="compiled")


class Raising(Gaining):
    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1 + int((node.cost.travelled + 3) ** 40 % 7))
        open_list.relax(node.position + 2, node.cost.travelled + 0.5)


def test_a_power_of_such_a_cost_is_refused() -> None:
    with pytest.raises(CannotCompile, match="a power of a number that may be a cost, which began whole"):
        Raising(0, 1).search(0, engine="compiled")


HOWS = (0, 1, 2, 3, 4, 5)


@pytest.mark.long
@pytest.mark.parametrize("how", HOWS)
def test_a_whole_cost_beyond_the_exact_range_is_refused(how: int) -> None:
    for step in (BEYOND - 1, BEYOND + 1, BEYOND // 2 + 1):
        with pytest.raises(CannotCompile, match="start cost of floats") as refused:
            Gaining(how, step).search(0, engine="compiled", verify=True)
        assert "\n" not in str(refused.value)


@pytest.mark.long
@pytest.mark.parametrize("how", HOWS)
def test_a_whole_cost_within_the_exact_range_is_pythons(how: int) -> None:
    assert Gaining(how, 3).search(0, engine="compiled", verify=True).found
    assert Gaining(how, 2**40).search(0, engine="compiled", verify=True).found


@pytest.mark.long
def test_an_estimate_beyond_the_exact_range_is_refused() -> None:
    assert Estimating(0, 5).search(0, engine="compiled", verify=True).found
    with pytest.raises(CannotCompile, match="start cost of floats"):
        Estimating(0, BEYOND).search(0, engine="compiled")


@pytest.mark.long
def test_a_search_that_begins_with_floats_is_not_limited() -> None:
    found = Gaining(0, BEYOND + 2).search(0, Cost(0.0, 0.0, 0.0), engine="compiled", verify=True)
    assert found.found


@frozen(eq=False)
class SometimesFloat(Gaining):
    """The estimate of one position is a float."""

    far: float = math.inf

    def estimate(self, position: int) -> float:
        return self.far if position == 2 else abs(self.goal - position)


@pytest.mark.long
@pytest.mark.parametrize("far", [math.inf, 2.5])
def test_an_estimate_may_be_an_int_or_a_float(far: float) -> None:
    """An infinite one marks a dead end."""
    solver = SometimesFloat(0, 1, far=far)
    wanted, found = (solver.search(0, engine=engine) for engine in ("interpreted", "compiled"))
    assert (found.path, found.cost, found.expanded) == (wanted.path, wanted.cost, wanted.expanded)


@pytest.mark.long
def test_endless_costs_are_pythons() -> None:
    @frozen(eq=False)
    class Walls(AStar[int, Cost[float]]):
        def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
            open_list.relax(node.position + 1, node.cost.travelled + (math.inf if node.position == 2 else 0.5))

        def is_destination(self, position: int) -> bool:
            return position == 5

    assert Walls().search(0, engine="compiled", verify=True).cost == Cost(math.inf, math.inf, 0)


@frozen(eq=False)
class Asking(AStar[int, Cost[float]]):
    """A hook that asks whether a cost is an int."""

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        g = node.cost.travelled
        kind = 1 if isinstance(g, int) else 2
        open_list.relax(node.position + 1, g + kind)
        open_list.relax(node.position + 2, g + 1.5)

    def is_destination(self, position: int) -> bool:
        return position == 5


class AskingTwice(Asking):
    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        g = node.cost.travelled
        open_list.relax(node.position + 1, g + len(range(g)) + 1)
        if node.position == 7:
            open_list.relax(node.position + 1, g + 0.5)


class AskingRoot(Asking):
    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        g = node.cost.travelled
        open_list.relax(node.position + 1, g + math.isqrt(g) + 1)
        if node.position == 7:
            open_list.relax(node.position + 1, g + 0.5)


class AskingEither(Asking):
    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        g = node.cost.travelled
        open_list.relax(node.position + 1, g + (1.5 if isinstance(g, (int, float)) else 2))


class AskingByCase(Asking):
    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        g = node.cost.travelled
        match g:
            case int():
                open_list.relax(node.position + 1, g + 1)
            case _:
                open_list.relax(node.position + 1, g + 2)
        if node.position == 7:
            open_list.relax(node.position + 1, g + 0.5)


@pytest.mark.long
@pytest.mark.parametrize("cls", [Asking, AskingTwice, AskingRoot])
def test_whether_such_a_cost_is_an_int_is_refused(cls: type[Asking]) -> None:
    with pytest.raises(CannotCompile):
        cls().search(0, engine="compiled", verify=True)


@pytest.mark.parametrize("cls", [Asking, AskingByCase])
def test_the_class_of_such_a_cost_is_not_known(cls: type[Asking]) -> None:
    with pytest.raises(CannotCompile, match="the class of a number that may be a cost, which began whole"):
        cls().search(0, engine="compiled")


@pytest.mark.long
def test_whether_such_a_cost_is_a_number_is_known() -> None:
    assert AskingEither().search(0, engine="compiled", verify=True).found
