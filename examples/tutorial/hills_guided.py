"""A walk across a map of hills."""

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Cell = tuple[int, int]


@frozen
class Hills(AStar[Cell, Cost[int]]):
    heights: tuple[tuple[int, ...], ...]
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if self.has(there):
                climbed = max(self.height(there) - self.height((x, y)), 0)
                open_list.relax(there, node.cost.travelled + 1 + 2 * climbed)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def estimate(self, position: Cell) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < len(self.heights[0]) and 0 <= cell[1] < len(self.heights)

    def height(self, cell: Cell) -> int:
        return self.heights[cell[1]][cell[0]]


RANGE = (
    (0, 0, 1, 5, 1, 0),
    (0, 2, 4, 5, 2, 0),
    (0, 1, 3, 4, 1, 0),
    (0, 0, 0, 1, 0, 0),
)


def show(heights: tuple[tuple[int, ...], ...], path: tuple[Cell, ...]) -> str:
    """Return the heights, with a star on each cell of the path."""
    rows = [["*" if (x, y) in path else str(height) for x, height in enumerate(row)] for y, row in enumerate(heights)]
    return "\n".join(" ".join(row) for row in rows)
