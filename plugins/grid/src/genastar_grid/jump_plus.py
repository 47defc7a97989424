"""Jump point search over a table that was made beforehand: JPS+ (see `jump_table`).

The jumps are those of `jump`, and intermediate turning points are left out in the same way; each is one look in place of a
scan. A diagonal jump hops from one cell of interest to the next. On its way it passes the column or the row of the goal once at
the most, and there it looks whether the goal can be seen (a *target jump*).
"""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from genastar import Cost, Node, OpenList
from genastar_grid.canonical import DX, DY, LOWEST
from genastar_grid.jump import unpruned
from genastar_grid.jump_table import Distances
from genastar_grid.search import Cell, Dense

C = TypeVar("C", int, float)


@frozen(eq=False)
class JumpPlus(Dense[C], Generic[C]):
    """Steps to eight neighbours at even costs, no corner cut, from jump point to jump point, to one goal."""

    distances: Distances
    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        ways = unpruned(node, int(self.ways[y, x]))
        while ways:
            direction = int(LOWEST[ways])
            ways &= ways - 1
            if direction & 1:
                self.jump_diagonally(x, y, direction, node.cost.travelled, open_list)
            else:
                self.jump_straight(x, y, direction, node.cost.travelled, open_list)

    def jump_straight(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the goal or the jump point ahead, if there is one."""
        dx, dy = int(DX[direction]), int(DY[direction])
        steps = int(self.distances[y, x, direction])
        right, down = self.goals.area[0] - x, self.goals.area[1] - y
        ahead = right * dx + down * dy
        if right * dy == down * dx and 0 < ahead <= abs(steps):
            open_list.relax((x + ahead * dx, y + ahead * dy), travelled + self.straight * ahead)
        elif steps > 0:
            open_list.relax((x + steps * dx, y + steps * dy), travelled + self.straight * steps)

    def jump_diagonally(self, x: int, y: int, direction: int, travelled: C, open_list: OpenList[Cell, Cost[C]]) -> None:
        """Add the jump points that lie along the rows and columns of the cells ahead, and the goal if it does."""
        dx, dy = int(DX[direction]), int(DY[direction])
        across, along = 2 if dx > 0 else 6, 4 if dy > 0 else 0
        right, down = (self.goals.area[0] - x) * dx, (self.goals.area[1] - y) * dy
        turn = min(right, down)  # the steps after which the goal lies straight ahead
        rest = max(right, down) - turn
        done = 0
        steps = 1
        while steps > 0:
            steps = int(self.distances[y + done * dy, x + done * dx, direction])
            if done < turn <= done + abs(steps):
                seen = int(self.distances[y + turn * dy, x + turn * dx, across if right > down else along])
                if rest <= abs(seen):
                    there = (x + right * dx, y + down * dy)
                    open_list.relax(there, travelled + self.diagonal * turn + self.straight * rest)
            if steps > 0:
                done += steps
                column, row, paid = x + done * dx, y + done * dy, travelled + self.diagonal * done
                far = int(self.distances[row, column, across])
                if far > 0:
                    open_list.relax((column + far * dx, row), paid + self.straight * far)
                far = int(self.distances[row, column, along])
                if far > 0:
                    open_list.relax((column, row + far * dy), paid + self.straight * far)
