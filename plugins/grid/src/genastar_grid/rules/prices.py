"""Prices: conversion between lengths and the numbers that a problem counts in.

One *unit* is the price of a straight step between cells of cost 1. If all costs are whole numbers, the unit is a whole number
too. It is chosen so that a diagonal step matches its exact length to one part in 100,000, or, with diagonal_factor 1, to one
part in 660,000: 577 to 408. A path with fewer than 450 diagonal steps is then exactly the shortest; the length of a longer one
is within that part of the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor, fsum, sqrt
from typing import Final

import numpy as np
from attrs import frozen

from genastar_grid.info import Options
from genastar_grid.rules.edges import EdgeRule, PlaneEdges, WrappedEdges
from genastar_grid.rules.heuristics import (
    GridHeuristic,
    Knights,
    Manhattan,
    OctileDistance,
    OwnHeuristic,
    OwnInPrices,
    WholeOwnInPrices,
)
from genastar_grid.world import GridWorld
from genastar_lattice.costs.grounds import CostGround, make_cost_ground
from genastar_lattice.costs.lengths import Floats, sum_parts
from genastar_lattice.costs.units import Units
from genastar_lattice.heuristics import Euclidean, EuclideanSquared, WholeEuclidean, WholeLine
from genastar_lattice.positions import shorten_moves

Cell = tuple[int, int]

BELOW_ROUNDING: Final = 1 - 1e-9
"""Factor that keeps the rounding errors of a root from lifting a price above a whole number."""

_LARGEST_STRAIGHT: Final = 500

_LARGEST_FORMULA: Final = {"8": "octile", "4": "manhattan", "16": "euclidean", "32": "euclidean", "knight": "knight"}
"""The strongest admissible formula for each stencil."""


@frozen
class GridPrices(Units):
    """The prices of steps, as a problem counts them."""

    straight: float
    diagonal: float
    turn: float


def compute_prices(world: GridWorld, options: Options) -> GridPrices:
    """Return the prices for these options in this world."""
    sides = _count_paying_ends(world, options)
    whole = world.costs.dtype.kind != "f" and options.directions not in ("16", "32")
    return _compute_prices(whole, sides, options.diagonal_factor, options.turn)


@lru_cache(64, typed=True)
def _compute_prices(whole: bool, sides: int, diagonal_factor: float, turn: float) -> GridPrices:
    """Return the prices where a step pays for ``sides`` cells."""
    ratio = sqrt(2) * diagonal_factor
    if not whole:
        return GridPrices(False, float(sides), 1.0, ratio, turn * sides)
    share = Fraction(ratio).limit_denominator(_LARGEST_STRAIGHT)
    unit = share.denominator * sides
    return GridPrices(True, unit, share.denominator, share.numerator, round(turn * unit))


def make_ground(world: GridWorld, options: Options) -> CostGround[Cell, float]:
    """Return the factors by which cell costs multiply the length of a step."""
    return make_cost_ground(None if world.even else world.costs.T, _count_paying_ends(world, options) - 1)


def _count_paying_ends(world: GridWorld, options: Options) -> int:
    """Return how many ends of a step count."""
    return 2 if options.step == "mean" and not world.even else 1


def make_edges(world: GridWorld) -> EdgeRule:
    """Return the behaviour at the edges."""
    height, width = world.costs.shape
    if world.wrap == "none":
        return PlaneEdges()
    return WrappedEdges(width if "x" in world.wrap else 0, height if "y" in world.wrap else 0)


def choose_formula(options: Options) -> str:
    """Return the formula that the option ``heuristic`` selects."""
    return _LARGEST_FORMULA[choose_stencil(options)] if options.heuristic == "auto" else options.heuristic


def choose_stencil(options: Options) -> str:
    """Return the directions that remain after the rule for diagonals."""
    return "4" if options.directions == "8" and options.diagonals == "never" else options.directions


def make_heuristic(
    world: GridWorld, options: Options, prices: GridPrices, own: OwnHeuristic | None = None
) -> GridHeuristic[float]:
    """Return the formula of the options in these prices, or the user's own heuristic."""
    if own is not None:
        return (WholeOwnInPrices if prices.whole else OwnInPrices)(own, prices.unit)
    factor = world.least * _count_paying_ends(world, options)
    return _make_heuristic(choose_formula(options), choose_stencil(options), prices, factor)


@lru_cache(64, typed=True)
def _make_heuristic(formula: str, stencil: str, prices: GridPrices, factor: float) -> GridHeuristic[float]:
    """Return a formula by name, with its prices multiplied by a factor."""

    def scale_price(price: float) -> float:
        return floor(price * factor) if prices.whole else price * factor

    column, both = prices.straight, 2 * prices.straight
    if stencil != "4":
        column, both = min(prices.straight, prices.diagonal), min(prices.diagonal, both)
    line = min(column, both / sqrt(2))
    match formula:
        case "octile":
            return OctileDistance(scale_price(column), scale_price(both))
        case "manhattan":
            return Manhattan(scale_price(column))
        case "chebyshev":
            return OctileDistance(scale_price(column), scale_price(column))
        case "euclidean":
            return WholeEuclidean(floor(line * factor)) if prices.whole else Euclidean(line * factor)
        case "euclidean-squared":
            return EuclideanSquared(scale_price(column))
        case "knight":
            return Knights(scale_price(prices.straight))
    return OctileDistance(scale_price(0), scale_price(0))


def make_line_heuristics(
    world: GridWorld, options: Options, prices: GridPrices
) -> tuple[GridHeuristic[float], GridHeuristic[float]]:
    """Return the price of a straight line at a cost of 1, and the least price of one in this world."""
    least = prices.straight * world.least * _count_paying_ends(world, options)
    if prices.whole:
        return WholeLine(prices.straight * BELOW_ROUNDING), WholeEuclidean(least)
    return Euclidean(prices.straight), Euclidean(least)


def compute_length(path: Sequence[Cell], travelled: float, world: GridWorld, options: Options) -> float:
    """Return the length of a path of cells, computed from the counts of its steps: exact but for one rounding per kind of step.

    Where every cell costs 1 and turns are free, the number of steps and the ``travelled`` price determine the two counts.
    """
    prices = compute_prices(world, options)
    apart = round(prices.diagonal - prices.straight)
    if (
        world.even
        and prices.whole
        and not options.turn
        and apart
        and options.directions in ("4", "8")
        and not has_lines(path, world)
    ):
        steps = len(path) - 1
        diagonal = round(travelled - prices.straight * steps) // apart
        return fsum((float(steps - diagonal), diagonal * sqrt(2) * options.diagonal_factor))
    return fsum(split_length(path, world, options)[-1])


def has_lines(path: Sequence[Cell], world: GridWorld) -> bool:
    """Return whether a path has moves other than steps to neighbours, or around joined edges."""
    steps, least = pairwise(path), (-1, 0, 1)
    return (
        world.wrap == "none"
        and world.stagger is None
        and not all(x - to_x in least and y - to_y in least for (x, y), (to_x, to_y) in steps)
    )


def split_length(path: Sequence[Cell], world: GridWorld, options: Options) -> Floats:
    """Return what each kind of step, and turns, contribute to the length at each cell of a path; shape (n, k + 1)."""
    cells = np.array(path).reshape(-1, 2)  # of halves too, where a path turns at corners
    corners = cells if world.stagger is None else world.stagger.convert_path(cells)
    moves = shorten_moves(np.diff(corners, axis=0), world.costs.T.shape, world.wrap)
    factors, sides = None, 1
    if not world.even:
        costs = world.costs[cells[:, 1], cells[:, 0]].astype(np.float64)
        mean = options.step == "mean"
        factors, sides = (costs[:-1] + costs[1:], 2) if mean else (costs[1:], 1)
    squares = (4 * (moves**2).sum(axis=1)).astype(np.int64)  # in half cells
    parts = sum_parts(squares, factors, lambda square: _compute_step_length(square, options) / sides)
    turns = np.zeros((len(cells), 1))
    turns[2:, 0] = (moves[1:] != moves[:-1]).any(axis=1).cumsum() * options.turn
    return np.hstack([parts, turns])


def _compute_step_length(square: int, options: Options) -> float:
    if options.directions == "knight":
        return 1.0
    return sqrt(square) / 2 * (options.diagonal_factor if square == 8 else 1.0)
