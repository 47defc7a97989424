"""A grid without edges: a set of obstacles in an unlimited plane of free cells.

A search for an unreachable goal would never end. Therefore every search has a limit; the default is `MOST_EXPANSIONS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic, TypeVar

import numpy as np
from attrs import define, evolve, field, frozen

from genastar import Algorithm, BadInput, Cost, Limits, Node, OpenList, Result, Workspace
from genastar.errors import shown
from genastar_grid.info import Options
from genastar_grid.rules.bias import Unbiased
from genastar_grid.rules.guarantee import guarantee_of
from genastar_grid.rules.prices import Prices, heuristic_of, length_of, prices_of
from genastar_grid.searches.problems import REACH_OF, goals_of
from genastar_grid.searches.search import DIAGONAL, STRAIGHT, Cell, Goals, ToGoals
from genastar_grid.world import World
from genastar_lattice.ways import Ways, ways_of

C = TypeVar("C", int, float)

MOST_EXPANSIONS: Final = 1_000_000
FARTHEST: Final = 1 << 30
"""Largest coordinate of obstacles, starts and goals: keeps sums within a machine's integers."""


@frozen(eq=False)
class Boundless(ToGoals[C], Generic[C]):
    """Steps at cost 1 in all directions except near obstacles."""

    ways: Ways
    """The open directions of each cell in the rectangle around all obstacles and their neighbours."""
    left: int
    top: int
    elsewhere: int
    """The open directions of all other cells."""
    goals: Goals[C]
    straight: C
    diagonal: C

    def add_neighbours(self, node: Node[Cell, Cost[C]], open_list: OpenList[Cell, Cost[C]]) -> None:
        x, y = node.position
        height, width = self.ways.shape
        column, row = x - self.left, y - self.top
        ways = int(self.ways[row, column]) if 0 <= column < width and 0 <= row < height else self.elsewhere
        for bit, dx, dy in STRAIGHT:
            if ways & bit:
                open_list.relax((x + dx, y + dy), node.cost.travelled + self.straight)
        for bit, dx, dy in DIAGONAL:
            if ways & bit:
                open_list.relax((x + dx, y + dy), node.cost.travelled + self.diagonal)


@define(eq=False)
class Obstacles:
    """A set of blocked cells, which may change between searches.

    >>> wall = Obstacles({(1, y) for y in range(-3, 4)})
    >>> wall.solve((0, 0), (2, 0), engine="interpreted").cost.travelled
    10.0
    """

    cells: set[Cell] = field(converter=set)
    options: Options = field(factory=Options)
    """Used here: directions (4 or 8), diagonals, diagonal_factor, heuristic and megacells."""

    def problem(self, goals: Iterable[Cell]) -> Boundless[float]:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal or an obstacle is no cell or too far away, a goal is blocked, an option is not supported here, or
                the obstacles lie too far apart.
        """
        options = self.options
        if REACH_OF[options.directions] != 1 or options.turn or options.wrap != "none" or options.tie_breaker:
            raise BadInput("a grid without edges needs directions=4 or 8, turn=0, wrap=none and tie_breaker=false")
        wanted = [self._free(goal) for goal in goals]
        if not wanted:
            raise BadInput("no goal was given; give at least one")
        blocked = np.array([_checked(cell) for cell in self.cells], np.int64).reshape(-1, 2)
        left, top = (int(part) - 1 for part in blocked.min(axis=0)) if len(blocked) else (0, 0)
        right, bottom = (int(part) + 1 for part in blocked.max(axis=0)) if len(blocked) else (0, 0)
        width, height = right - left + 1, bottom - top + 1
        if width * height > options.megacells * 1_000_000:
            raise BadInput(f"the obstacles span {width} x {height} cells; raise the option megacells if that is meant")
        free = np.ones((height + 2, width + 2), np.bool_)
        free[blocked[:, 1] - top + 1, blocked[:, 0] - left + 1] = False
        ways = ways_of(free, options.directions, options.diagonals)[1:-1, 1:-1]
        elsewhere = 255 if options.directions == "8" and options.diagonals != "never" else sum(bit for bit, *_ in STRAIGHT)
        plain, prices = self._plain()
        heuristic = heuristic_of(plain, options, prices)
        ends = goals_of(plain, wanted, heuristic, Unbiased(), guarantee_of(options).optimal)
        return Boundless(ways.copy(), left, top, elsewhere, ends, prices.straight, prices.diagonal)

    def solve(
        self,
        start: Cell,
        *goals: Cell,
        algorithm: Algorithm | str = "astar",
        engine: str = "auto",
        limits: Limits | None = None,
        workspace: Workspace | None = None,
    ) -> Result[Cell, Cost[float]]:
        """Return the shortest path to the nearest goal, within `MOST_EXPANSIONS` expansions unless limits are given.

        Raises:
            BadInput: see `problem`; or the start is blocked, or the algorithm does not fit.
        """
        plain, prices = self._plain()
        bounds = (limits or Limits(expansions=MOST_EXPANSIONS)).in_units(prices.limit)
        found = self.problem(goals).search(
            self._free(start), algorithm=algorithm, engine=engine, limits=bounds, workspace=workspace
        )
        if found.cost is None:
            return found
        length = length_of(found.path, found.cost.travelled, plain, self.options)
        return evolve(found, cost=Cost(length, length))

    def _plain(self) -> tuple[World, Prices]:
        """Return a world of one free cell with the same prices, and these prices."""
        plain = World(np.ones((1, 1), np.int32), None, self.options.directions, self.options.diagonals, "none")
        return plain, prices_of(plain, self.options)

    def _free(self, cell: Cell) -> Cell:
        x, y = _checked(cell)
        if (x, y) in self.cells:
            raise BadInput(f"{x},{y} is an obstacle; give a free cell")
        return x, y


def _checked(cell: object) -> Cell:
    match cell:
        case (int(x), int(y)) if max(abs(x), abs(y)) <= FARTHEST:
            return x, y
    raise BadInput(f"{shown(cell)} is no cell; give whole numbers (x, y) in -{FARTHEST:,}..{FARTHEST:,}")
