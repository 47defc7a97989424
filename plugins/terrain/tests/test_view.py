"""The view: hills on a screen, on which barriers are drawn."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from naive_terrain import price_friction, search

from genastar import BadInput
from genastar_terrain.info import Options
from genastar_terrain.model import TerrainWorld
from genastar_terrain.sources.read import make_raster
from genastar_terrain.view import BARRIER

COSTS = np.random.default_rng(5).random((6, 8)) + 0.5
ENDS = (0.5, 5.5), [(7.5, 0.5)]


def test_drawn_barriers_close_cells_and_are_wiped_again() -> None:
    world = TerrainWorld.read(COSTS, Options())
    wall = [row * 8 + 4 for row in range(1, 6)]
    walled = world.view().paint(dict.fromkeys(wall, 0.0))
    closed = COSTS.copy()
    closed[1:, 4] = np.nan
    assert walled.search(*ENDS, engine="interpreted").cost.travelled == pytest.approx(
        search((6, 8), (0, 0), price_friction(closed), 8)[5, 7]
    )
    colours = np.frombuffer(walled.view().shape.colours, np.uint8).reshape(-1, 3)
    assert (colours[wall] == BARRIER.colour).all()
    wiped = walled.view().paint(dict.fromkeys(wall, 1.0))
    assert wiped.search(*ENDS, engine="interpreted").cost == world.search(*ENDS, engine="interpreted").cost
    kept = walled.with_lines([shapely.box(0, 0, 8, 6)], 2.0).view()
    assert set(kept.values) == set(world.view().values)  # what was drawn before belongs to the terrain now
    with pytest.raises(BadInput, match="a cell cannot have the value 7"):
        world.view().paint({0: 7.0})


def test_other_slopes_of_a_painted_terrain() -> None:
    hills = COSTS * 5
    painted = TerrainWorld.read(hills, Options(slope="tobler")).view().paint({12: 0.0})
    other = painted.with_options(Options(slope="naismith", max_grade=300.0))
    fresh = TerrainWorld.read(hills, Options(slope="naismith", max_grade=300.0)).view().paint({12: 0.0})
    assert other.search(*ENDS, engine="interpreted").cost == fresh.search(*ENDS, engine="interpreted").cost
    assert (painted.view().cost_unit, other.view().cost_unit) == ("s", "s")
    assert painted.with_options(Options()) is None


def test_the_north_is_at_the_top() -> None:
    south_up = TerrainWorld.read(make_raster(COSTS[::-1], (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)), Options())
    usual = TerrainWorld.read(COSTS, Options())
    one, other = usual.view(), south_up.view()
    assert one.shape == other.shape
    for place in range(48):
        assert one.position(place) == other.position(place)
        assert other.place(other.position(place)) == place
    assert one.paint({3: 0.0}).view().shape == other.paint({3: 0.0}).view().shape
