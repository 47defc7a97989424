"""``genastar movingai``: every row of scenario files, held against the published lengths."""

from __future__ import annotations

from functools import partial
from math import isnan
from pathlib import Path
from typing import Annotated

import numpy as np
from cyclopts import Parameter

from genastar import BadInput
from genastar.cli.options import Whole
from genastar.cli.published import Mismatch, Report, hold, length_fault, map_of
from genastar.files import AnyPath
from genastar_grid.info import Options, Search
from genastar_grid.model import Grid
from genastar_grid.movingai_files import Scenario, read_scenarios

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="Scenario files, plain or .gz, their maps beside them.")
    ],
    search: Annotated[Search, Parameter(help="How to search; auto by default.")] = "auto",
    rows: Annotated[Whole | None, Parameter(help="Only the first so many rows of each file.")] = None,
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    json: Annotated[bool, Parameter(help="Print one JSON object for each file, and nothing else.")] = False,
) -> int:
    """Run the scenarios of MovingAI's benchmarks and compare with the published lengths.

    The exit code is 1 if a row does not match. Rows whose ends are blocked, or between which no way leads, are named as such.
    """
    return hold(files, partial(run, search=search, rows=rows, engine=engine), rows=rows, json=json)


def run(file: AnyPath, search: Search, rows: int | None, engine: str) -> Report:
    """Run one file.

    Raises:
        BadInput: the file or its map cannot be read, or it is not this map's.
    """
    scenarios = read_scenarios(file)[:rows]
    options = Options(search=search)
    report = Report(str(file), search)
    if not scenarios:
        return report
    grid = Grid.read(map_of(file, scenarios[0].map_name, scenarios=".scen", maps=".map"), options)
    faults = {number: _blocked_end(file, grid, each) for number, each in enumerate(scenarios)}
    asked = [number for number, fault in faults.items() if fault is None]
    starts = np.array([scenarios[number].start for number in asked])
    goals = np.array([scenarios[number].goal for number in asked])
    if asked:
        report.search = grid.search_for((scenarios[asked[0]].goal,))
        grid.solve_all(starts[:1], goals[:1], engine=engine)  # compiles, and packs the map
        ways = grid.solve_all(starts, goals, engine=engine)
        report.seconds = ways.seconds
        report.expanded = int(ways.expanded.sum())
        for number, length in zip(asked, ways.lengths.tolist(), strict=True):
            row = scenarios[number]
            faults[number] = length_fault(None if isnan(length) else length, row.length, row.tolerance)
    report.queries = len(scenarios)
    report.mismatched = [Mismatch(number, scenarios[number].line, fault) for number, fault in faults.items() if fault]
    return report


def _blocked_end(file: AnyPath, grid: Grid, scenario: Scenario) -> str | None:
    height, width = grid.world.costs.shape
    if (scenario.width, scenario.height) != (width, height):
        raise BadInput(
            f"{file}: line {scenario.line}: this row is for a map of {scenario.width} x {scenario.height}, and {grid.name} is "
            f"{width} x {height}"
        )
    for name, cell in (("start", scenario.start), ("goal", scenario.goal)):
        x, y = cell
        if not (0 <= x < scenario.width and 0 <= y < scenario.height):
            return f"the {name} is outside: {x},{y}"
        if not grid.world.costs[y, x] > 0:
            return f"the {name} is blocked: {x},{y}"
    return None
