"""Costs: against a naive Dijkstra, against values computed by hand, and against the formulas of others."""

from __future__ import annotations

from itertools import pairwise
from math import exp, hypot, inf, radians, sqrt, tan

import naive_terrain
import numpy as np
import pytest

import genastar
from genastar import BadInput
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.rules.grounds import FrictionGround, SlopeGround
from genastar_terrain.rules.paces import R_WALK, Length, Limited, Minetti, Naismith, Tobler, tabulate
from genastar_terrain.sources.read import make_raster


def make_costs(seed: int, holes: bool = True) -> np.ndarray:
    random = np.random.default_rng(seed)
    costs = random.random((9, 11)) * 5 + (0 if seed % 3 == 0 else 0.5)
    if holes:
        costs[random.random(costs.shape) < 0.2] = np.nan
    costs[0, 0] = costs[8, 10] = 1.0
    return costs


@pytest.mark.parametrize("neighbours", [4, 8, 16, 32])
@pytest.mark.parametrize("seed", range(4))
def test_paths_over_costs_are_the_cheapest(neighbours: int, seed: int) -> None:
    costs = make_costs(seed)
    naive = naive_terrain.search(costs.shape, (0, 0), naive_terrain.price_friction(costs), neighbours)
    terrain = TerrainWorld.read(costs, Options(neighbours=neighbours))
    surface = terrain.accumulate((0.5, 8.5), engine="interpreted")
    np.testing.assert_allclose(surface.costs, naive, rtol=2e-3 if neighbours > 8 else 1e-12)
    result = terrain.search((0.5, 8.5), [(10.5, 0.5)], engine="interpreted")
    if not np.isfinite(naive[8, 10]):
        assert not result.found
        return
    assert result.cost is not None
    assert result.cost.travelled == pytest.approx(surface.costs[8, 10], rel=1e-12)
    assert result.path[0] == (0.5, 8.5)
    assert result.path[-1] == (10.5, 0.5)


@pytest.mark.parametrize("seed", range(6))
def test_they_equal_those_of_scikit_image(seed: int) -> None:
    graph = pytest.importorskip("skimage.graph")
    costs = make_costs(seed)
    ours = TerrainWorld.read(costs, Options()).accumulate((0.5, 8.5), engine="interpreted").costs
    theirs, _ = graph.MCP_Geometric(np.where(np.isnan(costs), -1, costs)).find_costs([(0, 0)])
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize(("dx", "dy"), [(2, 1), (3, 1), (3, 2), (7, 3), (5, 5), (6, 0), (-4, 3)])
def test_a_line_pays_in_each_cell(dx: int, dy: int) -> None:
    costs = make_costs(1, holes=False)
    ground, x, y = FrictionGround(costs), 5 if dx < 0 else 0, 1
    length = hypot(dx, dy)
    wanted = naive_terrain.price_friction(costs, 400_000)(y, x, y + dy, x + dx)
    assert ground.price(x, y, x + dx, y + dy, length) == pytest.approx(wanted, rel=1e-4)
    assert ground.price(x + dx, y + dy, x, y, length) == pytest.approx(ground.price(x, y, x + dx, y + dy, length), rel=1e-12)


def test_tobler() -> None:
    assert Tobler().price(0.0, 1000.0) == pytest.approx(1000 / (6 * exp(-3.5 * 0.05) / 3.6))  # 715 s, 5.04 km/h
    assert Tobler().price(-5.0, 100.0) == pytest.approx(60.0)  # 6 km/h
    assert Tobler().price(20.0, 100.0) == pytest.approx(100 / (6 * exp(-3.5 * 0.25) / 3.6))


def test_naismith() -> None:
    assert Naismith().price(0.0, 5000.0) == pytest.approx(3600)
    assert Naismith().price(100.0, 1000.0) == pytest.approx(720 + 600)
    assert Naismith().price(-1.0, 100.0) == pytest.approx(72)  # too gentle to be quicker
    assert Naismith().price(-15.0, 100.0) == pytest.approx(72 - 30)
    assert Naismith().price(-30.0, 100.0) == pytest.approx(72 + 60)


def test_the_formula_of_r_walk() -> None:
    # T = a dS + b dH up + c dH moderately down + d dH steeply down, with 0.72, 6.0, 1.9998, -1.9998; steep from -0.2125.
    assert R_WALK.price(10.0, 100.0) == pytest.approx(0.72 * 100 + 6.0 * 10)
    assert R_WALK.price(-10.0, 100.0) == pytest.approx(0.72 * 100 + 1.9998 * -10)
    assert R_WALK.price(-30.0, 100.0) == pytest.approx(0.72 * 100 - 1.9998 * -30)


def test_minetti() -> None:
    assert Minetti().price(0.0, 1.0) == pytest.approx(2.5)
    assert Minetti().price(0.1, 1.0) == pytest.approx(sqrt(1.01) * 4.899135)
    assert Minetti().price(9.0, 1.0) == pytest.approx(Minetti().price(9.0, 20.0), rel=1e-12)  # in bends


@pytest.mark.parametrize("pace", [Tobler(), Naismith(), R_WALK, Minetti(), Length(), tabulate(lambda slope: 1 + slope * slope)])
def test_no_metre_costs_less_than_the_least(pace: Tobler) -> None:
    slopes = np.concatenate((np.linspace(-6, 6, 100_001), [-tan(radians(12)), -tan(radians(5)), -0.2125, -0.05]))
    assert min(pace.price(slope * 3.0, 3.0) / 3.0 for slope in slopes.tolist()) >= pace.least * (1 - 1e-12)


@pytest.mark.parametrize("slope", ["tobler", "naismith", "walk", "minetti", "length", "wheelchair", "road"])
def test_paths_over_hills_are_the_cheapest_both_ways(slope: str) -> None:
    heights = np.random.default_rng(8).random((9, 11)).cumsum(axis=1)
    terrain = TerrainWorld.read(make_raster(heights, (10, 0, 0, 0, -10, 90)), Options(slope=slope))
    pace = terrain.pace

    def price(row: int, column: int, to_row: int, to_column: int) -> float:
        found = pace.price(heights[to_row, to_column] - heights[row, column], 10 * hypot(to_row - row, to_column - column))
        return found if found < inf else float("nan")

    naive = naive_terrain.search(heights.shape, (0, 0), price, 8)
    np.testing.assert_allclose(terrain.accumulate((5, 85), engine="interpreted").costs, naive, rtol=1e-12)
    back = naive_terrain.search(heights.shape, (0, 0), lambda *step: price(*step[2:], *step[:2]), 8)
    np.testing.assert_allclose(terrain.accumulate((5, 85), backwards=True, engine="interpreted").costs, back, rtol=1e-12)
    for goal in ((105.0, 5.0), (55.0, 25.0)):
        result = terrain.search((5, 85), [goal], engine="interpreted")
        row, column = int((90 - goal[1]) // 10), int(goal[0] // 10)
        assert (result.cost.travelled if result.cost else inf) == pytest.approx(naive[row, column], rel=1e-12)


def test_a_function_of_ones_own() -> None:
    heights = np.array([[0.0, 1.0, 4.0]])
    terrain = TerrainWorld.read(heights, Options(), slope=lambda slope: 1 + max(slope, 0) * 2)
    assert terrain.accumulate((0.5, 0.5)).costs.tolist() == [[0.0, 3.0, 3.0 + 7.0]]
    assert terrain.accumulate((2.5, 0.5)).costs.tolist() == [[2.0, 1.0, 0.0]]
    with pytest.raises(BadInput, match="gives -1 at slope -4; expected a positive cost"):
        TerrainWorld.read(heights, Options(), slope=lambda slope: -1)


def test_long_steps_read_heights_between_cells() -> None:
    heights = np.array([[0.0, 0.0, 9.0], [9.0, 4.0, 2.0]])
    ground = SlopeGround(heights, Limited(Length(), 100.0))
    length = sqrt(5)
    wanted = hypot(length / 2, 2.0) + hypot(length / 2, 0.0)  # 0, the mean of 0 and 4, 2
    assert ground.price(0, 0, 2, 1, length) == pytest.approx(wanted)
    assert ground.price(2, 1, 0, 0, length) == pytest.approx(wanted)


def test_friction_multiplies_slopes(tmp_path) -> None:  # type: ignore[no-untyped-def]
    factors = tmp_path / "factors.asc"
    factors.write_text("ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n2 4 1\n")
    terrain = TerrainWorld.read(np.array([[0.0, 0.0, 0.0]]), Options(slope="length", friction=str(factors)))
    assert terrain.accumulate((0.5, 0.5)).costs.tolist() == [[0.0, 3.0, 5.5]]


def test_any_angle_pays_the_integral_and_is_never_dearer() -> None:
    costs = make_costs(5, holes=False)
    terrain = TerrainWorld.read(costs, Options())
    steps, lines = (
        terrain.search((0.5, 8.5), [(10.5, 0.5)], algorithm=name, engine="interpreted") for name in ("astar", "theta-star")
    )
    assert steps.cost is not None
    assert lines.cost is not None
    price, cells = naive_terrain.price_friction(costs, 100_000), [(int(8.5 - y + 0.5), int(x)) for x, y in lines.path]
    assert lines.cost.travelled == pytest.approx(sum(price(*a, *b) for a, b in pairwise(cells)), rel=1e-3)
    assert lines.cost.travelled <= steps.cost.travelled


@pytest.mark.long
def test_both_engines_and_every_algorithm_agree() -> None:
    terrain = TerrainWorld.read(make_costs(7), Options())
    found = {
        (engine, name): terrain.search((0.5, 8.5), [(10.5, 0.5)], algorithm=name, engine=engine).cost
        for engine in ("interpreted", "compiled")
        for name in ("astar", "dijkstra", "both-ways", "theta-star")
    }
    for name in ("astar", "dijkstra", "both-ways", "theta-star"):
        assert found["interpreted", name] == found["compiled", name]


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(BadInput, match="column 1, row 0: a metre cannot cost -2"):
        TerrainWorld.read(np.array([[1.0, -2.0]]), Options())


def test_a_replanner_follows_a_layer_that_changes() -> None:
    costs = make_costs(4, holes=False)
    changed = costs.copy()
    changed[3:6, 2:9] *= 4
    goal = (10.5, 0.5)
    replanner = genastar.Replanner(TerrainWorld.read(costs, Options()), [goal])
    for layer in (costs, changed, costs):
        world = TerrainWorld.read(layer, Options())
        replanner.change(world)
        wanted = world.search((0.5, 8.5), [goal], engine="interpreted").cost
        found = replanner.search((0.5, 8.5)).cost
        assert found is not None
        assert wanted is not None
        assert found.travelled == pytest.approx(wanted.travelled, rel=1e-12)
