"""Packages that search square grids, each through its own interface, with all that it can make beforehand made beforehand.

A contestant is a function of the costs of a grid, 0 where it is blocked; it makes a search, which takes two cells (column, row)
and gives the path, as cells or as something that is read as cells when somebody looks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import Workspace
from genastar_grid.info import Options
from genastar_grid.model import Grid

Cell = tuple[int, int]
Costs = NDArray[np.int32]
Path = Iterable[Sequence[int]]
Search = Callable[[Cell, Cell], Path]


@frozen(eq=False)
class Contestant:
    """A peer, and the function that asks it."""

    make: Callable[[Costs], Search]
    package: str | None = None
    """The module that must be there."""
    slow: bool = False
    """Asked some of the questions only."""
    rows: bool = False
    """Its paths are of (row, column)."""


@frozen(eq=False)
class Rules:
    """Which steps there are and what they cost, and who plays by that."""

    name: str
    options: Options
    terrain: bool
    contestants: dict[str, Contestant]

    def length(self, path: Sequence[Cell], costs: Costs) -> float:
        """Return the length of a path, checked step by step."""
        length = 0.0
        for (x, y), (to_x, to_y) in pairwise(path):
            diagonal = x != to_x and y != to_y
            assert max(abs(to_x - x), abs(to_y - y)) == 1, "a path with a gap"
            assert costs[to_y, to_x] > 0, "a path through a wall"
            assert not diagonal or self.options.directions == "8", "a diagonal step"
            entered = int(costs[to_y, to_x])
            factor = (int(costs[y, x]) + entered) / 2 if self.options.step == "mean" else entered
            length += (math.sqrt(2) if diagonal else 1.0) * factor
        return length


def genastar(costs: Costs, options: Options, algorithm: str) -> Search:
    grid, workspace = Grid.read(costs, options), Workspace()
    return lambda start, goal: grid.search(start, (goal,), algorithm=algorithm, engine="compiled", workspace=workspace).path


def nano_astar(costs: Costs, diagonal: bool) -> Search:
    from nano_astar import astar

    blocked = np.ascontiguousarray(costs == 0, np.uint8)
    formula = "octile" if diagonal else "manhattan"
    return lambda start, goal: astar(blocked, start[::-1], goal[::-1], diagonal=diagonal, heuristic=formula)[0]


def w9(costs: Costs, diagonal: bool) -> Search:
    from w9_pathfinding.diagonal_movement import DiagonalMovement
    from w9_pathfinding.envs import Grid as Env
    from w9_pathfinding.pf import AStar

    weights = np.where(costs > 0, costs, -1).astype(float).tolist()
    rule = DiagonalMovement.only_when_no_obstacle if diagonal else DiagonalMovement.never
    finder = AStar(Env(weights, diagonal_movement=rule, diagonal_movement_cost_multiplier=math.sqrt(2)))
    found: Search = finder.find_path
    return found


def cstar(costs: Costs) -> Search:
    from cstar.pathfinding import run_astar_2D

    free = costs > 0
    return lambda start, goal: run_astar_2D(free, *start[::-1], *goal[::-1])[0]


def tcod(costs: Costs, diagonal: float) -> Search:
    from tcod.path import AStar

    finder = AStar(costs.astype(np.int8), diagonal=diagonal)
    return lambda start, goal: [start[::-1], *finder.get_path(*start[::-1], *goal[::-1])]


def tcod_graph(costs: Costs, cardinal: int, diagonal: int) -> Search:
    from tcod.path import Pathfinder, SimpleGraph

    graph = SimpleGraph(cost=costs.astype(np.int8), cardinal=cardinal, diagonal=diagonal)

    def search(start: Cell, goal: Cell) -> Path:
        finder = Pathfinder(graph)
        finder.add_root(start[::-1])
        path: Path = finder.path_to(goal[::-1])
        return path

    return search


def scikit_image(costs: Costs, kind: str) -> Search:
    from skimage import graph

    weights = np.where(costs > 0, costs, -1).astype(float)
    finder = graph.MCP_Geometric(weights) if kind == "geometric" else graph.MCP(weights, fully_connected=False)

    def search(start: Cell, goal: Cell) -> Path:
        finder.find_costs([start[::-1]], [goal[::-1]])
        path: Path = finder.traceback(goal[::-1])
        return path

    return search


def pyastar2d(costs: Costs) -> Search:
    from pyastar2d import astar_path

    weights = np.where(costs > 0, costs, np.inf).astype(np.float32)
    return lambda start, goal: astar_path(weights, start[::-1], goal[::-1])


def pathfinding(costs: Costs, diagonal: bool) -> Search:
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid as Matrix
    from pathfinding.finder.a_star import AStarFinder

    matrix = Matrix(matrix=costs.tolist())
    rule = DiagonalMovement.only_when_no_obstacle if diagonal else DiagonalMovement.never

    def search(start: Cell, goal: Cell) -> Path:
        matrix.cleanup()
        path, _ = AStarFinder(diagonal_movement=rule).find_path(matrix.node(*start), matrix.node(*goal), matrix)
        return [(node.x, node.y) for node in path]

    return search


def _ours(options: Options, algorithm: str = "astar") -> Contestant:
    return Contestant(partial(genastar, options=options, algorithm=algorithm))


EIGHT, CUTTING, FOUR = Options(), Options(diagonals="always"), Options(directions="4")
MEAN = Options(diagonals="always", step="mean")

RULES: tuple[Rules, ...] = (
    Rules(
        "8-connected, no corner is cut",
        EIGHT,
        False,
        {
            "genastar, plain A*": _ours(EIGHT),
            "genastar, canonical": _ours(EIGHT, "canonical"),
            "genastar, auto": _ours(EIGHT, "auto"),
            "nano-astar": Contestant(partial(nano_astar, diagonal=True), "nano_astar", rows=True),
            "w9-pathfinding": Contestant(partial(w9, diagonal=True), "w9_pathfinding.pf"),
            "pathfinding": Contestant(partial(pathfinding, diagonal=True), "pathfinding", slow=True),
        },
    ),
    Rules(
        "8-connected, corners may be cut",
        CUTTING,
        False,
        {
            "genastar, plain A*": _ours(CUTTING),
            "cstar-pathfinding": Contestant(cstar, "cstar.pathfinding", rows=True),
            "tcod, AStar": Contestant(partial(tcod, diagonal=math.sqrt(2)), "tcod.path", rows=True),
            "tcod, Pathfinder": Contestant(partial(tcod_graph, cardinal=408, diagonal=577), "tcod.path", slow=True, rows=True),
            "scikit-image": Contestant(partial(scikit_image, kind="geometric"), "skimage.graph", slow=True, rows=True),
        },
    ),
    Rules(
        "4-connected",
        FOUR,
        False,
        {
            "genastar, plain A*": _ours(FOUR),
            "nano-astar": Contestant(partial(nano_astar, diagonal=False), "nano_astar", rows=True),
            "pyastar2d": Contestant(pyastar2d, "pyastar2d", rows=True),
            "w9-pathfinding": Contestant(partial(w9, diagonal=False), "w9_pathfinding.pf"),
            "tcod, AStar": Contestant(partial(tcod, diagonal=0), "tcod.path", rows=True),
            "tcod, Pathfinder": Contestant(partial(tcod_graph, cardinal=1, diagonal=0), "tcod.path", slow=True, rows=True),
            "scikit-image": Contestant(partial(scikit_image, kind="plain"), "skimage.graph", slow=True, rows=True),
            "pathfinding": Contestant(partial(pathfinding, diagonal=False), "pathfinding", slow=True),
        },
    ),
    Rules(
        "4-connected over terrain (costs 1 to 9 of the cell that is entered)",
        FOUR,
        True,
        {
            "genastar, plain A*": _ours(FOUR),
            "pyastar2d": Contestant(pyastar2d, "pyastar2d", rows=True),
            "w9-pathfinding": Contestant(partial(w9, diagonal=False), "w9_pathfinding.pf"),
            "tcod, AStar": Contestant(partial(tcod, diagonal=0), "tcod.path", rows=True),
            "tcod, Pathfinder": Contestant(partial(tcod_graph, cardinal=1, diagonal=0), "tcod.path", slow=True, rows=True),
        },
    ),
    Rules(
        "8-connected over terrain, no corner is cut",
        EIGHT,
        True,
        {
            "genastar, plain A*": _ours(EIGHT),
            "w9-pathfinding": Contestant(partial(w9, diagonal=True), "w9_pathfinding.pf"),
        },
    ),
    Rules(
        "8-connected over terrain, corners may be cut, the mean of both cells",
        MEAN,
        True,
        {
            "genastar, plain A*": _ours(MEAN),
            "scikit-image": Contestant(partial(scikit_image, kind="geometric"), "skimage.graph", slow=True, rows=True),
        },
    ),
)
"""The first of each is what the others are measured by."""
