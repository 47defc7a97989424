"""``genastar voxels``: every row of 3-D scenario files, held against the published lengths."""

from __future__ import annotations

import sys
from collections import Counter
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final

from attrs import define, field, frozen
from cyclopts import Parameter

from genastar import BadInput, Workspace
from genastar_voxel.info import Options
from genastar_voxel.map_files import Scenario, read_scenarios
from genastar_voxel.model import Voxels

api_version = "1"

_SHOWN: Final = 10
"""Rows that did not match are named one by one up to this number."""


@frozen
class Mismatch:
    """A row whose length is not the published one, and why."""

    row: int
    """Counted from 0, without the header."""
    line: int
    why: str


@define
class Report:
    """What came of one file."""

    file: str
    search: str = "astar"
    queries: int = 0
    matched: int = 0
    mismatched: list[Mismatch] = field(factory=list)
    expanded: int = 0
    seconds: float = 0.0
    """In searches; reading the files and the first compilation are not counted."""


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="Scenario files, plain or .gz, their maps beside them.")
    ],
    rows: Annotated[int | None, Parameter(help="Only the first so many rows of each file.")] = None,
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    megavoxels: Annotated[int, Parameter(help="A map with more million voxels is refused.")] = 200,
    json: Annotated[bool, Parameter(help="Print one JSON object for each file, and nothing else.")] = False,
) -> int:
    """Run the scenarios of MovingAI's voxel benchmarks and compare with the published lengths, to a millionth.

    The exit code is 1 if a row does not match. Rows whose ends are blocked, or between which no way leads, are named as such.
    """
    if rows is not None and rows < 1:
        raise BadInput(f"--rows {rows}: give a number from 1 on")
    try:
        options = Options(megavoxels=megavoxels)
    except ValueError as error:
        raise BadInput(f"--megavoxels: {error}") from None
    reports, workspace = [], Workspace()
    for file in files:
        reports.append(run(file, rows, engine, options, workspace))
        tell(reports[-1], json)
    if len(reports) > 1 and not json:
        queries, matched = sum(each.queries for each in reports), sum(each.matched for each in reports)
        say(f"all: {queries:,} queries, {matched:,} matched, {queries - matched:,} mismatched, {_time(reports)} s")
    return 0 if all(not each.mismatched for each in reports) else 1


def run(file: Path, rows: int | None, engine: str, options: Options, workspace: Workspace) -> Report:
    """Run one file.

    Raises:
        BadInput: the file or its map cannot be read, or it is not this map's.
    """
    scenarios = read_scenarios(file)
    report = Report(str(file))
    if not scenarios.rows:
        return report
    world = Voxels.read(map_of(file, scenarios.map_name), options)
    began = False
    for number, each in enumerate(scenarios.rows[:rows]):
        report.queries += 1
        fault = _unfit_end(world, each)
        if fault is None:
            if not began:  # compiles
                world.solve(each.start, (each.goal,), engine=engine, workspace=workspace)
                began = True
            before = perf_counter()
            result = world.solve(each.start, (each.goal,), engine=engine, workspace=workspace)
            report.seconds += perf_counter() - before
            report.expanded += result.expanded
            fault = _fault(each, None if result.cost is None else result.cost.travelled)
        if fault is None:
            report.matched += 1
        else:
            report.mismatched.append(Mismatch(number, each.line, fault))
    return report


def map_of(file: Path, named: str) -> Path:
    """The map of a scenario file: beside it, under its own name without ``.3dscen``, or under the name in its second line.

    Raises:
        BadInput: there is none.
    """
    stem = file.name.removesuffix(".gz").removesuffix(".3dscen")
    named = named.replace("\\", "/").rpartition("/")[2]
    for name in dict.fromkeys((stem, f"{stem}.3dmap", named)):
        for path in (file.with_name(name), file.with_name(f"{name}.gz")):
            if name.endswith(".3dmap") and path.is_file():
                return path
    raise BadInput(f"{file}: its map is not beside it; expected {named} or {named}.gz in the same folder")


def tell(report: Report, json: bool) -> None:
    """Write a report."""
    if json:
        rows = [{"row": each.row, "line": each.line, "why": each.why} for each in report.mismatched]
        counts = {"queries": report.queries, "matched": report.matched, "mismatched": rows}
        times = {"seconds": round(report.seconds, 6), "expanded": report.expanded}
        say(dumps({"file": report.file, "search": report.search} | counts | times))
        return
    queries = max(report.queries, 1)
    work = f"{report.seconds * 1e6 / queries:,.0f} us and {report.expanded / queries:,.1f} expanded a query"
    say(
        f"{report.file}: {report.queries:,} queries, {report.matched:,} matched, {len(report.mismatched):,} mismatched, "
        f"{_time([report])} s ({report.search}, {work})"
    )
    for row in report.mismatched[:_SHOWN]:
        say(f"  row {row.row} (line {row.line}): {row.why}")
    for why, count in Counter(row.why.partition(":")[0] for row in report.mismatched[_SHOWN:]).items():
        say(f"  and {count} more: {why}")


def say(line: str) -> None:
    """Write one line of the answer; what is not printable in the name of a file is spelled out."""
    sys.stdout.write("".join(each if each.isprintable() else ascii(each)[1:-1] for each in line) + "\n")


def _unfit_end(world: Voxels, scenario: Scenario) -> str | None:
    for name, voxel in (("start", scenario.start), ("goal", scenario.goal)):
        if not all(0 <= part < side for part, side in zip(voxel, world.world.frame.shape, strict=True)):
            return f"the {name} is outside: {world.format(voxel)}"
        if not world.world.is_free(voxel):
            return f"the {name} is blocked: {world.format(voxel)}"
    return None


def _fault(scenario: Scenario, length: float | None) -> str | None:
    if length is None:
        return f"no way leads there: {scenario.length} is published"
    if abs(length - scenario.length) > scenario.tolerance:
        return f"another length: {length:.8f} is the shortest, {scenario.length} is published"
    return None


def _time(reports: list[Report]) -> str:
    return f"{sum(each.seconds for each in reports):.3f}"
