"""The yardstick: A* on a grid written by hand for Numba, the mark that the compiled engine's hooks are held against.

It can do one thing: 8-connected maps with a wall around them, without cutting corners, steps of 408 and 577. Knowing that, it
is as lean as its author could make it:

- one byte a cell says which of the eight directions are open, and is walked by counting trailing zeros;
- one word a cell says all that is known of it; generations count down, so that "known, and not dearer than this" is a single
  comparison, and nothing is ever cleared but the ring;
- a bucket for each total, in a ring wider than two steps; each is a stack, linked through one word for each entry.

The estimate is consistent, so the first entry of a cell that comes off its stack is the cheapest, and whatever finds its cell
closed is stale.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types, uint32, uint64
from numba.extending import intrinsic
from numpy.typing import NDArray

from benchmarks.compiled_maps import COMPASS, Cell, Map

STRAIGHT, DIAGONAL = 408, 577

RING = 2048
_RING_MASK = np.uint64(RING - 1)
_STEP = np.array([DIAGONAL if dx and dy else STRAIGHT for dx, dy in COMPASS], np.uint64)
_DX = np.array([dx for dx, _ in COMPASS])
_DY = np.array([dy for _, dy in COMPASS])

# A word of a cell, from the top: 28 bits of generation, 32 bits travelled, 1 bit closed, 3 bits of the direction it came by.
_GENERATION = np.uint64(36)
_TRAVELLED = np.uint64(4)
_CLOSED = np.uint64(8)
_DIRECTION = np.uint64(7)
_BELOW_TRAVELLED = np.uint64(15)
_LAST_GENERATION = (1 << 28) - 2

_ZERO, _ONE, _HALF, _LOW = np.uint64(0), np.uint64(1), np.uint64(32), np.uint64(0xFFFFFFFF)


@intrinsic
def _trailing_zeros(typingctx: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


@njit(inline="always")
def _octile(dx: int, dy: int) -> int:
    dx, dy = abs(dx), abs(dy)
    return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)


@njit(nogil=True)
def _search(
    passable: NDArray[np.uint8],
    width: int,
    states: NDArray[np.uint64],
    heads: NDArray[np.uint32],
    entries: NDArray[np.uint64],
    generation: int,
    start: int,
    goal: int,
    offsets: NDArray[np.int64],
    path: NDArray[np.int64],
) -> tuple[int, np.int64, int]:
    """How many nodes were expanded, what the way costs (-1: there is none), and how many cells of ``path`` it fills."""
    stamp = uint64(generation) << _GENERATION
    goal_y = uint32(goal) // uint32(width)
    goal_x = goal - goal_y * width
    start_y = uint32(start) // uint32(width)
    first = _octile(start - start_y * width - goal_x, np.int64(start_y) - goal_y)
    heads[:] = 0
    current = uint64(first)
    heads[current & _RING_MASK] = 1
    entries[_ONE] = uint64(start)
    free, used, waiting, expanded = _ZERO, uint64(2), 1, 0
    states[uint64(start)] = stamp
    while waiting > 0:
        head = uint64(heads[current & _RING_MASK])
        while head == _ZERO:
            current += _ONE
            head = uint64(heads[current & _RING_MASK])
        entry = entries[head]
        heads[current & _RING_MASK] = uint32(entry >> _HALF)
        entries[head] = free << _HALF
        free = head
        waiting -= 1
        cell = entry & _LOW
        state = states[cell]
        if state & _CLOSED:
            continue
        states[cell] = state | _CLOSED
        travelled = (state >> _TRAVELLED) & _LOW
        if cell == uint64(goal):
            return expanded, np.int64(travelled), _way_back(states, start, goal, offsets, path)
        expanded += 1
        row = uint32(cell) // uint32(width)
        y = np.int64(row) - goal_y
        x = np.int64(cell) - np.int64(row) * width - goal_x
        ways = uint64(passable[cell])
        while ways != _ZERO:
            direction = _trailing_zeros(ways)
            ways &= ways - _ONE
            beside = uint64(np.int64(cell) + offsets[direction])
            reached = travelled + _STEP[direction]
            word = stamp | (reached << _TRAVELLED)
            if states[beside] <= word | _BELOW_TRAVELLED:
                continue
            states[beside] = word | direction
            bucket = (reached + uint64(_octile(x + _DX[direction], y + _DY[direction]))) & _RING_MASK
            place = free
            if place != _ZERO:
                free = entries[place] >> _HALF
            else:
                place = used
                used += _ONE
            entries[place] = beside | (uint64(heads[bucket]) << _HALF)
            heads[bucket] = uint32(place)
            waiting += 1
    return expanded, np.int64(-1), 0


@njit(inline="always")
def _way_back(states: NDArray[np.uint64], start: int, goal: int, offsets: NDArray[np.int64], path: NDArray[np.int64]) -> int:
    cell, count = goal, 0
    path[0] = cell
    while cell != start:
        cell -= offsets[states[uint64(cell)] & _DIRECTION]
        count += 1
        path[count] = cell
    return count + 1


class Yardstick:
    """The arrays of searches on one map."""

    def __init__(self, world: Map) -> None:
        self._passable = world.passable().ravel()
        self._width = world.width
        self._states = np.full(self._passable.size, np.iinfo(np.uint64).max, np.uint64)
        self._heads = np.zeros(RING, np.uint32)
        self._entries = np.zeros(8 * self._passable.size, np.uint64)
        self._offsets = _DY * self._width + _DX
        self._path = np.zeros(self._passable.size, np.int64)
        self._generation = _LAST_GENERATION

    def search(self, start: Cell, goal: Cell) -> tuple[int, int, list[int]]:
        """How many nodes were expanded, what the way costs, and its cells: row times width plus column."""
        self._generation -= 1
        expanded, cost, count = _search(
            self._passable,
            self._width,
            self._states,
            self._heads,
            self._entries,
            self._generation,
            start[1] * self._width + start[0],
            goal[1] * self._width + goal[0],
            self._offsets,
            self._path,
        )
        return expanded, cost, self._path[:count][::-1].tolist()
