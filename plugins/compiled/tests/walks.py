"""A walk along a line whose steps cost what a function says, and the text of a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList


@frozen
class Walk(AStar[int, Cost[int]]):
    """Each step costs what ``helper`` says of the position."""

    goal: int
    helper: Callable[[int], int]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + abs(self.helper(node.position)))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


def number_of(value: object) -> int:
    """A number for a number, or for a tuple of them."""
    if isinstance(value, tuple):
        total = 7
        for each in value:
            total = (total * 31 + number_of(each)) % 100_003
        return total
    return int(value)  # type: ignore[call-overload,no-any-return]


@frozen
class Values(Walk):
    """Each step costs a number for what ``helper`` returns."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + abs(number_of(self.helper(node.position))))


def free(n: int) -> int:
    return 0


def refusal(solver: AStar[Any, Any], start: Any, *cost: Any) -> str:
    """The line of a refusal, which ends with what always helps."""
    with pytest.raises(CannotCompile) as caught:
        solver.search(start, *cost, engine="compiled")
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith('or search with engine="interpreted"')
    return text


def outcome(solver: AStar[Any, Any], start: Any, *cost: Any, engine: str) -> object:
    """The path and the cost of a search, or the class of what it raises."""
    try:
        found = solver.search(start, *cost, engine=engine)
    except Exception as error:
        return type(error)
    return found.path, found.cost


def search_each(helper: Callable[[int], object], starts: Iterable[int] = range(8)) -> None:
    """Compare what a function returns or raises at both engines, for a number at a time."""
    for n in starts:
        solver = Values(n + 1, helper)  # type: ignore[arg-type]
        fast = outcome(solver, n, engine="compiled")
        if fast is CannotCompile:
            solver.search(n, engine="compiled")  # raises it again, with its line
        assert outcome(solver, n, engine="interpreted") == fast
