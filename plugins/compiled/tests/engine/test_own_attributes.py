"""An attribute that is set on an object alone, in place of its class's, is refused: before a search, and between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList


@dataclass(frozen=True)
class Rate:
    name: str
    toll: ClassVar[int] = 3

    def of(self, position: int) -> int:
        return position % 3


CHEAP = Rate("cheap")


@frozen(slots=False, eq=False)
class Stairs(AStar[int, Cost[int]]):
    rates: tuple[Rate, ...]
    rate: Rate
    step: ClassVar[int] = 2

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        rate = self.rates[node.position % 2]
        tolls = rate.toll + rate.of(node.position) + self.rate.toll + self.rate.of(node.position)
        open_list.relax(node.position + 1, node.cost.travelled + self.step + tolls + CHEAP.toll + CHEAP.of(node.position))

    def is_destination(self, position: int) -> bool:
        return position >= 8


def stairs() -> Stairs:
    return Stairs((Rate("low"), Rate("higher")), Rate("one"))


def changed(solver: Stairs) -> dict[str, tuple[Any, str, object]]:
    return {
        "a constant of the solver": (solver, "step", 30),
        "a hook of the solver": (solver, "is_destination", lambda position: position >= 3),
        "a constant of a field": (solver.rate, "toll", 30),
        "a method of a field": (solver.rate, "of", lambda position: 9),
        "a constant of an item": (solver.rates[1], "toll", 30),
        "a method of an item": (solver.rates[1], "of", lambda position: 9),
        "a constant of a constant": (CHEAP, "toll", 30),
        "a method of a constant": (CHEAP, "of", lambda position: 9),
    }


@pytest.mark.parametrize("what", changed(stairs()))
def test_an_attribute_that_hides_its_classs_is_refused(what: str) -> None:
    for searched_first in (False, True)[: 1 if what.endswith("of an item") else 2]:  # the items of a tuple are read once
        solver = stairs()
        before = solver.search(0, engine="compiled").cost if searched_first else solver.search(0).cost
        value, name, hidden_by = changed(solver)[what]
        object.__setattr__(value, name, hidden_by)
        try:
            assert solver.search(0).cost != before
            for _ in range(2):
                with pytest.raises(CannotCompile, match=f"{name} is set on "):
                    solver.search(0, engine="compiled")
        finally:
            object.__delattr__(value, name)
        assert solver.search(0, engine="compiled").cost == before


def test_an_attribute_that_no_hook_names_is_ignored() -> None:
    solver = stairs()
    before = solver.search(0, engine="compiled").cost
    for each in (solver, solver.rate, solver.rates[0], CHEAP):
        object.__setattr__(each, "colour", "red")
    assert solver.search(0, engine="compiled").cost == before
    object.__delattr__(CHEAP, "colour")


@dataclass
class Fee:
    due: int
    toll: ClassVar[int] = 3


FEES = [Fee(1), Fee(2)]


@frozen(eq=False)
class Fees(Stairs):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        fee = FEES[node.position % 2]
        open_list.relax(node.position + 1, node.cost.travelled + fee.due + fee.toll)


def test_an_attribute_of_an_item_of_a_constant_that_hides_its_classs_is_refused() -> None:
    solver = Fees((), Rate("one"))
    before = solver.search(0, engine="compiled").cost
    FEES[1].toll = 30  # type: ignore[misc]
    try:
        assert solver.search(0).cost != before
        with pytest.raises(CannotCompile, match="toll is set on "):
            solver.search(0, engine="compiled")
    finally:
        object.__delattr__(FEES[1], "toll")
    assert solver.search(0, engine="compiled").cost == before
