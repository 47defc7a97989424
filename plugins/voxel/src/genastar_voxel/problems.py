"""The conversion of options to problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

import numpy as np

from genastar import AStar, Cost
from genastar_voxel.frame import Voxel
from genastar_voxel.info import Options
from genastar_voxel.rules.edges import make_edges
from genastar_voxel.rules.guarantee import describe_guarantee
from genastar_voxel.rules.heuristics import VoxelHeuristic
from genastar_voxel.rules.prices import (
    compute_prices,
    compute_walking_prices,
    count_neighbours,
    make_ground,
    make_heuristic,
    make_line_heuristics,
)
from genastar_voxel.search import (
    ALWAYS,
    CORNERS,
    EDGES,
    FACES,
    NO_OBSTACLE,
    PASSAGE,
    FlyingProblem,
    SightedFlyingProblem,
    VoxelGoals,
)
from genastar_voxel.walking import WalkingProblem
from genastar_voxel.world import VoxelWorld

_STEPS: Final = {6: FACES, 18: FACES | EDGES, 26: FACES | EDGES | CORNERS}
_CORNERS: Final = {"no-obstacle": NO_OBSTACLE, "passage": PASSAGE, "always": ALWAYS, "never": ALWAYS}


def make_problem(world: VoxelWorld, options: Options, goals: Iterable[Voxel]) -> AStar[int, Cost[float]]:
    """Return the problem with these goals."""
    prices, neighbours, frame = compute_prices(world, options), count_neighbours(options), world.frame
    wanted = make_goals(world, goals, make_heuristic(world, options, prices))
    corners, ground = _CORNERS[options.diagonals], make_ground(world, options)
    sure = describe_guarantee(options).optimal
    problem: object
    if options.gravity:
        fits, stands = world.find_bodies(options.headroom)
        problem = WalkingProblem(
            wanted,
            frame.size,
            sure,
            fits,
            stands,
            frame.width,
            frame.area,
            neighbours > 6,
            corners,
            options.climb,
            options.fall,
            compute_walking_prices(options, prices),
            ground,
        )
    else:
        fly = (
            wanted,
            frame.size,
            sure,
            world.free,
            frame.width,
            frame.area,
            _STEPS[neighbours],
            corners,
            *prices.steps,
            ground,
        )
        has_lines = options.lengths == "euclidean" and frame.wrap == "none"
        problem = (
            SightedFlyingProblem(*fly, *make_line_heuristics(world, options, prices)) if has_lines else FlyingProblem(*fly)
        )
    return cast("AStar[int, Cost[float]]", problem)


def make_goals(world: VoxelWorld, goals: Iterable[Voxel], heuristic: VoxelHeuristic[float]) -> VoxelGoals[float]:
    """Return these voxels as goals."""
    voxels = np.array(list(goals), np.int64).reshape(-1, 3)
    x0, y0, z0 = (int(part) for part in voxels.min(axis=0))
    x1, y1, z1 = (int(part) for part in voxels.max(axis=0))
    numbers = np.unique(world.frame.to_numbers(voxels))
    one = int(numbers[0]) if len(numbers) == 1 else -1
    return VoxelGoals(
        one, numbers, (x0, x1, y0, y1, z0, z1), world.frame.width, world.frame.area, make_edges(world.frame), heuristic
    )
