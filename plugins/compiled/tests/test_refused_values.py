"""Values that machine code does not support, as fields: each is refused in one line that names the value and what to write."""

from __future__ import annotations

from enum import Enum, StrEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from attrs import define, frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long

LARGE = 2**70


@define
class Reading(AStar[int, Cost[int]]):
    """Reads a field at the position."""

    field: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + int(self.field[node.position]))

    def is_destination(self, position: int) -> bool:
        return position == 2


@define
class Measuring(Reading):
    """Asks for the length of a field."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + len(self.field))


@define
class Holding(Reading):
    """Asks whether a field holds the position."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (1 if node.position in self.field else 2))


@define
class Adding(Reading):
    """Adds a field to the cost."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.field)


class Doubled(list[int]):
    def __getitem__(self, at: Any) -> Any:
        return 2 * super().__getitem__(at)


class Nothing(set[int]):
    def __contains__(self, item: object) -> bool:
        return False


class Everything(frozenset[int]):
    def __contains__(self, item: object) -> bool:
        return True


class Text(str):
    def __len__(self) -> int:
        return 1


class Twice(int):
    def __radd__(self, other: int) -> int:
        return other + 2 * int(self)


class Half(float):
    def __radd__(self, other: float) -> float:
        return other + float(self) / 2


class Shifted(np.ndarray):  # type: ignore[type-arg]
    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at) + 1


class Plain(list[int]):
    """Has no methods of its own."""


OWN = [
    (Reading, Doubled([1, 2, 3]), "Doubled", "list"),
    (Holding, Nothing({1}), "Nothing", "set"),
    (Holding, Everything({1}), "Everything", "frozenset"),
    (Measuring, Text("abc"), "Text", "str"),
    (Adding, Twice(3), "Twice", "int"),
    (Adding, Half(3.0), "Half", "float"),
    (Reading, np.arange(5).view(Shifted), "Shifted", "ndarray"),
    (Reading, (Twice(1), Twice(2)), "Twice", "int"),
]


def refusal_of(problem: AStar[Any, Any], start: Any = 0) -> str:
    with pytest.raises(CannotCompile) as refused:
        problem.search(start, engine="compiled")
    said = str(refused.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize(("kind", "value", "name", "base"), OWN, ids=lambda each: getattr(each, "__name__", str(each)))
def test_a_class_derived_from_a_built_in_one_with_methods(kind: type[Reading], value: Any, name: str, base: str) -> None:
    said = refusal_of(kind(value))
    assert f"a {name} is a {base} with a __" in said
    assert "of its own, which machine code does not call" in said
    assert f"give it as a {base}" in said


def test_a_class_derived_from_list_without_methods() -> None:
    assert Reading(Plain([1, 2, 3])).search(0, engine="compiled").cost == Cost(3, 3)


TOO_LARGE = "beyond the 64 bits of a machine's integer"


@pytest.mark.parametrize("kind", [Reading, Holding, Measuring])
def test_a_list_that_grows_beyond_64_bits(kind: type[Reading]) -> None:
    numbers = [1, 2, 3]
    problem = kind(numbers)
    assert problem.search(0, engine="compiled").found
    for items in ([1, 2, LARGE], [LARGE], {1, LARGE} if kind is not Reading else [LARGE, 1], [(1, LARGE)]):
        if kind is Reading and items == [(1, LARGE)]:
            continue
        problem.field = items
        assert TOO_LARGE in refusal_of(problem)
    problem.field = numbers
    assert problem.search(0, engine="compiled").found
    assert problem.search(0, engine="auto").found


@define
class Same(Reading):
    other: Any = None

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (1 if self.field is self.other else 2))


@frozen
class Pair:
    first: int
    second: int


@pytest.mark.parametrize(
    ("value", "other", "named"),
    [
        (np.arange(3), np.arange(3), "arrays"),
        ((1, 2), (1, 2), "tuples"),
        (1000, 1000, "numbers"),
        (0.5, 0.5, "numbers"),
        (Pair(1, 2), Pair(1, 2), "values with fields"),
    ],
    ids=str,
)
def test_is_between_equal_values(value: Any, other: Any, named: str) -> None:
    assert f"'is' asks whether {named} are one object" in refusal_of(Same(value, other))
