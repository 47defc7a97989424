"""The conversion of options to problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np

from genastar import AStar, BadInput, Cost
from genastar_grid.info import Options
from genastar_grid.rules.bias import Bias, LineBias, Unbiased
from genastar_grid.rules.guarantee import describe_guarantee
from genastar_grid.rules.heuristics import GridHeuristic, OctileDistance, OwnHeuristic
from genastar_grid.rules.prices import GridPrices, compute_prices, make_edges, make_ground, make_heuristic, make_line_heuristics
from genastar_grid.steps.goals import Scattered, cover_with_areas
from genastar_grid.steps.squares import NO_SQUARES
from genastar_grid.steps.staggered import StaggeredGoals, StaggeredProblem
from genastar_grid.steps.step_problems import (
    Cell,
    EightWayProblem,
    GridGoals,
    OneWayProblem,
    SightedEightWayProblem,
    Stencil,
    Stepwise,
)
from genastar_grid.steps.turning import AnyState, Turning
from genastar_grid.world import GridWorld
from genastar_lattice.directions import list_moves
from genastar_lattice.sizes import Footprint, make_footprint

_ONE: Final = np.ones((1, 1), np.bool_)

REACH_OF: Final = {"4": 1, "8": 1, "16": 2, "32": 3, "knight": 2}
"""The longest move of each stencil, in columns or rows."""


def make_footprint_of(options: Options) -> Footprint | None:
    """Return the cells under the unit of these options; ``None`` for a single cell."""
    return None if options.unit is None else make_footprint(options.unit, 2)


def check_rules(name: str, world: GridWorld, options: Options) -> None:
    """Raise BadInput if the options do not fit the cells of this world."""
    if world.passages is not None and options.directions not in ("4", "8"):
        raise BadInput(f"{name}: one-way tiles need directions=4 or 8, not {options.directions}")
    if world.stagger is None:
        return
    if options.directions not in ("4", "8"):
        raise BadInput(f"{name}: a staggered map needs directions=4 or 8, not {options.directions}")
    for option in ("wrap", "turn", "tie_breaker", "unit", "metric"):
        if getattr(options, option) != getattr(Options(), option):
            raise BadInput(f"{name}: a staggered map does not support the option {option}; leave it out")


def make_problem(
    world: GridWorld, options: Options, goals: tuple[Cell, ...], starts: tuple[Cell, ...] = (), own: OwnHeuristic | None = None
) -> AStar[AnyState, Cost[float]]:
    """Return the problem with these goals.

    The tie-breaker uses ``starts``: it draws a line from the one start to the one goal. ``own`` is a user's own heuristic.
    """
    prices = compute_prices(world, options)
    bias: Bias = Unbiased()
    if options.tie_breaker and len(starts) == len(goals) == 1:
        (x, y), (from_x, from_y) = goals[0], starts[0]
        bias = LineBias(x, y, from_x - x, from_y - y, max(1, round(prices.straight)))
    heuristic = make_heuristic(world, options, prices, own)
    wanted = make_goals(world, goals, heuristic, bias, describe_guarantee(options, own).optimal)
    return add_headings(make_stepwise_problem(world, options, prices, wanted), options, prices)


def make_dijkstra_problem(world: GridWorld, options: Options, backwards: bool) -> AStar[AnyState, Cost[float]]:
    """Return the problem of Dijkstra's search to all cells, forwards or backwards."""
    prices = compute_prices(world, options)
    nothing = OctileDistance[float](0, 0) if prices.whole else OctileDistance(0.0, 0.0)
    nowhere = GridGoals((0, 0, -1, -1), np.zeros((0, 0), np.bool_), nothing, make_edges(world), Unbiased(), True)
    walk = make_stepwise_problem(world, options, prices, nowhere)
    return add_headings(walk.reverse_steps() if backwards else walk, options, prices)


def make_stepwise_problem(world: GridWorld, options: Options, prices: GridPrices, goals: GridGoals[float]) -> Stepwise[float]:
    """Return the problem from cell to cell."""
    ground = make_ground(world, options)
    if world.stagger is not None:
        return StaggeredProblem(world.open_directions, goals, ground, prices.straight, prices.diagonal, world.stagger)
    if world.passages is not None:
        return OneWayProblem(world.open_directions, goals, ground, prices.straight, prices.diagonal)
    if REACH_OF[options.directions] == 1:
        if world.wrap == "none" and options.diagonal_factor == 1:
            lines = make_line_heuristics(world, options, prices)
            return SightedEightWayProblem(
                world.open_directions, goals, ground, prices.straight, prices.diagonal, *lines, NO_SQUARES
            )
        return EightWayProblem(world.open_directions, goals, ground, prices.straight, prices.diagonal)
    moves = np.array(list_moves(options.directions), np.int64)
    if options.directions == "knight":
        paid = np.full(len(moves), prices.straight)
    else:
        paid = np.sqrt((moves**2).sum(axis=1)) * prices.straight
        paid[(np.abs(moves) == 1).all(axis=1)] = prices.diagonal
    return Stencil(world.open_directions, goals, ground, moves, paid)


def add_headings(problem: Stepwise[float], options: Options, prices: GridPrices) -> AStar[AnyState, Cost[float]]:
    """Return the problem with headings if turns have a cost, otherwise the same problem."""
    found: object = Turning(problem, prices.turn, REACH_OF[options.directions]) if options.turn else problem
    return cast("AStar[AnyState, Cost[float]]", found)


def name_goal_field(options: Options) -> str:
    """Return the name of the problem's field for the goal, for `AStar.search_many`."""
    return "problem.goals.area" if options.turn else "goals.area"


def make_goals(
    world: GridWorld, goals: Sequence[Cell], heuristic: GridHeuristic[float], bias: Bias, is_sure: bool
) -> GridGoals[float]:
    """Return these cells as goals."""
    edges = make_edges(world)
    if len(goals) == 1:
        x, y = goals[0]
        if world.stagger is not None:
            return StaggeredGoals((x, y, x, y), _ONE, heuristic, edges, bias, is_sure, world.stagger)
        return GridGoals((x, y, x, y), _ONE, heuristic, edges, bias, is_sure)
    cells = np.array(sorted(set(goals)), np.int64).reshape(-1, 2)
    left, top = (int(part) for part in cells.min(axis=0))
    right, bottom = (int(part) for part in cells.max(axis=0))
    mask = np.zeros((bottom - top + 1, right - left + 1), np.bool_)
    mask[cells[:, 1] - top, cells[:, 0] - left] = True
    if world.stagger is not None:
        return StaggeredGoals((left, top, right, bottom), mask, heuristic, edges, bias, is_sure, world.stagger)
    areas = cover_with_areas(cells)
    if len(areas) == 1:
        return GridGoals((left, top, right, bottom), mask, heuristic, edges, bias, is_sure)
    return Scattered((left, top, right, bottom), mask, heuristic, edges, bias, is_sure, areas)
