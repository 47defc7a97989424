"""``genastar movingai``: every row of scenario files, held against the published lengths."""

from __future__ import annotations

import sys
from collections import Counter
from json import dumps
from math import isnan
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from attrs import define, field, frozen
from cyclopts import Parameter

from genastar import BadInput, Workspace
from genastar_grid.info import Options, Search
from genastar_grid.model import Grid
from genastar_grid.movingai_files import Scenario, read_scenarios

api_version = "1"

_SHOWN: Final = 10
"""Rows that did not match are named one by one up to this number."""


@frozen
class Mismatch:
    """A row whose length is not the published one, and why."""

    row: int
    """Counted from 0, without the header, as the benchmarks' authors count."""
    line: int
    why: str


@define
class Report:
    """What came of one file."""

    file: str
    search: str
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
    search: Annotated[Search, Parameter(help="How to search; auto by default.")] = "auto",
    rows: Annotated[int | None, Parameter(help="Only the first so many rows of each file.")] = None,
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    json: Annotated[bool, Parameter(help="Print one JSON object for each file, and nothing else.")] = False,
) -> int:
    """Run the scenarios of MovingAI's benchmarks and compare with the published lengths.

    The exit code is 1 if a row does not match. Rows whose ends are blocked, or between which no way leads, are named as such.
    """
    if rows is not None and rows < 1:
        raise BadInput(f"--rows {rows}: give a number from 1 on")
    reports = []
    for file in files:
        reports.append(run(file, search, rows, engine))
        tell(reports[-1], json)
    if len(reports) > 1 and not json:
        queries, matched = sum(each.queries for each in reports), sum(each.matched for each in reports)
        say(f"all: {queries:,} queries, {matched:,} matched, {queries - matched:,} mismatched, {_time(reports)} s")
    return 0 if all(not each.mismatched for each in reports) else 1


def run(file: Path, search: Search, rows: int | None, engine: str) -> Report:
    """Run one file.

    Raises:
        BadInput: the file or its map cannot be read, or it is not this map's.
    """
    scenarios = read_scenarios(file)[:rows]
    options, workspace = Options(search=search), Workspace()
    report = Report(str(file), search)
    if not scenarios:
        return report
    grid = Grid.read(map_of(file, scenarios[0]), options)
    faults = {number: _blocked_end(file, grid, each) for number, each in enumerate(scenarios)}
    asked = [number for number, fault in faults.items() if fault is None]
    starts = np.array([scenarios[number].start for number in asked])
    goals = np.array([scenarios[number].goal for number in asked])
    if asked:
        report.search = grid.search_for((scenarios[asked[0]].goal,))
        grid.solve_all(starts[:1], goals[:1], engine=engine, workspace=workspace)  # compiles, and packs the map
        ways = grid.solve_all(starts, goals, engine=engine, workspace=workspace)
        report.seconds = ways.seconds
        report.expanded = int(ways.expanded.sum())
        for number, length in zip(asked, ways.lengths.tolist(), strict=True):
            faults[number] = _fault(scenarios[number], None if isnan(length) else length)
    report.queries = len(scenarios)
    report.mismatched = [Mismatch(number, scenarios[number].line, fault) for number, fault in faults.items() if fault]
    report.matched = report.queries - len(report.mismatched)
    return report


def map_of(file: Path, scenario: Scenario) -> Path:
    """The map of a scenario file: beside it, under its own name without ``.scen``, or under the name in its rows.

    Raises:
        BadInput: there is none.
    """
    stem = file.name.removesuffix(".gz").removesuffix(".scen")
    named = scenario.map_name.replace("\\", "/").rpartition("/")[2]
    for name in dict.fromkeys((stem, named)):
        for path in (file.with_name(name), file.with_name(f"{name}.gz")):
            if path.is_file() and name.endswith(".map"):
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


def _blocked_end(file: Path, grid: Grid, scenario: Scenario) -> str | None:
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


def _fault(scenario: Scenario, length: float | None) -> str | None:
    if length is None:
        return f"no way leads there: {scenario.length} is published"
    if abs(length - scenario.length) > scenario.tolerance:
        return f"another length: {length:.8f} is the shortest, {scenario.length} is published"
    return None


def _time(reports: list[Report]) -> str:
    return f"{sum(each.seconds for each in reports):.3f}"
