"""``genastar korf``: solve every row of files such as Korf's hundred instances and compare with the published lengths."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

from cyclopts import Parameter

from genastar import BadInput
from genastar.cli.parameters import EngineName, JsonOfEach, Rows
from genastar.cli.published import Mismatch, Report, run_files
from genastar.files import AnyPath
from genastar.search.requests import resolve_algorithm
from genastar_prepare.patterns import EstimateValue
from genastar_puzzle.boards import Board, BoardShape
from genastar_puzzle.info import Options
from genastar_puzzle.korf_files import Instance, read_instances
from genastar_puzzle.model import Puzzle
from genastar_puzzle.patterns import find_partition, make_tile_patterns
from genastar_puzzle.search import State

api_version = "1"


def command(
    *files: Annotated[
        Path, Parameter(name="FILE", required=True, help="CSV files with the columns id, tiles (0: the gap) and optimal_moves.")
    ],
    rows: Rows = None,
    algorithm: Annotated[
        str, Parameter(help="Algorithm; `genastar algorithms` lists them. astar needs much memory.")
    ] = "ida-star",
    heuristic: Annotated[
        Literal["linear-conflict", "manhattan"],
        Parameter(help="Heuristic: Manhattan distance, with or without linear conflicts."),
    ] = "linear-conflict",
    patterns: Annotated[
        Literal["5-5-5", "6-6-3", "7-8", "6-6-6-6"] | None,
        Parameter(help="Additive pattern databases of the 15-puzzle, or 6-6-6-6 of the 24-puzzle, in place of --heuristic."),
    ] = None,
    tables: Annotated[
        Path | None,
        Parameter(
            help="Folder of the pattern databases. Tables that are not there are built and saved (default: none is kept)."
        ),
    ] = None,
    gap: Annotated[Literal["first", "last"], Parameter(help="Place of the gap in the goal; Korf's is first.")] = "first",
    engine: EngineName = "auto",
    json: JsonOfEach = False,
) -> int:
    """Solve instances of sliding-tile puzzles in the fewest moves and compare with the published numbers of moves.

    The exit code is 1 if a row does not match.
    """
    resolve_algorithm(algorithm)  # refuses an unknown name before a file is read
    options = Options(gap=gap, heuristic=heuristic)
    if tables is not None and patterns is None:
        raise BadInput("--tables is for pattern databases; add --patterns 6-6-3, or leave it out")

    @cache
    def guide(shape: BoardShape, goal: Board) -> EstimateValue[State, int] | None:
        if patterns is None:
            return None
        return make_tile_patterns(shape, goal, find_partition(patterns, shape, goal), tables, engine=engine)

    each = partial(run, options=options, rows=rows, algorithm=algorithm, engine=engine, guide=guide)
    return run_files(files, each, rows=rows, json=json)


def run(
    file: AnyPath,
    options: Options,
    rows: int | None,
    algorithm: str,
    engine: str,
    guide: Callable[[BoardShape, Board], EstimateValue[State, int] | None] = lambda shape, goal: None,
) -> Report:
    """Solve the instances of one file. ``guide`` returns a heuristic in place of that of the options, or ``None``.

    Raises:
        BadInput: the file cannot be read.
    """
    report = Report(str(file), algorithm, noun="instances", row="id")
    for each in read_instances(file, options.width)[:rows]:
        goal = each.shape.make_ordered_board(options.gap)
        guided = guide(each.shape, goal)
        puzzle = Puzzle(f"{file}: line {each.line}", options, each.shape, each.board, goal, heuristic=guided)
        report.queries += 1
        fault = _find_fault(each, puzzle, report, algorithm, engine)
        if fault is not None:
            report.mismatched.append(Mismatch(each.id, each.line, fault))
    return report


def _find_fault(instance: Instance, puzzle: Puzzle, report: Report, algorithm: str, engine: str) -> str | None:
    """Solve an instance, and return what is wrong with its length; ``None`` if it is right."""
    if not puzzle.shape.is_reachable(puzzle.board, puzzle.goal):
        return f"no moves lead to the goal; published: {instance.moves} moves"
    if report.queries == 1:  # warms up: compiles
        puzzle.search(puzzle.goal, algorithm=algorithm, engine=engine)
    began = perf_counter()
    result = puzzle.search(algorithm=algorithm, engine=engine)
    report.seconds += perf_counter() - began
    report.expanded += result.expanded
    report.search = result.algorithm
    found = len(result.path) - 1
    if not _is_solution(puzzle, result.path):
        return "the moves found do not lead to the goal"
    if found != instance.moves:
        return f"another length: found {found} moves, published {instance.moves}"
    return None


def _is_solution(puzzle: Puzzle, path: tuple[Board, ...]) -> bool:
    """Return whether each board follows from the previous one by one slide, from start to goal, replayed tile by tile."""
    if not path or (path[0], path[-1]) != (puzzle.board, puzzle.goal):
        return False
    board = list(path[0])
    for after in path[1:]:
        gap, place = board.index(0), after.index(0)
        board[gap], board[place] = board[place], 0
        if puzzle.shape.measure_distance(gap, place) != 1 or tuple(board) != after:
            return False
    return True
