"""A walk along a line whose steps cost what a function says, and the text of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar_compiled.compiler.faults import NotCovered


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
    """The text of a refusal, which ends with what always helps."""
    text = words_of_numba(solver, start, *cost)
    assert text.endswith('or search with engine="interpreted"')
    return text


def words_of_numba(solver: AStar[Any, Any], start: Any, *cost: Any) -> str:
    """The line with which Numba's part refuses; the compiler, which comes first, refuses too or gives what Python gives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GENASTAR_COMPILER", "off")
        with pytest.raises(CannotCompile) as caught:
            solver.search(start, *cost, engine="compiled")
        patch.setenv("GENASTAR_COMPILER", "only")
        compiled = outcome(solver, start, *cost, engine="compiled")
    assert compiled in (CannotCompile, NotCovered) or compiled == outcome(solver, start, *cost, engine="interpreted")
    text = str(caught.value)
    assert "\n" not in text
    return text


def outcome(solver: AStar[Any, Any], start: Any, *cost: Any, engine: str) -> object:
    """The path and the cost of a search, or the class of what it raises."""
    try:
        found = solver.search(start, *cost, engine=engine)
    except Exception as error:
        return type(error)
    return found.path, found.cost
