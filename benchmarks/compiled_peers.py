"""Compiled peers on the maps, each through its own interface, with all that it can make beforehand made beforehand.

A contestant is a function that makes a search of a map; the search takes a scenario and gives the path, as cells (column, row).
Each peer plays by the rules that it knows, and the solver of the same rules runs beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from importlib import import_module
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.compiled_maps import COMPASS, Cell, Map, Scenario
from benchmarks.compiled_solvers import DIAGONAL, STRAIGHT, Cutting, Masked, Plain, Uniform
from benchmarks.yardstick import Yardstick
from genastar import AStar, Workspace

Search = Callable[[Scenario], Sequence[Cell]]

LARGEST_GRAPH = 300_000
"""Cells of the largest map of which the packages for graphs are given a graph: each of them is a Python object there."""


class Rules(Enum):
    """Which steps there are, and what they cost."""

    WHOLE = "8-connected, no corner is cut"
    CUTTING = "8-connected, corners may be cut"
    UNIFORM = "8-connected, corners may be cut, a diagonal step costs no more than a straight one"

    def length(self, path: Sequence[Cell]) -> float:
        """Return the length of a path, and check that each step leads to a neighbour."""
        length = 0.0
        for (x, y), (to_x, to_y) in pairwise(path):
            assert max(abs(to_x - x), abs(to_y - y)) == 1, "a path with a gap"
            length += math.sqrt(2) if x != to_x and y != to_y and self is not Rules.UNIFORM else 1
        return length


@frozen
class Contestant:
    """A peer, and the function that asks it."""

    rules: Rules
    make: Callable[[Map], Search]
    package: str | None = None
    """The module that must be there."""
    slow: bool = False
    """Asked every twentieth scenario only."""

    def can(self, world: Map) -> str | None:
        """Return why the peer cannot run here; ``None`` if it can."""
        if self.package is None:
            return None
        try:
            import_module(self.package)
        except ImportError:
            return "not installed"
        if self.make in (rustworkx, igraph_astar, igraph_dijkstra) and np.count_nonzero(world.free) > LARGEST_GRAPH:
            return "the map is too large for a graph of Python objects"
        return None


class OfMap(Protocol):
    """A class of solvers of maps."""

    def of(self, world: Map, goal: Cell) -> AStar[Cell, Any]: ...


def solver(kind: OfMap) -> Callable[[Map], Search]:
    """genastar, by hooks over (column, row)."""

    def make(world: Map) -> Search:
        workspace = Workspace()

        def search(asked: Scenario) -> Sequence[Cell]:
            return kind.of(world, asked.goal).search(asked.start, engine="compiled", workspace=workspace).path

        return search

    return make


class _Numbers(Sequence[Cell]):
    """A path of cell numbers, read as cells when somebody looks."""

    def __init__(self, numbers: Sequence[int], width: int) -> None:
        self._numbers = numbers
        self._width = width

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, at: Any) -> Any:
        return divmod(self._numbers[at], self._width)[::-1]


def masked(world: Map) -> Search:
    """genastar, by hooks written for speed."""
    passable, workspace = Masked.passable_of(world), Workspace()

    def search(asked: Scenario) -> Sequence[Cell]:
        solver = Masked.of(world, passable, asked.goal)
        result = solver.search(solver.cell(*asked.start), engine="compiled", workspace=workspace)
        return _Numbers(result.path, 1 << solver.row_bits)

    return search


def yardstick(world: Map) -> Search:
    kernel = Yardstick(world)
    return lambda asked: _Numbers(kernel.search(asked.start, asked.goal)[2], world.width)


def nano_astar(world: Map) -> Search:
    from nano_astar import astar

    blocked = np.ascontiguousarray(~world.free, np.uint8)
    return lambda asked: _Rows(astar(blocked, asked.start[::-1], asked.goal[::-1])[0])


def w9(world: Map) -> Search:
    from w9_pathfinding.diagonal_movement import DiagonalMovement
    from w9_pathfinding.envs import Grid
    from w9_pathfinding.pf import AStar

    weights = np.where(world.free, 1.0, -1.0).tolist()
    whole = DiagonalMovement.only_when_no_obstacle
    finder = AStar(Grid(weights, diagonal_movement=whole, diagonal_movement_cost_multiplier=math.sqrt(2)))
    return lambda asked: finder.find_path(asked.start, asked.goal)


def cstar(world: Map) -> Search:
    from cstar.pathfinding import run_astar_2D

    return lambda asked: _Rows(run_astar_2D(world.free, *asked.start[::-1], *asked.goal[::-1])[0])


def tcod(world: Map) -> Search:
    from tcod.path import Pathfinder, SimpleGraph

    graph = SimpleGraph(cost=world.free.astype(np.int8), cardinal=STRAIGHT, diagonal=DIAGONAL)

    def search(asked: Scenario) -> Sequence[Cell]:
        finder = Pathfinder(graph)
        finder.add_root(asked.start[::-1])
        return _Rows(finder.path_to(asked.goal[::-1]))

    return search


def tcod_older(world: Map) -> Search:
    from tcod.path import AStar

    finder = AStar(world.free.astype(np.int8), diagonal=math.sqrt(2))
    return lambda asked: _Rows([asked.start[::-1], *finder.get_path(*asked.start[::-1], *asked.goal[::-1])])


def scikit_image(world: Map) -> Search:
    from skimage.graph import MCP_Geometric

    costs = MCP_Geometric(np.where(world.free, 1.0, -1.0))

    def search(asked: Scenario) -> Sequence[Cell]:
        costs.find_costs([asked.start[::-1]], [asked.goal[::-1]])
        return _Rows(costs.traceback(asked.goal[::-1]))

    return search


def pyastar2d(world: Map) -> Search:
    from pyastar2d import astar_path

    weights = np.where(world.free, 1, np.inf).astype(np.float32)
    return lambda asked: _Rows(astar_path(weights, asked.start[::-1], asked.goal[::-1], allow_diagonal=True))


def rustworkx(world: Map) -> Search:
    """Its A*, with three callbacks."""
    from rustworkx import PyDiGraph, astar_shortest_path

    graph = PyDiGraph()
    graph.add_nodes_from([divmod(number, world.width) for number in range(world.free.size)])
    graph.add_edges_from([tuple(edge) for edge in _edges(world).tolist()])

    def search(asked: Scenario) -> Sequence[Cell]:
        goal_x, goal_y = asked.goal
        target = (goal_y, goal_x)

        def estimate(node: Cell) -> int:
            dy, dx = abs(node[0] - goal_y), abs(node[1] - goal_x)
            return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

        start = asked.start[1] * world.width + asked.start[0]
        return _Numbers(astar_shortest_path(graph, start, target.__eq__, float, estimate), world.width)

    return search


def igraph_astar(world: Map) -> Search:
    """Its A*, with one callback."""
    graph = _igraph(world)
    width = world.width

    def search(asked: Scenario) -> Sequence[Cell]:
        goal_x, goal_y = asked.goal

        def estimate(_graph: object, node: int, _goal: int) -> int:
            dy, dx = abs(node // width - goal_y), abs(node % width - goal_x)
            return STRAIGHT * max(dx, dy) + (DIAGONAL - STRAIGHT) * min(dx, dy)

        start, goal = (y * width + x for x, y in (asked.start, asked.goal))
        return _Numbers(graph.get_shortest_path_astar(start, goal, estimate, weights="step"), width)

    return search


def igraph_dijkstra(world: Map) -> Search:
    """Dijkstra's search, which calls back nothing."""
    graph = _igraph(world)
    width = world.width

    def search(asked: Scenario) -> Sequence[Cell]:
        start, goal = (y * width + x for x, y in (asked.start, asked.goal))
        return _Numbers(graph.get_shortest_path(start, goal, weights="step", algorithm="dijkstra"), width)

    return search


def _igraph(world: Map) -> Any:
    from igraph import Graph

    edges = _edges(world)
    graph = Graph(n=world.free.size, edges=edges[:, :2], directed=True)
    graph.es["step"] = edges[:, 2].tolist()
    return graph


def _edges(world: Map) -> NDArray[np.int64]:
    """From, to, and cost of each step; no corner is cut."""
    passable = world.passable().ravel()
    ways = []
    for bit, (dx, dy) in enumerate(COMPASS):
        cells = np.flatnonzero(passable & (1 << bit) & -world.free.ravel().astype(np.int64))
        step = DIAGONAL if dx and dy else STRAIGHT
        ways.append(np.column_stack([cells, cells + dy * world.width + dx, np.full(cells.size, step)]))
    return np.concatenate(ways)


class _Rows(Sequence[Cell]):
    """A path of (row, column), read as cells when somebody looks."""

    def __init__(self, path: Sequence[Sequence[int]]) -> None:
        self._path = path

    def __len__(self) -> int:
        return len(self._path)

    def __getitem__(self, at: Any) -> Any:
        row, column = self._path[at]
        return int(column), int(row)


YARDSTICK, PLAIN, MASKED, NANO = "yardstick", "genastar, as one writes it", "genastar, written for speed", "nano-astar"

CONTESTANTS: dict[str, Contestant] = {
    YARDSTICK: Contestant(Rules.WHOLE, yardstick),
    MASKED: Contestant(Rules.WHOLE, masked),
    PLAIN: Contestant(Rules.WHOLE, solver(Plain)),
    NANO: Contestant(Rules.WHOLE, nano_astar, "nano_astar"),
    "w9-pathfinding": Contestant(Rules.WHOLE, w9, "w9_pathfinding.pf"),
    "rustworkx A*, callbacks": Contestant(Rules.WHOLE, rustworkx, "rustworkx", slow=True),
    "igraph A*, callback": Contestant(Rules.WHOLE, igraph_astar, "igraph", slow=True),
    "igraph Dijkstra": Contestant(Rules.WHOLE, igraph_dijkstra, "igraph", slow=True),
    "genastar, corners cut": Contestant(Rules.CUTTING, solver(Cutting)),
    "cstar-pathfinding": Contestant(Rules.CUTTING, cstar, "cstar.pathfinding", slow=True),
    "tcod, Pathfinder": Contestant(Rules.CUTTING, tcod, "tcod.path", slow=True),
    "tcod, AStar": Contestant(Rules.CUTTING, tcod_older, "tcod.path", slow=True),
    "scikit-image, MCP_Geometric": Contestant(Rules.CUTTING, scikit_image, "skimage.graph", slow=True),
    "genastar, uniform": Contestant(Rules.UNIFORM, solver(Uniform)),
    "pyastar2d": Contestant(Rules.UNIFORM, pyastar2d, "pyastar2d", slow=True),
}
"""By the rules that they keep; the first of each rule is what the others are measured by."""
