"""``genastar korf``: every row of files such as Korf's hundred instances, held against the published lengths."""

from __future__ import annotations

import sys
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import Annotated, Final, Literal

from attrs import define, field, frozen
from cyclopts import Parameter

from genastar import BadInput, Workspace
from genastar_puzzle.boards import Board
from genastar_puzzle.info import Options
from genastar_puzzle.korf_files import Instance, read_instances
from genastar_puzzle.model import Puzzle

api_version = "1"

_SHOWN: Final = 10
"""Rows that did not match are named one by one up to this number."""


@frozen
class Mismatch:
    """A row whose solution does not have the published length, and why."""

    id: str
    line: int
    why: str


@define
class Report:
    """What came of one file."""

    file: str
    search: str
    instances: int = 0
    matched: int = 0
    mismatched: list[Mismatch] = field(factory=list)
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    """In searches; reading the file and the first compilation are not counted."""


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="CSV files with the columns id, tiles (0 is the gap), optimal_moves.")
    ],
    rows: Annotated[int | None, Parameter(help="Only the first so many rows of each file.")] = None,
    search: Annotated[Literal["ida", "astar"], Parameter(help="How to search: IDA*, or A*, which needs much memory.")] = "ida",
    heuristic: Annotated[
        Literal["linear-conflict", "manhattan"], Parameter(help="What is left: with linear conflicts, or without.")
    ] = "linear-conflict",
    gap: Annotated[Literal["first", "last"], Parameter(help="Where the goal's gap is; Korf's is the first place.")] = "first",
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    json: Annotated[bool, Parameter(help="Print one JSON object for each file, and nothing else.")] = False,
) -> int:
    """Solve instances of sliding-tile puzzles in the fewest moves and compare with the published numbers of moves.

    The exit code is 1 if a row does not match.
    """
    if rows is not None and rows < 1:
        raise BadInput(f"--rows {rows}: give a number from 1 on")
    options = Options(gap=gap, heuristic=heuristic, search=search)
    reports = []
    for file in files:
        reports.append(run(file, options, rows, engine))
        tell(reports[-1], json)
    if len(reports) > 1 and not json:
        instances, matched = sum(each.instances for each in reports), sum(each.matched for each in reports)
        seconds = sum(each.seconds for each in reports)
        say(f"all: {instances:,} instances, {matched:,} matched, {instances - matched:,} mismatched, {seconds:.3f} s")
    return 0 if all(not each.mismatched for each in reports) else 1


def run(file: Path, options: Options, rows: int | None, engine: str) -> Report:
    """Solve the instances of one file.

    Raises:
        BadInput: the file cannot be read.
    """
    workspace = Workspace()
    report = Report(str(file), options.search)
    for each in read_instances(file, options.width)[:rows]:
        puzzle = Puzzle(f"{file}: line {each.line}", options, each.shape, each.board, each.shape.ordered(options.gap))
        report.search = "ida" if puzzle.is_deepened else "astar"
        report.instances += 1
        fault = _fault(each, puzzle, report, engine, workspace)
        if fault is None:
            report.matched += 1
        else:
            report.mismatched.append(Mismatch(each.id, each.line, fault))
    return report


def _fault(instance: Instance, puzzle: Puzzle, report: Report, engine: str, workspace: Workspace) -> str | None:
    """Solve an instance, and tell what is wrong with its length."""
    if not puzzle.shape.leads(puzzle.board, puzzle.goal):
        return f"no moves lead to the goal: {instance.moves} are published"
    if report.instances == 1:  # compiles
        puzzle.solve(puzzle.goal, engine=engine, workspace=workspace)
    began = perf_counter()
    result = puzzle.solve(engine=engine, workspace=workspace)
    report.seconds += perf_counter() - began
    report.expanded += result.expanded
    report.generated += result.generated
    found = len(result.path) - 1
    if not _is_solution(puzzle, result.path):
        return "the moves that were found do not lead to the goal"
    if found != instance.moves:
        return f"another length: {found} moves are the fewest, {instance.moves} are published"
    return None


def _is_solution(puzzle: Puzzle, path: tuple[Board, ...]) -> bool:
    """Whether each board follows from the one before by one slide, from the start to the goal: replayed tile by tile."""
    if not path or (path[0], path[-1]) != (puzzle.board, puzzle.goal):
        return False
    board = list(path[0])
    for after in path[1:]:
        gap, place = board.index(0), after.index(0)
        board[gap], board[place] = board[place], 0
        if puzzle.shape.distance(gap, place) != 1 or tuple(board) != after:
            return False
    return True


def tell(report: Report, json: bool) -> None:
    """Write a report."""
    if json:
        rows = [{"id": each.id, "line": each.line, "why": each.why} for each in report.mismatched]
        counts = {"instances": report.instances, "matched": report.matched, "mismatched": rows}
        work = {"seconds": round(report.seconds, 6), "expanded": report.expanded, "generated": report.generated}
        say(dumps({"file": report.file, "search": report.search} | counts | work))
        return
    rate = report.expanded / report.seconds / 1e6 if report.seconds else 0.0
    say(
        f"{report.file}: {report.instances:,} instances, {report.matched:,} matched, {len(report.mismatched):,} mismatched, "
        f"{report.seconds:.3f} s ({report.search}, {report.expanded:,} expanded, {rate:.1f} million a second)"
    )
    for row in report.mismatched[:_SHOWN]:
        say(f"  id {row.id} (line {row.line}): {row.why}")
    if len(report.mismatched) > _SHOWN:
        say(f"  and {len(report.mismatched) - _SHOWN} more")


def say(line: str) -> None:
    """Write one line of the answer; what is not printable in the name of a file is spelled out."""
    sys.stdout.write("".join(each if each.isprintable() else ascii(each)[1:-1] for each in line) + "\n")
