"""Sets and dictionaries, and what is looked up in them, of several types: equal values are found, others are not."""

from __future__ import annotations

import math
from typing import Any

import pytest
from attrs import frozen
from both_speeds import search_both
from pieces import function_of, in_machine_code, outcome
from walks import refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar_compiled.compiler.faults import NotCovered

pytestmark = [
    pytest.mark.long,
]

LARGE = 2**53 + 1


def places(n: int) -> int:
    large, d = LARGE - 2 + n % 2, n + 1
    for number in (large, large + 1, large + 2):
        floats, several, ints = (1.0, 2.0**53), (True, 2.0**53, large), (large, large + 2)
        d = d * 3 + floats.count(number) + several.count(number) + [1.0, 2.0**53].count(number)
        d = d * 3 + ints.count(2.0**53 + (number - large)) + ((2.0**53, 1), (1.0, 1)).count((number, 1))
        try:
            d = d * 3 + floats.index(number)
        except Exception:
            d += 1
        try:
            d = d * 3 + several.index(number) + several.index(1)
        except Exception:
            d += 1
        try:
            d = d * 3 + [large, large + 2].index(2.0**53 + (number - large))
        except Exception:
            d += 1
        try:
            left = [1.0, 2.0**53]
            left.remove(number)
            d = d * 3 + len(left)
        except Exception:
            d += 1
    return d


@frozen
class Places(AStar[int, Cost[int]]):
    """Its costs tell at which places numbers are among others."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + places(node.position))

    def is_destination(self, position: int) -> bool:
        return position == 4


def test_the_place_of_an_int_among_floats() -> None:
    search_both(Places(), 0)


@pytest.mark.parametrize(
    "text",
    [
        *(f"(a, b) {sign} (a, {other})" for sign in ("==", "!=", "<", "<=", ">", ">=") for other in ("b", "b + 1")),
        "[a, b] == [a, b]",
        "((a, b), 1) == ((a, b), 1)",
        "([a, b], 1) == ([a, b], 1)",
        "sorted([b + 2, a, b])[0]",
        "sorted([(a, b), (a, 0.0)], reverse=True)[0]",
        "min([(a, b), (a, 0.0)])",
        "max([(a, b), (a, 0.0)])",
    ],
)
def test_a_nan_that_meets_another_in_a_container_is_refused(text: str) -> None:
    asked = function_of(text)
    made = in_machine_code(asked, 0.5, 1.0)
    assert outcome(made, math.nan, 1.0) is None
    for numbers in ((0.5, 1.0), (1.0, math.inf), (-0.0, 0.0)):
        assert outcome(made, *numbers) == outcome(asked, *numbers)


@pytest.mark.parametrize("text", ["(a, b) == (b, b)", "(a, b) < (b, 1.0)", "[a, b] != [1.0, b]"])
def test_a_nan_that_meets_none_in_a_container(text: str) -> None:
    asked = function_of(text)
    assert outcome(in_machine_code(asked, math.nan, 1.0), math.nan, 1.0) == outcome(asked, math.nan, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "{9007199254740992.0: 2}[b]",
        "{1: 2}[b + 0.5]",
        "{1.0: 2}.pop(b)",
        "{1.0: 2}.get(b, 7)",
        "b in {2.5, 1.0}",
    ],
)
def test_a_key_of_another_type_is_refused(text: str) -> None:
    with pytest.raises(NotCovered, match=r"asked \(.*, line 2\): (int|float) among keys that are (int|float)"):
        in_machine_code(function_of(text), 0, 1)


@frozen
class Steps(AStar[float, Cost[int]]):
    """Steps through a field of several kinds."""

    dear: Any
    step: float
    goal: float

    def add_neighbours(self, node: Node[float, Cost[int]], open_list: OpenList[float, Cost[int]]) -> None:
        open_list.relax(node.position + self.step, node.cost.travelled + (10 if node.position in self.dear else 1))

    def is_destination(self, position: float) -> bool:
        return position >= self.goal


@pytest.mark.parametrize("dear", [{2**62: 1}, {-(2**63): 1}, frozenset({LARGE})])
def test_floats_in_fields_of_ints(dear: Any) -> None:
    search_both(Steps([True], 0.5, 3.0), 0.0)
    assert "Steps.add_neighbours (test_membership.py, line 117): float among keys that are int" in refusal(
        Steps(dear, 0.5, 3.0), 0.0
    )


@frozen(eq=False)
class Valued(AStar[int, Cost[int]]):
    """Steps that cost more where a number is among the values of a table."""

    number: float
    table: dict[int, float]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1 + (self.number in self.table.values()))

    def is_destination(self, position: int) -> bool:
        return position == 3


def test_nan_among_values_is_refused() -> None:
    """Python finds it only if it is the same object."""
    search_both(Valued(2.0, {1: 2.0}), 0)
    search_both(Valued(math.nan, {1: 2.0}), 0)
    with pytest.raises(CannotCompile, match="a NaN that meets another in a container"):
        Valued(math.nan, {1: math.nan}).search(0, engine="compiled")
