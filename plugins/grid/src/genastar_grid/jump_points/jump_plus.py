"""Jump point search with a precomputed table: JPS+ (see `jump_table`).

The jumps are those of `jump`, without intermediate turning points; each is one look-up instead of a scan. A diagonal jump goes
from one cell of interest to the next. Each expansion tests once whether the goal can be jumped to (a *target jump*): there is
only one cell at which to turn towards it.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from attrs import frozen

from genastar import Cost, Node, OpenList
from genastar_grid.jump_points.canonical import DX, DY, LOWEST
from genastar_grid.jump_points.jump import Jumping, compute_straight_arrival, is_forced
from genastar_grid.jump_points.jump_table import Distances
from genastar_grid.steps.step_problems import Cell

C = TypeVar("C", int, float)


@frozen(eq=False)
class JumpPlus(Jumping[C], Generic[C]):
    """Jumps to one goal in eight directions, at equal costs, by look-ups."""

    distances: Distances
    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        self.add_jumps(node, open_list)

    def add_jumps(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the goal and the jump points that jumps from this cell reach."""
        x, y = node.position
        travelled = node.cost.travelled
        open_directions = int(self.kept_directions[self.get_arrival(node), int(self.open_directions[y, x])])
        self.add_goal(x, y, open_directions, travelled, open_list)
        while open_directions:
            direction = int(LOWEST[open_directions])
            open_directions &= open_directions - 1
            if direction & 1:
                self.jump_diagonally(x, y, direction, travelled, open_list)
            else:
                self.jump_straight(x, y, direction, travelled, open_list)

    def add_goal(self, x: int, y: int, open_directions: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the goal if the path to it, diagonally first and then straight, is free and begins in one of these directions."""
        right, down = self.goals.area[0] - x, self.goals.area[1] - y
        columns, rows = abs(right), abs(down)
        dx, dy = int(right > 0) - int(right < 0), int(down > 0) - int(down < 0)
        turn = min(columns, rows)
        rest = max(columns, rows) - turn
        side = 2 + 2 * dy if rows > columns else 4 - 2 * dx
        diagonal = 4 - 2 * dx + dx * dy
        if open_directions >> (diagonal if turn else side) & 1 and self.is_clear(x, y, diagonal, turn):
            seen = int(self.distances[y + turn * dy, x + turn * dx, side])
            if rest <= abs(seen):
                open_list.relax((x + right, y + down), travelled + self.diagonal * turn + self.straight * rest)

    def is_clear(self, x: int, y: int, direction: int, steps: int) -> bool:
        """Return whether so many diagonal steps are possible."""
        dx, dy = int(DX[direction]), int(DY[direction])
        hop = 1
        while steps > 0 and hop > 0:
            hop = int(self.distances[y, x, direction])
            x, y = x + hop * dx, y + hop * dy
            steps -= abs(hop)
        return steps <= 0

    def jump_straight(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump point ahead, if there is one."""
        steps = int(self.distances[y, x, direction])
        if steps > 0:
            there = x + steps * int(DX[direction]), y + steps * int(DY[direction])
            open_list.relax(there, travelled + self.straight * steps)

    def jump_diagonally(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump points in the rows and columns of the cells ahead."""
        dx, dy = int(DX[direction]), int(DY[direction])
        steps = int(self.distances[y, x, direction])
        while steps > 0:
            x, y, travelled = x + steps * dx, y + steps * dy, travelled + self.diagonal * steps
            if is_forced(self.kept_directions, direction, int(self.open_directions[y, x])):
                open_list.relax((x, y), travelled)
                return
            self.jump_straight(x, y, direction - 1, travelled, open_list)
            self.jump_straight(x, y, (direction + 1) % 8, travelled, open_list)
            steps = int(self.distances[y, x, direction])


@frozen(eq=False)
class JumpPlusStraight(JumpPlus[C], Generic[C]):
    """Jumps without diagonal steps, vertically first."""

    diagonals: ClassVar[bool] = False

    def get_arrival(self, node: Node[Cell, Cost[C]]) -> int:
        return compute_straight_arrival(node)

    def add_goal(self, x: int, y: int, open_directions: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        right, down = self.goals.area[0] - x, self.goals.area[1] - y
        columns, rows = abs(right), abs(down)
        along, across = 4 if down > 0 else 0, 2 if right > 0 else 6
        if not (open_directions >> (along if rows else across) & 1 and self.is_clear(x, y, along, rows)):
            return
        if columns <= abs(int(self.distances[y + down, x, across])):
            open_list.relax((x + right, y + down), travelled + self.straight * (rows + columns))

    def jump_straight(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        dx, dy = int(DX[direction]), int(DY[direction])
        steps = int(self.distances[y, x, direction])
        while steps > 0:
            x, y, travelled = x + steps * dx, y + steps * dy, travelled + self.straight * steps
            if dx:
                open_list.relax((x, y), travelled)
                return
            for across in (2, 6):
                aside = int(self.distances[y, x, across])
                if aside > 0:
                    open_list.relax((x + aside * int(DX[across]), y), travelled + self.straight * aside)
            steps = int(self.distances[y, x, direction])
