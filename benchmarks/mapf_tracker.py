"""Many agents on the 33 maps of mapf-tracker (`ShortestPathLab/mapf-tracker`): how many questions have a plan in time.

The environment variable GENASTAR_MAPF_TRACKER names a folder with its ``maps`` and ``scens``. Of each map, the first agents of
two scenarios are planned: a quarter, half, and all of at most 1,000. A question counts as solved once `lacam` has a first plan,
reading included. With GENASTAR_MAPF_VALIDATOR, the path of its validator as one JavaScript module, node checks each plan too;
then every algorithm plans some agents of each map.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import Any, Final

import genastar
from benchmarks.measure import print_table
from genastar import Limits
from genastar_fleets import FleetProblem, find_fault, plan_together
from genastar_fleets.algorithms.fleet_algorithm import FleetClock
from genastar_fleets.algorithms.lacam import Lacam
from genastar_fleets.arguments import Rules
from genastar_fleets.graph.reading import read_agents
from genastar_fleets.output.scenario import read_scenario
from genastar_fleets.plan import FleetPlan, make_plan

SECONDS: Final = 10.0
KINDS: Final = ("random-1", "even-1")
SHARES: Final = (0.25, 0.5, 1.0)
FEW: Final = {"cbs": 8, "eecbs": 16, "space-time": 20, "sipp": 40, "prioritised": 40, "pibt": 40, "lacam": 80, "lns": 80}
"""Agents of each map whose plan is checked by the tracker's validator."""
_MOVES: Final = {(0, 0): "w", (1, 0): "r", (-1, 0): "l", (0, 1): "d", (0, -1): "u"}
_CHECK: Final = """
import { readFileSync } from "fs";
import * as v from %s;
const { map, scenario, paths } = JSON.parse(readFileSync(0, "utf8"));
const { sources, goals, width, height } = v.parseScenarioMeta(scenario, paths.length);
const faults = [];
v.validate({ paths, sources, goals, domain: { width, height, cells: v.parseMap(map) },
  checks: [v.checkDomainOutOfBounds, v.checkImmediateCollision, v.checkDomainCollision, v.checkEdgeCollision,
    v.checkGoalReached],
  onError: ({ errors }) => { faults.push(...errors); return true; } });
console.log(faults[0] ?? "");
"""


def run(seconds: float = SECONDS) -> None:
    """Print what was solved of each map, and with a validator what it says of plans of all algorithms."""
    if "GENASTAR_MAPF_TRACKER" not in os.environ:
        print("GENASTAR_MAPF_TRACKER is not set, and this is left out; name a folder with the tracker's maps and scens")
        return
    folder, module = Path(os.environ["GENASTAR_MAPF_TRACKER"]), os.environ.get("GENASTAR_MAPF_VALIDATOR")
    maps = sorted((folder / "maps").glob("*.map"))
    worlds = {source.stem: genastar.load(source, "grid", directions="4") for source in maps}
    solved = total = 0
    rows = []
    for name, world in worlds.items():
        row = [name]
        for kind in KINDS:
            starts, goals = read_scenario(folder / "scens" / f"{name}-{kind}.scen", world, None)
            for count in (int(min(len(starts), 1000) * share) for share in SHARES):
                plan = _plan_first(world, starts[:count], goals[:count], seconds)
                if plan.found and (fault := find_fault(world, starts[:count], goals[:count], plan.plans, tick=plan.tick)):
                    raise AssertionError(f"{name}, {kind}, {count} agents: {fault}")
                solved, total = solved + plan.found, total + 1
                row.append(f"{count}: {plan.seconds:.2f} s" if plan.found else f"{count}: none")
        rows.append(row)
    print_table(["map", *(f"{kind}, {share:.0%}" for kind in KINDS for share in SHARES)], rows)
    print(f"{solved} of {total} solved in {seconds:g} s: {solved / total:.1%}")
    if module is not None:
        checked = [_check(folder, name, world, algorithm, module) for name, world in worlds.items() for algorithm in FEW]
        print(f"plans that the tracker's validator accepts: {sum(checked)} of {len(checked)}")


def _plan_first(world: Any, starts: list[Any], goals: list[Any], seconds: float) -> FleetPlan:
    clock = FleetClock(Limits(seconds=seconds), None)
    problem = FleetProblem(*read_agents(world, starts, goals, Rules(), "auto"))
    return make_plan(problem, next(Lacam().solve(problem, clock)), "lacam", clock.seconds)


def _check(folder: Path, name: str, world: Any, algorithm: str, module: str) -> bool:
    """Return whether the tracker's validator accepts a plan of the first agents; True without a plan."""
    scenario = folder / "scens" / f"{name}-random-1.scen"
    starts, goals = (ends[: FEW[algorithm]] for ends in read_scenario(scenario, world, None))
    plan = plan_together(world, starts, goals, algorithm=algorithm, limits=Limits(seconds=2))
    given = {"map": (folder / "maps" / f"{name}.map").read_text(), "scenario": scenario.read_text()}
    question = dumps({**given, "paths": [_spell(path) for path in plan.plans]})
    code = _CHECK % dumps(Path(module).resolve().as_uri())
    if not plan.found:
        print(f"{name}, {algorithm}: no plan in 2 s")
        return True
    told = subprocess.run(
        ["node", "--input-type=module", "-e", code], input=question, capture_output=True, text=True, check=True
    ).stdout.strip()
    if told:
        print(f"{name}, {algorithm}: {told}")
    return not told


def _spell(path: Sequence[tuple[int, int]]) -> str:
    return "".join(_MOVES[there[0] - here[0], there[1] - here[1]] for here, there in pairwise(path))
