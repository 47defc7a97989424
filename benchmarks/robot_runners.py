"""Throughput of `genastar_fleets.Fleet` on the League of Robot Runners' instances of 2023.

The environment variable GENASTAR_ROBOT_RUNNERS names the folder "Main Round Evaluation Instances" of the repository
``MAPF-Competition/Benchmark-Archive``, whose licence is unstated. Robots turn on the spot in a step and go ahead in a step.
Each has the tasks of its number, one at a time. The best results are those of the archive's README; teams had a second a step.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from attrs import frozen

from benchmarks.measure import print_table
from genastar import AStar, Cost, Node, OpenList
from genastar_fleets import Fleet

State = tuple[int, int]
"""A cell and a heading: 0 east, 1 south, 2 west, 3 north."""

BEST: Final = {
    "I-01": 10385, "I-02": 49186, "I-03": 3042, "I-04": 1741, "I-05": 7432,
    "I-06": 197275, "I-07": 5914, "I-08": 6059, "I-09": 28954, "I-10": 194677,
}  # fmt: skip
MOST: Final = int(os.environ.get("GENASTAR_ROBOTS", "800"))
"""Instances with more robots are left out."""


@frozen
class Robots(AStar[State, Cost[int]]):
    """Robots that turn by a quarter, or go ahead."""

    width: int
    free: bytes

    def add_neighbours(self, node: Node[State, Cost[int]], open_list: OpenList[State, Cost[int]]) -> None:
        cell, heading = node.position
        travelled = node.cost.travelled + 1
        open_list.relax((cell, (heading + 1) % 4), travelled)
        open_list.relax((cell, (heading + 3) % 4), travelled)
        ahead = cell + (1, self.width, -1, -self.width)[heading]
        is_inside = abs(ahead % self.width - cell % self.width) <= 1 and 0 <= ahead < len(self.free)
        if is_inside and self.free[ahead]:
            open_list.relax((ahead, heading), travelled)

    def is_destination(self, position: State) -> bool:
        return False


def run(seconds: float = 0.0) -> None:
    """Print a table of finished errands, with ``seconds`` of looking ahead in each step."""
    folder = os.environ.get("GENASTAR_ROBOT_RUNNERS")
    if folder is None:
        print("GENASTAR_ROBOT_RUNNERS is not set, and the instances are left out")
        return
    times = json.loads((Path(folder) / "simulation_time.json").read_text())
    rows = []
    for path in sorted(Path(folder).glob("*/MR23-*.json"), key=lambda each: each.stem):
        name = path.stem.removeprefix("MR23-")
        instance = json.loads(path.read_text())
        if instance["teamSize"] <= MOST:
            finished, spent = _simulate(path.parent, instance, times[name], seconds)
            steps = f"{1000 * spent / times[name]:.1f} ms"
            rows.append(
                [name, str(instance["teamSize"]), f"{finished:,}", f"{BEST[name]:,}", f"{finished / BEST[name]:.2f}", steps]
            )
    print_table(["instance", "robots", "errands", "best", "share", "a step"], rows)


def _simulate(folder: Path, instance: dict[str, Any], steps: int, seconds: float) -> tuple[int, float]:
    width, free = _read_map(folder / instance["mapFile"])
    starts, tasks = (_read_numbers(folder / instance[key]) for key in ("agentFile", "taskFile"))
    count = instance["teamSize"]
    fleet = Fleet(Robots(width, free), [(cell, 0) for cell in starts[:count]], place=lambda state: state[0])
    number = list(range(count))

    def assign(agent: int) -> None:
        fleet.set_goal(agent, [(tasks[number[agent] % len(tasks)], heading) for heading in range(4)])
        number[agent] += count

    for agent in range(count):
        assign(agent)
    finished, began = 0, perf_counter()
    for _ in range(steps):
        fleet.step(seconds=seconds)
        for agent in fleet.arrived:
            finished += 1
            assign(agent)
    return finished, perf_counter() - began


def _read_map(path: Path) -> tuple[int, bytes]:
    _, _, width, _, *rows = path.read_text().split("\n")
    cells = "".join(rows)
    return int(width.split()[1]), bytes(cell in ".GSE" for cell in cells)


def _read_numbers(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().split("\n")[1:] if line.strip() and not line.startswith("#")]
