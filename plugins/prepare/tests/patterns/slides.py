"""Sliding tiles in one class for the puzzle and its patterns; and the distances of all boards, found without it."""

from __future__ import annotations

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Board = tuple[int, ...]

ALL = (1, 2, 3, 4, 5, 6, 7, 8)
GOAL: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)
NEAR = (
    (1, 3), (0, 2, 4), (1, 5),
    (0, 4, 6), (1, 3, 5, 7), (2, 4, 8),
    (3, 7), (4, 6, 8), (5, 7),
)  # fmt: skip


@frozen
class Slides(AStar[Board, Cost[int]]):
    """The 8-puzzle, in which only moves of the counted tiles cost 1."""

    counted: tuple[int, ...] = ALL

    def add_neighbours(self, node: Node[Board, Cost[int]], open_list: OpenList[Board, Cost[int]]) -> None:
        board = node.position
        gap = board.index(0)
        for place in NEAR[gap]:
            tile = board[place]
            after = tuple([tile if p == gap else 0 if p == place else board[p] for p in range(9)])
            open_list.relax(after, node.cost.travelled + (1 if tile in self.counted else 0))

    def is_destination(self, position: Board) -> bool:
        return position == GOAL

    def abstract(self, board: Board) -> Board:
        return tuple([tile if tile == 0 or tile in self.counted else 9 for tile in board])


def distances() -> dict[Board, int]:
    """Return the moves from each board to the goal, by breadth-first search."""
    found, layer = {GOAL: 0}, [GOAL]
    while layer:
        later = []
        for board in layer:
            gap = board.index(0)
            y, x = divmod(gap, 3)
            for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= y + dy < 3 and 0 <= x + dx < 3:
                    after = list(board)
                    other = 3 * (y + dy) + x + dx
                    after[gap], after[other] = after[other], 0
                    if tuple(after) not in found:
                        found[tuple(after)] = found[board] + 1
                        later.append(tuple(after))
        layer = later
    return found
