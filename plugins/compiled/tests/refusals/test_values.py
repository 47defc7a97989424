"""Values of fields, starts and costs that are refused: one line names the value and what to write instead."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from attrs import define, field, frozen
from both_speeds import Steps
from walks import refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar.errors import CostError

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]


@define(eq=False)
class Reading(AStar[int, Cost[int]]):
    """Asks something about its field."""

    table: Any
    ask: Callable[[Any, int], int] = field(default=lambda table, n: 1)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.ask(self.table, node.position))

    def is_destination(self, position: int) -> bool:
        return position == 2


class Doubled(list[int]):
    def __getitem__(self, at: Any) -> Any:
        return 2 * super().__getitem__(at)


class Everything(frozenset[int]):
    def __contains__(self, item: object) -> bool:
        return True


class Text(str):
    def __len__(self) -> int:
        return 1


class Twice(int):
    def __radd__(self, other: int) -> int:
        return other + 2 * int(self)


class Shifted(np.ndarray):  # type: ignore[type-arg]
    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at) + 1


class Slotted:
    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 1


PLAIN = "give ints, floats, texts, arrays, lists, sets, dicts or tuples of these, or attrs classes of them"
FIELDS: list[tuple[Any, str]] = [
    (Doubled([1, 2, 3]), f"a Doubled; {PLAIN}"),
    (Everything({1}), f"an Everything; {PLAIN}"),
    (Text("abc"), f"a Text; {PLAIN}"),
    (Twice(3), f"a Twice; {PLAIN}"),
    ((Twice(3), 1), f"a Twice; {PLAIN}"),
    (np.arange(5).view(Shifted), "an array of an unusual kind; write numpy.ascontiguousarray(...), of a native dtype"),
    (np.arange(5, dtype=">i8"), "an array of an unusual kind; write numpy.ascontiguousarray(...), of a native dtype"),
    (np.array(3), "an array of an unusual kind; write numpy.ascontiguousarray(...), of a native dtype"),
    (np.arange(5, dtype=np.float16), "an array of float16; give it a dtype of ints, bools, float32 or float64"),
    (np.arange(5, dtype=object), "an array of object; give it a dtype of ints, bools, float32 or float64"),
    ([np.arange(3), np.arange(3)], "arrays in a container; give one array of more dimensions, or a field for each"),
    (1 << 70, "an int beyond 64 bits; scale the numbers down"),
    ([1, 1 << 70], "an int beyond 64 bits; scale the numbers down"),
    ([1, "a"], "items of several kinds; give all of them one type"),
    ([(1, "a"), (2, 3)], "items of several kinds; give all of them one type"),
    ({"a": 1, "b": "x"}, "items of several kinds; give all of them one type"),
    (OrderedDict({1: 2}), f"an OrderedDict; {PLAIN}"),
    (defaultdict(list, {1: [2]}), f"a defaultdict; {PLAIN}"),
    (Counter([1]), f"a Counter; {PLAIN}"),
    (range(5), "a range; give a tuple of its items, tuple(...)"),
    (iter((1, 2)), "a tuple_iterator; give a tuple of its items, tuple(...)"),
    (1j, f"a complex; {PLAIN}"),
    (np.int32(3), "int32 of numpy's; write int(...) or float(...) around it"),
    (np.float32(1), "float32 of numpy's; write int(...) or float(...) around it"),
    (Slotted(), f"a Slotted; {PLAIN}"),
    (SimpleNamespace(value=1), f"a SimpleNamespace; {PLAIN}"),
    (max, "a builtin_function_or_method; give a function that calls it"),
    ([].append, "a builtin_function_or_method; give a function that calls it"),
    (Slotted().__init__, "a method; give a function that calls it"),
]


@pytest.mark.parametrize(("value", "says"), FIELDS, ids=[f"{type(each).__name__} {at}" for at, (each, _) in enumerate(FIELDS)])
def test_a_field(value: Any, says: str) -> None:
    assert f"Reading cannot be compiled: Reading.table: {says}, or search" in refusal(Reading(value), 0)


@define(slots=False)
class Rate:
    n: int
    rate = 5


def test_a_field_that_is_not_seen_at_first() -> None:
    """Only its image shows that a set has NaN, and that an item hides what its class has."""
    odd = Rate(1)
    odd.rate = 7
    assert "a field: a NaN in a set, or as a key; leave" in refusal(Reading(frozenset({math.nan, 1.5})), 0)
    with pytest.raises(CannotCompile, match=r"rate is set on an object of it, .* declare rate as a field"):
        Reading([odd] * 99).search(0, engine="compiled")


def test_a_partial() -> None:
    asked = Reading(partial(max, 3), lambda table, n: table(n))
    assert "a call of partial; give a function that calls it" in refusal(asked, 0)


def test_a_field_that_becomes_unsuitable() -> None:
    numbers: list[Any] = [1, 2, 3]
    problem = Reading(numbers, lambda table, n: len(table))
    assert problem.search(0, engine="compiled").cost == Cost(6, 6)
    numbers.append(1 << 70)
    assert "Reading.table: an int beyond 64 bits" in refusal(problem, 0)
    numbers[3:] = [4]
    assert problem.search(0, engine="compiled").cost == Cost(8, 8)


def are_one(table: Any, n: int) -> int:
    return 1 if table[0] is table[1] else 2


@pytest.mark.parametrize("value", [(1, 2), 1000, 0.5, "a"], ids=str)
def test_whether_equal_values_are_one_object(value: Any) -> None:
    assert "'is' of" in refusal(Reading((value, value), are_one), 0)


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (b"Ayr", "bytes of int as a key; write it otherwise"),
        (1j, "a complex; write ints, floats, or tuples or attrs classes of these"),
        (1 << 70, "an int beyond 64 bits; scale the numbers down"),
    ],
    ids=str,
)
def test_a_start(start: Any, says: str) -> None:
    assert f"Steps cannot be compiled: {says}" in refusal(Steps(3), start)


@frozen
class Priced(AStar[int, Any]):
    """Every step has one cost."""

    cost: Any
    step: Any = 1

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        open_list.insert(node.position + self.step, self.cost)

    def is_destination(self, position: int) -> bool:
        return position == 20


@pytest.mark.parametrize(
    ("cost", "start", "says"),
    [
        (
            (1, 0.75),
            (0, 0),
            "a cost with a fraction where the search began with whole numbers; give search() a start cost of floats",
        ),
        (True, 0, "bool where the search began with int; write int(...) around it"),
        ("dear", 0, "the order of str and int; write it otherwise"),
        ((1, 2), 0, "the order of (int, int) and int; write it otherwise"),
        (None, 0, "the order of None and int; write it otherwise"),
    ],
    ids=str,
)
def test_a_cost(cost: Any, start: Any, says: str) -> None:
    assert says in refusal(Priced(cost), 0, start)


def test_a_cost_that_is_no_number_or_beyond_64_bits() -> None:
    for cost, start, says in ((math.nan, 0.0, "NaN"), ((math.nan, 1), (0.0, 0), "NaN")):
        with pytest.raises(CostError, match=says):
            Priced(cost).search(0, start, engine="compiled")
    for step in (1 << 61, (1 << 62) - 1):
        with pytest.raises(CostError, match="64-bit"):
            Steps(20, step).search(0, engine="compiled")
    assert Steps(20, 1 << 40).search(0, engine="compiled").cost == Cost(20 << 40, 20 << 40)


@frozen(eq=False)
class Asking(Steps):
    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        if open_list.known(node.position) is None:
            super().add_neighbours(node, open_list)


def test_what_an_algorithm_does_not_keep() -> None:
    with pytest.raises(CannotCompile, match=r"known\(\) in a depth-first walk, which .*; use another algorithm, such as astar"):
        Asking(5).search(0, algorithm="ida-star", engine="compiled")
