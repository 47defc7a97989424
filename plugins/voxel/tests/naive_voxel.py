"""Dijkstra's algorithm, naively, with the rules for steps written out a second time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import inf, sqrt

import numpy as np

from genastar_voxel.info import Options

Voxel = tuple[int, int, int]

PRICES = {"euclidean": (0.0, 1.0, sqrt(2), sqrt(3)), "uniform": (0.0, 1.0, 1.0, 1.0), "manhattan": (0.0, 1.0, 2.0, 3.0)}


def axes_of(options: Options) -> int:
    """Along how many axes a step may go."""
    return 1 if options.diagonals == "never" else {6: 1, 18: 2, 26: 3}[options.neighbours]


def wrap_voxel(costs: np.ndarray, voxel: Voxel, wrap: str) -> Voxel:
    """The voxel that is meant, where the ends of these axes are joined."""
    x, y, z = (part % side if name in wrap else part for part, side, name in zip(voxel, costs.shape, "xyz", strict=True))
    return x, y, z


def is_free(costs: np.ndarray, voxel: Voxel, wrap: str = "none") -> bool:
    voxel = wrap_voxel(costs, voxel, wrap)
    return all(0 <= part < side for part, side in zip(voxel, costs.shape, strict=True)) and costs[voxel] > 0


def list_flights(costs: np.ndarray, here: Voxel, options: Options) -> Iterator[tuple[Voxel, float]]:
    for move in product((-1, 0, 1), repeat=3):
        axes = [axis for axis in range(3) if move[axis]]
        there = add(here, move)
        if not 0 < len(axes) <= axes_of(options) or not is_free(costs, there, options.wrap):
            continue
        orders = [
            all(is_free(costs, voxel, options.wrap) for voxel in list_passed(here, move, order)) for order in permutations(axes)
        ]
        if (options.diagonals == "no-obstacle" and not all(orders)) or (options.diagonals == "passage" and not any(orders)):
            continue
        yield wrap_voxel(costs, there, options.wrap), PRICES[options.lengths][len(axes)]


def list_passed(here: Voxel, move: Voxel, order: tuple[int, ...]) -> Iterator[Voxel]:
    """The voxels between, if the parts of a move were made one after another."""
    at = list(here)
    for axis in order[:-1]:
        at[axis] += move[axis]
        yield at[0], at[1], at[2]


def add(here: Voxel, move: Voxel) -> Voxel:
    return here[0] + move[0], here[1] + move[1], here[2] + move[2]


@cache
def empty_world(most: int, axes: int, lengths: str) -> dict[Voxel, float]:
    """The cheapest way from the middle of an empty world to each displacement up to ``most``, by search."""
    side = 2 * most + 1
    options = Options(neighbours={1: 6, 2: 18, 3: 26}[axes], lengths=lengths, diagonals="always")  # type: ignore[arg-type]
    found = compute_lengths(np.ones((side, side, side)), (most, most, most), options)
    return {add(voxel, (-most, -most, -most)): length for voxel, length in found.items()}


def fits(costs: np.ndarray, feet: Voxel, options: Options) -> bool:
    return all(is_free(costs, add(feet, (0, 0, layer)), options.wrap) for layer in range(options.headroom))


def stands(costs: np.ndarray, feet: Voxel, options: Options) -> bool:
    return fits(costs, feet, options) and not is_free(costs, add(feet, (0, 0, -1)), options.wrap)


def list_walks(costs: np.ndarray, here: Voxel, options: Options) -> Iterator[tuple[Voxel, float]]:
    prices = empty_world(7, axes_of(options), options.lengths)
    for dx, dy in product((-1, 0, 1), repeat=2):
        if (dx, dy) == (0, 0) or (dx and dy and axes_of(options) == 1):
            continue
        for rise in range(-options.fall, options.climb + 1):
            there = add(here, (dx, dy, rise))
            height = max(rise, 0)
            shaft = [add(here, (0, 0, layer)) for layer in range(height + 1)]
            drop = [add(here, (dx, dy, layer)) for layer in range(rise, height + 1)]
            if not stands(costs, there, options) or not all(fits(costs, feet, options) for feet in shaft + drop):
                continue
            if any(stands(costs, feet, options) for feet in drop[1:]):
                continue
            beside = [fits(costs, add(here, side), options) for side in ((dx, 0, height), (0, dy, height))]
            enough = {"no-obstacle": all(beside), "passage": any(beside), "always": True}
            if dx and dy and not enough[options.diagonals]:
                continue
            yield wrap_voxel(costs, there, options.wrap), prices[abs(dx), abs(dy), abs(rise)]


def list_steps(costs: np.ndarray, here: Voxel, options: Options) -> Iterator[tuple[Voxel, float]]:
    """Each step from a voxel: where to, and its price."""
    for there, length in (list_walks if options.gravity else list_flights)(costs, here, options):
        yield there, length * (costs[there] if options.step == "entered" else (costs[here] + costs[there]) / 2)


def compute_lengths(costs: np.ndarray, start: Voxel, options: Options) -> dict[Voxel, float]:
    """The length of the cheapest way to each voxel."""
    best = {start: 0.0}
    queue = [(0.0, start)]
    while queue:
        travelled, here = heapq.heappop(queue)
        if travelled > best[here]:
            continue
        for there, price in list_steps(costs, here, options):
            if travelled + price < best.get(there, inf):
                best[there] = travelled + price
                heapq.heappush(queue, (travelled + price, there))
    return best
