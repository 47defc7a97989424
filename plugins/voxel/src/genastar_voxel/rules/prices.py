"""Prices: conversion between lengths and the numbers that a problem counts in.

One *unit* is the price of a straight step between voxels of cost 1. In worlds of whole costs it is 4109; steps along two and
three axes are 5811 and 7117, the roots of 2 and 3 to one part in 1.6 million and 2.2 million. No smaller number is as close to
both. Whole numbers have an exact order, so rounding cannot make one of two equal paths look cheaper. The totals on an open list
differ by less than 2 times 7117, which fits the bucket queue of the compiled engine. The length in an answer is computed from
the counts of steps on the path, not from prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt
from typing import ClassVar, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_lattice.costs.grounds import CostGround, make_cost_ground
from genastar_lattice.costs.lengths import Floats, sum_parts
from genastar_lattice.costs.units import Units
from genastar_lattice.heuristics import Euclidean, EuclideanSquared, WholeEuclidean, WholeLine
from genastar_lattice.positions import shorten_moves
from genastar_voxel.frame import Voxel
from genastar_voxel.info import Options
from genastar_voxel.rules.heuristics import VoxelHeuristic, VoxelOctile
from genastar_voxel.world import VoxelWorld

Triple = tuple[float, float, float]
"""Prices or lengths of steps along one, two and three axes."""

LENGTHS: Final[dict[str, Triple]] = {
    "euclidean": (1.0, sqrt(2), sqrt(3)),
    "uniform": (1.0, 1.0, 1.0),
    "manhattan": (1.0, 2.0, 3.0),
}
"""Step lengths for each value of the option ``lengths``."""

_WHOLE: Final[dict[str, Triple]] = {
    "euclidean": (4109, 5811, 7117),
    "uniform": (1, 1, 1),
    "manhattan": (1, 2, 3),
}

_BELOW_ROUNDING: Final = 1 - 1e-9
"""Factor of the straight line that keeps rounding errors from lifting it above a price."""


@frozen
class VoxelPrices(Units):
    """The prices of steps, as a problem counts them."""

    slack: ClassVar[float] = 1e-6

    steps: Triple


def compute_prices(world: VoxelWorld, options: Options) -> VoxelPrices:
    """Return the prices for these options in this world."""
    sides = _count_paying_ends(world, options)
    if world.costs is not None and world.costs.dtype.kind == "f":
        return VoxelPrices(False, sides, LENGTHS[options.lengths])
    steps = _WHOLE[options.lengths]
    return VoxelPrices(True, steps[0] * sides, steps)


def make_ground(world: VoxelWorld, options: Options) -> CostGround[int, float]:
    """Return the factors by which voxel costs multiply the length of a step."""
    return make_cost_ground(world.costs, _count_paying_ends(world, options) - 1)


def _count_paying_ends(world: VoxelWorld, options: Options) -> int:
    """Return how many ends of a step count."""
    return 2 if options.step == "mean" and world.costs is not None else 1


def count_neighbours(options: Options) -> int:
    """Return the number of neighbours that the rule for corners leaves."""
    return 6 if options.diagonals == "never" else options.neighbours


def make_metric(neighbours: int, steps: Triple) -> VoxelHeuristic[float]:
    """Return the cost of the cheapest path in an empty world, as a formula."""
    face, edge, corner = steps
    if neighbours == 6:
        return VoxelOctile(face, 2 * face, 3 * face, paired=False)
    return VoxelOctile(face, edge, corner, paired=neighbours == 18)


def make_heuristic(world: VoxelWorld, options: Options, prices: VoxelPrices) -> VoxelHeuristic[float]:
    """Return the formula of the options in these prices."""
    factor = world.least * _count_paying_ends(world, options)
    face, edge, corner = (floor(price * factor) if prices.whole else price * factor for price in prices.steps)
    match options.heuristic:
        case "auto":
            return make_metric(count_neighbours(options), (face, edge, corner))
        case "octile":
            return VoxelOctile(face, edge, corner, paired=False)
        case "manhattan":
            return VoxelOctile(face, 2 * face, 3 * face, paired=False)
        case "chebyshev":
            return VoxelOctile(face, face, face, paired=False)
        case "euclidean":
            line = factor * (_compute_line_price(prices) if options.lengths == "euclidean" else prices.steps[0])
            return WholeEuclidean(line) if prices.whole else Euclidean(line)
        case "euclidean-squared":
            return EuclideanSquared(face)
    return VoxelOctile(0 * face, 0 * face, 0 * face, paired=False)


def _compute_line_price(prices: VoxelPrices) -> float:
    """Return the price of a unit of length along a straight line: at most that of each step by its length."""
    if not prices.whole:
        return prices.steps[0]
    return min(price / sqrt(axes) for axes, price in enumerate(prices.steps, 1)) * _BELOW_ROUNDING


def make_line_heuristics(
    world: VoxelWorld, options: Options, prices: VoxelPrices
) -> tuple[VoxelHeuristic[float], VoxelHeuristic[float]]:
    """Return the price of a straight line at a cost of 1, and the least price of one in this world."""
    line, factor = _compute_line_price(prices), world.least * _count_paying_ends(world, options)
    return (WholeLine(line), WholeEuclidean(line * factor)) if prices.whole else (Euclidean(line), Euclidean(line * factor))


def compute_walking_prices(options: Options, prices: VoxelPrices) -> NDArray[np.int64] | NDArray[np.float64]:
    """Return the prices of a walker's steps along one and two axes, by layers of rise or fall, shape (2, n)."""
    metric = make_metric(count_neighbours(options), prices.steps)
    layers = range(max(options.climb, options.fall) + 1)
    return np.array([[metric.estimate_steps(1, axis, layer) for layer in layers] for axis in (0, 1)])


def split_length(path: Sequence[Voxel], world: VoxelWorld, options: Options) -> Floats:
    """Return what each kind of step contributes to the length at each voxel of a path; the length is the sum."""
    voxels = np.array(path, np.int64).reshape(-1, 3)
    moves = np.abs(shorten_moves(np.diff(voxels, axis=0), world.frame.shape, world.frame.wrap))
    sides, factors = _count_paying_ends(world, options), None
    if world.costs is not None:
        costs = world.costs[world.frame.to_numbers(voxels)].astype(np.float64)
        factors = costs[1:] + costs[:-1] * (sides - 1)
    if options.lengths == "euclidean" and not options.gravity:  # steps, and lines of any length
        return sum_parts((moves**2).sum(axis=1), factors, lambda kind: sqrt(kind) / sides)
    # A kind of step is defined by the number of horizontal axes, 0 to 2, and the number of layers.
    layers = int(moves[:, 2].max(initial=0)) + 1
    metric, plane = make_metric(count_neighbours(options), LENGTHS[options.lengths]), ((0, 0), (1, 0), (1, 1))
    return sum_parts(
        moves[:, :2].sum(axis=1) * layers + moves[:, 2],
        factors,
        lambda kind: metric.estimate_steps(*plane[int(kind) // layers], int(kind) % layers) / sides,
    )
