"""The formulas against Dijkstra's search in an empty world."""

from __future__ import annotations

from itertools import product
from math import isclose

import numpy as np
import pytest
from naive_voxel import empty_world

from genastar_voxel.info import Options
from genastar_voxel.model import Voxels
from genastar_voxel.rules.heuristics import VoxelHeuristic
from genastar_voxel.rules.prices import LENGTHS, compute_prices, make_heuristic, make_metric

FAR = 6


@pytest.mark.long
@pytest.mark.parametrize("neighbours", [6, 18, 26])
@pytest.mark.parametrize("lengths", ["euclidean", "uniform", "manhattan"])
def test_auto_is_the_cheapest_way_through_an_empty_world(neighbours: int, lengths: str) -> None:
    metric = make_metric(neighbours, LENGTHS[lengths])
    found = empty_world(FAR, {6: 1, 18: 2, 26: 3}[neighbours], lengths)
    for dx, dy, dz in product(range(FAR + 1), repeat=3):
        assert isclose(metric.estimate_steps(dx, dy, dz), found[dx, dy, dz], abs_tol=1e-12)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("neighbours", [6, 18, 26])
@pytest.mark.parametrize("lengths", ["euclidean", "uniform", "manhattan"])
@pytest.mark.parametrize("formula", ["auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"])
def test_each_formula_is_consistent_or_told_not_to_be(formula: str, lengths: str, neighbours: int, whole: bool) -> None:
    options = Options(heuristic=formula, lengths=lengths, neighbours=neighbours)  # type: ignore[arg-type]
    world = Voxels.read(np.array([[[3.0 if whole else 2.5]]]), options)
    prices = compute_prices(world.world, options)
    assert prices.whole == whole
    factor = world.world.least
    heuristic = make_heuristic(world.world, options, prices)
    price = make_metric(neighbours, prices.steps)
    worst = max(gains(heuristic, price, {6: 1, 18: 2, 26: 3}[neighbours], factor))
    assert heuristic.estimate_steps(0, 0, 0) == 0
    assert world.describe_guarantee().optimal == (worst <= 1e-9)


def gains(heuristic: VoxelHeuristic[float], price: VoxelHeuristic[float], axes: int, factor: float) -> list[float]:
    """By how much each step lowers the estimate more than it costs."""
    moves = [move for move in product((-1, 0, 1), repeat=3) if 0 < sum(map(abs, move)) <= axes]
    paid = {move: price.estimate_steps(*map(abs, move)) * factor for move in moves}
    found = []
    for place in product(range(FAR), repeat=3):
        before = heuristic.estimate_steps(*place)
        for move in moves:
            after = [abs(part + step) for part, step in zip(place, move, strict=True)]
            found.append(before - heuristic.estimate_steps(*after) - paid[move])
    return found
