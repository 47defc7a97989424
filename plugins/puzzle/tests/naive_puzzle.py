"""The puzzle without any cleverness: an oracle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

Board = tuple[int, ...]


def neighbours(board: Board, width: int) -> Iterator[Board]:
    """The boards after one slide."""
    gap = board.index(0)
    for place in range(len(board)):
        rows, columns = abs(place // width - gap // width), abs(place % width - gap % width)
        if rows + columns == 1:
            moved = list(board)
            moved[gap], moved[place] = moved[place], 0
            yield tuple(moved)


@lru_cache(maxsize=2)
def distances(goal: Board, width: int) -> dict[Board, int]:
    """The fewest moves to the goal, from every board that leads there: breadth first."""
    found = {goal: 0}
    waiting = deque([goal])
    while waiting:
        board = waiting.popleft()
        for after in neighbours(board, width):
            if after not in found:
                found[after] = found[board] + 1
                waiting.append(after)
    return found
