"""Fronts of voxel worlds, beside all paths by rules that are written out a second time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from naive_voxel import list_flights
from PIL import Image

from genastar import Trace
from genastar_picture.palette import make_hues
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels
from naive import expect_front, find_front

CASES = [("none", "interpreted"), ("xz", "interpreted"), pytest.param("none", "compiled", marks=pytest.mark.long)]


def shorten(part: int, side: int, joined: bool) -> int:
    return min((part - side, part, part + side), key=abs) if joined else part


@pytest.mark.parametrize(("wrap", "engine"), CASES)
def test_fronts_are_those_of_all_paths(wrap: str, engine: str) -> None:
    random = np.random.default_rng(6)
    costs, exposure = random.integers(0, 5, (5, 4, 5)), random.integers(0, 5, (5, 4, 5))
    costs[0, 0, 0] = costs[2, 3, 2] = 1
    options = Options(metric="cost,length,climb,exposure", exposure=exposure, wrap=wrap)  # type: ignore[arg-type]
    world = Voxels.read(costs, options)
    found = [each.cost.numbers for each in world.results((0, 0, 0), [(2, 3, 2)], engine=engine) if each.found]  # type: ignore[union-attr]
    edges = {}
    for here in map(tuple, np.argwhere(costs > 0).tolist()):
        edges[here] = []
        for there, step in list_flights(costs, here, options):
            moves = [
                shorten(b - a, side, axis in wrap) for a, b, side, axis in zip(here, there, costs.shape, "xyz", strict=True)
            ]
            length = float(np.linalg.norm(moves))
            edges[here].append((there, (step * costs[there], length, max(moves[2], 0), length * exposure[there])))
    wanted = find_front(edges, (0, 0, 0), [(2, 3, 2)], 4)
    assert len(wanted) > 1
    expect_front(found, wanted)


@pytest.mark.parametrize("view", ["slices", "isometric"])
def test_pictures_show_all_paths(tmp_path: Path, view: str) -> None:
    costs = np.ones((5, 3, 1))
    exposure = np.zeros((5, 3, 1))
    exposure[1:4, :2] = 9
    world = Voxels.read(costs, Options(metric="cost,exposure", exposure=exposure, view=view))  # type: ignore[arg-type]
    found = [each for each in world.results((0, 0, 0), [(4, 0, 0)], engine="interpreted") if each.found]
    assert len(found) > 1
    world.draw_all(found, Trace(), tmp_path / "a.png")
    pixels = np.asarray(Image.open(tmp_path / "a.png").convert("RGB")).reshape(-1, 3)
    assert all((pixels == hue).all(axis=1).sum() > 20 for hue in make_hues(len(found)))
