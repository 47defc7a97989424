"""``genastar voxels``: run every row of 3-D scenario files and compare with the published lengths."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from genastar import BadInput, Workspace
from genastar.algorithm import AUTO
from genastar.cli.options import WholeArgument
from genastar.cli.parameters import AlgorithmName, EngineName, JsonOfEach, Rows
from genastar.cli.published import Mismatch, Report, compare_length, find_map, run_files
from genastar.files import AnyPath
from genastar.search.requests import resolve_algorithm
from genastar_voxel.formats.map_files import read_scenarios
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="Scenario files (.3dscen, .3dscen.gz), with their maps beside them.")
    ],
    rows: Rows = None,
    algorithm: AlgorithmName = AUTO,
    engine: EngineName = "auto",
    megavoxels: Annotated[WholeArgument, Parameter(help="Largest map to read, in million voxels.")] = 200,
    json: JsonOfEach = False,
) -> int:
    """Run scenarios of MovingAI's voxel benchmarks and compare the path lengths with the published ones, to a millionth.

    The exit code is 1 if a row does not match. Rows with a blocked end, or without a path, are reported.
    """
    try:
        options = Options(megavoxels=megavoxels)
    except ValueError as error:
        raise BadInput(f"--megavoxels: {error}") from None
    resolve_algorithm(algorithm)  # refuses an unknown name before a file is read
    asked = partial(run, rows=rows, engine=engine, options=options, workspace=Workspace(), algorithm=algorithm)
    return run_files(files, asked, rows=rows, json=json)


def run(file: AnyPath, rows: int | None, engine: str, options: Options, workspace: Workspace, algorithm: str = AUTO) -> Report:
    """Run the rows of one file.

    Raises:
        BadInput: the file or its map cannot be read, or the file belongs to another map.
    """
    scenarios = read_scenarios(file)
    report = Report(str(file), algorithm)
    if not scenarios.rows:
        return report
    world = Voxels.read(find_map(file, scenarios.map_name, scenarios=".3dscen", maps=".3dmap"), options)
    began = False
    for number, each in enumerate(scenarios.rows[:rows]):
        report.queries += 1
        fault = world.find_unfit_end(each.start, each.goal)
        if fault is None:
            if not began:  # warms up: compiles
                world.search(each.start, (each.goal,), algorithm=algorithm, engine=engine, workspace=workspace)
                began = True
            before = perf_counter()
            result = world.search(each.start, (each.goal,), algorithm=algorithm, engine=engine, workspace=workspace)
            report.seconds += perf_counter() - before
            report.expanded += result.expanded
            report.search = result.algorithm
            length = None if result.cost is None else result.cost.travelled
            fault = compare_length(length, each.length, each.tolerance)
        if fault is not None:
            report.mismatched.append(Mismatch(number, each.line, fault))
    return report
