"""The search over the graph of `subgoals`, to one goal: it jumps from the start as JPS+ does, and then follows arcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

import numpy as np
from attrs import frozen

from genastar import Cost, Node, OpenList
from genastar_grid.jump_points.jump import Places, Whole, unroll_paths
from genastar_grid.jump_points.jump_plus import JumpPlus
from genastar_grid.steps.step_problems import Cell
from genastar_grid.subgoals.subgoal_graph import SubgoalGraph
from genastar_grid.subgoals.taut import ONWARD, compute_sixteenth

C = TypeVar("C", int, float)

_ALL: Final = 0xFFFF
"""All 16 directions."""

_SIXTEENTH: Final = np.array(
    [[(compute_sixteenth(np.array([dx]), np.array([dy]))[0]) for dx in range(-2, 3)] for dy in range(-2, 3)]
)
"""The direction of a leg, indexed by ``less_y + 2`` and ``less_x + 2``; see `get_direction`."""
_SIXTEENTH.flags.writeable = False  # otherwise each compiled search compares it


@frozen(eq=False)
class SubgoalProblem(JumpPlus[C], Generic[C]):
    """A search from corner to corner, in eight directions, at equal costs, without corner cutting, to one goal."""

    graph: SubgoalGraph

    def unroll_path(self, path: Sequence[Cell]) -> tuple[Cell, ...]:
        if not path:
            return ()
        _, cells = self.unroll_paths(np.array([0, len(path)]), np.array(path, np.int32))
        return tuple([(x, y) for x, y in cells.tolist()])

    def unroll_paths(self, first: Places, cells: Whole) -> tuple[Places, Whole]:
        return unroll_paths(*self.graph.shortcuts.unpack_paths(first, cells, self.graph.number), self.diagonals)

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        number = int(self.graph.number[y, x])
        if number < 0:  # the start
            self.add_jumps(node, open_list)
            return
        travelled = node.cost.travelled
        goal_x, goal_y = self.goals.area[0], self.goals.area[1]
        arcs, onward = self.graph.arcs, self.get_onward_directions(node, number)
        # If the goal is a node, arcs lead to it.
        if self.graph.number[goal_y, goal_x] < 0 and onward >> get_direction(goal_x - x, goal_y - y) & 1:
            self.add_goal(x, y, 255, travelled, open_list)
        for arc in range(int(self.graph.first[number]), int(self.graph.first[number + 1])):
            if (
                onward >> int(arcs[arc, 6]) & 1
                and arcs[arc, 2] <= goal_x <= arcs[arc, 4]
                and arcs[arc, 3] <= goal_y <= arcs[arc, 5]
            ):
                open_list.relax((int(arcs[arc, 0]), int(arcs[arc, 1])), travelled + int(self.graph.prices[arc]))

    def get_onward_directions(self, node: Node[Cell, Cost[C]], number: int) -> int:
        """Return the directions, as bits, in which a shortest path may leave a node of the graph."""
        if node.parent is None:
            return _ALL
        (x, y), (from_x, from_y) = node.position, node.parent
        open_directions = int(self.open_directions[y, x])
        opened = open_directions >> 1 & 1 | open_directions >> 2 & 2 | open_directions >> 3 & 4 | open_directions >> 4 & 8
        if self.graph.number[from_y, from_x] < 0:  # the start, whose jumps go diagonally first
            return int(ONWARD[opened, get_direction(*get_last_step(from_x - x, from_y - y))])
        arcs = self.graph.arcs
        for arc in range(int(self.graph.first[number]), int(self.graph.first[number + 1])):
            if arcs[arc, 0] == from_x and arcs[arc, 1] == from_y:
                return int(ONWARD[opened, int(arcs[arc, 6])])
        return _ALL


def get_direction(dx: int, dy: int) -> int:
    """Return the direction of a leg, of 16; see `taut`."""
    wide, high = abs(dx), abs(dy)
    less_x = (int(dx > 0) - int(dx < 0)) * (1 + int(wide >= high))
    less_y = (int(dy > 0) - int(dy < 0)) * (1 + int(high >= wide))
    return int(_SIXTEENTH[less_y + 2, less_x + 2])


def get_last_step(dx: int, dy: int) -> tuple[int, int]:
    """Return the straight part of a jump by this vector, or all of it if there is no straight part."""
    wide, high = abs(dx), abs(dy)
    return dx * int(wide >= high), dy * int(high >= wide)
