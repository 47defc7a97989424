"""Many agents beside `pymapf`, `w9_pathfinding` and lacam3: maps of MovingAI's benchmark, and their scenarios' first agents.

Each contestant has the same seconds. Every plan is checked by `genastar_fleets.find_fault`. The environment variable
GENASTAR_MAPF names a folder with further maps (``.map`` or ``.map.gz``) and their scenarios, such as those of mapf-tracker;
without it, those of the tests are used. GENASTAR_LACAM3 names the program of Kei18/lacam3, built beside. A peer that is not
installed is left out.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import genastar
from benchmarks.measure import print_table
from genastar import Limits
from genastar_fleets import find_fault, plan_together
from genastar_fleets.output.scenario import read_scenario

SECONDS = 10.0
TESTS = Path(__file__).parents[1] / "plugins" / "fleets" / "tests" / "data"
COUNTS = (20, 50, 100, 200, 400, 1000)

Cell = tuple[int, int]
Plans = Sequence[Sequence[Cell]]
Planner = Callable[[Any, list[Cell], list[Cell], float], tuple[Plans | None, float]]


def run(seconds: float = SECONDS) -> None:
    """Print a table with the sums of costs and the seconds of each contestant."""
    folder = Path(os.environ.get("GENASTAR_MAPF", TESTS))
    contestants: dict[str, Planner] = {f"genastar {name}": _plan_with(name) for name in ("pibt", "lacam", "auto", "cbs")}
    if find_spec("pymapf") is None:
        print("pymapf is not installed, and is left out; try: pip install pymapf")
    else:
        contestants |= {f"pymapf {name}": _plan_with_pymapf(name) for name in ("pibt", "lacam", "cbs")}
    if find_spec("w9_pathfinding") is None:
        print("w9_pathfinding is not installed, and is left out; try: pip install w9-pathfinding")
    else:
        contestants["w9 cbs"] = _plan_with_w9
    if "GENASTAR_LACAM3" in os.environ:
        contestants["lacam3"] = _plan_with_lacam3
    else:
        print("GENASTAR_LACAM3 is not set, and lacam3 is left out; build it, and name its program")
    rows = []
    for source in sorted([*folder.glob("*.map"), *folder.glob("*.map.gz")]):
        name = source.name.partition(".map")[0]
        scenario = next(iter(sorted(folder.glob(f"{name}-random-1.scen*"))), None)
        if scenario is None:
            continue
        world = genastar.load(source, "grid", directions="4")
        starts, goals = read_scenario(scenario, world, None)
        failed: set[str] = set()
        for count in (each for each in COUNTS if each <= len(starts)):
            row: list[str] = [name, str(count)]
            for contestant, planner in contestants.items():
                row.append("" if contestant in failed else _measure(planner, world, starts[:count], goals[:count], seconds))
                if row[-1] == "none":
                    failed.add(contestant)  # more agents are harder still
            rows.append(row)
    print_table(["map", "agents", *contestants], rows)
    print("Each cell has the sum of costs and the seconds; none: no plan in time.")


def _measure(planner: Planner, world: Any, starts: list[Cell], goals: list[Cell], seconds: float) -> str:
    began = perf_counter()
    plans, spent = planner(world, starts, goals, seconds)
    if plans is None or perf_counter() - began > 10 * seconds:
        return "none"
    fault = find_fault(world, starts, goals, plans, tick=1)
    cost = sum(len(path) - 1 for path in plans)
    return f"{cost:,}, {spent:.2f} s" if fault is None else f"faulty: {fault}"


def _plan_with(name: str) -> Planner:
    def plan(world: Any, starts: list[Cell], goals: list[Cell], seconds: float) -> tuple[Plans | None, float]:
        found = plan_together(world, starts, goals, algorithm=name, limits=Limits(seconds=seconds))
        return (found.plans or None), found.seconds

    return plan


def _plan_with_pymapf(name: str) -> Planner:
    def plan(world: Any, starts: list[Cell], goals: list[Cell], seconds: float) -> tuple[Plans | None, float]:
        import pymapf

        walls = (world.world.costs == 0).astype(int).tolist()
        ends = zip(starts, goals, strict=True)
        agents = [pymapf.Agent(str(number), start[::-1], goal[::-1]) for number, (start, goal) in enumerate(ends)]
        problem = pymapf.MAPFProblem(pymapf.GridMap(walls), agents)
        began = perf_counter()
        try:
            found = pymapf.solve(problem, name, time_limit=seconds)
        except Exception:  # noqa: BLE001  # a peer may fail in any way
            return None, perf_counter() - began
        spent = perf_counter() - began
        if found is None or not found.paths:
            return None, spent
        return [_cut([tuple(cell)[::-1] for cell in found.paths[str(number)]]) for number in range(len(agents))], spent

    return plan


def _plan_with_w9(world: Any, starts: list[Cell], goals: list[Cell], seconds: float) -> tuple[Plans | None, float]:
    from w9_pathfinding.envs import Grid
    from w9_pathfinding.mapf import CBS

    free = (world.world.costs > 0).tolist()
    solver = CBS(Grid([[1 if cell else -1 for cell in row] for row in free], edge_collision=True))
    began = perf_counter()
    try:
        found = solver.mapf(starts, goals, max_length=4 * len(free) * len(free[0]), max_time=seconds)
    except RuntimeError:  # out of time
        found = None
    return (found and [_cut(list(map(tuple, path))) for path in found]) or None, perf_counter() - began


def _plan_with_lacam3(world: Any, starts: list[Cell], goals: list[Cell], seconds: float) -> tuple[Plans | None, float]:
    free = (world.world.costs > 0).tolist()
    height, width = len(free), len(free[0])
    rows = ["".join(".@"[not cell] for cell in row) for row in free]
    with TemporaryDirectory() as folder:
        plan, level, agents = (str(Path(folder) / name) for name in ("plan.txt", "level.map", "agents.scen"))
        Path(level).write_text("\n".join(["type octile", f"height {height}", f"width {width}", "map", *rows, ""]))
        ends = (f"0\tlevel.map\t{width}\t{height}\t{a}\t{b}\t{c}\t{d}\t0" for (a, b), (c, d) in zip(starts, goals, strict=True))
        Path(agents).write_text("\n".join(["version 1", *ends, ""]))
        words = ["-m", level, "-i", agents, "-N", str(len(starts)), "-t", str(seconds), "-o", plan]
        began = perf_counter()
        subprocess.run([os.environ["GENASTAR_LACAM3"], *words], capture_output=True, check=False)
        spent = perf_counter() - began
        steps = re.findall(r"^\d+:(.*)$", Path(plan).read_text(), re.MULTILINE) if Path(plan).exists() else []
    cells = [[(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", step)] for step in steps]
    return [_cut(list(path)) for path in zip(*cells, strict=True)] or None, spent


def _cut(path: list[Any]) -> list[Any]:
    """Return a path without the steps at its goal after it has arrived for good."""
    while len(path) > 1 and path[-1] == path[-2]:
        path.pop()
    return path
