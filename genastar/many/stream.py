"""Streams of answers: many questions, answered on threads, processes or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import chain, islice
from operator import length_hint
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from time import monotonic
from typing import Any, Final, Literal, TypeAlias, Unpack, cast

from attrs import evolve

from genastar.contracts.request import to_python
from genastar.errors import BadInput, format_value
from genastar.many.answer import Answer
from genastar.many.window import CHUNKS, Window
from genastar.many.worker import (
    AnyQuestion,
    Askable,
    Found,
    Job,
    LocalWorld,
    Reply,
    SavedWorld,
    WorkerWorld,
    answer_chunk,
    answer_questions,
)
from genastar.search.requests import expect_settings
from genastar.settings import NAMES, ONLY_ONE, ManySettings, SearchSettings, make_unknown_argument_error, refuse_settings
from genastar.storage import world_file
from genastar.values.arguments import expect, expect_switch, expect_whole, iterate_items
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import CancelToken

MakesExecutor: TypeAlias = Callable[[], Executor]
AnyExecutor: TypeAlias = Executor | MakesExecutor | Literal["threads", "processes", "auto"]

PER_CORE: Final = 4
"""Maximum number of threads or processes per core."""

MOST_WORKERS: Final = 1 << 10
"""Maximum number of workers of a given executor. Up to three chunks for each are under way."""

SETTLING: Final = 3.0
"""Seconds after which ``engine="auto"`` counts as interpreted if no question was answered by machine code."""


NO_MEANING: Final = ONLY_ONE | {
    "cancel": "close or drop the iterator to end the searches",
    "workspace": "each worker has its own",
}


def answer_stream(
    world: Askable,
    questions: Iterable[AnyQuestion],
    executor: AnyExecutor,
    *,
    workers: int | None = None,
    ordered: bool = True,
    progress: Callable[[int], object] | None = None,
    on_error: Literal["raise", "keep"] = "raise",
    folder: str | os.PathLike[str] | None = None,
    **settings: Unpack[SearchSettings[Any, Any]],
) -> Iterator[Answer[Any, Any, Any]]:
    """Answer many questions about one world, on all cores or on a cluster, and yield the answers.

    Questions are read and answered in chunks, a few for each worker, so there may be millions. The result of a question is that
    of `Domain.search` or `AStar.search`, for any number of workers. Close or drop the iterator to end the searches under way.

    Args:
        world: a world or a problem.
        questions: for a world, a start and a tuple of goals each; for a problem, a start and the values of varying fields by
            name.
        executor: a `concurrent.futures.Executor`, which stays open; ``"threads"``, ``"processes"`` or ``"auto"``; or a function
            that makes one. All but the first are replaced if the death of a worker breaks them. ``"auto"`` is threads for the
            compiled engine, because machine code does not hold Python's lock, and processes for the interpreted one; with
            ``engine="auto"`` the first questions are answered in this process, for some seconds or until machine code is ready.
        workers: see `ManySettings`, as for the following.
        ordered: whether the answers come in the order of the questions.
        progress: receives the number of questions answered so far.
        on_error: "raise" or "keep".
        folder: the folder for the world's file.
        settings: those of each search (``engine`` is "auto" by default), without ``cancel``, ``observer`` and ``workspace``.

    Raises:
        BadInput: an argument is invalid; or the world cannot be sent to other processes, or they cannot open it.
        PluginError: there is no such engine, or it cannot be used.
        ExecutorLost: the executor broke and cannot be replaced. The answers so far are complete.
    """
    if not (hasattr(world, "answer_question") and hasattr(world, "answer_batch")):
        raise BadInput(f"world={format_value(world)}: expected a problem or a world")
    asked = iterate_items("questions", questions, "questions in a list or an iterator")
    if workers is not None:
        workers = expect_whole("workers", workers, 1)
    is_name = isinstance(executor, str) and executor in ("threads", "processes", "auto")
    if not (is_name or isinstance(executor, Executor) or (callable(executor) and not isinstance(executor, str))):
        wanted = "'threads', 'processes', 'auto', an executor, or a function that makes one"
        raise BadInput(f"executor={format_value(executor)}: expected {wanted}")
    if on_error not in ("raise", "keep"):
        raise BadInput(f"on_error={on_error!r}: expected 'raise' or 'keep'")
    refuse_settings(settings, "search_many() with an executor", NO_MEANING)
    if not NAMES.issuperset(settings):
        raise make_unknown_argument_error(settings, *ManySettings.__annotations__)
    expect_switch("ordered", ordered)
    settings.setdefault("engine", "auto")
    expect_settings(settings)
    job = Job(LocalWorld(world, CancelToken()), settings)
    return _answers(job, asked, executor, workers, ordered, progress, on_error == "raise", folder)


def answer_here(
    world: Askable,
    questions: Iterable[AnyQuestion],
    *,
    on_error: Literal["keep"] = "keep",
    **settings: Unpack[SearchSettings[Any, Any]],
) -> list[Answer[Any, Any, Any]]:
    """Answer many questions about one world in this thread, and return the answers, each with its question.

    A question that cannot be asked, such as one with a blocked goal, has its error as its answer; the others are answered.

    Args:
        world: as in `answer_stream`, like the others.
        questions: the questions.
        on_error: "keep".
        settings: those of each search (``engine`` is "auto" by default), without ``observer``.
    """
    if on_error != "keep":
        raise BadInput(f"on_error={format_value(on_error)}: expected 'raise' or 'keep'")
    refuse_settings(settings, "search_many()", ONLY_ONE)
    if not NAMES.issuperset(settings):
        raise make_unknown_argument_error(settings, "on_error", "executor")
    settings.setdefault("engine", "auto")
    expect_settings(settings)
    asked = list(iterate_items("questions", questions, "questions in a list or an iterator"))
    return list(_iterate_answers(0, asked, answer_questions(world, asked, settings), raises=False))


def rows_of(
    starts: Iterable[Any], fields: Mapping[str, Iterable[Any]] | None, cost: object = None
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return an iterator over the questions to a problem, each a start and the values of varying fields by name.

    Raises:
        BadInput: a start cost is given, or an argument is no column.
    """
    if cost is not None:
        raise BadInput(f"cost={format_value(cost)}: with an executor, give the starts as Starts({{here: cost}})")
    fields = {} if fields is None else fields
    expect("fields", fields, Mapping, "a mapping of names to values, such as {'goal': goals}")
    columns = [iterate_items(name, values, "a value for each question") for name, values in fields.items()]
    return _rows(iterate_items("starts", starts, "starts in a list or an iterator"), list(fields), columns)


def _rows(
    starts: Iterator[Any], names: Sequence[str], columns: Sequence[Iterator[Any]]
) -> Iterator[tuple[Any, dict[str, Any]]]:
    try:
        for start, *values in zip(starts, *columns, strict=True):
            yield to_python(start), dict(zip(names, map(to_python, values), strict=True))
    except ValueError as error:
        raise BadInput(f"the columns differ in length: {error}; give each field a value for each start") from None


def _answers(
    here: Job,
    questions: Iterator[AnyQuestion],
    executor: AnyExecutor,
    workers: int | None,
    ordered: bool,
    progress: Callable[[int], object] | None,
    raises: bool,
    folder: str | os.PathLike[str] | None,
) -> Iterator[Answer[Any, Any, Any]]:
    count = 0
    engine = here.settings["engine"]
    settled = monotonic() + SETTLING
    while executor == "auto" and engine == "auto":  # the first results show whether there is machine code, which threads share
        asked = list(islice(questions, 1))
        if not asked:
            return
        reply = answer_chunk(here, asked)
        assert isinstance(reply, Reply)
        yield from _iterate_answers(count, asked, reply.found, raises)
        count += 1
        if progress is not None:
            progress(count)
        first = reply.found[0]
        if not isinstance(first, Exception) and (first.engine != "interpreted" or monotonic() >= settled):
            engine = first.engine
    cores = os.cpu_count() or 1
    make: MakesExecutor | None = None
    if isinstance(executor, str):
        number = min(workers or cores, PER_CORE * cores)
        known = length_hint(questions, -1)
        if known < 0:
            read = list(islice(questions, number))
            questions, known = chain(read, questions), len(read)
        number = max(1, min(number, known))
        kind = ("processes" if engine == "interpreted" else "threads") if executor == "auto" else executor
        make = partial(_make_pool, kind, number)
    elif not isinstance(executor, Executor):
        make = executor
    with ExitStack() as stack:
        running = executor if isinstance(executor, Executor) else cast(MakesExecutor, make)()
        if not (hasattr(running, "submit") and hasattr(running, "shutdown")):
            raise BadInput(
                f"executor={format_value(executor)} gives {format_value(running)}: expected an executor, with submit and "
                "shutdown"
            )
        job = here if type(running) is ThreadPoolExecutor else evolve(here, world=_save_world(here.world, folder, stack))
        room = CHUNKS * min(workers or getattr(running, "_max_workers", None) or cores, MOST_WORKERS)
        window = Window(job, make, running, room, ordered, first=count)
        try:
            for chunk, found in window.iterate_answers(questions):
                yield from _iterate_answers(chunk.first, chunk.questions, found, raises)
                count += len(found)
                if progress is not None:
                    progress(count)
        finally:
            window.stop()
            if make is not None:
                window.executor.shutdown(cancel_futures=True)


def _iterate_answers(
    first: int, questions: Sequence[AnyQuestion], found: Found, raises: bool
) -> Iterator[Answer[Any, Any, Any]]:
    for row, question in enumerate(questions):
        try:
            result = found[row]
        except Exception as error:  # noqa: BLE001  # a batch makes its results as they are asked for
            result = error
        if not isinstance(result, Exception):
            yield Answer(first + row, question, None, result)
        elif raises:
            raise result
        else:
            yield Answer(first + row, question, result, None)


def _make_pool(kind: str, workers: int) -> Executor:
    if kind == "threads":
        return ThreadPoolExecutor(workers)
    from genastar.many.processes import make_process_pool  # takes 20 ms, and threads do not need it

    return make_process_pool(workers)


def _save_world(world: WorkerWorld, folder: str | os.PathLike[str] | None, stack: ExitStack) -> SavedWorld:
    """Save a world in a file with a flag beside it. The stack removes the flag, and the folder if none was given."""
    is_private = folder is None
    if folder is None:
        with hold_back_signals():  # an interrupt could leave the folder behind
            folder = stack.enter_context(TemporaryDirectory(prefix="genastar-", ignore_cleanup_errors=True))
    opened = world.opened(None)
    assert opened is not None
    path = world_file.save(opened[0], Path(folder).absolute())
    with NamedTemporaryFile(dir=folder, suffix=".flag", delete=False) as file:
        file.write(bytes(1))
    flag = Path(file.name).absolute()
    stack.callback(flag.unlink, missing_ok=True)
    return SavedWorld(path, flag, is_private)
