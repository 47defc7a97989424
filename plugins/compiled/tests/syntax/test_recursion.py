"""Functions that call themselves: what they may do, and how deep."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList


def line(at: int, end: int) -> int:
    return 0 if at == end else 1 + line(at + 1, end)


def fibonacci(n: int, *, first: int = 1) -> int:
    return first if n < 2 else fibonacci(n - 1, first=first) + fibonacci(n=n - 2, first=first)


def remembered(n: int) -> int:
    return n if n < 2 else remembered(n - 1) + remembered(n - 2)


def in_generators(n: int, rest: int = 3) -> int:
    """From functions that are moved out of it, it calls itself too."""
    if n <= 0:
        return 1
    return sum(in_generators(n - each) % 7 for each in (1, 2)) + any(in_generators(n - 2) > each for each in (1, 2)) + rest


def with_others(n: int, *others: int) -> int:
    return sum(others) if n == 0 else with_others(n - 1, *others)


def of_two_types(n: float, times: int) -> int:
    if times == 9:
        return int(n)
    return of_two_types(int(n), times + 1) if n > 2.5 else of_two_types(n + 0.5, times + 1)


def to_two_types(n: float, times: int) -> float:
    if times == 9:
        return n
    return to_two_types(int(n), times + 1) if n > 2.5 else to_two_types(n + 0.5, times + 1)


def to_another_type(n: int) -> float:
    return 1 if n == 0 else sum(to_another_type(n - each) * 0.5 for each in (1,))


def bool_or_int(n: int) -> int:
    if n == 0:
        return True
    return 3 if n == 4 else bool_or_int(n - 1)


def forever(n: int) -> int:
    return forever(n + 1) + 1


def is_even(n: int) -> bool:
    return n == 0 or is_odd(n - 1)


def is_odd(n: int) -> bool:
    return n != 0 and is_even(n - 1)


@frozen
class Solver(AStar[int, Cost[int]]):
    """Costs of steps by a hook's own sum."""

    length: int

    def price(self, p: int) -> int:
        raise NotImplementedError

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.price(node.position))

    def is_destination(self, position: int) -> bool:
        return position == 3


@frozen
class Recursive(Solver):
    def down(self, n: int, more: int = 2) -> int:
        return more if n == 0 else self.down(n - 1) + max(self.down(n - each) if n > 1 else 0 for each in (1, 2)) % 5

    @staticmethod
    def alone(n: int) -> int:
        return 0 if n == 0 else 1 + Recursive.alone(n - 1)

    @classmethod
    def of_class(cls, n: int) -> int:
        return 0 if n == 0 else 1 + cls.of_class(n - 1)

    def price(self, p: int) -> int:
        price = line(p, 9) + fibonacci(self.length) + fibonacci(5, first=2) + remembered(6) + in_generators(5)
        price += self.down(4) + self.down(p, 4) + self.alone(5) + Recursive.alone(p) + self.of_class(4)
        return price + with_others(3, 4, 5) + of_two_types(p, 0)


@frozen
class Deep(Solver):
    def price(self, p: int) -> int:
        return line(p, self.length)


@frozen
class ToTwoTypes(Solver):
    def price(self, p: int) -> int:
        return int(to_two_types(p, 0))


@frozen
class ToAnotherType(Solver):
    def price(self, p: int) -> int:
        return int(to_another_type(p))


@frozen
class ToBoolOrInt(Solver):
    def price(self, p: int) -> int:
        return len(str(bool_or_int(3 + p)))


@frozen
class Forever(Solver):
    def price(self, p: int) -> int:
        return forever(p)


@frozen
class Mutual(Solver):
    def price(self, p: int) -> int:
        return int(is_even(p))


@pytest.mark.long
def test_recursion_gives_what_it_gives_in_python() -> None:
    wanted = Recursive(8).search(0)
    assert wanted.found
    assert Recursive(8).search(0, engine="compiled").cost == wanted.cost


@pytest.mark.long
def test_the_stack_is_bounded() -> None:
    """A full stack would end the process."""
    deep = Deep(500)
    assert deep.search(0, engine="compiled").cost == deep.search(0).cost
    for length in (10**8, -1):  # the second has no end
        for engine in ("interpreted", "compiled"):
            with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
                Deep(length).search(0, engine=engine)


def test_two_functions_that_call_each_other() -> None:
    assert Mutual(0).search(0, engine="compiled").cost == Mutual(0).search(0).cost


@pytest.mark.long
@pytest.mark.parametrize("solver", [ToTwoTypes(0), ToAnotherType(0)], ids=lambda each: type(each).__name__)
def test_results_of_several_types_are_those_of_python(solver: Solver) -> None:
    search_both(solver, 0)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_recursion_without_an_end_raises(engine: str) -> None:
    with pytest.raises(RecursionError):
        Forever(0).search(0, engine=engine)


def test_a_result_that_is_a_bool_or_an_int_is_refused_where_they_are_told_apart() -> None:
    with pytest.raises(CannotCompile, match="a value that is int on one way and bool on another"):
        ToBoolOrInt(0).search(0, engine="compiled")


@pytest.mark.long
def test_a_function_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its line has a greater number than it has letters."""
    (tmp_path / "far_below.py").write_text("\n" * 200 + "def count(n): return 0 if n == 0 else 1 + count(n - 1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    count = importlib.import_module("far_below").count

    @frozen
    class OneLine(Solver):
        def price(self, p: int) -> int:
            return count(p)  # type: ignore[no-any-return]

    assert OneLine(0).search(0, engine="compiled").cost == OneLine(0).search(0).cost


def test_a_recursion_without_source_is_refused() -> None:
    scope: dict[str, object] = {"__name__": __name__}
    exec("def count(n):\n    return 0 if n == 0 else 1 + count(n - 1)", scope)
    count = scope["count"]

    @frozen
    class Sourceless(Solver):
        def price(self, p: int) -> int:
            return count(p)  # type: ignore[operator,no-any-return]

    with pytest.raises(CannotCompile, match="count: its source cannot be read"):
        Sourceless(0).search(0, engine="compiled")
