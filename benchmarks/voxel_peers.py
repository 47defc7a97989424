"""The packages that search voxels beside genastar, under the rules that each of them has."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from importlib import import_module
from itertools import pairwise
from typing import cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

import genastar
from genastar import Workspace
from genastar_voxel.model import Voxels

Voxel = tuple[int, int, int]
Question = tuple[Voxel, Voxel]
Search = Callable[[Question], Sequence[Voxel]]
"""The path for a start and a goal."""
World = NDArray[np.bool_]
"""Free voxels, shape (columns, rows, layers)."""


class Rules(Enum):
    """The steps that there are, and what a step along so many axes costs."""

    CUTTING = "26 neighbours, corners cut; 1, the root of 2, the root of 3"
    UNIFORM = "26 neighbours, corners cut; every step costs 1"
    WHOLE = "26 neighbours, no obstacle beside a step; 1, the root of 2, the root of 3"
    STRAIGHT = "6 neighbours"

    def length(self, path: Sequence[Voxel]) -> float:
        """Return the length of a path."""
        axes = [sum(here[axis] != there[axis] for axis in range(3)) for here, there in pairwise(path)]
        return math.fsum(1.0 if self is Rules.UNIFORM else math.sqrt(each) for each in axes)


@frozen
class Contestant:
    """A way to search a world."""

    rules: Rules
    make: Callable[[World], Search]
    module: str = "genastar"
    slow: bool = False
    """It is asked few questions."""
    exact: bool = True
    """It finds the shortest way; else no way is shorter than the others', and longer ones are counted."""

    def missing(self) -> str | None:
        """Why it cannot run here."""
        try:
            import_module(self.module)
        except ImportError:
            return f"{self.module} is not installed"
        return None


def ours(engine: str = "compiled", **options: object) -> Callable[[World], Search]:
    def make(world: World) -> Search:
        domain, workspace = cast(Voxels, genastar.load(world, "voxel", **options)), Workspace()
        return lambda asked: domain.search(asked[0], [asked[1]], engine=engine, workspace=workspace).path

    return make


def dijkstra3d(neighbours: int, euclidean: bool = False, compass: bool = False) -> Callable[[World], Search]:
    """Return a search that ends when the goal is generated, not settled; with unequal steps its path may be longer."""

    def make(world: World) -> Search:
        from dijkstra3d import dijkstra

        field = np.asfortranarray(np.where(world, 1, np.inf).astype(np.float32))
        sizes = (1.0, 1.0, 1.0) if euclidean else None
        return lambda asked: _voxels(dijkstra(field, *asked, connectivity=neighbours, compass=compass, anisotropy=sizes))

    return make


def cstar(uniform: bool) -> Callable[[World], Search]:
    def make(world: World) -> Search:
        from cstar.pathfinding import run_astar_3D

        return lambda asked: _voxels(run_astar_3D(world, *asked[0], *asked[1], use_uniform_step_cost=uniform)[0])

    return make


def w9(world: World) -> Search:
    from w9_pathfinding.envs import Grid3D
    from w9_pathfinding.pf import AStar

    finder = AStar(Grid3D(np.where(world, 1.0, -1.0).transpose(2, 1, 0).tolist()))
    return lambda asked: finder.find_path(*asked)


def pathfinding3d(movement: str) -> Callable[[World], Search]:
    def make(world: World) -> Search:
        from pathfinding3d.core.diagonal_movement import DiagonalMovement
        from pathfinding3d.core.grid import Grid
        from pathfinding3d.finder.a_star import AStarFinder

        grid, finder = Grid(matrix=world.astype(int)), AStarFinder(diagonal_movement=getattr(DiagonalMovement, movement))

        def search(asked: Question) -> Sequence[Voxel]:
            grid.cleanup()
            path, _ = finder.find_path(grid.node(*asked[0]), grid.node(*asked[1]), grid)
            return [(node.x, node.y, node.z) for node in path]

        return search

    return make


def _voxels(rows: NDArray[np.integer]) -> list[Voxel]:
    return [(x, y, z) for x, y, z in rows.tolist()]


CONTESTANTS = {
    "genastar": Contestant(Rules.CUTTING, ours(diagonals="always")),
    "dijkstra3d": Contestant(Rules.CUTTING, dijkstra3d(26, euclidean=True), "dijkstra3d", exact=False),
    "cstar-pathfinding": Contestant(Rules.CUTTING, cstar(False), "cstar.pathfinding"),
    "pathfinding3d": Contestant(Rules.CUTTING, pathfinding3d("always"), "pathfinding3d", slow=True),
    "genastar, uniform": Contestant(Rules.UNIFORM, ours(diagonals="always", lengths="uniform")),
    "dijkstra3d, uniform, compass": Contestant(Rules.UNIFORM, dijkstra3d(26, compass=True), "dijkstra3d", exact=False),
    "dijkstra3d, uniform": Contestant(Rules.UNIFORM, dijkstra3d(26), "dijkstra3d"),
    "cstar-pathfinding, uniform": Contestant(Rules.UNIFORM, cstar(True), "cstar.pathfinding"),
    "genastar, no obstacle": Contestant(Rules.WHOLE, ours()),
    "pathfinding3d, no obstacle": Contestant(Rules.WHOLE, pathfinding3d("only_when_no_obstacle"), "pathfinding3d", slow=True),
    "genastar, 6": Contestant(Rules.STRAIGHT, ours(neighbours=6)),
    "dijkstra3d, 6, compass": Contestant(Rules.STRAIGHT, dijkstra3d(6, compass=True), "dijkstra3d"),
    "w9-pathfinding, Grid3D": Contestant(Rules.STRAIGHT, w9, "w9_pathfinding.pf"),
    "pathfinding3d, never": Contestant(Rules.STRAIGHT, pathfinding3d("never"), "pathfinding3d", slow=True),
}
"""The first of each rule is what the others are measured by."""
