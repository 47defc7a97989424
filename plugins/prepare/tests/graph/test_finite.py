"""A wrong size or index is refused in one line."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from rings import Ring

import genastar
from genastar import AStar, BadInput, Cost, Node, OpenList


@frozen
class Declared(AStar[int, Cost[Any]]):
    """A ring with a declared size and index."""

    size: Any
    number: Any

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        open_list.relax((node.position + 1) % 6, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 3

    def index(self, position: int) -> Any:
        return self.number(position)


@pytest.mark.parametrize(
    ("declared", "number", "message"),
    [
        (-3, int, "size is -3; it must be the number of positions"),
        (0, int, "size is 0; give the number of positions"),
        (10.0, int, r"size is 10\.0; it must be the number of positions"),
        (None, int, "size is None; it must be the number of positions"),
        (6, float, r"index gives 0\.0 for 0; expected a whole number from 0 to 5"),
        (6, str, "index gives '0' for 0; expected a whole number from 0 to 5"),
        (6, lambda position: position + 100, "index gives 100 for 0; expected a whole number from 0 to 5"),
    ],
)
def test_a_wrong_size_or_index_is_refused_in_one_line(declared: Any, number: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        genastar.prepare(Declared(declared, number), starts=[0])


@frozen
class Halved(Ring):
    """A ring in which two neighbours share an index."""

    def index(self, position: int) -> int:
        return position // 2


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_an_index_of_two_positions_is_refused(engine: str) -> None:
    with pytest.raises(BadInput, match=r"^Halved\.index gives the same number for 0 and 1; give each position an index"):
        genastar.prepare(Halved(), starts=[0], method="landmarks", engine=engine)


@frozen
class Bridged(AStar[tuple[int, int], Cost[int]]):
    """Two lines, whose indices are the same, with a step from the first to the second far from its beginning."""

    length: int = 3000

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        x, line = node.position
        if x < self.length - 1:
            open_list.relax((x + 1, line), node.cost.travelled + 1)
            if x == 2500 and line == 0:
                open_list.relax((x + 1, 1), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == (self.length - 1, 1)

    def index(self, position: tuple[int, int]) -> int:
        return position[0]

    @property
    def size(self) -> int:
        return self.length


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_an_index_shared_far_from_the_start_is_refused(engine: str) -> None:
    with pytest.raises(BadInput, match=r"^Bridged\.index gives the same number for \(2501, 0\) and \(2501, 1\); give each"):
        genastar.prepare(Bridged(), starts=[(0, 0)], method="landmarks", engine=engine)
