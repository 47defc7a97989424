"""The search over the graph of `subgoals`, to one goal: from the start it jumps as JPS+ does, then it follows legs."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen

from genastar import Cost, Node, OpenList
from genastar_grid.jump import arrival
from genastar_grid.jump_plus import JumpPlus
from genastar_grid.search import Cell
from genastar_grid.subgoals import TAUT, Graph
from genastar_grid.ways import EIGHT

C = TypeVar("C", int, float)

_ONWARD: Final = np.full(9, 255, np.uint8)
"""The directions in which a shortest way may go on, by the arrival; all from the start."""
for _arrived in (0, 2, 4, 6):
    _dx, _dy = EIGHT[_arrived]
    _ONWARD[3 * (_dy + 1) + _dx + 1] = sum(1 << (_arrived + turn) % 8 for turn in TAUT)


@frozen(eq=False)
class Subgoal(JumpPlus[C], Generic[C]):
    """Steps to eight neighbours at even costs, no corner cut, from corner to corner, to one goal."""

    graph: Graph

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        number = int(self.graph.number[y, x])
        if number < 0:  # the start
            self.add_jumps(node, open_list)
            return
        travelled = node.cost.travelled
        goal_x, goal_y = self.goals.area[0], self.goals.area[1]
        onward = int(_ONWARD[arrival(node)])
        self.add_goal(x, y, onward, travelled, open_list)
        legs = self.graph.legs
        for leg in range(int(self.graph.first[number]), int(self.graph.first[number + 1])):
            in_box = legs[leg, 2] <= goal_x <= legs[leg, 4] and legs[leg, 3] <= goal_y <= legs[leg, 5]
            if in_box and onward >> legs[leg, 6] & 1:
                to_x, to_y = int(legs[leg, 0]), int(legs[leg, 1])
                dx, dy = abs(to_x - x), abs(to_y - y)
                open_list.relax((to_x, to_y), travelled + self.straight * abs(dx - dy) + self.diagonal * min(dx, dy))
