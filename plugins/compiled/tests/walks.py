"""A walk along a line whose steps cost what a function says, and the text of a refusal."""

from __future__ import annotations

from collections.abc import Callable
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
