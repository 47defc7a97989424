"""Sizes that are no number of positions, and indices outside them."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from attrs import frozen

from genastar import AStar, BadInput, CannotCompile, Cost, Node, OpenList, Workspace

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]


@frozen
class Line(AStar[int, Cost[int]]):
    """Steps to the right."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen
class Short(Line):
    """An index outside its size."""

    size: int = 10

    def index(self, position: int) -> int:
        return position


@pytest.mark.parametrize("engine", ["compiled"])
def test_an_index_outside_the_size(engine: str) -> None:
    with pytest.raises(BadInput, match=r"Short\.index gave 10, which is outside its size 10"):
        Short(20).search(0, engine=engine)


@frozen
class Sized(Line):
    """Says how many positions there are."""

    size: object = 10
    plus: float | int = 0

    def index(self, position: int) -> int:
        return position + self.plus  # type: ignore[return-value]


def both(solver: Line) -> list[Callable[[], object]]:
    return [
        lambda: solver.search(0, engine="compiled"),
        lambda: solver.search_many([0, 1], engine="compiled")[0],
    ]


@pytest.mark.parametrize("size", [-1, -(1 << 62), 2.5, 10.0, math.nan, None, "ten", (3,)], ids=repr)
def test_a_size_that_is_no_number_of_positions(size: object) -> None:
    for search in both(Sized(5, size=size)):
        with pytest.raises(
            BadInput, match=r"Sized\.size is .*; it must be the number of positions, an int of at least 0"
        ) as caught:
            search()
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [1 << 45, 1 << 62, (1 << 63) - 1])
def test_a_size_beyond_memory(size: int) -> None:
    workspace = Workspace()
    for search in [*both(Sized(5, size=size)), lambda: Sized(5, size=size).search(0, engine="compiled", workspace=workspace)]:
        with pytest.raises(BadInput, match=f"a closed list for size = {size} positions does not fit into memory") as caught:
            search()
        assert "\n" not in str(caught.value)
    assert Sized(5, size=10).search(0, engine="compiled", workspace=workspace).found


@pytest.mark.parametrize("plus", [-1, 10, 1 << 62, -(1 << 62)])
def test_an_index_outside_the_size_at_the_start(plus: int) -> None:
    for search in both(Sized(5, plus=plus)):
        with pytest.raises(BadInput, match=rf"Sized\.index gave {plus}, which is outside its size 10"):
            search()


def test_an_index_that_is_no_integer() -> None:
    for search in both(Sized(5, plus=0.5)):
        with pytest.raises(CannotCompile, match="an index of a position that is float; write int"):
            search()
