"""Navigation meshes: Polyanya here, compiled, beside a Polyanya in C++, on published meshes and questions.

GENASTAR_NAVMESH_DATA names a folder with `arena-merged.mesh`, `arena.scen`, `aurora-merged.mesh` and `aurora.scen`.
GENASTAR_POLYANYA names a program built from a Polyanya in C++, such as the fork in `eggeek/Nav-Mesh-OkNN`. It takes a mesh and
a file of questions, and prints columns with a header, of which `micro` and `length` are read. Ours are the
processor times of whole calls of `solve`, and of one batch of the same questions by `search_many`; the program's are those of
its search alone.
"""

from __future__ import annotations

import csv
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import print_table
from genastar import Workspace
from genastar_navmesh.info import Options
from genastar_navmesh.model import NavMesh
from genastar_navmesh.search import Point

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
        [
            "mesh",
            "questions",
            "solve: mean µs",
            "batch: mean µs",
            "C++: mean µs",
            "solve / C++",
            "batch / C++",
            "lengths differ by",
        ],
        [compared(Path(folder), name, scenario, Path(program)) for name, scenario in MESHES.items()],
    )


def read(scenario: Path) -> tuple[str, list[str], list[tuple[float, ...]]]:
    """Return the head of a scenario, `ROWS` of its rows or a few more, and the ends of each: x and y of start and goal."""
    head, *rows = scenario.read_text(encoding="utf-8").splitlines()
    rows = rows[:: max(1, len(rows) // ROWS)]
    return head, rows, [tuple(map(float, row.split()[4:8])) for row in rows]


def compared(folder: Path, name: str, scenario: str, program: Path) -> tuple[object, ...]:
    """Return a row of the table."""
    mesh = folder / f"{name}.mesh"
    head, rows, questions = read(folder / f"{scenario}.scen")
    world, workspace = NavMesh.read(mesh, Options()), Workspace()
    x, y, to_x, to_y = questions[0]
    world.search((x, y), [(to_x, to_y)], engine="compiled", workspace=workspace)  # compiles
    batches = [[((x, y), ((u, v),)) for x, y, u, v in questions[at : at + BATCH]] for at in range(0, len(rows), BATCH)]
    list(together(world, batches[0]))  # compiles
    ours, batch, theirs, apart = [], [], [], 0.0
    with TemporaryDirectory() as beside:
        for first in range(0, len(rows), BATCH):
            asked = Path(beside) / "questions.scen"
            asked.write_text("\n".join((head, *rows[first : first + BATCH], "")), encoding="utf-8")
            told = subprocess.run([program, mesh, asked], capture_output=True, text=True, check=True, timeout=600).stdout
            for (x, y, to_x, to_y), other in zip(
                questions[first : first + BATCH], csv.DictReader(told.splitlines(), delimiter=";"), strict=True
            ):
                began = process_time()
                found = world.search((x, y), [(to_x, to_y)], engine="compiled", workspace=workspace)
                ours.append((process_time() - began) * 1e6)
                theirs.append(float(other["micro"]))
                length = float(other["length"])
                apart = max(apart, abs(found.cost.travelled - length) if found.found else abs(length + 1))
            began = process_time()
            together(world, batches[first // BATCH])
            batch.append((process_time() - began) * 1e6)
    means = fmean(ours), sum(batch) / len(rows), fmean(theirs)
    ratios = (f"{mean / means[2]:.2f}" for mean in means[:2])
    return name, len(rows), *(f"{mean:,.1f}" for mean in means), *ratios, f"{apart:.1g}"


def together(world: NavMesh, questions: Sequence[tuple[Point, tuple[Point, ...]]]) -> Sequence[object]:
    """Answer questions in one batch."""
    problem, starts, fields = world.combine(questions)
    return problem.search_many(starts, fields, engine="compiled")
