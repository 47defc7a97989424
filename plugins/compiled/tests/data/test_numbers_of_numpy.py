"""Fields that are numbers of numpy's, as users take them from arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import frozen
from both_speeds import search_both
from walks import refusal

from genastar import AStar, Cost, Node, OpenList


@frozen
class Stairs(AStar[int, Cost[Any]]):
    goal: Any
    price: Any = 2

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        for step in (1, 3):
            open_list.relax(node.position + step, node.cost.travelled + self.price * step)

    def is_destination(self, position: int) -> bool:
        return bool(position == self.goal)


@pytest.mark.parametrize("solver", [Stairs(np.int64(7)), Stairs(7, np.float64(1.5)), Stairs(np.float64(7.0), np.int64(3))])
def test_a_number_of_64_bits_is_a_field(solver: Stairs) -> None:
    assert search_both(solver, 0).path[-1] == 7  # type: ignore[attr-defined]


def test_fields_of_one_class_may_be_pythons_and_numpys() -> None:
    for goal in (7, np.int64(8), 9.0, np.float64(10.0)):
        assert search_both(Stairs(goal), 0).path[-1] == goal  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [np.int32(2), np.float32(0.5), np.uint8(3)])
def test_a_narrow_number_is_refused(number: Any) -> None:
    assert "Stairs.price: " in refusal(Stairs(7, number), 0)
