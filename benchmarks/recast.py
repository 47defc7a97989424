"""Navigation meshes: Polyanya here, compiled, beside npm's recast-navigation, whose paths are not always the shortest.

GENASTAR_NAVMESH_DATA names a folder with `arena-merged.mesh`, `arena.scen`, `aurora-merged.mesh` and `aurora.scen`.
GENASTAR_RECAST names a folder in which `npm install recast-navigation` ran. It gets the same polygons, those of more than six
vertices divided, as a set of Detour's tiles. Its times are wall times of `findPath` and `findStraightPath`, without finding the
polygons of both points; ours are processor times of whole calls of `solve`, and of one batch.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import print_table
from benchmarks.navmesh import MESHES, read, together
from genastar import Workspace
from genastar_navmesh.info import Options
from genastar_navmesh.mesh import Mesh
from genastar_navmesh.model import NavMesh

PIECE = 6
"""The most vertices of a polygon of Detour."""


def run() -> None:
    data, folder = os.environ.get("GENASTAR_NAVMESH_DATA"), os.environ.get("GENASTAR_RECAST")
    if not data or not folder:
        print("skipped: GENASTAR_NAVMESH_DATA must name a folder of meshes, and GENASTAR_RECAST one with recast-navigation\n")
        return
    print_table(
        ["mesh", "questions", "solve: µs", "batch: µs", "recast: µs", "length of recast / ours", "most", "equal", "none"],
        [compared(Path(data), name, scenario, folder) for name, scenario in MESHES.items()],
    )


def compared(data: Path, name: str, scenario: str, folder: str) -> tuple[object, ...]:
    """Return a row of the table."""
    asked = read(data / f"{scenario}.scen")[2]
    world, workspace = NavMesh.read(data / f"{name}.mesh", Options()), Workspace()
    with TemporaryDirectory() as beside:
        tiles, questions = Path(beside) / "mesh.bin", Path(beside) / "questions"
        tiles.write_bytes(tiles_of(world.mesh))
        questions.write_text("\n".join(" ".join(map(str, each)) for each in asked), encoding="utf-8")
        script = Path(__file__).with_suffix(".mjs")
        command = ["node", str(script), str(tiles), str(questions), folder]
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout
    theirs = [tuple(map(float, line.split())) for line in told.splitlines()]
    x, y, u, v = asked[0]
    world.search((x, y), [(u, v)], engine="compiled", workspace=workspace)  # compiles
    began = process_time()
    ours = [world.search((x, y), [(u, v)], engine="compiled", workspace=workspace) for x, y, u, v in asked]
    solving = (process_time() - began) / len(asked) * 1e6
    pairs = [((x, y), ((u, v),)) for x, y, u, v in asked]
    together(world, pairs)  # compiles
    began = process_time()
    together(world, pairs)
    batch = (process_time() - began) / len(asked) * 1e6
    ratios = [length / each.cost.travelled for (_, length), each in zip(theirs, ours, strict=True) if each.cost and length > 0]
    means = solving, batch, fmean(micro for micro, _ in theirs)
    equal = sum(abs(ratio - 1) < 1e-5 for ratio in ratios)
    missed = sum(length < 0 for _, length in theirs)
    return name, len(asked), *(f"{mean:,.0f}" for mean in means), f"{fmean(ratios):.4f}", f"{max(ratios):.3f}", equal, missed


def tiles_of(mesh: Mesh) -> bytes:
    """Return a mesh as one of Detour's tiles."""
    sys.path.insert(0, "plugins/navmesh/tests")
    from detour_files import neighbours, tile, tile_set

    polygons = []
    for polygon in range(mesh.size):
        first, *others = mesh.corners[mesh.first[polygon] : mesh.first[polygon + 1]].tolist()[::-1]  # Detour's are clockwise
        polygons += [[first, *others[at : at + PIECE - 1]] for at in range(0, len(others) - 1, PIECE - 2)]
    points = [(x, 0.0, y) for x, y in mesh.points.tolist()]
    made: bytes = tile_set([tile(points, polygons, neighbours(polygons))], (1e5, 1e5))
    return made
