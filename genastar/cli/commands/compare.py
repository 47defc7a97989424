"""The command ``genastar compare`` answers questions by several algorithms in several engines."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

from attrs import evolve
from cyclopts import Parameter

from genastar.algorithm import Algorithm
from genastar.astar import AStar
from genastar.cli.answer import to_json_value
from genastar.cli.console import print_json, print_line, print_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.cli.options import File, parse_algorithm, parse_limits, parse_options, parse_pairs, start_from_text
from genastar.cli.parameters import DomainName, DomainOptions, JsonFlag, PluginFiles
from genastar.errors import BadInput, format_value
from genastar.files import format_path, is_same_file, replace_file
from genastar.recipes.comparison import ComparisonRow
from genastar.recipes.comparison import compare as compare_algorithms
from genastar.recipes.comparison_chart import Measure, draw_comparison
from genastar.values.cost import Comparable
from genastar.values.starts import Starts
from genastar.values.vector import Vector
from genastar.worlds.domain_registry import AnyDomain, find_domain, guess_domain, run_plugin_file

COLUMNS: Final = (
    "problem", "start", "goals", "algorithm", "engine", "outcome", "cost", "paths", "bound", "expanded", "generated", "seconds",
    "note",
)  # fmt: skip
"""The columns of the table, in CSV, and in JSON."""

_USUAL: Final = ("dijkstra", "astar")
"""The algorithms of a comparison that names none."""


def compare(
    *sources: Annotated[
        str,
        Parameter(
            name="SOURCE",
            required=True,
            help="Source to read: a file, for most domains; or a solver of your own, FILE.py:NAME.",
        ),
    ],
    algorithm: Annotated[
        tuple[str, ...],
        Parameter(
            help='Algorithm, with its options after it: dijkstra, or "weighted weight=2" (repeatable; default: dijkstra and '
            "astar; where costs have several numbers, pareto)."
        ),
    ] = (),
    engine: Annotated[tuple[str, ...], Parameter(help="Engine: interpreted, compiled or another (repeatable).")] = (
        "interpreted",
    ),
    start: Annotated[
        tuple[str, ...],
        Parameter(
            name="--from",
            help="Start of a question (repeatable: each goes with the --to in its place; one goes with all); of a solver a "
            "Python literal: (0, 0).",
            allow_leading_hyphen=True,
        ),
    ] = (),
    goals: Annotated[
        tuple[str, ...],
        Parameter(
            name="--to",
            help="Goal of a question; separate several with ';', of which the nearest counts (repeatable as --from).",
            allow_leading_hyphen=True,
        ),
    ] = (),
    domain: DomainName = None,
    option: DomainOptions = (),
    limit: Annotated[
        tuple[str, ...], Parameter(help="Limit for each search: expansions=N, seconds=S, cost=C or depth=N (repeatable).")
    ] = (),
    reopen: Annotated[bool, Parameter(help="Reopen closed positions when a cheaper path to them is found.")] = False,
    out: Annotated[File | None, Parameter(help="File for the table, .csv, or for a bar chart, .png.")] = None,
    measure: Annotated[Measure, Parameter(help="Column of the chart.")] = "expanded",
    json: JsonFlag = False,
    plugin_file: PluginFiles = (),
) -> int:
    """Answer questions by several algorithms in several engines, and print a table with a row for each search.

    Without --from and --to, the question is that of each source. The exit code is 1 if a path is cheaper than the bound of
    another allows, or if no search found a path.
    """
    for file in plugin_file:
        run_plugin_file(file)
    if out is not None:
        _check_out(out, sources)
    algorithms = [_parse_algorithm(text) for text in algorithm]
    limits, options = parse_limits(parse_pairs("--limit", limit)), parse_pairs("--option", option)
    rows: list[ComparisonRow] = []
    for source in sources:
        if _names_solver(source):
            solver, begins = _load_solver(source, start, {"--to": goals, "--option": option, "--domain": domain})
            rows += compare_algorithms(solver, begins, algorithms or _USUAL, engine, name=source, limits=limits, reopen=reopen)
            continue
        kind = find_domain(domain or guess_domain(source))
        world = kind.read(source, parse_options(kind.info, options))
        questions = list(_iterate_questions(world, start, goals))
        chosen = algorithms or (["pareto"] if world.objectives else _USUAL)
        compared = compare_algorithms(world, questions, chosen, engine, name=source, limits=limits, reopen=reopen)
        rows += [_format_ends(world, row) for row in compared]
    if out is not None and out.suffix.lower() == ".csv":
        _write_csv(rows, out)
    elif out is not None:
        draw_comparison(rows, out, measure)
    broken = sum(row.is_bound_broken for row in rows)
    if json:
        print_json({"rows": [_to_json(row) for row in rows], "broken_bounds": broken})
    else:
        _print_rows(rows)
        for line in (*([f"broken bounds: {broken}"] if broken else []), *([] if out is None else [f"written: {out}"])):
            print_line(line)
    return NOT_FOUND if broken or all(row.cost is None for row in rows) else FOUND


def _names_solver(source: str) -> bool:
    """Return whether a source is FILE.py:NAME."""
    file, colon, name = source.rpartition(":")
    return bool(colon) and file.endswith(".py") and name.isidentifier()


def _load_solver(
    source: str, starts: Sequence[str], words: Mapping[str, object]
) -> tuple[AStar[object, Comparable], list[object]]:
    """Return a solver from a Python file, and its starts.

    Raises:
        BadInput: there is no such solver, no start is known, or a word was given that has no meaning for a solver.
    """
    from genastar.testing.engine_explanation import load_solver

    file, _, name = source.rpartition(":")
    for word, value in words.items():
        if value:
            raise BadInput(f"{word} goes with a source of a domain, and {source} is a solver: leave out {word}")
    solver, begin = load_solver(file, name)
    return solver, [start_from_text(text, source, begin) for text in starts or (None,)]


def _check_out(out: Path, sources: Sequence[str]) -> None:
    if out.suffix.lower() not in (".csv", ".png"):
        raise BadInput(f"{format_path(out)}: unsupported suffix; supported: .csv for the table, .png for a chart")
    if any(is_same_file(source, out) for source in sources):
        raise BadInput(f"{format_path(out)}: this file is a source; choose another name for --out")


def _parse_algorithm(text: str) -> Algorithm | str:
    """Return the algorithm of a text such as ``weighted weight=2``."""
    try:
        name, *pairs = shlex.split(text)
    except ValueError:
        raise BadInput(f"--algorithm {format_value(text)}: expected a name, and its options as NAME=VALUE") from None
    return parse_algorithm(name, parse_pairs("--algorithm", pairs), "--algorithm")


def _iterate_questions(world: AnyDomain, starts: Sequence[str], goals: Sequence[str]) -> Iterator[tuple[object, object]]:
    """Yield the questions: the start and the goal of each place, or those of the world."""
    if len(starts) > 1 < len(goals) != len(starts):
        raise BadInput(f"--from is given {len(starts)} times and --to {len(goals)} times; give as many, or one of them once")
    for number in range(max(len(starts), len(goals), 1)):
        start = starts[min(number, len(starts) - 1)] if starts else None
        goal = goals[min(number, len(goals) - 1)] if goals else None
        yield (
            Starts(world.default_starts()) if start is None else world.parse(start),
            world.default_goals() if goal is None else tuple(map(world.parse, goal.split(";"))),
        )


def _format_ends(world: AnyDomain, row: ComparisonRow) -> ComparisonRow:
    """Return the row with the texts of its start and goals."""
    starts = row.start.costs if isinstance(row.start, Starts) else (row.start,)
    return evolve(row, start=";".join(map(world.format, starts)), goals=tuple(map(world.format, row.goals)))


def _to_json(row: ComparisonRow) -> dict[str, object]:
    return {name: to_json_value(getattr(row, name)) for name in COLUMNS}


def _write_csv(rows: Sequence[ComparisonRow], out: Path) -> None:
    with replace_file(out) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        table.writerows([_format_cell(name, row) for name in COLUMNS] for row in rows)


def _print_rows(rows: Sequence[ComparisonRow]) -> None:
    """Print the table. Columns of the question are left out where all rows have one, and paths where no row is a front."""
    same = {name for name in ("problem", "start", "goals") if len({getattr(row, name) for row in rows}) == 1}
    same |= {"paths"} if all(row.paths is None for row in rows) else set()
    shown = [name for name in COLUMNS if name not in same]
    table = [[_format_cell(name, row) for name in shown] for row in (evolve(row, cost=_round(row.cost)) for row in rows)]
    print_table(["" if name == "note" else name for name in shown], table)


def _round(cost: object) -> object:
    if isinstance(cost, Vector):
        return Vector(*(float(f"{each:.10g}") for each in cost))
    return f"{cost:.10g}" if isinstance(cost, float) else cost


def _format_cell(name: str, row: ComparisonRow) -> str:
    match getattr(row, name):
        case None:
            return ""
        case tuple() as goals if name == "goals":
            return ";".join(map(str, goals))
        case Vector() as cost:
            return ", ".join(map(str, cost))
        case float() as number if name in ("seconds", "bound"):
            return f"{number:.6f}" if name == "seconds" else f"{number:g}"
        case value:
            return str(value)
