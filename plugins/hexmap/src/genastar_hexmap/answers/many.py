"""Answers to many questions at once, from each start to its goal, as arrays.

The compiled engine answers all questions in a few calls (`AStar.search_many`), without Python code for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from genastar import AStar, Workspace
from genastar.algorithms.astar import ASTAR
from genastar.values.cost import Comparable
from genastar_hexmap.searches.march import HexCell
from genastar_hexmap.world import HexWorld
from genastar_lattice.paths import Paths, check_counts, collect_answers


def find_paths(
    world: HexWorld,
    problem: AStar[HexCell, Comparable],
    starts: ArrayLike,
    goals: ArrayLike,
    engine: str,
    memory: Workspace | None,
) -> Paths:
    """Answer the questions as arrays.

    Args:
        world: the map.
        problem: a problem of this map, with any goal or none.
        starts: hexes, shape (n, 2).
        goals: one hex for each start, shape (n, 2).
        engine: as in `HexMap.search`.
        memory: as in `HexMap.search`.

    Raises:
        BadInput: starts and goals differ in number, or a hex is not on the map or impassable.
    """
    began = perf_counter()
    origins, targets = world.to_cells(starts), world.to_cells(goals)
    check_counts(origins, targets)
    asked = cast("Sequence[HexCell]", origins), {"goal": cast("Sequence[object]", targets)}
    listed = collect_answers(problem.search_many(*asked, engine=engine, workspace=memory), 1)
    hexes = np.stack(world.to_hexes(listed.states[:, 0]), axis=1)
    costs = np.where(listed.found, listed.travelled / world.unit, np.nan)
    return Paths(costs, listed.expanded, listed.first, hexes, perf_counter() - began, ASTAR.name)
