"""``genastar batch``: answer every question of a file in one world."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Final

from attrs import define, field
from cyclopts import Parameter

from genastar import Answer, BadInput, Limits
from genastar.algorithm import AUTO, Algorithm
from genastar.cli.answer import to_json_value
from genastar.cli.console import complain, print_json, print_line
from genastar.cli.options import File, WholeArgument, parse_algorithm, parse_limits, parse_options, parse_pairs
from genastar.cli.parameters import AlgorithmName, AlgorithmOptions, DomainName, DomainOptions, EngineName
from genastar.errors import ExecutorLost
from genastar.files import check_regular_file
from genastar.many.stream import PER_CORE, answer_stream
from genastar.search.requests import resolve_engine
from genastar.worlds.domain_registry import AnyDomain, find_domain, guess_domain
from genastar.worlds.view import Cells
from genastar_batch.answers import Answered
from genastar_batch.executors import make_executor
from genastar_batch.journal import Journal
from genastar_batch.questions import QuestionRow, count_of, read_questions

api_version = "1"

_TRIED: Final = 100
"""Maximum number of questions to try before an algorithm or a limit is refused."""

WORKERS = f"Number of threads or processes (default: one per core; at most one per question and {PER_CORE} per core)."


def command(
    source: Annotated[str, Parameter(name="SOURCE", help="World file in a format of the domain.")],
    questions: Annotated[File, Parameter(name="QUESTIONS", help="Question file: .scen, .csv, .jsonl or .parquet.")],
    /,
    *,
    executor: Annotated[
        str | None,
        Parameter(help="Executor: threads, processes or dask=ADDRESS (default: threads if compiled, otherwise processes)."),
    ] = None,
    workers: Annotated[WholeArgument | None, Parameter(help=WORKERS)] = None,
    out: Annotated[
        File | None,
        Parameter(help="Answer file: .jsonl, .csv or .parquet; an interrupted run is resumed (default: answers are printed)."),
    ] = None,
    paths: Annotated[bool, Parameter(help="Also write the positions of each path.")] = False,
    folder: Annotated[
        Path | None, Parameter(help="Folder for the world's file that all machines of a cluster can read (default: none).")
    ] = None,
    domain: DomainName = None,
    algorithm: AlgorithmName = AUTO,
    algorithm_option: AlgorithmOptions = (),
    engine: EngineName = "auto",
    option: DomainOptions = (),
    limit: Annotated[
        tuple[str, ...], Parameter(help="Limit for each question: expansions=N, seconds=S or cost=C (repeatable).")
    ] = (),
) -> int:
    """Find a cheapest path for each question of a file.

    The exit code is 0 if every question has a path, including those answered by an earlier run; 1 if a question has no path or
    failed (its row says why); 2 for bad input. With --out, repeating the command asks only failed and unanswered questions.
    """
    if workers is not None and workers < 1:
        raise BadInput(f"--workers {workers} is less than 1")
    resolve_engine(engine)  # raises PluginError if there is no such engine
    how = parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option))
    limits = parse_limits(parse_pairs("--limit", limit))
    kind = find_domain(domain or guess_domain(source))
    world = kind.read(source, parse_options(kind.info, parse_pairs("--option", option)))
    rows = read_questions(questions, kind.info.needs_goals, get_layer_size(world))
    if limits.cost is not None or how != AUTO:
        _check_fit(world, read_questions(questions, kind.info.needs_goals), how, limits)
    journal = None
    if out is not None:
        about = {
            "source": _compute_digest(Path(source)), "questions": _compute_digest(questions),
            "domain": kind.info.name, "paths": paths,
            "options": sorted(option), "limits": sorted(limit), "algorithm": [algorithm, *sorted(algorithm_option)],
        }  # fmt: skip
        journal = Journal(out, about)
    asked = BatchQuestions(world, rows, journal, paths)
    began = perf_counter()
    try:
        with make_executor(executor) as running, _show_progress(questions, asked) as progress:
            answers = answer_stream(
                world,
                asked.iterate_questions(),
                running or "auto",
                algorithm=how,
                engine=engine,
                workers=workers,
                ordered=out is None,
                limits=limits,
                progress=progress,
                on_error="keep",
                folder=folder,
            )
            with closing(answers):  # type: ignore[type-var]  # typed as an iterator, but it is a generator
                for answer in answers:
                    asked.write_answer(answer)
        return asked.finish(perf_counter() - began)
    except ExecutorLost as error:
        if asked.journal is None:
            raise
        raise ExecutorLost(f"{error}; repeat the command to resume from {asked.journal.part}") from error
    finally:
        asked.close()


def get_layer_size(world: AnyDomain) -> tuple[int, int] | None:
    """Return the width and height of a world that is one layer of cells; ``None`` for other worlds."""
    view = world.view()
    shape = None if view is None else view.shape
    return (shape.width, shape.height) if isinstance(shape, Cells) and shape.layers == 1 else None


def _check_fit(world: AnyDomain, rows: Iterator[QuestionRow], algorithm: Algorithm | str, limits: Limits) -> None:
    """Refuse an algorithm or a limit that fits none of the first questions, without searching.

    Raises:
        BadInput: the algorithm cannot search this world, or the limit cannot be compared with its costs.
    """
    refusal: BadInput | None = None
    for row in islice(rows, _TRIED):
        try:
            question = world.parse(row.start), tuple(map(world.parse, row.goals))
            world.make_request(*question, engine="interpreted")
        except BadInput:  # a fault of the question, which its row will report
            continue
        try:
            world.make_request(*question, algorithm=algorithm, engine="interpreted", limits=limits)
        except BadInput as error:
            refusal = refusal or error
        else:
            return
    if refusal is not None:
        raise refusal


@define
class BatchQuestions:
    """The questions of a file while they are read and answered."""

    world: AnyDomain
    rows: Iterator[QuestionRow]
    journal: Journal | None
    paths: bool
    outcomes: Counter[str] = field(factory=Counter, init=False)
    """Outcomes of the questions that this run asked."""
    read: int = field(default=0, init=False)
    """Number of questions read from the file."""
    known: Counter[str] = field(init=False)
    """Outcomes of the questions that earlier runs answered."""
    _under_way: dict[int, tuple[int, QuestionRow]] = field(factory=dict, init=False)
    """Number in the file, by number in the batch."""

    def __attrs_post_init__(self) -> None:
        self.known = (
            Counter() if self.journal is None else self.journal.outcomes - Counter(failed=self.journal.outcomes["failed"])
        )

    def iterate_questions(self) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """Yield the unanswered questions. Positions that cannot be parsed are answered here, with the error."""
        given = 0
        for number, row in enumerate(self.rows):
            self.read += 1
            if self.journal is not None and self.journal.is_answered(number):
                continue
            try:
                question = self.world.parse(row.start), tuple(map(self.world.parse, row.goals))
            except BadInput as error:
                self._write(_make_row(number, row, error=str(error)))
                continue
            self._under_way[given] = number, row
            given += 1
            yield question

    def write_answer(self, answer: Answer[Any, Any, Any]) -> None:
        """Write an answer."""
        number, row = self._under_way.pop(answer.number)
        if answer.found is None:
            self._write(_make_row(number, row, error=f"{type(answer.error).__name__}: {answer.error}"))
            return
        found = answer.found
        path = [self.world.format(position) for position in found.path] if self.paths else None
        self._write(
            _make_row(number, row, found.outcome.value, to_json_value(found.cost), found.expanded, found.algorithm, path)
        )

    def flush(self) -> None:
        """Write all answers so far to disk."""
        if self.journal is not None:
            self.journal.flush()

    def close(self) -> None:
        """Close the journal."""
        if self.journal is not None:
            self.journal.close()

    def finish(self, seconds: float) -> int:
        """Write the answer file, print a summary, and return the exit code."""
        count = self.outcomes.total()
        known = f", {self.known.total():,} answered before" if self.known else ""
        if missed := _format_counts(self.known - Counter(found=self.known["found"])):
            known += f" ({missed})"
        told = _format_counts(self.outcomes) or "nothing to ask"
        line = f"{count:,} questions{known}: {told}; {seconds:.1f} s, {count / max(seconds, 1e-9):,.0f} a second"
        if self.journal is None:
            complain(line)
        else:
            self.journal.finish(self.read)
            print_line(f"{line}: {self.journal.out}")
            if failed := self.outcomes["failed"]:
                print_line(f"{failed:,} failed; repeat the command to ask them again from {self.journal.part}")
        return 0 if set(self.outcomes + self.known) <= {"found"} else 1

    def _write(self, row: Answered) -> None:
        self.outcomes["failed" if row["error"] is not None else str(row["outcome"])] += 1
        if self.journal is None:
            print_json(row)
        else:
            self.journal.add(row)


def _format_counts(outcomes: Counter[str]) -> str:
    return ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.most_common() if number)


def _make_row(
    number: int,
    row: QuestionRow,
    outcome: str | None = None,
    cost: object = None,
    expanded: int | None = None,
    algorithm: str | None = None,
    path: list[str] | None = None,
    error: str | None = None,
) -> Answered:
    return {
        "question": number, "from": row.start, "to": list(row.goals), "outcome": outcome, "cost": cost, "expanded": expanded,
        "algorithm": algorithm, "path": path, "error": error,
    }  # fmt: skip


def _compute_digest(path: Path) -> str:
    try:
        with check_regular_file(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error


@contextmanager
def _show_progress(questions: Path, asked: BatchQuestions) -> Iterator[Callable[[int], object]]:
    """Yield a callback for new answers. It writes them to disk, and moves a progress bar on a terminal."""
    if asked.journal is None or not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield lambda _: asked.flush()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from genastar.cli.console import make_console

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    began = perf_counter()
    with Progress(*columns, console=make_console(), transient=True) as bar:
        task = bar.add_task("", total=count_of(questions), rate="")

        def move(_: int) -> None:
            asked.flush()
            count = asked.outcomes.total()
            rate = f"{count / (perf_counter() - began):,.0f} a second"
            bar.update(task, completed=asked.known.total() + count, rate=rate)

        yield move
