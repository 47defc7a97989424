"""Errors of pattern databases and of combinations, each in one line; and their files."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from graphs_of_patterns import Graph, Indexed, Unranked

from genastar import AStar, BadInput, Cancelled, CancelToken, Cost, Node, OpenList
from genastar_prepare.patterns import (
    Guided,
    Max,
    PatternDatabase,
    Scaled,
    Sum,
    open_pattern_database,
    pattern_database,
    save_pattern_database,
    sum_disjoint,
)

Stack = tuple[int, ...]


@frozen
class Pancakes(AStar[Stack, Cost[float]]):
    """The pancake problem: a step turns a number of pancakes over, and costs ``price``."""

    price: float = 1

    def add_neighbours(self, node: Node[Stack, Cost[float]], open_list: OpenList[Stack, Cost[float]]) -> None:
        stack = node.position
        for many in range(2, len(stack) + 1):
            open_list.relax(stack[:many][::-1] + stack[many:], node.cost.travelled + self.price)

    def is_destination(self, position: Stack) -> bool:
        return position == tuple(range(len(position)))


@frozen
class DearFarAway(Pancakes):
    """Steps between stacks of at least six neighbours out of order cost twice as much."""

    def add_neighbours(self, node: Node[Stack, Cost[float]], open_list: OpenList[Stack, Cost[float]]) -> None:
        stack = node.position
        for many in range(2, len(stack) + 1):
            turned = stack[:many][::-1] + stack[many:]
            far = min(gaps(stack), gaps(turned)) >= 6
            open_list.relax(turned, node.cost.travelled + (2 if far else 1) * self.price)


def gaps(stack: Stack) -> int:
    return sum(abs(above - below) > 1 for above, below in pairwise((*stack, len(stack))))


def large(stack: Stack) -> Stack:
    return tuple(max(pancake, 2) for pancake in stack)


def large_without_one(stack: Stack) -> Stack:
    return tuple(7 if pancake == 1 else max(pancake, 2) for pancake in stack)


GOAL: Stack = (0, 1, 2, 3, 4)
LINE = Graph(np.array([[-1, 1, -1], [1, -1, 1], [-1, 1, -1]]), 0, np.arange(3))
SQUARE = Indexed(np.array([[-1, 5], [-1, -1]]), 0, np.arange(2))


@frozen(eq=False)
class OneWay(AStar[int, Cost[int]]):
    """Steps to the next number only, or at another price back."""

    back: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < 9:
            open_list.relax(node.position + 1, node.cost.travelled + 1)
        if self.back and node.position > 0:
            open_list.relax(node.position - 1, node.cost.travelled + self.back)

    def is_destination(self, position: int) -> bool:
        return position == 0

    def abstract(self, position: int) -> Any:
        return position


@frozen(eq=False)
class Falling(Unranked):
    """Steps of one other cost."""

    step: float = -1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(1, node.cost.travelled + self.step)  # type: ignore[arg-type]

    def reverse(self, start: int) -> tuple[Falling, int]:
        return self, 0


@frozen(eq=False)
class Words(AStar[str, Cost[int]]):
    """A space whose states are text."""

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        return

    def is_destination(self, position: str) -> bool:
        return True

    def abstract(self, position: str) -> str:
        return position


@frozen(eq=False)
class Nowhere(OneWay):
    """A pattern without states."""

    def abstract(self, position: int) -> Any:
        return None


FAULTS: dict[str, tuple[Callable[[], object], str]] = {
    "no projection": (
        lambda: pattern_database(Pancakes(), GOAL),
        r"Pancakes has no abstract\(position\); write this method, or give a function as projection",
    ),
    "no function": (
        lambda: pattern_database(Pancakes(), GOAL, projection=3),  # type: ignore[arg-type]
        "projection is 3; expected a function",
    ),
    "no problem": (lambda: pattern_database(3, GOAL), "abstract problem is 3; expected an AStar problem"),  # type: ignore[arg-type]
    "no goal": (lambda: pattern_database(Pancakes(), projection=large), "Pancakes has no goal; give the goals"),
    "goal without state": (lambda: pattern_database(Nowhere(1), 0), "the goal 0 has no abstract state"),
    "goal outside": (
        lambda: pattern_database(evolve(SQUARE, classes=np.array([7, 1])), 0),
        "abstract state 7 of the goal 0 has the index 7; expected 0 to 1",
    ),
    "one way": (lambda: pattern_database(OneWay(0), 0), "from 0 to 1 costs 1, and no step leads back; write reverse"),
    "two prices": (lambda: pattern_database(OneWay(2), 0), "from 0 to 1 costs 1, and the step back costs 2; write reverse"),
    "text": (lambda: pattern_database(Words(), "a"), "abstract state 'a' of Words is not a whole number or a tuple"),
    "compress": (lambda: pattern_database(OneWay(1), 0, compress=2), r"compress=2 needs OneWay.index\(state\) and size"),
    "compress by 0": (lambda: pattern_database(SQUARE, 0, compress=0), "compress=0 is not a whole number of at least 1"),
    "memory": (
        lambda: pattern_database(SQUARE, 0, memory=50),
        r"2 indices and needs about 0.0 GB to build, more than memory=50; .* or write Indexed.state\(index\)",
    ),
    "a long path": (
        lambda: pattern_database(
            Unranked(np.array([[-1, 200, -1], [200, -1, 200], [-1, 200, -1]]), 0, np.arange(3)), 0, engine="interpreted"
        ),
        r"leads from the cost 200 to 400; with state\(index\), each step costs a whole number of at least 0",
    ),
    "a step that costs less than 0": (
        lambda: pattern_database(Falling(LINE.costs, 0, LINE.classes), 0, engine="interpreted"),
        r"leads from the cost 0 to -1; with state\(index\), each step costs a whole number of at least 0",
    ),
    "a step that costs no whole number": (
        lambda: pattern_database(Falling(LINE.costs, 0, LINE.classes, 0.5), 0, engine="interpreted"),
        r"leads from the cost 0 to 0.5; with state\(index\), each step costs a whole number of at least 0",
    ),
    "one part": (lambda: Max(Pancakes()), r"Max combines at least two heuristics, as in Max\(first, second\); 1 given"),
    "no part": (lambda: Sum(), "Sum combines at least two heuristics"),
    "no estimate": (lambda: Max(3, 4), r"Max: 3 has no estimate\(position\)"),  # type: ignore[arg-type]
    "no estimate to scale": (lambda: Scaled(3, 2), r"Scaled: 3 has no estimate\(position\)"),  # type: ignore[arg-type]
    "a factor below 0": (lambda: Scaled(Pancakes(), -1), "factor -1 is not a number of at least 0"),
    "a factor that is no number": (lambda: Scaled(Pancakes(), float("nan")), "factor nan is not a number"),
    "no homomorphism": (
        lambda: sum_disjoint(LINE, 0, table(evolve(LINE, costs=LINE.costs * 0 - 1)), table(LINE)),
        "a pattern has no step from 0 to 1, the abstract states of 0 and 1",
    ),
    "a state that was not reached": (
        lambda: Guided(Pancakes(), pattern_database(Pancakes(), GOAL, projection=large)).search((9, 1, 2, 3, 4)),
        r"not in the pattern database: .* or abstract\(\) gives states",
    ),
    "nothing to guide": (lambda: Guided(None, Pancakes()), "Guided: None is no problem"),  # type: ignore[arg-type]
    "nothing that guides": (lambda: Guided(Pancakes(), None), r"Guided: None has no estimate\(position\)"),  # type: ignore[arg-type]
    "no path": (lambda: save_pattern_database(None, table(SQUARE)), "None is not the path of a file"),  # type: ignore[arg-type]
    "nothing to save": (lambda: save_pattern_database("x", 3), "3 is no pattern database"),  # type: ignore[arg-type]
}


def table(graph: Graph) -> PatternDatabase[int, int]:
    return pattern_database(graph, 0, engine="interpreted")


@pytest.mark.parametrize("name", FAULTS)
def test_is_refused_in_one_line(name: str) -> None:
    act, message = FAULTS[name]
    with pytest.raises(BadInput, match=message) as caught:
        act()
    assert "\n" not in str(caught.value)


def test_a_cancelled_build_ends() -> None:
    token = CancelToken()
    token.cancel()
    for graph in (LINE, Unranked(LINE.costs, 0, LINE.classes)):
        with token.govern(), pytest.raises(Cancelled):
            table(graph)


def test_a_sum_that_is_not_known_to_be_disjoint_has_no_bound() -> None:
    one = pattern_database(Pancakes(), GOAL, projection=large)
    start = (3, 1, 4, 0, 2)
    assert Guided(Pancakes(), one).search(start).bound == 1
    assert Guided(Pancakes(), Sum(one, one)).search(start).bound is None
    assert Guided(Pancakes(), Scaled(one, 2)).search(start).bound is None
    assert Guided(Pancakes(3), Scaled(one, 3, lower_bound=True)).search(start).bound == 1
    assert Guided(Pancakes(), Max(Scaled(one, 0.5), one)).search(start).bound == 1


class TestFiles:
    """A file holds the table and a hash of the steps of a sample."""

    @pytest.mark.parametrize("price", [1, 300, 100_000, 0.5])
    def test_opens_what_was_saved(self, tmp_path: Path, price: float) -> None:
        built = pattern_database(Pancakes(price), GOAL, projection=large)
        save_pattern_database(tmp_path / "pancakes", built)
        opened = open_pattern_database(tmp_path / "pancakes", Pancakes(price), GOAL, projection=large)
        assert opened.costs.dtype == built.costs.dtype
        assert (opened.costs == built.costs).all()
        start = (3, 1, 4, 0, 2)
        assert opened.estimate(start) == built.estimate(start) > 0
        found, expected = (Guided(Pancakes(price), each).search(start) for each in (opened, built))
        assert (found.path, found.cost, found.expanded) == (expected.path, expected.cost, expected.expanded)

    @pytest.mark.parametrize("graph", [LINE, Indexed(LINE.costs, 0, LINE.classes), Unranked(LINE.costs, 0, LINE.classes)])
    def test_opens_tables_of_numbers(self, tmp_path: Path, graph: Graph) -> None:
        save_pattern_database(tmp_path / "line", table(graph))
        opened = open_pattern_database(tmp_path / "line", graph, 0)
        assert [opened.estimate(each) for each in range(3)] == [0, 1, 2]

    def test_keeps_the_compression(self, tmp_path: Path) -> None:
        graph = Unranked(LINE.costs, 0, LINE.classes)
        save_pattern_database(tmp_path / "line", pattern_database(graph, 0, compress=2))
        opened = open_pattern_database(tmp_path / "line", graph, 0)
        assert [opened.estimate(each) for each in range(3)] == [0, 0, 2]
        assert not opened.consistent

    @pytest.mark.parametrize(
        ("problem", "goal", "projection"),
        [
            (Pancakes(2), GOAL, large),
            (Pancakes(), (0, 1, 2, 4, 3), large),
            (Pancakes(), (0, 1, 2, 3), large),
            (Pancakes(), GOAL, large_without_one),
            (OneWay(1), 0, None),
        ],
    )
    def test_refuses_the_table_of_another_problem(self, tmp_path: Path, problem: Any, goal: Any, projection: Any) -> None:
        save_pattern_database(tmp_path / "pancakes", pattern_database(Pancakes(), GOAL, projection=large))
        with pytest.raises(BadInput, match="was built for another problem, pattern or goal"):
            open_pattern_database(tmp_path / "pancakes", problem, goal, projection=projection)

    def test_refuses_steps_that_differ_far_from_the_goal(self, tmp_path: Path) -> None:
        goal = tuple(range(8))
        save_pattern_database(tmp_path / "pancakes", pattern_database(Pancakes(), goal, projection=large))
        with pytest.raises(BadInput, match="was built for another problem, pattern or goal"):
            open_pattern_database(tmp_path / "pancakes", DearFarAway(), goal, projection=large)

    def test_refuses_other_files(self, tmp_path: Path) -> None:
        path = tmp_path / "pancakes"
        with pytest.raises(BadInput):
            open_pattern_database(path, Pancakes(), GOAL, projection=large)
        path.write_text("no table", encoding="utf-8")
        with pytest.raises(BadInput, match="not a file saved by genastar"):
            open_pattern_database(path, Pancakes(), GOAL, projection=large)
        save_pattern_database(path, pattern_database(Pancakes(), GOAL, projection=large))
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)
        with pytest.raises(BadInput, match="damaged"):
            open_pattern_database(path, Pancakes(), GOAL, projection=large)
