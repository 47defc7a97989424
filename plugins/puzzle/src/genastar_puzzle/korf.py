"""``genastar korf``: every row of files such as Korf's hundred instances, held against the published lengths."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

from cyclopts import Parameter

from genastar.astar import algorithm_of
from genastar.cli.options import Whole
from genastar.cli.published import Mismatch, Report, hold
from genastar.files import AnyPath
from genastar_puzzle.boards import Board
from genastar_puzzle.info import Options
from genastar_puzzle.korf_files import Instance, read_instances
from genastar_puzzle.model import Puzzle

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="CSV files with the columns id, tiles (0 is the gap), optimal_moves.")
    ],
    rows: Annotated[Whole | None, Parameter(help="Only the first so many rows of each file.")] = None,
    algorithm: Annotated[str, Parameter(help="How to search; astar needs much memory. See genastar algorithms.")] = "ida-star",
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
    algorithm_of(algorithm)  # which refuses a name that is none, before a file is read
    options = Options(gap=gap, heuristic=heuristic)
    return hold(files, partial(run, options=options, rows=rows, algorithm=algorithm, engine=engine), rows=rows, json=json)


def run(file: AnyPath, options: Options, rows: int | None, algorithm: str, engine: str) -> Report:
    """Solve the instances of one file.

    Raises:
        BadInput: the file cannot be read.
    """
    report = Report(str(file), algorithm, noun="instances", row="id")
    for each in read_instances(file, options.width)[:rows]:
        puzzle = Puzzle(f"{file}: line {each.line}", options, each.shape, each.board, each.shape.ordered(options.gap))
        report.queries += 1
        fault = _fault(each, puzzle, report, algorithm, engine)
        if fault is not None:
            report.mismatched.append(Mismatch(each.id, each.line, fault))
    return report


def _fault(instance: Instance, puzzle: Puzzle, report: Report, algorithm: str, engine: str) -> str | None:
    """Solve an instance, and tell what is wrong with its length."""
    if not puzzle.shape.leads(puzzle.board, puzzle.goal):
        return f"no moves lead to the goal: {instance.moves} are published"
    if report.queries == 1:  # compiles
        puzzle.solve(puzzle.goal, algorithm=algorithm, engine=engine)
    began = perf_counter()
    result = puzzle.solve(algorithm=algorithm, engine=engine)
    report.seconds += perf_counter() - began
    report.expanded += result.expanded
    report.search = result.algorithm
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
