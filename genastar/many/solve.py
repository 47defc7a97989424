"""The function `solve_many`."""

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
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack, cast, overload

from attrs import evolve

from genastar.algorithm import AUTO, Algorithm
from genastar.astar import AStar, algorithm_of, engine_named
from genastar.domain import Domain, O
from genastar.errors import BadInput, shown
from genastar.many import saved
from genastar.many.answer import Answer
from genastar.many.window import CHUNKS, Window
from genastar.many.worker import AnyQuestion, Found, Here, Job, Reply, Saved, World, answer_chunk
from genastar.searchable import S
from genastar.values.arguments import expect, expect_switch, expect_whole, items_of
from genastar.values.cost import V
from genastar.values.interrupts import held_back
from genastar.values.limits import NO_LIMITS, CancelToken, Limits
from genastar.values.node import K

MakesExecutor: TypeAlias = Callable[[], Executor]
AnyExecutor: TypeAlias = Executor | MakesExecutor | Literal["threads", "processes"]

PER_CORE: Final = 4
"""Maximum number of threads or processes per core."""

MOST_WORKERS: Final = 1 << 10
"""Maximum number of workers of a given executor. Up to three chunks for each are under way."""

SETTLING: Final = 3.0
"""Seconds after which ``engine="auto"`` counts as interpreted if no question was answered by machine code."""


class HowMany(TypedDict, total=False):
    """The further arguments of `solve_many`."""

    algorithm: Algorithm | str
    engine: str
    executor: AnyExecutor | None
    workers: int | None
    ordered: bool
    reopen: bool
    limits: Limits
    progress: Callable[[int], object] | None
    on_error: Literal["raise", "keep"]
    folder: str | os.PathLike[str] | None


@overload
def solve_many(
    world: Domain[K, V, O, S],
    questions: Iterable[tuple[K, tuple[K, ...]]],
    **how: Unpack[HowMany],
) -> Iterator[Answer[tuple[K, tuple[K, ...]], K, V]]: ...


@overload
def solve_many(
    world: AStar[K, V],
    questions: Iterable[tuple[K, Mapping[str, object]]],
    **how: Unpack[HowMany],
) -> Iterator[Answer[tuple[K, Mapping[str, object]], K, V]]: ...


def solve_many(
    world: Domain[K, V, O, S] | AStar[K, V],
    questions: Iterable[Any],
    *,
    algorithm: Algorithm | str = AUTO,
    engine: str = "auto",
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    ordered: bool = True,
    reopen: bool = False,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
    on_error: Literal["raise", "keep"] = "raise",
    folder: str | os.PathLike[str] | None = None,
) -> Iterator[Answer[Any, K, V]]:
    """Answer many questions about one world, on all cores or on a cluster, and yield the answers.

    Questions are read and answered in chunks, a few for each worker, so there may be millions. The result of a question is that
    of `Domain.solve` or `AStar.search`, for any number of workers. Close or drop the iterator to end the searches under way.

    Args:
        world: a domain or a solver.
        questions: for a domain, a start and a tuple of goals each; for a solver, a start and the values of varying fields by
            name.
        algorithm: as in `Domain.solve`; for a solver as in `AStar.search`.
        engine: as in `AStar.search`.
        executor: a `concurrent.futures.Executor`, which stays open; ``"threads"`` or ``"processes"``; or a function that makes
            one. All but the first are replaced if the death of a worker breaks them. The default is threads for the
            compiled engine, because machine code does not hold Python's lock, and processes for the interpreted one. With
            ``engine="auto"`` the first questions are answered in this process, for some seconds or until machine code is ready.
        workers: the number of threads or processes: at most one for each question and `PER_CORE` for each core (default: one
            for each core). For a given executor: the number of its workers, at most `MOST_WORKERS`.
        ordered: whether the answers come in the order of the questions, and not as they are ready.
        reopen: as in `AStar.search`.
        limits: limits for each question.
        progress: a function that is called repeatedly with the number of questions answered so far.
        on_error: ``"raise"`` to raise the error of a question; ``"keep"`` to put it into its answer and continue.
        folder: the folder for the world's file, for executors of processes; all machines must see it. By default a folder of
            this machine; the file is then sent once to each worker that cannot open it.

    Raises:
        BadInput: an argument is invalid; or the world cannot be sent to other processes, or they cannot open it.
        PluginError: there is no such engine, or it cannot be used.
        ExecutorLost: the executor broke and cannot be replaced. The answers so far are complete.
    """
    if workers is not None:
        workers = expect_whole("workers", workers, 1)
    named = isinstance(executor, str) and executor in ("threads", "processes")
    if not (executor is None or named or isinstance(executor, Executor) or callable(executor)):
        wanted = "'threads', 'processes', an executor, or a function that makes one"
        raise BadInput(f"executor={shown(executor)}: expected {wanted}")
    if on_error not in ("raise", "keep"):
        raise BadInput(f"on_error={on_error!r}: expected 'raise' or 'keep'")
    if not isinstance(world, (Domain, AStar)):
        raise BadInput(f"expected a domain or a solver, not a {type(world).__name__}")
    asked = items_of("questions", questions, "questions in a list or an iterator")
    limits = NO_LIMITS if limits is None else limits
    expect("limits", limits, Limits)
    expect_switch("reopen", reopen)
    expect_switch("ordered", ordered)
    expect("engine", engine, str, "the name of an engine")
    engine_named(engine)
    algorithm_of(algorithm)
    job = Job(Here(world, CancelToken()), algorithm, engine, reopen, limits)
    return _answers(job, asked, executor, workers, ordered, progress, on_error == "raise", folder)


def _answers(
    here: Job,
    questions: Iterator[AnyQuestion],
    executor: AnyExecutor | None,
    workers: int | None,
    ordered: bool,
    progress: Callable[[int], object] | None,
    raises: bool,
    folder: str | os.PathLike[str] | None,
) -> Iterator[Answer[Any, Any, Any]]:
    count = 0
    engine = here.engine
    settled = monotonic() + SETTLING
    while executor is None and engine == "auto":  # the first results show whether there is machine code, which threads share
        asked = list(islice(questions, 1))
        if not asked:
            return
        reply = answer_chunk(here, asked)
        assert isinstance(reply, Reply)
        yield from _told(count, asked, reply.found, raises)
        count += 1
        if progress is not None:
            progress(count)
        first = reply.found[0]
        if not isinstance(first, Exception) and (first.engine != "interpreted" or monotonic() >= settled):
            engine = first.engine
    cores = os.cpu_count() or 1
    make: MakesExecutor | None = None
    if executor is None or isinstance(executor, str):
        number = min(workers or cores, PER_CORE * cores)
        known = length_hint(questions, -1)
        if known < 0:
            read = list(islice(questions, number))
            questions, known = chain(read, questions), len(read)
        number = max(1, min(number, known))
        make = partial(_pool, executor or ("processes" if engine == "interpreted" else "threads"), number)
    elif not isinstance(executor, Executor):
        make = executor
    with ExitStack() as stack:
        running = executor if isinstance(executor, Executor) else cast(MakesExecutor, make)()
        if not (hasattr(running, "submit") and hasattr(running, "shutdown")):
            raise BadInput(f"executor={shown(executor)} gives {shown(running)}: expected an executor, with submit and shutdown")
        job = here if type(running) is ThreadPoolExecutor else evolve(here, world=_saved(here.world, folder, stack))
        room = CHUNKS * min(workers or getattr(running, "_max_workers", None) or cores, MOST_WORKERS)
        window = Window(job, make, running, room, ordered, first=count)
        try:
            for chunk, found in window.answers(questions):
                yield from _told(chunk.first, chunk.questions, found, raises)
                count += len(found)
                if progress is not None:
                    progress(count)
        finally:
            window.stop()
            if make is not None:
                window.executor.shutdown(cancel_futures=True)


def _told(first: int, questions: Sequence[AnyQuestion], found: Found, raises: bool) -> Iterator[Answer[Any, Any, Any]]:
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


def _pool(kind: str, workers: int) -> Executor:
    if kind == "threads":
        return ThreadPoolExecutor(workers)
    from genastar.many.processes import pool  # takes 20 ms, and threads do not need it

    return pool(workers)


def _saved(world: World, folder: str | os.PathLike[str] | None, stack: ExitStack) -> Saved:
    """Save a world in a file with a flag beside it. The stack removes the flag, and the folder if none was given."""
    if folder is None:
        with held_back():  # an interrupt could leave the folder behind
            folder = stack.enter_context(TemporaryDirectory(prefix="genastar-", ignore_cleanup_errors=True))
    opened = world.opened(None)
    assert opened is not None
    path = saved.save(opened[0], Path(folder).absolute())
    with NamedTemporaryFile(dir=folder, suffix=".flag", delete=False) as file:
        file.write(bytes(1))
    flag = Path(file.name).absolute()
    stack.callback(flag.unlink, missing_ok=True)
    return Saved(path, flag)
