r"""The dynamic track of the Grid-Based Path Planning Competition: maps that change between questions.

The ``.scen`` and ``.patch`` files of github.com/gppc-dev/startkit-dynamic are read from the folder that the environment
variable GENASTAR_GPPC names; without it, this is skipped. Each question has another start and another goal, so nothing can be
kept of an answer; what is kept is the world: a patch is painted, and only what it touches is computed again. "patches" is the
time that this takes, and "total" that of patches and questions together. "A\*, rebuilt" makes each changed world anew from its
cells, as a fresh search does; the ratio is to its total. All lengths are compared with the published ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.measure import print_table
from genastar_grid.info import Options
from genastar_grid.model import Grid

FREE = np.frombuffer(b".GS", np.uint8)
CLOSE = 1e-6
"""The greatest difference to a published length. Lengths are published to 14 digits."""

Cell = tuple[int, int]
Mask = NDArray[np.bool_]


@frozen
class Phase:
    """Patches, and the questions after them."""

    patches: tuple[tuple[Mask, Cell], ...]
    """Which cells are free, and the place of the upper left one."""
    questions: tuple[tuple[Cell, Cell, float], ...]
    """Start, goal, and the published length, -1 if there is no path."""


def run() -> None:
    folder = os.environ.get("GENASTAR_GPPC")
    files = sorted(Path(folder).glob("*.scen")) if folder else []
    if not files:
        print("skipped: GENASTAR_GPPC does not name a folder with the .scen and .patch files of the dynamic track\n")
        return
    answered_all(*read(files[0]))  # unmeasured: it compiles each search, also the wider ones of larger numbers
    rows, totals = [], dict.fromkeys(CONTESTANTS, 0.0)
    for path in files:
        shape, phases = read(path)
        times = answered_all(shape, phases)
        base = sum(times["A*, rebuilt"])
        for name, (patched, asked) in times.items():
            totals[name] += patched + asked
            total = patched + asked
            rows.append((path.stem, name, f"{patched:.2f}", f"{asked:.2f}", f"{total:.2f}", f"{total / base:.2f}"))
        counted = sum(len(phase.questions) for phase in phases), sum(len(phase.patches) for phase in phases)
        print(f"{path.stem}: {counted[0]:,} questions and {counted[1]:,} patches, all lengths as published")
    rows += [("all", name, "", "", f"{total:.2f}", f"{total / totals['A*, rebuilt']:.2f}") for name, total in totals.items()]
    print()
    print_table(["map", "search", "patches, s", "questions, s", "total, s", "ratio to A*"], rows)


CONTESTANTS: Mapping[str, tuple[str, bool]] = {
    "auto, painted": ("auto", False),
    "A*, painted": ("astar", False),
    "A*, rebuilt": ("astar", True),
}
"""The algorithm, and whether each changed world is made anew."""


def answered_all(shape: tuple[int, int], phases: list[Phase]) -> dict[str, tuple[float, float]]:
    """Return the seconds of each contestant for the patches and for the questions."""
    times = dict.fromkeys(CONTESTANTS, (0.0, 0.0))
    worlds = dict.fromkeys(CONTESTANTS, Grid.read(np.ones(shape, np.int32), Options()))
    for phase in phases:  # interleaved, so that a busy machine affects all alike
        for name in CONTESTANTS:
            worlds[name], patched, asked = answered(name, worlds[name], phase)
            times[name] = times[name][0] + patched, times[name][1] + asked
    return times


def answered(name: str, grid: Grid, phase: Phase) -> tuple[Grid, float, float]:
    """Return the patched world, the seconds for the patches, and those for the questions."""
    algorithm, is_rebuilt = CONTESTANTS[name]
    free = grid.world.costs > 0
    began = perf_counter()
    if phase.patches:
        costs = free.copy()
        for patch, (x, y) in phase.patches:
            rows, columns = patch.shape
            costs[y : y + rows, x : x + columns] = patch
        if is_rebuilt:
            grid = Grid.read(costs.astype(np.int32), Options())
        else:
            places = np.flatnonzero(costs != free)
            grid = grid.paint(places, costs.ravel()[places].astype(np.float64))
    patched = perf_counter() - began
    began = perf_counter()
    found = []
    for start, goal, _ in phase.questions:
        if grid.find_fault(start) or grid.find_fault(goal):
            found.append(-1.0)
            continue
        result = grid.search(start, [goal], algorithm=algorithm, engine="compiled")
        found.append(-1.0 if result.cost is None else result.cost.travelled)
    asked = perf_counter() - began
    for (start, goal, length), own in zip(phase.questions, found, strict=True):
        if abs(own - length) > CLOSE:
            raise AssertionError(f"{name}: from {start} to {goal} the length is {own}, but {length} was published")
    return grid, patched, asked


def read(path: Path) -> tuple[tuple[int, int], list[Phase]]:
    """Return the height and width of the first map, which has no obstacle, and the phases of a ``.scen`` file."""
    lines = path.read_text().split("\n")
    head = dict(line.split(maxsplit=1) for line in lines[: lines.index("commands")])
    patches = list(patches_of(path.with_name(head["patch"])))
    phases: list[Phase] = []
    placed: list[tuple[Mask, Cell]] = []
    asked: list[tuple[Cell, Cell, float]] = []
    for line in [*lines[lines.index("commands") + 1 :], "P"]:
        kind, *fields = line.split() or [""]
        if kind == "P" and asked:
            phases.append(Phase(tuple(placed), tuple(asked)))
            placed, asked = [], []
        if kind == "P" and fields:
            number, x, y = map(int, fields[1:])
            placed.append((patches[number], (x, y)))
        elif kind == "Q":
            from_x, from_y, x, y = map(int, fields[1:5])
            asked.append(((from_x, from_y), (x, y), float(fields[5])))
    return (int(head["height"]), int(head["width"])), phases


def patches_of(path: Path) -> Iterator[Mask]:
    """Yield the patches of a file: whether each cell is free."""
    lines = iter(path.read_bytes().split())
    count = int([next(lines) for _ in range(4)][3])
    for _ in range(count):
        fields = [next(lines) for _ in range(7)]  # patch NUMBER height H width W map
        yield np.array([np.isin(np.frombuffer(next(lines), np.uint8), FREE) for _ in range(int(fields[3]))])
