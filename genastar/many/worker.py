"""What a worker does: it opens the world once, and answers chunks of questions of it."""

from __future__ import annotations

import mmap
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock, local
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias, cast

from attrs import evolve, frozen

from genastar.algorithm import Algorithm
from genastar.arguments import expect
from genastar.astar import AStar
from genastar.batch import check_field, search_many
from genastar.domain import Domain
from genastar.errors import BadInput, GenastarError, shown
from genastar.limits import CancelToken, Limits
from genastar.many import saved
from genastar.result import Result
from genastar.workspace import Workspace

AnyQuestion: TypeAlias = tuple[Any, Any]
"""A start and the goals, for a domain; a start and fields by name, for a solver."""

AnyResult: TypeAlias = Result[Any, Any]
Found: TypeAlias = Sequence[AnyResult | Exception]

KEPT: Final = 4
"""Worlds that a worker keeps open."""


class World(Protocol):
    """A world that a worker can open."""

    def opened(self, content: bytes | None) -> tuple[object, CancelToken] | None:
        """The domain or solver, and the token that ends its searches. ``None``: its content has to be sent."""

    @property
    def name(self) -> str:
        """What a worker that has it knows it by."""

    def content(self) -> bytes:
        """What is sent."""

    def stop(self) -> None:
        """End its searches, in every worker that sees this machine's files."""

    @property
    def far(self) -> bool:
        """Whether answers have to be made ready to be sent."""


@frozen
class Here(World):
    """A world in this process."""

    world: object
    token: CancelToken
    far: bool = False

    def opened(self, content: bytes | None) -> tuple[object, CancelToken] | None:
        return self.world, self.token

    @property
    def name(self) -> str:
        raise NotImplementedError("this world is where its workers are")

    def content(self) -> bytes:
        raise NotImplementedError("this world is where its workers are")

    def stop(self) -> None:
        self.token.cancel()


@frozen
class Saved(World):
    """A world in a file, or in the memory of a worker that it was sent to."""

    path: Path
    flag: Path
    """A file of one byte, 0 until the searches are to end."""
    far: bool = True

    def opened(self, content: bytes | None) -> tuple[object, CancelToken] | None:
        with _LOCK:
            world = _OPEN.pop(self.name, None)
            if world is None:
                content = content or _BROUGHT.get(self.name)
                found = memoryview(bytearray(content)) if content else saved.read(self.path)
                if found is None:
                    return None
                world = saved.load(found)
            _OPEN[self.name] = world  # the last one used comes last
            _BROUGHT.pop(self.name, None)
            _forget(_OPEN)
        return world, self._token()

    @property
    def name(self) -> str:
        return self.path.stem

    def content(self) -> bytes:
        return self.path.read_bytes()

    def stop(self) -> None:
        with self.flag.open("r+b") as file:  # not written anew: it is mapped
            file.write(b"\1")

    def _token(self) -> CancelToken:
        token = CancelToken()
        try:
            with self.flag.open("r+b") as file:
                token.flag = cast(bytearray, mmap.mmap(file.fileno(), 1))
        except OSError:  # another machine: what was begun there is ended there
            pass
        return token


_LOCK = Lock()
_OPEN: dict[str, object] = {}
_BROUGHT: dict[str, bytes] = {}
"""Worlds that came before they were asked for."""
_OF_THREAD = local()


def has(name: str) -> bool:
    """Whether this process has the world of this name."""
    with _LOCK:
        return name in _OPEN or name in _BROUGHT


def keep(name: str, content: bytes) -> None:
    """Keep a world's content until it is asked for."""
    with _LOCK:
        _BROUGHT[name] = content
        _forget(_BROUGHT)


def _forget(worlds: dict[str, Any]) -> None:
    while len(worlds) > KEPT:
        del worlds[next(iter(worlds))]


@frozen
class Job:
    """What all chunks of a call have in common."""

    world: World
    algorithm: Algorithm | str
    engine: str
    reopen: bool
    limits: Limits


@frozen
class Reply:
    """The answers to a chunk, in order."""

    found: Found
    seconds: float
    """Wall time of the chunk."""


@frozen
class Missing:
    """The worker cannot open the world's file."""


@frozen
class Unusable:
    """The worker cannot make the world of its content."""

    reason: str


def answer_chunk(
    job: Job, questions: Sequence[AnyQuestion], content: bytes | None = None, attempt: int = 1
) -> Reply | Missing | Unusable:
    """Answer these questions, each by a result or by the error that it ended in.

    ``content`` is the world's file, where it is sent. ``attempt`` is for executors that give the known answer to what they were
    asked before, as Dask does: the world may have come since.
    """
    try:
        opened = job.world.opened(content)
    except Exception as error:  # noqa: BLE001  # a module that is not installed here, say
        return Unusable(f"{type(error).__name__}: {error}".splitlines()[0])
    if opened is None:
        return Missing()
    if not hasattr(_OF_THREAD, "workspace"):
        _OF_THREAD.workspace = Workspace()
    began = perf_counter()
    ask = _Asker(job, *opened, _OF_THREAD.workspace)
    found = ask.many(questions)
    return Reply([_sendable(each) for each in found] if job.world.far else found, perf_counter() - began)


def _sendable(found: AnyResult | Exception) -> AnyResult | Exception:
    """The same, or an error with the same words where this one cannot be sent or would not arrive whole."""
    if isinstance(found, Exception):
        found.__traceback__ = found.__cause__ = found.__context__ = None
        try:
            pickle.loads(pickle.dumps(found))
        except Exception:  # noqa: BLE001  # as the class of the error pleases
            return GenastarError(f"{type(found).__name__}: {found}")
        return found
    try:
        found.costs, found.actions  # noqa: B018  # they are made here and sent; made while they are sent, an error ends the worker
    except Exception as error:  # noqa: BLE001  # as the hooks please
        return _sendable(error)
    return found


@frozen
class _Asker:
    """Asks a world in the memory of one thread."""

    job: Job
    world: Any
    token: CancelToken
    workspace: Workspace

    def many(self, questions: Sequence[AnyQuestion]) -> Found:
        if len(questions) > 1 and self.job.engine != "interpreted":
            try:
                found = self._domain(questions) if isinstance(self.world, Domain) else self._solver(questions)
            except Exception:  # noqa: BLE001  # whose fault it is, and what becomes of the others, is seen one by one
                found = None
            if found is not None:
                return found
        return [self._one(question) for question in questions]

    def _how(self) -> dict[str, Any]:
        job = self.job
        return {
            "algorithm": job.algorithm,
            "engine": job.engine,
            "reopen": job.reopen,
            "limits": job.limits,
            "cancel": self.token,
            "workspace": self.workspace,
        }

    def _one(self, question: AnyQuestion) -> AnyResult | Exception:
        try:
            start, other = _two(question)
            if isinstance(self.world, Domain):
                return self.world.solve(start, other, **self._how())
            return self._varied(other).search(start, **self._how())
        except Exception as error:  # noqa: BLE001  # the other questions have their turn
            return error

    def _varied(self, fields: Mapping[str, object]) -> AStar[Any, Any]:
        """The solver with these fields replaced."""
        expect("the fields of a question", fields, Mapping, "a mapping of names to values")
        try:
            solver: AStar[Any, Any] = evolve(self.world, **fields) if fields else self.world
        except TypeError:
            for name in fields:
                check_field(self.world, name)
            raise
        return solver

    def _solver(self, questions: Sequence[AnyQuestion]) -> Found | None:
        names = list(questions[0][1])
        if any(list(fields) != names for _, fields in questions):
            return None
        values = {name: [fields[name] for _, fields in questions] for name in names}
        return search_many(self.world, [start for start, _ in questions], values, **self._how())

    def _domain(self, questions: Sequence[AnyQuestion]) -> Found | None:
        domain: Domain[Any, Any, Any, Any] = self.world
        if self.job.limits.cost is not None or domain.start_cost(questions[0][0]) is not None:
            return None
        if domain.info.needs_goals and not all(goals for _, goals in questions):
            return None  # each is refused by itself
        return domain.answer_many(questions, **self._how())


def _two(question: AnyQuestion) -> AnyQuestion:
    """Return a question's parts.

    Raises:
        BadInput: it does not have two.
    """
    try:
        start, other = question
    except (TypeError, ValueError):
        wanted = "a start and its goals; of a solver, a start and a mapping of its fields that differ"
        raise BadInput(f"{shown(question)} is no question; expected {wanted}") from None
    return start, other
