"""What the compiled engine refuses, and how plainly it says so."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from attrs import field, frozen
from walks import words_of_numba

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar.errors import CostError
from genastar_compiled.linking.lowering import LowerToPart

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

TABLE = {1: 2, "two": 3}


@frozen
class Line(AStar[int, Cost[int]]):
    """Steps to the right, by ``step``; a subclass misbehaves."""

    goal: int
    step: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class NotANumber(AStar[int, Cost[float]]):
    value: float

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.value)

    def is_destination(self, position: int) -> bool:
        return position == 5

    def estimate(self, position: int) -> float:
        return 0.0


@frozen
class NotANumberEither(AStar[int, tuple[float, int]]):
    def add_neighbours(self, node: Node[int, tuple[float, int]], open_list: OpenList[int, tuple[float, int]]) -> None:
        open_list.insert(node.position + 1, (math.nan, 1))

    def is_destination(self, position: int) -> bool:
        return position == 5


@frozen
class OutOfArray(Line):
    costs: np.ndarray = field(kw_only=True)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + int(self.costs[node.position]))


@frozen
class Raising(Line):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position == 3:
            raise ValueError("three is forbidden")
        open_list.relax(node.position + 1, node.cost.travelled + self.step)


@frozen
class WithDictionary(Line):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(TABLE[node.position], node.cost.travelled + self.step)


@frozen
class Misspelt(Line):
    def is_destination(self, position: int) -> bool:
        return position == self.gaol  # type: ignore[attr-defined, no-any-return]


@frozen
class CallingItself(Line):
    """By way of another method."""

    def halved(self, number: int) -> int:
        return number if number < 2 else self.lessened(number // 2)

    def lessened(self, number: int) -> int:
        return self.halved(number - 1)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + self.halved(node.position + 1), node.cost.travelled + self.step)


@frozen
class Holding(Line):
    table: object = None


@pytest.mark.parametrize("solver", [NotANumber(math.nan), NotANumber(-math.inf)])
def test_nan(solver: NotANumber) -> None:
    start = Cost(math.inf, math.inf) if solver.value == -math.inf else Cost(0.0, 0.0)
    with pytest.raises(CostError):
        solver.search(0, start, engine="compiled")


def test_nan_in_a_tuple() -> None:
    with pytest.raises(CostError, match="NaN"):
        NotANumberEither().search(0, (0.0, 0), engine="compiled")


@pytest.mark.parametrize("step", [1 << 61, (1 << 62) - 1])
def test_a_cost_beyond_64_bits(step: int) -> None:
    assert Line(20, step).search(0).cost == Cost(20 * step, 20 * step)
    with pytest.raises(CostError, match="64-bit"):
        Line(20, step).search(0, engine="compiled")


def test_a_cost_beyond_32_bits_is_fine() -> None:
    assert Line(20, 1 << 40).search(0, engine="compiled").cost == Cost(20 << 40, 20 << 40)


def test_an_index_outside_an_array() -> None:
    with pytest.raises(IndexError):
        OutOfArray(20, costs=np.zeros(4, np.int64)).search(0, engine="compiled")


def test_an_exception_in_a_hook_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="three is forbidden"):
        Raising(20).search(0, engine="compiled")


@pytest.mark.parametrize(
    ("solver", "says"),
    [
        (
            WithDictionary(20),
            r"WithDictionary\.add_neighbours \(test_refusals\.py, line \d+\): TABLE: a container of values of several types",
        ),
        (Misspelt(20), r"Misspelt\.is_destination \(test_refusals\.py, line \d+\): Unknown attribute 'gaol'"),
        (
            CallingItself(20),
            r"CallingItself\.halved \(test_refusals\.py, line \d+\): it calls itself through another function",
        ),
        (Holding(20, table=iter("")), r"Holding\.table cannot be compiled: a str_ascii_iterator is not supported"),
        (Line(1 << 70), r"Line\.goal cannot be compiled: \d+ is beyond the 64 bits"),
    ],
)
def test_what_cannot_be_compiled_says_where_and_why(solver: Line, says: str) -> None:
    assert re.search(says, words_of_numba(solver, 0))


def test_a_position_that_is_no_number() -> None:
    class Towns(Line):
        """Its positions are bytes."""

    with pytest.raises(CannotCompile, match="Towns cannot be compiled: positions and costs must be made of numbers"):
        Towns(20).search(b"Ayr", engine="compiled")  # type: ignore[arg-type]


def test_the_line_is_the_right_one() -> None:
    import inspect

    with pytest.raises(CannotCompile) as caught:
        WithDictionary(20).search(0, engine="compiled")
    lines, first = inspect.getsourcelines(WithDictionary.add_neighbours)
    wrong = first + next(index for index, line in enumerate(lines) if "TABLE" in line)
    assert f"line {wrong}" in str(caught.value)


@pytest.mark.usefixtures("auto_at_once")
def test_auto_falls_back_with_one_warning() -> None:
    @frozen
    class Falls(Line):
        table: object = None

    solver = Falls(3, table=iter(""))
    with pytest.warns(UserWarning, match="searching interpreted: .*Falls.table") as caught:
        engines = [solver.search(0, engine="auto").engine for _ in range(3)]
    assert engines == ["interpreted"] * 3
    assert len(caught) == 1


@frozen
class Fractions(AStar[int, Cost[float]]):
    """Begins with a whole cost, unless it is told, and goes on with others."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for step in (1, 2):
            if node.position + step < 20:
                open_list.relax(node.position + step, node.cost.travelled + 0.75)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class NumberedFractions(Fractions):
    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 20


@pytest.mark.parametrize("kind", [Fractions, NumberedFractions])
def test_costs_that_do_not_stay_whole_are_not_cut(kind: type[Fractions]) -> None:
    expected, found = kind(9).search(0), kind(9).search(0, engine="compiled")
    assert (found.cost, found.path) == (expected.cost, expected.path)
    assert expected.cost == Cost(3.75, 3.75)


@frozen
class Mixed(AStar[int, tuple[int, float]]):
    goal: int

    def add_neighbours(self, node: Node[int, tuple[int, float]], open_list: OpenList[int, tuple[int, float]]) -> None:
        open_list.insert(node.position + 1, (node.cost[0] + 1, node.cost[1] + 0.75))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def test_a_tuple_that_does_not_stay_whole_is_refused() -> None:
    with pytest.raises(CannotCompile, match="a cost has a fraction where the search began with whole numbers"):
        Mixed(3).search(0, (0, 0), engine="compiled")
    assert Mixed(3).search(0, (0, 0.0), engine="compiled").cost == (3, 2.25)


@frozen
class Next(Line):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(next(k for k in (1, 2, 3) if k > node.position), node.cost.travelled + 1)


@frozen
class NextOfList(Line):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        steps = [node.position + 1]
        open_list.relax(next(steps, 0), node.cost.travelled + 1)  # type: ignore[call-overload]


def test_next_without_an_item_raises_as_python_does() -> None:
    for engine in ("interpreted", "compiled"):
        assert Next(3).search(0, engine=engine).cost == Cost(3, 3)
        with pytest.raises(RuntimeError, match="generator raised StopIteration") as raised:
            Next(9).search(0, engine=engine)
        assert isinstance(raised.value.__cause__, StopIteration)


def test_next_of_a_list_is_refused() -> None:
    with pytest.raises(TypeError):
        NextOfList(3).search(0)
    with pytest.raises(CannotCompile, match=r"next\(\) is given what is no iterator; write iter\(\.\.\.\) around it"):
        NextOfList(3).search(0, engine="compiled")


@frozen
class Asking(AStar[int, Cost[int]]):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if open_list.known(node.position + 1) is None:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 5


def test_what_no_engine_can_do_is_not_sent_to_the_interpreted_one() -> None:
    with pytest.raises(CannotCompile, match=r"calls open_list.known\(\): a depth-first walk .* such as astar$"):
        Asking().search(0, algorithm="ida-star", engine="compiled")


def test_a_refusal_comes_before_the_engine_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENASTAR_CACHE_DIR", "")
    lowered = []
    lower = LowerToPart.run_pass

    def noted(self: LowerToPart, state: Any) -> bool:
        lowered.append(state.func_id.func_qualname)
        return lower(self, state)

    monkeypatch.setattr(LowerToPart, "run_pass", noted)
    monkeypatch.setattr("genastar_compiled.plans.lasting._compiled", {})

    @frozen
    class AsksAText(Line):
        def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
            open_list.relax(node.position + len(f"{node.position:,}"), node.cost.travelled + 1)

    with pytest.raises(CannotCompile, match=r"AsksAText\.add_neighbours .*f-string"):
        AsksAText(3).search(0, engine="compiled")
    assert not {"RowsOpenList.advance", "RowsOpenList.begin"} & {*lowered}
    assert Line(3).search(0, engine="compiled").found
    assert {"RowsOpenList.advance", "RowsOpenList.begin"} <= {*lowered}
