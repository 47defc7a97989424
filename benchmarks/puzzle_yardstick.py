"""The yardstick of IDA*: the 15-puzzle and nothing else, as one writes it by hand for speed, in Numba."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

MOST = 100
"""Moves that any instance needs at the most, and some more."""


@njit(cache=False)
def walk(tiles: Numbers, gap: int, left: int, bound: int, change: Numbers, ways: Numbers) -> tuple[int, int]:
    """One round: depth first below the bound. The least total beyond it or -1 if the goal was found, and the nodes expanded.

    ``change[tile, from, to]`` is what a slide does to the distance, ``ways[gap, turn]`` the place of the next tile or -1. A
    node's board is made by sliding and unmade by sliding back; the slide back to the parent is left out.
    """
    turns = np.zeros(MOST, np.int64)
    gaps = np.zeros(MOST, np.int64)
    gains = np.zeros(MOST, np.int64)
    depth = 0
    beyond = 1 << 30
    expanded = 1
    gaps[0] = gap
    came_from = -1
    turns[0] = 0
    if left == 0:
        return -1, 0
    while True:
        turn = turns[depth]
        if turn == 4:
            if depth == 0:
                return beyond, expanded
            depth -= 1
            place = gaps[depth]
            tiles[gap] = tiles[place]
            tiles[place] = 0
            left -= gains[depth]
            gap = place
            came_from = gaps[depth - 1] if depth > 0 else -1
            tile = tiles[gaps[depth]]
            continue
        turns[depth] = turn + 1
        place = ways[gap, turn]
        if place < 0 or place == came_from:
            continue
        tile = tiles[place]
        gain = change[tile, place, gap]
        total = depth + 1 + left + gain
        if total > bound:
            beyond = min(beyond, total)
            continue
        tiles[gap] = tile
        tiles[place] = 0
        gains[depth] = gain
        left += gain
        if left == 0:
            return -1, expanded
        came_from = gap
        depth += 1
        gap = place
        gaps[depth] = gap
        turns[depth] = 0
        expanded += 1


def ida_star(start: Sequence[int], distance: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the fewest moves, and the nodes expanded in all rounds. ``distance`` is by tile and place, the gap first."""
    by_place = np.array(distance)
    change = np.zeros((16, 16, 16), np.int64)
    for tile in range(16):
        change[tile] = by_place[tile][None, :] - by_place[tile][:, None]
    ways = np.full((16, 4), -1, np.int64)
    for gap in range(16):
        row, column = divmod(gap, 4)
        beside = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        for turn, (y, x) in enumerate(beside):
            if 0 <= y < 4 and 0 <= x < 4:
                ways[gap, turn] = 4 * y + x
    left = sum(int(distance[tile][place]) for place, tile in enumerate(start))
    bound, expanded = left, 0
    while True:
        beyond, nodes = walk(np.array(start), start.index(0), left, bound, change, ways)
        expanded += nodes
        if beyond < 0:
            return bound, expanded
        bound = beyond
