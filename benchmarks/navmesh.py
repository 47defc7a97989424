"""Navigation meshes: Polyanya here, compiled, beside the authors' Polyanya in C++, on published meshes and questions.

GENASTAR_NAVMESH_DATA names a folder with `arena-merged.mesh`, `arena.scen`, `aurora-merged.mesh` and `aurora.scen`.
GENASTAR_POLYANYA names the program `scenariorunner`, built from its authors' source (`anyangle/polyanya`, `make fast`). It
takes a mesh and a file of questions, and prints columns with a header, of which `micro` and `length` are read. Ours are the
times of whole calls of `solve`; the program's are those of its search alone.
"""

from __future__ import annotations

import csv
import os
import subprocess
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter

import genastar
from benchmarks.measure import print_table
from genastar import Workspace

MESHES = {"arena-merged": "arena", "aurora-merged": "aurora"}
ROWS = 160
"""Questions of each mesh, evenly spaced."""
BATCH = 20
"""Questions that are asked in turn, so that a busy machine affects both alike."""


def run() -> None:
    folder, program = os.environ.get("GENASTAR_NAVMESH_DATA"), os.environ.get("GENASTAR_POLYANYA")
    if not folder or not program:
        print("skipped: GENASTAR_NAVMESH_DATA must name a folder of meshes, and GENASTAR_POLYANYA the program of Polyanya\n")
        return
    print_table(
        ["mesh", "questions", "ours: mean µs", "C++: mean µs", "ratio", "greatest difference of lengths"],
        [compared(Path(folder), name, scenario, Path(program)) for name, scenario in MESHES.items()],
    )


def compared(folder: Path, name: str, scenario: str, program: Path) -> tuple[object, ...]:
    """Return a row of the table."""
    mesh = folder / f"{name}.mesh"
    head, *rows = (folder / f"{scenario}.scen").read_text(encoding="utf-8").splitlines()
    rows = rows[:: max(1, len(rows) // ROWS)]
    world, workspace = genastar.load(mesh), Workspace()
    questions = [tuple(map(float, row.split()[4:8])) for row in rows]
    x, y, to_x, to_y = questions[0]
    world.solve((x, y), [(to_x, to_y)], engine="compiled", workspace=workspace)  # compiles
    ours, theirs, apart = [], [], 0.0
    with TemporaryDirectory() as beside:
        for first in range(0, len(rows), BATCH):
            asked = Path(beside) / "questions.scen"
            asked.write_text("\n".join((head, *rows[first : first + BATCH], "")), encoding="utf-8")
            told = subprocess.run([program, mesh, asked], capture_output=True, text=True, check=True, timeout=600).stdout
            for (x, y, to_x, to_y), other in zip(
                questions[first : first + BATCH], csv.DictReader(told.splitlines(), delimiter=";"), strict=True
            ):
                began = perf_counter()
                found = world.solve((x, y), [(to_x, to_y)], engine="compiled", workspace=workspace)
                ours.append((perf_counter() - began) * 1e6)
                theirs.append(float(other["micro"]))
                length = float(other["length"])
                apart = max(apart, abs(found.cost.travelled - length) if found.found else abs(length + 1))
    ratio = fmean(ours) / fmean(theirs)
    return name, len(rows), f"{fmean(ours):,.0f}", f"{fmean(theirs):,.0f}", f"{ratio:.2f}", f"{apart:.1g}"
