"""Voxel worlds: genastar beside dijkstra3d, cstar-pathfinding, w9-pathfinding and pathfinding3d; and Roy Triesscheijn's.

The published map is in the folder that the environment variable GENASTAR_DATA names; without it, it is left out. The lengths
of all contestants are compared before anything is timed. "times genastar" is a contestant's time over genastar's, for the
same questions in the same round: above 1 is slower.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import cast

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

import genastar
from benchmarks.measure import median_seconds, print_table
from benchmarks.voxel_peers import CONTESTANTS, Contestant, Question, Rules, Search, World
from genastar import Workspace
from genastar_voxel.model import Voxels

ROUNDS = 5
QUESTIONS = 20
FEW = 10
"""A slow contestant is asked every so many-th question."""

RUNS = 100
"""Of Roy Triesscheijn's benchmark."""


def run() -> None:
    for name, world, questions in worlds():
        race(name, world, questions)
    triesscheijn()


def worlds() -> list[tuple[str, World, list[Question]]]:
    """Each world with its name and questions."""
    found = []
    for side, blocked in ((64, 0.2), (100, 0.4)):
        generator = np.random.default_rng(side)
        world = generator.random((side, side, side)) >= blocked
        free = np.argwhere(world)
        ends = free[generator.integers(0, len(free), (QUESTIONS, 2))]
        questions = [(_voxel(start), _voxel(goal)) for start, goal in ends]
        found.append((f"{side} × {side} × {side}, {blocked:.0%} blocked", world, questions))
    folder = os.environ.get("GENASTAR_DATA")
    path = Path(folder or "", "voxels", "Simple.3dmap.gz")
    if folder is None or not path.is_file():
        print("skipped: the published map, because GENASTAR_DATA names no folder with voxels/Simple.3dmap.gz\n")
        return found
    from genastar_voxel.formats.map_files import read_map, read_scenarios

    published = read_map(path, 200)
    rows = read_scenarios(path.with_name("Simple.3dmap.3dscen.gz")).rows[:QUESTIONS]
    found.append(("Simple.3dmap", published.frame.unpack(published.free), [(row.start, row.goal) for row in rows]))
    return found


@frozen(eq=False)
class Run:
    """A contestant in a world, and what each question took in each round."""

    contestant: Contestant
    search: Search
    asked: Sequence[Question]
    seconds: list[dict[Question, float]] = field(factory=list)

    def ask(self) -> None:
        """One more round."""
        taken = {}
        for question in self.asked:
            began = perf_counter()
            self.search(question)
            taken[question] = perf_counter() - began
        self.seconds.append(taken)

    def times(self, other: Run) -> float:
        """Return the median, over the rounds, of its time divided by the other's, for the questions that both answered."""
        return median(
            sum(mine.values()) / sum(theirs[question] for question in mine)
            for mine, theirs in zip(self.seconds, other.seconds, strict=False)
        )


def race(name: str, world: World, questions: list[Question]) -> None:
    """All contestants in one world."""
    print(f"### {name}\n")
    runs = {}
    for each, contestant in CONTESTANTS.items():
        if why := contestant.missing():
            print(f"skipped: {each}: {why}\n")
        else:
            runs[each] = Run(contestant, contestant.make(world), questions[::FEW] if contestant.slow else questions)
    check(runs)
    for number in range(ROUNDS):
        for run in runs.values():
            if number == 0 or not run.contestant.slow:
                run.ask()
    for rules in Rules:
        group = {each: run for each, run in runs.items() if run.contestant.rules is rules}
        first = next(iter(group.values()))
        print(f"{rules.value.capitalize()}:\n")
        rows = [
            (
                each,
                f"{median(sum(taken.values()) for taken in run.seconds) / len(run.asked) * 1e6:.0f}",
                f"{run.times(first):.2f}",
            )
            for each, run in group.items()
        ]
        print_table(["", "µs a query", "times genastar"], rows)


def check(runs: dict[str, Run]) -> None:
    """Every path leads from the start to the goal, and under the same rules all are of the same length."""
    best: dict[tuple[Rules, Question], float] = {}
    for name, run in runs.items():
        rules, longer = run.contestant.rules, 0
        for question in run.asked:
            path = run.search(question)
            assert (tuple(path[0]), tuple(path[-1])) == question, f"{name} answers another question than {question}"
            length = rules.length(path)
            excess = length - best.setdefault((rules, question), length)
            assert abs(excess) < 1e-4 or (excess > 0 and not run.contestant.exact), f"{name} is {excess} longer for {question}"
            longer += excess > 1e-4
        if longer:
            print(f"{name}: {longer} of {len(run.asked)} ways are longer than the shortest\n")


def triesscheijn() -> None:
    """His benchmark: a world of 10 × 10 × 10, 300 voxels blocked, from 0,0,0 to 9,5,8, 100 runs in one world.

    His steps go to 26 neighbours, past all corners, and cost 1, 2 or 3; his estimate is the squared distance.
    """
    start, goal = (0, 0, 0), (9, 5, 8)
    worlds = list(_random_worlds(start, goal))
    print(f"### Roy Triesscheijn's benchmark: {RUNS} runs\n")
    rows = []
    for heuristic in ("euclidean-squared", "auto"):
        domains = [_manhattan(world, heuristic) for world in worlds]
        results = [domain.search(start, [goal], engine="compiled") for domain in domains]
        best = [_manhattan(world, "none").search(start, [goal]) for world in worlds]
        costs = [(one.cost, other.cost) for one, other in zip(results, best, strict=True)]
        pairs = [(one.travelled, other.travelled) for one, other in costs if one is not None and other is not None]
        assert len(pairs) == len(worlds)
        assert all(length >= least for length, least in pairs)
        assert heuristic != "auto" or all(length == least for length, least in pairs)
        one, workspace = domains[0], Workspace()
        engines = {
            engine: lambda engine=engine, one=one, workspace=workspace: [
                one.search(start, [goal], engine=engine, workspace=workspace) for _ in range(RUNS)
            ]
            for engine in ("compiled", "interpreted")
        }
        seconds = median_seconds(engines, ROUNDS)
        rows.append(
            (
                heuristic,
                *(f"{seconds[engine] * 1e3:.1f}" for engine in engines),
                results[0].expanded,
                f"{sum(result.expanded for result in results) / len(results):.0f}",
                f"{sum(length > least for length, least in pairs)} of {len(pairs)}",
                f"{max(length / least for length, least in pairs) - 1:.0%}",
            )
        )
    head = ["estimate", "ms compiled", "ms interpreted", "expanded", "in the mean of 100 worlds", "longer ways", "at most"]
    print_table(head, rows)


def _manhattan(world: World, heuristic: str) -> Voxels:
    return cast(Voxels, genastar.load(world, "voxel", diagonals="always", lengths="manhattan", heuristic=heuristic))


def _random_worlds(start: tuple[int, int, int], goal: tuple[int, int, int]) -> list[World]:
    """Worlds with 300 of their 1000 voxels blocked, but not the ends."""
    found = []
    for seed in range(100):
        voxels = np.ones(1000, np.bool_)
        voxels[np.random.default_rng(seed).permutation(1000)[:300]] = False
        world = voxels.reshape(10, 10, 10)
        world[start] = world[goal] = True
        found.append(world)
    return found


def _voxel(parts: NDArray[np.int64]) -> tuple[int, int, int]:
    x, y, z = parts.tolist()
    return x, y, z
