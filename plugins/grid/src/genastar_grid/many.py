"""Many questions at once: from each start to its goal, with the answers as arrays.

At the compiled engine they are answered in a few calls (`genastar.search_many`), and the cells between jump points are
filled in for all ways together, so that a short search costs little more than itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter
from typing import Protocol, cast, runtime_checkable

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike, NDArray

from genastar import AStar, BadInput, Cost, Result, Workspace, search_many
from genastar_grid.info import Options
from genastar_grid.prices import length_of, prices_of
from genastar_grid.search import Cell
from genastar_grid.solvers import REACH_OF, may_skip
from genastar_grid.turning import AnyState, Turning
from genastar_grid.world import World


class Asked(Protocol):
    """The grid that is asked, `genastar_grid.model.Grid`."""

    @property
    def world(self) -> World: ...
    @property
    def options(self) -> Options: ...
    def solver(self, goals: tuple[Cell, ...], start: Cell | None = None) -> AStar[AnyState, Cost[float]]: ...
    def start(self, position: Cell) -> AnyState: ...
    def search_for(self, goals: tuple[Cell, ...]) -> str: ...


@frozen(eq=False)
class Ways:
    """The answers to n questions."""

    lengths: NDArray[np.float64]
    """Shape (n,); as in `Grid.solve`, and NaN where no way leads."""
    expanded: NDArray[np.int64]
    """Shape (n,)."""
    first: NDArray[np.int64]
    """Shape (n + 1,): the cells of question i are ``cells[first[i] : first[i + 1]]``; none where no way leads."""
    cells: NDArray[np.int32]
    """Shape (m, 2): x and y of the cells of all ways, end to end."""
    seconds: float

    def way(self, question: int) -> NDArray[np.int32]:
        """The cells of one way, shape (k, 2)."""
        return self.cells[self.first[question] : self.first[question + 1]]


@runtime_checkable
class _Arrays(Protocol):
    """Answers that an engine has as arrays."""

    @property
    def found(self) -> NDArray[np.bool_]: ...
    @property
    def travelled(self) -> NDArray[np.float64]: ...
    @property
    def expanded(self) -> NDArray[np.int64]: ...
    @property
    def first(self) -> NDArray[np.int64]: ...
    @property
    def positions(self) -> NDArray[np.void]: ...


def ways_of(grid: Asked, starts: ArrayLike, goals: ArrayLike, engine: str, workspace: Workspace | None) -> Ways:
    """Answer the questions.

    Args:
        grid: the world and its options.
        starts: cells, shape (n, 2).
        goals: a cell for each, shape (n, 2).
        engine: as in `Grid.solve`.
        workspace: as in `Grid.solve`.

    Raises:
        BadInput: there are not as many goals as starts, or a cell is outside or blocked.
    """
    origins, targets = _cells_of(grid, starts), _cells_of(grid, goals)
    if len(origins) != len(targets):
        raise BadInput(f"{len(origins)} starts and {len(targets)} goals; give a goal for each start")
    began = perf_counter()
    asked = one_solver(grid, targets)
    if asked is None or len(targets) == 0:
        pairs = zip(origins.tolist(), targets.tolist(), strict=True)
        states = [
            grid.solver((cast(Cell, tuple(goal)),), cast(Cell, tuple(start))).search(
                grid.start(cast(Cell, tuple(start))), engine=engine, workspace=workspace
            )
            for start, goal in pairs
        ]
        found, travelled, expanded, first, points = _listed(states)
    else:
        solver, field = asked
        heads = [*map(grid.start, map(tuple, origins.tolist()))] if grid.options.turn else origins
        areas = np.concatenate([targets, targets], axis=1)
        answers = search_many(
            solver,
            cast("Sequence[AnyState]", heads),
            {field: cast("Sequence[object]", areas)},
            engine=engine,
            workspace=workspace,
        )
        if isinstance(answers, _Arrays):
            found, travelled, expanded, first = answers.found, answers.travelled, answers.expanded, answers.first
            points = np.stack([answers.positions["f0"], answers.positions["f1"]], axis=1)
        else:
            found, travelled, expanded, first, points = _listed(answers)
    first, points = _only(found, first, points)
    if REACH_OF[grid.options.directions] == 1 and grid.options.wrap == "none":
        if may_skip(grid.options):
            first, points = grid.world.unpacked(first, points)
        first, points = _unrolled(first, points, grid.world.rule != "never")
    lengths = _lengths(grid, found, travelled, first, points)
    return Ways(lengths, np.ascontiguousarray(expanded), first, points, perf_counter() - began)


def one_solver(grid: Asked, goals: NDArray[np.int64]) -> tuple[AStar[AnyState, Cost[float]], str] | None:
    """A solver for all of these goals, and its field that holds the goal (see `Goals.area`); ``None`` if each needs its own."""
    if grid.options.tie_breaker or len(goals) == 0:
        return None
    x, y = goals[0].tolist()
    if grid.world.water is not None and grid.search_for(((x, y),)) == "jps":
        return None  # which cells stop a jump depends on whether the goal lies in water
    solver = grid.solver(((x, y),))
    kind: object = solver
    return solver, "solver.goals.area" if isinstance(kind, Turning) else "goals.area"


def _cells_of(grid: Asked, cells: ArrayLike) -> NDArray[np.int64]:
    found = np.asarray(cells)
    if found.size == 0:
        return np.zeros((0, 2), np.int64)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise BadInput(f"cells of shape {found.shape} and type {found.dtype}; give whole numbers x, y of each: shape (n, 2)")
    height, width = grid.world.costs.shape
    x, y = found[:, 0], found[:, 1]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    entered = inside & (grid.world.costs[np.where(inside, y, 0), np.where(inside, x, 0)] > 0)
    if not entered.all():
        outside = found[int(np.argmin(entered))].tolist()
        grid.start((outside[0], outside[1]))  # says what is wrong with it
    return found.astype(np.int64)


Listed = tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


def _listed(answers: Sequence[Result[AnyState, Cost[float]]]) -> Listed:
    """The same from results."""
    found = np.array([answer.found for answer in answers], np.bool_)
    travelled = np.array([answer.cost.travelled if answer.cost else 0 for answer in answers], np.float64)
    expanded = np.array([answer.expanded for answer in answers], np.int64)
    first = np.cumsum([0, *(len(answer.path) for answer in answers)])
    points = [(state[0], state[1]) for answer in answers for state in answer.path]
    return found, travelled, expanded, first, np.array(points, np.int32).reshape(-1, 2)


def _only(
    found: NDArray[np.bool_], first: NDArray[np.int64], points: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The ways that were found; what came close is left out."""
    counts = np.diff(first)
    kept = points if found.all() else points[np.repeat(found, counts)]
    return np.concatenate([[0], np.cumsum(counts * found)]), kept.astype(np.int32, copy=False)


def _unrolled(
    first: NDArray[np.int64], points: NDArray[np.int32], diagonals: bool
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The cells of ways from jump point to jump point, as `jump.unrolled` has them."""
    if len(points) == 0:
        return first, points
    moves = np.diff(points, axis=0, prepend=np.zeros((1, 2), np.int32))
    sides = np.abs(moves)
    begins, signs = first[:-1][np.diff(first) > 0], np.sign(moves)
    if diagonals:
        turn = sides.min(axis=1)
        counts = np.stack([turn, sides.max(axis=1) - turn], axis=1)
        runs = np.stack([signs, signs * (sides > turn[:, None])], axis=1)
    else:
        counts, runs = sides[:, ::-1].copy(), signs[:, None] * np.array([[0, 1], [1, 0]], np.int32)
    counts[begins] = 1, 0
    runs[begins, 0] = moves[begins]  # from the end of the way before
    each = np.repeat(runs.reshape(-1, 2), counts.ravel(), axis=0)
    behind = np.concatenate([[0], np.cumsum(counts.sum(axis=1))])
    return behind[first], np.cumsum(each, axis=0, dtype=np.int32)


def _lengths(
    grid: Asked,
    found: NDArray[np.bool_],
    travelled: NDArray[np.float64],
    first: NDArray[np.int64],
    cells: NDArray[np.int32],
) -> NDArray[np.float64]:
    """From the counts of steps, see `prices.length_of`."""
    options, prices = grid.options, prices_of(grid.world, grid.options)
    apart = round(prices.diagonal - prices.straight)
    if grid.world.even and prices.whole and not options.turn and apart and options.directions in ("4", "8"):
        steps = np.maximum(np.diff(first) - 1, 0)
        diagonal = np.round(travelled - prices.straight * steps) // apart
        lengths = (steps - diagonal) + diagonal * (np.sqrt(2) * options.diagonal_factor)
    else:
        ways = [[*map(tuple, cells[begin:end].tolist())] for begin, end in pairwise(first)]
        paid = [
            length_of(way, float(price), grid.world, options) if way else 0.0
            for way, price in zip(ways, travelled, strict=True)
        ]
        lengths = np.array(paid, np.float64)
    return np.where(found, lengths, np.nan)
