"""The command ``genastar solve`` answers one question in each source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from attrs import field, frozen
from cyclopts import Parameter

from genastar.algorithm import AUTO
from genastar.cli.answer import AnyResult, format_improvement, format_json, format_table, format_text
from genastar.cli.console import is_watched, make_console, print_json, print_line
from genastar.cli.exits import FOUND, NOT_FOUND, report_failure
from genastar.cli.options import File, parse_algorithm, parse_limits, parse_pairs
from genastar.cli.parameters import (
    AlgorithmName,
    AlgorithmOptions,
    DomainName,
    DomainOptions,
    EngineName,
    GoalTexts,
    PluginFiles,
    StartText,
)
from genastar.cli.query import Query
from genastar.contracts.workspace import Workspace
from genastar.errors import BadInput, PluginError
from genastar.files import format_path, is_same_file
from genastar.values.cost import Comparable
from genastar.values.limits import Limits
from genastar.values.observer import Trace
from genastar.values.starts import Starts
from genastar.worlds.domain_registry import AnyDomain, find_domain, guess_domain, run_plugin_file
from genastar.worlds.info import DomainInfo
from genastar.worlds.translation import translate_result


@frozen(kw_only=True)
class SolveArguments(Query):
    """The question and the settings, which are the same for each source."""

    domain: str | None
    limits: Limits
    reopen: bool
    json: bool
    workspace: Workspace = field(factory=Workspace)


def solve(
    *sources: Annotated[str, Parameter(name="SOURCE", required=True, help="Source to read: a file, for most domains.")],
    domain: DomainName = None,
    start: StartText = None,
    goals: GoalTexts = (),
    algorithm: AlgorithmName = AUTO,
    algorithm_option: AlgorithmOptions = (),
    engine: EngineName = "auto",
    option: DomainOptions = (),
    out: Annotated[
        File | None,
        Parameter(
            help="File to draw the search into; the suffix is the format. Several sources make NAME-1.png, NAME-2.png ..."
        ),
    ] = None,
    json: Annotated[bool, Parameter(help="Print one JSON object for each source and nothing else.")] = False,
    limit: Annotated[
        tuple[str, ...], Parameter(help="Limit that ends the search: expansions=N, seconds=S, cost=C or depth=N (repeatable).")
    ] = (),
    reopen: Annotated[bool, Parameter(help="Reopen closed positions when a cheaper path to them is found.")] = False,
    plugin_file: PluginFiles = (),
) -> int:
    """Find the cheapest path through each source.

    The exit code is the highest of all sources; an error in one source does not stop the others.
    """
    for file in plugin_file:
        run_plugin_file(file)
    how = parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option))
    request = SolveArguments(
        domain=domain,
        start=start,
        goals=goals,
        algorithm=how,
        engine=engine,
        options=parse_pairs("--option", option),
        limits=parse_limits(parse_pairs("--limit", limit)),
        reopen=reopen,
        json=json,
    )
    if len(sources) == 1:
        _refuse_to_overwrite(sources, out)
        world, results = _search(sources[0], request, out)
        _print_answers(world, results, request, out)
        return _get_exit_code(results[0])
    numbers = range(1, len(sources) + 1)
    outs = [None if out is None else out.parent / f"{out.stem}-{number}{out.suffix}" for number in numbers]
    _refuse_to_overwrite(sources, *outs)
    with _show_progress(len(sources), shown=not json and is_watched()) as advance:
        codes = []
        for source, picture in zip(sources, outs, strict=True):
            codes.append(_solve_one_of_several(source, request, picture))
            advance()
    return max(codes)


def _solve_one_of_several(source: str, request: SolveArguments, out: Path | None) -> int:
    """Solve one source and return its exit code, also after an error."""
    try:
        world, results = _search(source, request, out)
    except Exception as error:  # noqa: BLE001  # the other sources are still to be solved
        if request.json:
            print_json({"source": source, "error": str(error)})
        return report_failure(error, source)
    _print_answers(world, results, request, out, source)
    return _get_exit_code(results[0])


def _search(source: str, request: SolveArguments, out: Path | None) -> tuple[AnyDomain, Sequence[AnyResult]]:
    """Return the world and the answers: one, unless the algorithm lists several."""
    kind = find_domain(request.domain or guess_domain(source))
    _refuse_to_draw(kind.info, out)
    world = request.read(kind, source)
    trace: Trace[object, Comparable] | None = None if out is None else Trace()
    try:
        with request.note_new_files():
            results = _find_answers(world, request, trace)
    except MemoryError as error:
        raise BadInput("the search ran out of memory; limit it with --limit expansions=N") from error
    if out is not None and trace is not None:
        world.draw_all(results, trace, out)
    return world, results


def _find_answers(world: AnyDomain, request: SolveArguments, trace: Trace[object, Comparable] | None) -> Sequence[AnyResult]:
    """Return all answers of an algorithm that lists them, otherwise the last. On a terminal, write each improvement at once."""
    algorithm, asked, question = world.make_request(
        Starts(request.parse_starts(world)),
        request.parse_goals(world),
        algorithm=request.algorithm,
        engine=request.engine,
        reopen=request.reopen,
        limits=request.limits,
        observer=trace,
        workspace=request.workspace,
    )
    if algorithm.lists:
        return [translate_result(world, found, question) for found in algorithm.results(asked)]
    if request.json or not is_watched() or not algorithm.improves:
        return [translate_result(world, algorithm.search(asked), question)]
    best: AnyResult | None = None
    for found in algorithm.results(asked):
        result = translate_result(world, found, question)
        best = result if best is None or result.found else best
        if result.found:
            print_line(format_improvement(result))
    if best is None:
        raise PluginError(f"the algorithm {algorithm.name!r} gave no answer; fix results()")
    return [best]


def _print_answers(
    world: AnyDomain, results: Sequence[AnyResult], request: SolveArguments, out: Path | None, source: str | None = None
) -> None:
    """Write the answers, with the name of their source if one is given."""
    if request.json:
        told: dict[str, object] = {} if source is None else {"source": source}
        first, *others = [format_json(world, result) for result in results]
        print_json(told | first | ({"others": others} if others else {}))
        return
    rest: list[str] = []
    if world.objectives and results[0].found:
        for line in (*([] if source is None else [f"{source}:"]), *format_table(world, results)):
            print_line(line)
        results = ()
    for result in results:
        answer, *rest = format_text(world, result)
        print_line(answer if source is None else f"{source}: {answer}")
    for line in (*rest, *([] if out is None else [f"picture: {out}"])):
        print_line(f"  {line}")


def _get_exit_code(result: AnyResult) -> int:
    return FOUND if result.found else NOT_FOUND


def _refuse_to_draw(info: DomainInfo, out: Path | None) -> None:
    """Raise BadInput before the search unless the domain can draw a file of this suffix."""
    if out is not None and not out.name.lower().endswith(info.writes):
        raise BadInput(
            f"{format_path(out)}: {info.name} cannot draw a file of this suffix; supported: {', '.join(info.writes) or 'none'}"
        )


def _refuse_to_overwrite(sources: Sequence[str], *outs: Path | None) -> None:
    for out in outs:
        if out is not None and any(is_same_file(source, out) for source in sources):
            raise BadInput(f"{format_path(out)}: the picture would overwrite a source; choose another name for --out")


@contextmanager
def _show_progress(total: int, *, shown: bool) -> Iterator[Callable[[], object]]:
    """Show a progress bar if ``shown``, and yield the function that advances it by one."""
    if not shown:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=make_console(), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)
