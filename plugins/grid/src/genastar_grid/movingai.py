"""``genastar movingai``: every row of scenario files, held against the published lengths."""

from __future__ import annotations

from functools import partial
from math import isnan
from pathlib import Path
from typing import Annotated

import numpy as np
from cyclopts import Parameter

from genastar import Algorithm, BadInput
from genastar.algorithm import AUTO
from genastar.cli.options import Whole, algorithm_from_text, pairs
from genastar.cli.published import Mismatch, Report, hold, length_fault, map_of
from genastar.files import AnyPath
from genastar_grid.formats.movingai_files import Scenario, read_scenarios
from genastar_grid.info import Options
from genastar_grid.model import Grid

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="Scenario files, plain or .gz, their maps beside them.")
    ],
    algorithm: Annotated[
        str, Parameter(help="How to search; genastar algorithms lists them. auto, the default: the one that fits the map.")
    ] = AUTO,
    algorithm_option: Annotated[
        tuple[str, ...],
        Parameter(help="NAME=VALUE, an option of the algorithm; genastar algorithms NAME lists them. May be repeated."),
    ] = (),
    rows: Annotated[Whole | None, Parameter(help="Only the first so many rows of each file.")] = None,
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    json: Annotated[bool, Parameter(help="Print one JSON object for each file, and nothing else.")] = False,
) -> int:
    """Run the scenarios of MovingAI's benchmarks and compare with the published lengths.

    The exit code is 1 if a row does not match. Rows whose ends are blocked, or between which no way leads, are named as such.
    """
    how = algorithm_from_text(algorithm, pairs("--algorithm-option", algorithm_option))
    return hold(files, partial(run, algorithm=how, rows=rows, engine=engine), rows=rows, json=json)


def run(file: AnyPath, algorithm: Algorithm | str, rows: int | None, engine: str) -> Report:
    """Run one file.

    Raises:
        BadInput: the file or its map cannot be read, or it is not this map's.
    """
    scenarios = read_scenarios(file)[:rows]
    report = Report(str(file), algorithm if isinstance(algorithm, str) else algorithm.name)
    if not scenarios:
        return report
    grid = Grid.read(map_of(file, scenarios[0].map_name, scenarios=".scen", maps=".map"), Options())
    faults = {number: _blocked_end(file, grid, each) for number, each in enumerate(scenarios)}
    asked = [number for number, fault in faults.items() if fault is None]
    starts = np.array([scenarios[number].start for number in asked])
    goals = np.array([scenarios[number].goal for number in asked])
    if asked:
        grid.solve_all(starts[:1], goals[:1], algorithm=algorithm, engine=engine)  # compiles, and packs the map
        paths = grid.solve_all(starts, goals, algorithm=algorithm, engine=engine)
        report.search, report.seconds = paths.algorithm, paths.seconds
        report.expanded = int(paths.expanded.sum())
        for number, length in zip(asked, paths.costs.tolist(), strict=True):
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
    return grid.unfit(scenario.start, scenario.goal)
