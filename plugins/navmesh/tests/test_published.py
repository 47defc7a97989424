"""Published meshes: two meshes of one map give the same lengths, those of a visibility graph, at most those of octile steps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
import shapely
from naive_mesh import shortest

import genastar

DATA = Path(__file__).parent / "data"
ELSEWHERE = os.environ.get("GENASTAR_NAVMESH_DATA", "")

Row = tuple[tuple[float, float], tuple[float, float], float]


def rows_of(scenario: Path) -> Iterator[Row]:
    for line in scenario.read_text(encoding="utf-8").splitlines()[1:]:
        *_, x, y, to_x, to_y, length = line.split("\t")
        yield (float(x), float(y)), (float(to_x), float(to_y)), float(length)


def check(folder: Path, name: str, engine: str, every: int = 1) -> int:
    meshes = [genastar.load(folder / f"{name}{end}.mesh") for end in ("", "-merged")]
    count = 0
    for start, goal, octile in list(rows_of(folder / f"{name}.scen"))[::every]:
        one, other = (mesh.search(start, [goal], engine=engine) for mesh in meshes)
        assert one.cost.travelled == pytest.approx(other.cost.travelled, rel=1e-9)
        assert one.cost.travelled == pytest.approx(sum(dist(*leg) for leg in pairwise(one.path)))
        assert one.cost.travelled <= octile + 1e-4
        count += 1
    return count


@pytest.mark.long
def test_arena():
    assert check(DATA, "arena", "interpreted") == 160


def test_arena_against_a_visibility_graph():
    world = genastar.load(DATA / "arena.mesh")
    area = shapely.union_all(world.mesh.shapes)
    for (x, y), (to_x, to_y), _ in list(rows_of(DATA / "arena.scen"))[::40]:
        start, goal = (x + 0.5, y + 0.5), (to_x + 0.5, to_y + 0.5)
        found = world.search(start, [goal], engine="interpreted")
        assert found.cost.travelled == pytest.approx(shortest(area, start, [goal]), rel=1e-4)


@pytest.mark.skipif(not ELSEWHERE, reason="GENASTAR_NAVMESH_DATA names no folder")
@pytest.mark.long
def test_a_scene_of_version_3():
    """All 2,000 rows of scene_mp_2p_01 (Iron Harvest), whose lengths were published for any angle."""
    world = genastar.load(Path(ELSEWHERE) / "scene_mp_2p_01.mesh")
    rows = list(rows_of(Path(ELSEWHERE) / "scene_mp_2p_01.mesh.scen"))
    assert len(rows) == 2000
    for start, goal, length in rows:
        assert world.search(start, [goal], engine="compiled").cost.travelled == pytest.approx(length, rel=1e-9)


@pytest.mark.skipif(not ELSEWHERE, reason="GENASTAR_NAVMESH_DATA names no folder")
@pytest.mark.long
def test_aurora():
    assert check(Path(ELSEWHERE), "aurora", "compiled", every=5) > 500
