r"""Fronts of two numbers beside the C program of BOA\*: distance and time on the roads of New York.

The folder that GENASTAR_FRONTS names has the DIMACS challenge's ``USA-road-d.NY.gr.gz`` and ``USA-road-t.NY.gr.gz``, and of
github.com/jorgebaier/BOAstar ``NY-queries`` and the built program ``boa``, which reads the graph anew for each question and
tells the time of its search alone. Both compute the remaining distances and times within their time. The numbers of paths must
be equal.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import tempfile
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.measure import print_table
from genastar import AStar, Node, OpenList, Vector

Numbers = NDArray[np.int64]


@frozen
class Arcs:
    """Arcs by the node that they leave, in the arrays of their heads and both costs."""

    first: Numbers
    head: Numbers
    distance: Numbers
    time: Numbers


@frozen(eq=False)
class TwoCosts(AStar[int, Vector]):
    """Roads whose arcs have a distance and a time."""

    arcs: Arcs
    backwards: Arcs
    goal: int

    def add_neighbours(self, node: Node[int, Vector], open_list: OpenList[int, Vector]) -> None:
        arcs = self.arcs
        for arc in range(arcs.first[node.position].item(), arcs.first[node.position + 1].item()):
            step = Vector(arcs.distance[arc].item(), arcs.time[arc].item())
            open_list.insert(arcs.head[arc].item(), node.cost + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.arcs.first) - 1

    def reverse(self, start: int) -> Any:
        return TwoCosts(self.backwards, self.arcs, start), self.goal


def run() -> None:
    named = os.environ.get("GENASTAR_FRONTS")
    folder = Path(named) if named else None
    if folder is None or not (folder / "NY-queries").exists():
        print("skipped: GENASTAR_FRONTS does not name a folder with the graph and the queries of New York\n")
        return
    distances, times = (read_arcs(folder / f"USA-road-{which}.NY.gr.gz") for which in "dt")
    tail, head = distances[:, 0] - 1, distances[:, 1] - 1
    forwards, backwards = (sort_arcs(*ends, distances[:, 2], times[:, 2]) for ends in ((tail, head), (head, tail)))
    pairs = [tuple(map(int, line.split())) for line in (folder / "NY-queries").read_text().splitlines()]
    list(
        TwoCosts(forwards, backwards, pairs[0][1] - 1).results(
            pairs[0][0] - 1, Vector(0, 0), algorithm="pareto", engine="compiled"
        )
    )
    with tempfile.TemporaryDirectory() as made:
        graph = Path(made) / "NY.txt"
        both = np.column_stack([distances, times[:, 2]])
        np.savetxt(graph, both, "%d", header=f"{len(forwards.first) - 1} {len(both)}", comments="")
        race(folder / "boa", graph, forwards, backwards, pairs)


def read_arcs(path: Path) -> Numbers:
    """The tail, the head and the cost of each arc."""
    with gzip.open(path, "rt") as lines:
        return np.array([line.split()[1:] for line in lines if line.startswith("a ")], np.int64)


def sort_arcs(tail: Numbers, head: Numbers, distance: Numbers, time: Numbers) -> Arcs:
    order = np.argsort(tail, kind="stable")
    first = np.searchsorted(tail[order], np.arange(tail.max() + 2))
    return Arcs(first, head[order], distance[order], time[order])


def race(program: Path, graph: Path, forwards: Arcs, backwards: Arcs, pairs: list[Any]) -> None:
    mine: list[float] = []
    theirs: list[float] = []
    nodes = most = 0
    before = getrusage(RUSAGE_SELF).ru_maxrss
    for start, goal in pairs:
        problem = TwoCosts(forwards, backwards, goal - 1)
        began = perf_counter()
        answers = list(problem.results(start - 1, Vector(0, 0), algorithm="pareto", engine="compiled"))
        mine.append(perf_counter() - began)
        nodes += answers[-1].generated
        most = max(most, answers[-1].generated)
        if program.exists():
            asked = [str(program), str(graph), str(start), str(goal)]
            told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[-1].split(";")
            theirs.append(float(told[3]) / 1000)
            assert len(answers) == int(told[2]), (start, goal)
    held = 1024 * (getrusage(RUSAGE_SELF).ru_maxrss - before)  # Linux counts in KiB
    print(f"{len(pairs)} questions on {len(forwards.first) - 1:,} junctions, {nodes:,} nodes in all, {most:,} at most;")
    print(f"{held / most:.0f} bytes of memory for each node of the largest question\n")
    rows = [("genastar, compiled", mine), *([(r"BOA\*, in C", theirs)] if theirs else [])]
    print_table(
        ("program", "s in all", "s median", "times genastar"),
        ((name, f"{sum(taken):.1f}", f"{median(taken):.3f}", f"{sum(taken) / sum(mine):.2f}") for name, taken in rows),
    )
