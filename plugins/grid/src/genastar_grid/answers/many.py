"""Answers to many questions at once, from each start to its goal, as arrays.

The compiled engine answers all questions in a few calls (`AStar.search_many`). The cells between jump points are filled in
for all paths together, which keeps the overhead of a short search low.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genastar import AStar, Cost, Result, Workspace
from genastar.algorithms.astar import ASTAR
from genastar.authoring import Algorithm
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar_grid.algorithms import Anya, GridAlgorithm, PrunedSearch
from genastar_grid.info import Options
from genastar_grid.jump_points.jump import Jumping
from genastar_grid.rules.prices import compute_length, compute_prices
from genastar_grid.steps.problem_choice import name_goal_field
from genastar_grid.steps.step_problems import Cell, EightWayProblem
from genastar_grid.steps.turning import AnyState
from genastar_grid.world import GridWorld
from genastar_lattice.domain import Lattice
from genastar_lattice.paths import Paths, check_counts, check_pairs, collect_answers

Points = NDArray[np.int32] | NDArray[np.float64]


def find_paths(
    grid: Lattice[Cell, Options, AnyState],
    world: GridWorld,
    starts: ArrayLike,
    goals: ArrayLike,
    *,
    algorithm: Algorithm | str,
    engine: str,
    workspace: Workspace | None,
) -> Paths:
    """Answer the questions as arrays; see `Grid.solve_all`."""
    origins, targets = _check_cells(grid, world, starts), _check_cells(grid, world, goals)
    check_counts(origins, targets)
    if not len(targets):
        return Paths(np.empty(0), np.empty(0, np.int64), np.zeros(1, np.int64), np.empty((0, 2), np.int32), 0.0, "")
    began = perf_counter()
    pairs = [(tuple(start), tuple(goal)) for start, goal in zip(origins.tolist(), targets.tolist(), strict=True)]

    def ask(row: int) -> tuple[Algorithm, Request[AnyState, Cost[float]]]:
        start, goal = pairs[row]
        return grid.make_request(start, (goal,), algorithm=chosen, engine=engine, workspace=workspace)[:2]

    chosen: Algorithm | str = algorithm
    chosen, request = ask(0)
    problem = request.problem
    if grid.options.tie_breaker or (isinstance(chosen, GridAlgorithm) and not chosen.serves_all_goals(world)):
        answers: Sequence[Result[AnyState, Cost[float]]] = [chosen.search(ask(row)[1]) for row in range(len(pairs))]
    else:
        if isinstance(chosen, PrunedSearch):
            problem = cast(
                "Hooks[AnyState, Cost[float]]", chosen.make_pruned_problem(world, cast("EightWayProblem[float]", problem))
            )
        answers = cast("AStar[AnyState, Cost[float]]", problem).search_many(
            cast("Sequence[AnyState]", [*map(grid.to_state, map(tuple, origins.tolist()))] if grid.options.turn else origins),
            {name_goal_field(grid.options): cast("Sequence[object]", np.concatenate([targets, targets], axis=1))},
            algorithm=ASTAR if isinstance(chosen, PrunedSearch) else chosen,
            engine=engine,
            workspace=workspace,
        )
    listed = collect_answers(answers, 2)
    first, cells = listed.first, listed.states.astype(np.int32, copy=False)
    if isinstance(problem, Jumping):
        first, cells = problem.unroll_paths(first, cells)
    points: Points = listed.states.astype(np.float64) if isinstance(chosen, Anya) else cells
    lengths = _compute_lengths(grid.options, world, listed.found, listed.travelled, first, points)
    return Paths(lengths, listed.expanded, first, points, perf_counter() - began, chosen.name)


def _check_cells(grid: Lattice[Cell, Options, AnyState], world: GridWorld, cells: ArrayLike) -> NDArray[np.int64]:
    found = check_pairs(cells, "cell")
    height, width = world.costs.shape
    x, y = found[:, 0], found[:, 1]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    entered = inside & (world.costs[np.where(inside, y, 0), np.where(inside, x, 0)] > 0)
    if not entered.all():
        outside = found[int(np.argmin(entered))].tolist()
        grid.to_state((outside[0], outside[1]))  # raises the error for this cell
    return found


def _compute_lengths(
    options: Options,
    world: GridWorld,
    found: NDArray[np.bool_],
    travelled: NDArray[np.float64],
    first: NDArray[np.int64],
    cells: Points,
) -> NDArray[np.float64]:
    """Return the lengths of paths, computed from the counts of their steps; see `prices.compute_length`."""
    prices = compute_prices(world, options)
    apart = round(prices.diagonal - prices.straight)
    is_even = (
        world.stagger is None
        and world.even
        and prices.whole
        and not options.turn
        and apart != 0
        and options.directions in ("4", "8")
    )
    if is_even and (world.wrap != "none" or _are_steps(first, cells)):
        steps = np.maximum(np.diff(first) - 1, 0)
        diagonal = np.round(travelled - prices.straight * steps) // apart
        lengths = (steps - diagonal) + diagonal * (np.sqrt(2) * options.diagonal_factor)
    else:
        paths = [[*map(tuple, cells[begin:end].tolist())] for begin, end in pairwise(first)]
        paid = [
            compute_length(path, float(price), world, options) if path else 0.0
            for path, price in zip(paths, travelled, strict=True)
        ]
        lengths = np.array(paid, np.float64)
    return np.where(found, lengths, np.nan)


def _are_steps(first: NDArray[np.int64], cells: Points) -> bool:
    """Return whether all moves of all paths are steps to neighbours."""
    moves = np.abs(np.diff(cells, axis=0))
    ends = first[(first > 0) & (first < len(cells))] - 1
    moves[ends] = 0  # from the end of one path to the start of the next
    return bool(((moves == 0) | (moves == 1)).all())
