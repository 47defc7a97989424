"""From options to solvers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import numpy as np

from genastar import AStar, BadInput, Cost
from genastar_grid.bias import Bias, Line, Unbiased
from genastar_grid.canonical import KEPT, Canonical
from genastar_grid.goals import Scattered, areas_of
from genastar_grid.guarantee import guarantee_of
from genastar_grid.heuristics import Heuristic, Lengths, Nothing
from genastar_grid.info import Options, can_join, can_prune
from genastar_grid.jump import JUMPS
from genastar_grid.jump_plus import JumpPlus, JumpPlusStraight
from genastar_grid.prices import Prices, edges_of, ground_of, heuristic_of, prices_of
from genastar_grid.search import Cell, Dense, Goals, Stencil, Walk
from genastar_grid.subgoal import Subgoal
from genastar_grid.turning import AnyState, Turning
from genastar_grid.ways import moves_of
from genastar_grid.world import World

_ONE: Final = np.ones((1, 1), np.bool_)

REACH_OF: Final = {"4": 1, "8": 1, "16": 2, "32": 3, "knight": 2}
"""The greatest part of a move, in columns or rows."""

TO_ONE_GOAL: Final = ("jps", "jps+", "subgoal")
"""The searches that look for one goal as they jump."""


def solver_of(
    world: World, options: Options, goals: tuple[Cell, ...], start: Cell | None = None, own: Lengths | None = None
) -> AStar[AnyState, Cost[float]]:
    """The solver that ends at any of these goals. ``start`` is for the tie-breaker, which draws a line from it; ``own`` is a
    user's own estimate.

    Raises:
        BadInput: ``search`` asks for what this world, or this number of goals, does not allow.
    """
    prices = prices_of(world, options)
    bias: Bias = Unbiased()
    if options.tie_breaker and start is not None and len(goals) == 1:
        (x, y), price = goals[0], max(1, round(prices.straight))
        bias = Line(x, y, start[0] - x, start[1] - y, price)
    wanted = goals_of(world, goals, heuristic_of(world, options, prices, own), bias)
    search = search_of(world, options, goals)
    file = None if options.table is None else Path(options.table)
    if search == "canonical":
        return _any(Canonical(world.open_sides, wanted, KEPT[world.rule], prices.straight, prices.diagonal))
    if search == "jps":
        x, y = goals[0]
        stops = world.stops(world.water is not None and bool(world.water[y, x]))
        jump = JUMPS[world.rule]
        return _any(jump(world.open_sides, wanted, KEPT[world.rule], stops, prices.straight, prices.diagonal))
    if search == "jps+":
        plus = JumpPlusStraight if world.rule == "never" else JumpPlus
        table = world.distances(file)
        return _any(plus(world.open_sides, wanted, KEPT[world.rule], table, prices.straight, prices.diagonal))
    if search == "subgoal":
        graph = world.graph(file)
        kept = KEPT[world.rule]
        return _any(Subgoal(world.ways, wanted, kept, world.distances(), prices.straight, prices.diagonal, graph))
    return _lifted(stepwise(world, options, prices, wanted), options, prices)


def everywhere(world: World, options: Options, backwards: bool) -> AStar[AnyState, Cost[float]]:
    """The solver that goes everywhere: Dijkstra's, forwards or against the steps."""
    prices = prices_of(world, options)
    nothing = Nothing(0 if prices.whole else 0.0)
    nowhere = Goals((0, 0, -1, -1), np.zeros((0, 0), np.bool_), cast("Heuristic[float]", nothing), edges_of(world), Unbiased())
    return _any(stepwise(world, options, prices, nowhere, backwards))


def stepwise(world: World, options: Options, prices: Prices, goals: Goals[float], backwards: bool = False) -> Dense[float]:
    """The solver that takes one step at a time."""
    ground = ground_of(world, options, backwards)
    if REACH_OF[options.directions] == 1:
        return Walk(world.ways, goals, prices.straight, prices.diagonal, ground)
    moves = np.array(moves_of(options.directions), np.int64)
    if options.directions == "knight":
        paid = np.full(len(moves), prices.straight)
    else:
        paid = np.sqrt((moves**2).sum(axis=1)) * prices.straight
        paid[(np.abs(moves) == 1).all(axis=1)] = prices.diagonal
    return Stencil(world.ways, goals, moves, paid, ground)


def goals_of(world: World, goals: Sequence[Cell], heuristic: Heuristic[float], bias: Bias) -> Goals[float]:
    """These cells as goals."""
    if len(goals) == 1:
        x, y = goals[0]
        return Goals((x, y, x, y), _ONE, heuristic, edges_of(world), bias)
    cells = np.array(sorted(set(goals)), np.int64).reshape(-1, 2)
    left, top = (int(part) for part in cells.min(axis=0))
    right, bottom = (int(part) for part in cells.max(axis=0))
    mask = np.zeros((bottom - top + 1, right - left + 1), np.bool_)
    mask[cells[:, 1] - top, cells[:, 0] - left] = True
    areas = areas_of(cells)
    if len(areas) == 1:
        return Goals((left, top, right, bottom), mask, heuristic, edges_of(world), bias)
    return Scattered((left, top, right, bottom), mask, heuristic, edges_of(world), bias, areas)


def search_of(world: World, options: Options, goals: tuple[Cell, ...]) -> str:
    """The search that the option stands for here.

    Raises:
        BadInput: it asks for what this world, or this number of goals, does not allow.
    """
    pruned = can_prune(options) and world.even
    if options.search == "auto":
        if not pruned or not guarantee_of(options).optimal:
            return "astar"
        if len(goals) == 1 and options.table is not None:
            return "subgoal" if can_join(options) else "jps+"
        return "jps" if len(goals) == 1 and world.is_open else "canonical"
    if options.search != "astar" and not pruned:
        raise BadInput(f"search={options.search} needs a grid where every free cell costs 1; choose search=auto")
    if options.search in TO_ONE_GOAL and len(goals) > 1:
        raise BadInput(f"search={options.search} takes one goal, and there are {len(goals)}; choose search=auto")
    return options.search


def may_skip(options: Options) -> bool:
    """Whether a search under these options may take shortcuts of the graph of corners."""
    return options.search == "subgoal" or (options.search == "auto" and options.table is not None)


def _lifted(solver: Dense[float], options: Options, prices: Prices) -> AStar[AnyState, Cost[float]]:
    return _any(Turning(solver, prices.turn, REACH_OF[options.directions]) if options.turn else solver)


def _any(solver: object) -> AStar[AnyState, Cost[float]]:
    return cast("AStar[AnyState, Cost[float]]", solver)
