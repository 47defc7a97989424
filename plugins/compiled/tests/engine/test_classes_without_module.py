"""Classes that code without a module makes, as by `exec`, have no ``__module__``: they compile like others."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest
from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

OUTSIDE: dict[str, Any] = {"Enum": Enum}
exec("Table = type('Table', (), {'STEPS': (1, 2, 3)})", OUTSIDE)
exec("Mode = Enum('Mode', {'SLOW': 1, 'FAST': 2})", OUTSIDE)
exec("Box = type('Box', (), {'n': 4})", OUTSIDE)
exec("Closed = type('Closed', (ValueError,), {})", OUTSIDE)
Table, Mode, Box, Closed = (OUTSIDE[name] for name in ("Table", "Mode", "Box", "Closed"))


@frozen(eq=False)
class Stairs(AStar[int, Cost[int]]):
    box: Any
    mode: Any
    top: int = 8

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        try:
            if node.position > 5:
                raise Closed("too high")
            cost = Table.STEPS[node.position % 3] + self.box.n
        except Closed:
            cost = 7
        open_list.relax(node.position + 1, node.cost.travelled + cost + (self.mode is Mode.FAST))

    def is_destination(self, position: int) -> bool:
        return position >= self.top


@pytest.mark.long
def test_a_class_without_a_module_compiles() -> None:
    assert "__module__" not in vars(Table)
    solver = Stairs(Box(), Mode.FAST)
    assert solver.search(0, engine="compiled", verify=True).found


def test_a_solver_whose_class_has_no_module_compiles() -> None:
    scope: dict[str, Any] = {"Stairs": Stairs}
    exec("Hall = type('Hall', (Stairs,), {'rate': 3})", scope)
    assert scope["Hall"](Box(), Mode.SLOW).search(0, engine="compiled", verify=True).found
