"""Dijkstra over a raster, written apart from the domain: the oracle of its tests."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from math import hypot, inf, isnan

import numpy as np
from numpy.typing import NDArray

Step = Callable[[int, int, int, int], float]

RINGS = {
    4: ((0, 1),),
    8: ((0, 1), (1, 1)),
    16: ((0, 1), (1, 1), (1, 2)),
    32: ((0, 1), (1, 1), (1, 2), (1, 3), (2, 3)),
}


def list_steps(neighbours: int) -> set[tuple[int, int]]:
    """All steps of a stencil."""
    return {(sy * a, sx * b) for one in RINGS[neighbours] for a, b in (one, one[::-1]) for sy in (1, -1) for sx in (1, -1)}


def search(shape: tuple[int, int], start: tuple[int, int], price: Step, neighbours: int) -> NDArray[np.float64]:
    """The cost of the cheapest path from a cell (row, column) to each cell; infinite where there is none."""
    found = np.full(shape, inf)
    found[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        cost, (row, column) = heapq.heappop(heap)
        if cost > found[row, column]:
            continue
        for down, right in list_steps(neighbours):
            to_row, to_column = row + down, column + right
            if not (0 <= to_row < shape[0] and 0 <= to_column < shape[1]):
                continue
            step = price(row, column, to_row, to_column)
            if not isnan(step) and cost + step < found[to_row, to_column]:
                found[to_row, to_column] = cost + step
                heapq.heappush(heap, (cost + step, (to_row, to_column)))
    return found


def price_friction(friction: NDArray[np.float64], pieces: int = 4000) -> Step:
    """Costs per metre, summed over many short pieces of a line between cells of a metre."""

    def price(row: int, column: int, to_row: int, to_column: int) -> float:
        length = hypot(to_row - row, to_column - column)
        if max(abs(to_row - row), abs(to_column - column)) == 1:
            return length * (friction[row, column] + friction[to_row, to_column]) / 2
        at = (np.arange(pieces) + 0.5) / pieces
        rows = np.floor(row + 0.5 + (to_row - row) * at).astype(int)
        columns = np.floor(column + 0.5 + (to_column - column) * at).astype(int)
        return float(length * friction[rows, columns].mean())

    return price
