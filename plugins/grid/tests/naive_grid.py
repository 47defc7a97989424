"""Dijkstra's algorithm, naively, with the rules for steps written out a second time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import cache
from math import inf, sqrt

import numpy as np

from genastar_grid.info import Options

Cell = tuple[int, int]


def list_steps(costs: np.ndarray, here: Cell, options: Options) -> Iterator[tuple[Cell, Cell, float]]:
    """Each step from a cell: where to, its columns and rows, and its price without turns."""
    height, width = costs.shape

    def cost(x: int, y: int) -> float:
        x, y = x % width if "x" in options.wrap else x, y % height if "y" in options.wrap else y
        return float(costs[y, x]) if 0 <= x < width and 0 <= y < height else 0.0

    x, y = here
    reach = {"4": 1, "8": 1, "16": 2, "32": 3, "knight": 2}[options.directions]
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
            if math.gcd(dx, dy) != 1 or cost(x + dx, y + dy) == 0:
                continue
            if options.directions == "knight":
                if (long, short) != (2, 1):
                    continue
                length = 1.0
            elif (long, short) == (1, 1):
                if options.directions == "4":
                    continue
                blocked = (cost(x + dx, y) == 0) + (cost(x, y + dy) == 0)
                if blocked > {"never": -1, "no-obstacle": 0, "one-obstacle": 1, "always": 2}[options.diagonals]:
                    continue
                length = sqrt(2) * options.diagonal_factor
            else:
                if any(cost(x + column, y + row) == 0 for column, row in list_passed(dx, dy, options.diagonals == "never")):
                    continue
                length = sqrt(dx * dx + dy * dy)
            there = x + dx, y + dy
            if "x" in options.wrap:
                there = there[0] % width, there[1]
            if "y" in options.wrap:
                there = there[0], there[1] % height
            # A step goes the shorter way around. Two moves into one cell have one direction: a path is made of cells.
            shorter = (
                shorten_offset(there[0] - x, width, "x" in options.wrap),
                shorten_offset(there[1] - y, height, "y" in options.wrap),
            )
            if there == here or (options.directions != "knight" and (abs(dx), abs(dy)) != (abs(shorter[0]), abs(shorter[1]))):
                continue
            paid = cost(*there) if options.step == "entered" else (cost(*here) + cost(*there)) / 2
            yield there, shorter, length * paid


def shorten_offset(part: int, size: int, joined: bool) -> int:
    """The least part of a step from column to column, or from row to row, the negative one of two."""
    return min((part - size, part, part + size), key=lambda each: (abs(each), each)) if joined else part


@cache
def list_passed(dx: int, dy: int, corners: bool) -> set[Cell]:
    """The cells on a line, which is sampled so finely that it meets the inside of every one; with corners on a wider line."""
    samples = [number / 997 for number in range(998)]
    sides: tuple[float, ...] = (0,)
    if corners:
        samples.append(0.5)  # the lines of these moves meet corners in their middle alone
        sides = (-1e-4, 0, 1e-4)
    return {(math.floor(t * dx - side * dy + 0.5), math.floor(t * dy + side * dx + 0.5)) for t in samples for side in sides}


def compute_lengths(costs: np.ndarray, start: Cell, options: Options) -> dict[Cell, float]:
    """The length of the cheapest way to each cell, with the price of turns, on the graph of cells and headings."""
    best: dict[tuple[Cell, Cell | None], float] = {(start, None): 0.0}
    queue: list[tuple[float, Cell, tuple[int, ...]]] = [(0.0, start, ())]
    while queue:
        travelled, here, heading = heapq.heappop(queue)
        if travelled > best[here, heading or None]:  # type: ignore[index]
            continue
        for there, move, price in list_steps(costs, here, options):
            turned = options.turn if heading not in ((), move) else 0.0
            total = travelled + price + turned
            state = (there, move if options.turn else None)
            if total < best.get(state, inf):
                best[state] = total
                heapq.heappush(queue, (total, there, move if options.turn else ()))
    found: dict[Cell, float] = {}
    for (cell, _), total in best.items():
        found[cell] = min(total, found.get(cell, inf))
    return found
