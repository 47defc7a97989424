"""Fronts of voxel worlds, beside all paths by rules that are written out a second time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from naive_voxel import list_flights

from genastar_voxel.info import Options
from genastar_voxel.model import Voxels
from naive import expect_front, find_front

CASES = [("none", "interpreted"), ("xz", "interpreted"), pytest.param("none", "compiled", marks=pytest.mark.long)]


def shorten(part: int, side: int, joined: bool) -> int:
    return min((part - side, part, part + side), key=abs) if joined else part


@pytest.mark.parametrize(("wrap", "engine"), CASES)
def test_fronts_are_those_of_all_paths(tmp_path: Path, wrap: str, engine: str) -> None:
    random = np.random.default_rng(6)
    costs, exposure = random.integers(0, 5, (5, 4, 5)), random.integers(0, 5, (5, 4, 5))
    costs[0, 0, 0] = costs[2, 3, 2] = 1
    np.save(tmp_path / "e.npy", exposure)
    options = Options(metric="cost,length,climb,exposure", exposure=str(tmp_path / "e.npy"), wrap=wrap)  # type: ignore[arg-type]
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
