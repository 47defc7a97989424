"""Values that machine code does not support, as fields: each is refused in one line that names the value and what to write."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from enum import Enum, StrEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pieces
import pytest
from attrs import define, frozen
from walks import words_of_numba

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

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


@pytest.mark.parametrize(("kind", "value", "name", "base"), OWN, ids=lambda each: getattr(each, "__name__", str(each)))
def test_a_class_derived_from_a_built_in_one_with_methods(kind: type[Reading], value: Any, name: str, base: str) -> None:
    said = words_of_numba(kind(value), 0)
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
        assert TOO_LARGE in words_of_numba(problem, 0)
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
    assert f"'is' asks whether {named} are one object" in words_of_numba(Same(value, other), 0)


class Slotted:
    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 1


class Called:
    __slots__ = ()

    def __call__(self, position: int) -> int:
        return 1


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([1, 1, True], "of values of several types (bool, int) is not supported in machine code; give its items one type"),
        ([(1, "a"), (2, 3)], "of values of several types (int, str) is not supported in machine code; give its items one type"),
        (range(5), "a range is not supported in machine code; give its items, tuple(...)"),
        (iter((1, 2)), "is not supported in machine code; give its items, tuple(...)"),
        ([].append, "is not supported in machine code; give a lambda that calls it, or write a method of the solver"),
        (Called().__call__, "a method is not supported in machine code; write a method of the solver that calls it"),
        (Called(), "a Called is not supported in machine code; give a function, or write a method of the solver"),
        (Slotted(), "a Slotted is not supported in machine code; write an attrs frozen class or a dataclass"),
        (SimpleNamespace(value=1), "a SimpleNamespace is not supported in machine code; write an attrs frozen class"),
        (
            np.arange(5, dtype=">i8"),
            "numbers in another byte order (>i8) are not supported in machine code; write array",
        ),
        (np.arange(5, dtype=np.float16), "numbers of 16 bits (float16) are not supported in machine code; write array.astype"),
        (np.arange(5, dtype=object), "an array holds objects (dtype object); give it a dtype of numbers"),
    ],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,  # an address would differ in each process
)
def test_a_field_of_an_unsupported_type(value: Any, says: str) -> None:
    said = words_of_numba(Reading(value), 0)
    assert says in said
    assert "Reading.field cannot be compiled" in said


@frozen
class Whole(AStar[int, Cost[int]]):
    """Its field is declared an int."""

    price: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.price)

    def is_destination(self, position: int) -> bool:
        return position == 2


@pytest.mark.parametrize(("value", "given"), [(1.5, "float64"), (None, "none"), ("one", "a text")])
def test_a_field_that_is_not_what_it_is_declared(value: Any, given: str) -> None:
    said = words_of_numba(Whole(value), 0)
    assert f"Whole.price is declared int64 and given {given}; declare price as what it holds" in said


class Colour(Enum):
    RED = 1
    GREEN = 2

    def __init__(self, number: int) -> None:
        self.weight = 2 * number


class Letter(StrEnum):
    A = "a"
    B = "b"

    @property
    def place(self) -> int:
        return 1


@frozen
class Base(AStar[int, Cost[int]]):
    costs: Any = None
    STEP = 1

    @staticmethod
    def step(position: int) -> int:
        return position + 1

    def price(self, position: int) -> int:
        raise NotImplementedError

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.price(node.position))

    def is_destination(self, position: int) -> bool:
        return position == 2


class Axis(Base):
    def price(self, position: int) -> int:
        return int(self.costs[position].min(axis=1)[0])


class OfMember(Base):
    def price(self, position: int) -> int:
        return Colour.RED.weight


class OfText(Base):
    def price(self, position: int) -> int:
        letter = Letter.A if position else Letter.B
        return letter.place


class OfType(Base):
    def price(self, position: int) -> int:
        return type(self).step(position)


class OfClass(Base):
    def price(self, position: int) -> int:
        return self.__class__.STEP


class ByText(Base):
    def price(self, position: int) -> int:
        return int(getattr(self, "step")(position))  # noqa: B009  # as users write it


class ByTextOfField(Base):
    def price(self, position: int) -> int:
        return int(getattr(self, "costs"))  # noqa: B009


class ByEitherText(Base):
    def price(self, position: int) -> int:
        return int(getattr(self, "step" if position else "price")(position))


def test_a_field_that_a_text_names() -> None:
    assert ByTextOfField(3).search(0, engine="compiled").cost == Cost(6, 6)


class ThroughModule(Base):
    def price(self, position: int) -> int:
        return pieces.Held.number


class AddingToSet(Base):
    def price(self, position: int) -> int:
        kept = {1, 2}
        kept.add((1, 2))  # type: ignore[arg-type]
        return len(kept)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Axis, "is called with axis=, which it does not take in machine code; write a comprehension over the rows"),
        (OfMember, "Colour sets weight on its members, which machine code does not know; write a property"),
        (OfText, "a text, or a member of an enum of texts, is asked for place; write a function that takes the text"),
        (OfType, "the class of a value is asked for, by type() or __class__; name the class"),
        (OfClass, "the class of a value is asked for, by type() or __class__; name the class"),
        (ByText, "getattr() looks an attribute up by a text; name the attribute"),
        (ByEitherText, "getattr() looks an attribute up by a text; name the attribute"),
        (ThroughModule, "Held, a class or a constant of a module, is not supported in machine code; import it from there"),
        (AddingToSet, "add() gives a set of int64 a value of another type, Tuple(int64, int64); give its items one type"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_construct_is_named_with_its_line_and_its_replacement(kind: type[Base], says: str) -> None:
    said = words_of_numba(kind([np.ones((2, 2)), np.ones((2, 2))] if kind is Axis else None), 0)
    assert says in said
    line = kind.price.__code__.co_firstlineno
    found = re.search(rf"{kind.__name__}\.price \(test_refused_values\.py, line (\d+)\): ", said)
    assert found is not None
    assert line <= int(found[1]) <= line + 3


def of_a_run(*args: Any, **others: Any) -> None:
    AStar.begin(*args, **others).run_until(9)


@pytest.mark.parametrize("ask", [AStar.search, of_a_run, AStar.explore])
def test_the_traceback_of_a_refusal_has_no_text_of_numba(ask: Callable[..., Any]) -> None:
    with pytest.raises(CannotCompile) as refused:
        ask(AddingToSet(), 0, engine="compiled")
    text = "".join(traceback.format_exception(refused.value))
    assert "CannotCompile: AddingToSet cannot be compiled" in text.splitlines()[-1]
    assert "numba/" not in text
    assert "Invalid use of" not in text


@frozen
class Discs(AStar[tuple[int, ...], Cost[int]]):
    """Hanoi: the peg of each disc, the smallest first."""

    pegs: int = 3

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        discs = node.position
        for disc, peg in enumerate(discs):
            if peg not in discs[:disc]:
                for to in range(self.pegs):
                    if to != peg and to not in discs[:disc]:
                        open_list.relax((*discs[:disc], to, *discs[disc + 1 :]), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return set(position) == {self.pegs - 1}


def test_slices_behind_stars() -> None:
    results = [Discs().search((0, 0, 0), engine=engine) for engine in ("interpreted", "compiled")]
    assert results[0].cost == results[1].cost == Cost(7, 7)
    assert results[0].path == results[1].path
