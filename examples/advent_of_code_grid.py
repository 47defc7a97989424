"""A grid as in Advent of Code: cross it with the least heat loss, with a limited number of steps before each turn."""

from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList

GRID = Path(__file__).parent / "data" / "heat.txt"

ALONG_COLUMN, ALONG_ROW, EITHER = 0, 1, 2
State = tuple[int, int, int]  # column, row, and the axis of the next steps


@frozen(eq=False)
class Crucible(AStar[State, Cost[int]]):
    heat: NDArray[np.int64]  # the heat lost on entering each cell, by row and column
    goal: tuple[int, int]
    least: int  # the least number of steps between two turns
    most: int  # the greatest

    def add_neighbours(self, node: Node[State, Cost[int]], open_list: OpenList[State, Cost[int]]) -> None:
        x, y, axis = node.position
        height, width = self.heat.shape
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if axis in (ALONG_ROW if dx else ALONG_COLUMN, EITHER):
                lost = node.cost.travelled
                for steps in range(1, self.most + 1):
                    there, down = x + steps * dx, y + steps * dy
                    if not (0 <= there < width and 0 <= down < height):
                        break
                    lost += int(self.heat[down, there])
                    if steps >= self.least:
                        open_list.relax((there, down, ALONG_COLUMN if dx else ALONG_ROW), lost)

    def estimate(self, position: State) -> int:  # a step loses at least 1
        return self.goal[0] - position[0] + self.goal[1] - position[1]

    def is_destination(self, position: State) -> bool:
        return position[:2] == self.goal


if __name__ == "__main__":
    heat = np.array([list(row) for row in GRID.read_text(encoding="utf-8").split()], np.int64)
    for part, (least, most) in enumerate([(1, 3), (4, 10)], 1):
        for engine in ("interpreted", "compiled"):
            result = Crucible(heat, (heat.shape[1] - 1, heat.shape[0] - 1), least, most).search((0, 0, EITHER), engine=engine)
            assert result.found
            print(f"Part {part}: {result.cost.travelled} ({engine}, {result.expanded} states looked at)")
