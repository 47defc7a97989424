"""Fronts of rasters, beside all paths by costs that are written out a second time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from naive_terrain import list_steps, price_friction
from PIL import Image

from genastar import BadInput, Trace
from genastar.algorithms import Constrained
from genastar_picture.palette import make_hues
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.read import make_raster
from naive import expect_front, find_front

ENGINES = ["interpreted", pytest.param("compiled", marks=pytest.mark.long)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("neighbours", [8, 16])
def test_fronts_are_those_of_all_paths(tmp_path: Path, neighbours: int, engine: str) -> None:
    random = np.random.default_rng(7)
    costs, exposure = random.random((5, 6)) * 3, random.integers(1, 6, (5, 6)).astype(float)
    file = tmp_path / "e.asc"
    rows = "\n".join(" ".join(map(str, row)) for row in exposure.tolist())
    file.write_text(f"ncols 6\nnrows 5\nxllcorner 0\nyllcorner 0\ncellsize 1\n{rows}\n", encoding="utf-8")
    options = Options(
        neighbours=neighbours,
        metric="cost,length,exposure",
        exposure=str(file),  # type: ignore[arg-type]
    )
    world = TerrainWorld.read(costs, options)
    start, goal = (world.to_point(state) for state in (0, 29))
    found = [each.cost.numbers for each in world.results(start, [goal], engine=engine) if each.found]  # type: ignore[union-attr]
    prices = [price_friction(each) for each in (costs, np.ones((5, 6)), exposure)]
    edges: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[float, ...]]]] = {}
    for row in range(5):
        for column in range(6):
            for down, right in list_steps(neighbours):
                end = row + down, column + right
                if 0 <= end[0] < 5 and 0 <= end[1] < 6:
                    step = tuple(float(price(row, column, *end)) for price in prices)
                    edges.setdefault((row, column), []).append((end, step))
    wanted = find_front(edges, (0, 0), [(4, 5)], 3)
    assert len(wanted) > 3
    expect_front(found, wanted, 1e-3)


def test_paths_are_features_with_each_number(tmp_path: Path) -> None:
    heights = np.random.default_rng(8).random((5, 6)) * 3
    world = TerrainWorld.read(make_raster(heights, crs="EPSG:32633"), Options(slope="length", metric="cost,climb"))
    assert list(map(str, world.objectives)) == ["cost (m)", "climb (m)"]
    found = [each for each in world.results(world.to_point(0), [world.to_point(29)], engine="interpreted") if each.found]
    world.draw_all(found, Trace(), tmp_path / "a.geojson")
    facts = [each["properties"] for each in json.loads((tmp_path / "a.geojson").read_text())["features"]]
    assert len(found) > 1
    world.draw_all(found, Trace(), tmp_path / "a.png")
    pixels = np.asarray(Image.open(tmp_path / "a.png")).reshape(-1, 3)
    assert sum((pixels == hue).all(axis=1).any() for hue in make_hues(len(found))) > 1
    assert [(each["cost"], each["climb"]) for each in facts] == [pytest.approx(tuple(each.cost), abs=1e-5) for each in found]  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="climb needs elevations"):
        TerrainWorld.read(heights, Options(metric="cost,climb"))


def test_an_exposure_may_be_an_array() -> None:
    exposure = np.array([[1.0, 9.0, 1.0], [1.0, 9.0, 1.0], [1.0, 2.0, 1.0]])
    world = TerrainWorld.read(np.ones((3, 3)), Options(metric="cost,exposure", exposure=exposure))
    found = [each.cost for each in world.results(world.to_point(0), [world.to_point(2)], engine="interpreted") if each.found]
    around = 2 + 2 * 2**0.5, 2 + 3 * 2**0.5  # a step pays the mean of its two cells
    assert [tuple(each) for each in found] == [pytest.approx((2, 10)), pytest.approx(around)]  # type: ignore[arg-type]


def test_ways_up_a_slope_climb_as_much() -> None:
    for seed in range(5):
        heights = np.random.default_rng(seed).random((6, 6)).cumsum(axis=0).cumsum(axis=1)
        world = TerrainWorld.read(heights, Options(slope="length", metric="cost,climb"))
        ends = world.to_point(0), [world.to_point(35)]
        assert sum(each.found for each in world.results(*ends, engine="interpreted")) == 1
        exact = float(heights[-1, -1] - heights[0, 0])
        assert world.search(*ends, algorithm=Constrained((None, exact)), engine="interpreted").found
