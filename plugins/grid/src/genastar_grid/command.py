"""``genastar movingai``: run every row of scenario files and compare with the published lengths."""

from __future__ import annotations

from functools import partial
from math import isnan
from pathlib import Path
from typing import Annotated

import numpy as np
from cyclopts import Parameter

from genastar import BadInput
from genastar.algorithm import AUTO
from genastar.authoring import Algorithm
from genastar.cli.options import parse_algorithm, parse_pairs
from genastar.cli.parameters import AlgorithmName, AlgorithmOptions, EngineName, JsonOfEach, Rows
from genastar.cli.published import Mismatch, Report, compare_length, find_map, run_files
from genastar.files import AnyPath
from genastar_grid.formats.movingai_files import GridScenario, read_scenarios
from genastar_grid.info import Options
from genastar_grid.model import Grid

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="Scenario files (.scen, .scen.gz), with their maps beside them.")
    ],
    algorithm: AlgorithmName = AUTO,
    algorithm_option: AlgorithmOptions = (),
    rows: Rows = None,
    engine: EngineName = "auto",
    json: JsonOfEach = False,
) -> int:
    """Run scenarios of MovingAI's benchmarks and compare the path lengths with the published ones.

    The exit code is 1 if a row does not match. Rows with a blocked end, or without a path, are reported.
    """
    how = parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option))
    return run_files(files, partial(run, algorithm=how, rows=rows, engine=engine), rows=rows, json=json)


def run(file: AnyPath, algorithm: Algorithm | str, rows: int | None, engine: str) -> Report:
    """Run the rows of one file.

    Raises:
        BadInput: the file or its map cannot be read, or the file belongs to another map.
    """
    scenarios = read_scenarios(file)[:rows]
    report = Report(str(file), algorithm if isinstance(algorithm, str) else algorithm.name)
    if not scenarios:
        return report
    grid = Grid.read(find_map(file, scenarios[0].map_name, scenarios=".scen", maps=".map"), Options())
    faults = {number: _find_blocked_end(file, grid, each) for number, each in enumerate(scenarios)}
    asked = [number for number, fault in faults.items() if fault is None]
    starts = np.array([scenarios[number].start for number in asked])
    goals = np.array([scenarios[number].goal for number in asked])
    if asked:
        grid.solve_all(starts[:1], goals[:1], algorithm=algorithm, engine=engine)  # warms up: compiles, and packs the map
        paths = grid.solve_all(starts, goals, algorithm=algorithm, engine=engine)
        report.search, report.seconds = paths.algorithm, paths.seconds
        report.expanded = int(paths.expanded.sum())
        for number, length in zip(asked, paths.costs.tolist(), strict=True):
            row = scenarios[number]
            faults[number] = compare_length(None if isnan(length) else length, row.length, row.tolerance)
    report.queries = len(scenarios)
    report.mismatched = [Mismatch(number, scenarios[number].line, fault) for number, fault in faults.items() if fault]
    return report


def _find_blocked_end(file: AnyPath, grid: Grid, scenario: GridScenario) -> str | None:
    height, width = grid.world.costs.shape
    if (scenario.width, scenario.height) != (width, height):
        raise BadInput(
            f"{file}: line {scenario.line}: this row is for a map of {scenario.width} x {scenario.height}, but {grid.name} is "
            f"{width} x {height}; put the right map beside the file"
        )
    return grid.find_unfit_end(scenario.start, scenario.goal)
