"""Prices: the options and the costs of a world as the numbers that a solver counts in, and back.

What a straight step between cells of cost 1 costs is one *unit*. Where all is whole, a unit is some whole number of prices,
so that a diagonal step is the square root of two times its factor to one part in 100,000 or better, and where the factor is
1, to one in 660,000: 577 to 408. A path with less than 450 diagonal steps is then the shortest exactly; the length of a
longer one is within that part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, fsum, sqrt
from typing import Final, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar_grid.edges import Edges, Plane, Wrapped
from genastar_grid.grounds import Broken, Even, Ground, Whole
from genastar_grid.heuristics import (
    Chebyshev,
    Euclidean,
    EuclideanSquared,
    Heuristic,
    Knights,
    Lengths,
    Manhattan,
    Nothing,
    Octile,
    Own,
    WholeEuclidean,
    WholeOwn,
)
from genastar_grid.info import Options
from genastar_grid.world import World

Cell = tuple[int, int]

_LARGEST_STRAIGHT: Final = 500

_LARGEST_FORMULA: Final = {"8": "octile", "4": "manhattan", "16": "euclidean", "32": "euclidean", "knight": "knight"}
"""For each stencil the formula that is admissible there and the greatest."""


@frozen
class Prices:
    """What steps cost in the numbers of a solver."""

    whole: bool
    straight: float
    diagonal: float
    unit: float
    """The price of a straight step between cells of cost 1."""
    turn: float

    def limit(self, length: float) -> float:
        """A limit on the length as one on the price."""
        return ceil(length * self.unit * (1 + 1e-5)) if self.whole else length * self.unit


def prices_of(world: World, options: Options) -> Prices:
    """The prices that these options set in this world."""
    sides = 2 if options.step == "mean" and not world.even else 1
    whole = world.costs.dtype.kind != "f" and options.directions not in ("16", "32")
    return _prices(whole, sides, options.diagonal_factor, options.turn)


@lru_cache(64, typed=True)
def _prices(whole: bool, sides: int, diagonal_factor: float, turn: float) -> Prices:
    """The same, where a path pays for so many ``sides`` of each step."""
    ratio = sqrt(2) * diagonal_factor
    if not whole:
        return Prices(False, 1.0, ratio, float(sides), turn * sides)
    share = Fraction(ratio).limit_denominator(_LARGEST_STRAIGHT)
    unit = share.denominator * sides
    return Prices(True, share.denominator, share.numerator, unit, round(turn * unit))


def ground_of(world: World, options: Options, backwards: bool = False) -> Ground[float]:
    """What a step costs beside its length. ``backwards`` swaps the cell that it leaves and the cell that it enters."""
    if world.even:
        return Even()
    leave, enter = (1, 1) if options.step == "mean" else (1, 0) if backwards else (0, 1)
    if world.costs.dtype.kind == "f":
        return Broken(cast("NDArray[np.float64]", world.costs), leave, enter)
    return Whole(cast("NDArray[np.int32]", world.costs), leave, enter)


def edges_of(world: World) -> Edges:
    """What lies beyond the edges."""
    height, width = world.costs.shape
    if world.wrap == "none":
        return Plane()
    return Wrapped(width if "x" in world.wrap else 0, height if "y" in world.wrap else 0)


def formula_of(options: Options) -> str:
    """The formula that the option ``heuristic`` stands for."""
    return _LARGEST_FORMULA[stencil_of(options)] if options.heuristic == "auto" else options.heuristic


def stencil_of(options: Options) -> str:
    """The directions that the rules leave."""
    return "4" if options.directions == "8" and options.diagonals == "never" else options.directions


def heuristic_of(world: World, options: Options, prices: Prices, own: Lengths | None = None) -> Heuristic[float]:
    """The formula of the options in these prices, or a user's own."""
    if own is not None:
        return (WholeOwn if prices.whole else Own)(own, prices.unit * options.weight)
    factor = options.weight * world.least * (2 if options.step == "mean" and not world.even else 1)
    return _heuristic(formula_of(options), stencil_of(options), prices, factor)


@lru_cache(64, typed=True)
def _heuristic(formula: str, stencil: str, prices: Prices, factor: float) -> Heuristic[float]:
    """A formula, by name, whose prices are multiplied by a factor."""

    def scaled(price: float) -> float:
        return floor(price * factor) if prices.whole else price * factor

    column, both = prices.straight, 2 * prices.straight
    if stencil != "4":
        column, both = min(prices.straight, prices.diagonal), min(prices.diagonal, both)
    line = min(column, both / sqrt(2))
    match formula:
        case "octile":
            return Octile(scaled(column), scaled(both))
        case "manhattan":
            return Manhattan(scaled(column))
        case "chebyshev":
            return Chebyshev(scaled(column))
        case "euclidean":
            return WholeEuclidean(floor(line * factor)) if prices.whole else Euclidean(line * factor)
        case "euclidean-squared":
            return EuclideanSquared(scaled(column))
        case "knight":
            return Knights(scaled(prices.straight))
    return Nothing(scaled(0))


def length_of(path: Sequence[Cell], travelled: float, world: World, options: Options) -> float:
    """The length of a path of cells, from the counts of its steps: exact but for one rounding of each kind of step.

    Where every cell costs 1 and no turn anything, the number of steps and what was ``travelled`` give the two counts.
    """
    prices = prices_of(world, options)
    apart = round(prices.diagonal - prices.straight)
    if world.even and prices.whole and not options.turn and apart and options.directions in ("4", "8"):
        steps = len(path) - 1
        diagonal = round(travelled - prices.straight * steps) // apart
        return fsum((float(steps - diagonal), diagonal * sqrt(2) * options.diagonal_factor))
    return _counted(path, world, options)


def _counted(path: Sequence[Cell], world: World, options: Options) -> float:
    """The same, from the cells."""
    cells = np.array(path, np.int64).reshape(-1, 2)
    moves = np.diff(cells, axis=0)
    for axis, name in enumerate("xy"):
        if name in world.wrap:
            size = world.costs.shape[1 - axis]
            moves[:, axis] = (moves[:, axis] + size // 2) % size - size // 2
    squares = (moves**2).sum(axis=1)
    factors, sides = np.ones(len(moves)), 1
    if not world.even:
        costs = world.costs[cells[:, 1], cells[:, 0]].astype(np.float64)
        mean = options.step == "mean"
        factors, sides = (costs[:-1] + costs[1:], 2) if mean else (costs[1:], 1)
    kinds: list[int] = np.unique(squares).tolist()
    parts = [fsum(factors[squares == kind]) * _length(kind, options) / sides for kind in kinds]
    turns = int((moves[1:] != moves[:-1]).any(axis=1).sum())
    return fsum([*parts, turns * options.turn])


def _length(square: int, options: Options) -> float:
    if options.directions == "knight":
        return 1.0
    return sqrt(square) * (options.diagonal_factor if square == 2 else 1.0)
