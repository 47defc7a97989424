"""The work of a worker: open the world once, and answer chunks of questions about it."""

from __future__ import annotations

import mmap
import pickle
from collections.abc import Sequence
from pathlib import Path
from threading import Lock, local
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias, Unpack, cast

from attrs import frozen

from genastar.contracts.workspace import Workspace
from genastar.errors import BadInput, GenastarError, format_cause, format_value
from genastar.settings import SearchSettings
from genastar.storage import world_file
from genastar.values.limits import CancelToken
from genastar.values.result import Result

AnyQuestion: TypeAlias = tuple[Any, Any]
"""A question: for a domain a start and goals, for a solver a start and fields by name."""

AnyResult: TypeAlias = Result[Any, Any]
Found: TypeAlias = Sequence[AnyResult | Exception]

KEPT: Final = 4
"""Maximum number of worlds that a worker keeps open."""


class Askable(Protocol):
    """A problem or a world, as a worker asks it."""

    def answer_question(self, question: AnyQuestion, **settings: Unpack[SearchSettings[Any, Any]]) -> AnyResult:
        """Return the answer to one question."""

    def answer_batch(
        self, questions: Sequence[AnyQuestion], **settings: Unpack[SearchSettings[Any, Any]]
    ) -> Sequence[AnyResult] | None:
        """Return the answers to questions, in their order; ``None`` if they must be answered one by one."""


class WorkerWorld(Protocol):
    """A world that a worker can open."""

    def opened(self, content: bytes | None) -> tuple[Askable, CancelToken] | None:
        """Return the problem or world and the token that ends its searches; ``None`` if its content must be sent."""

    @property
    def name(self) -> str:
        """Return the name under which workers keep it."""

    def read_content(self) -> bytes:
        """Return the content to send to workers."""

    def stop(self) -> None:
        """End its searches in every worker that shares the files of this machine."""

    @property
    def far(self) -> bool:
        """Return whether answers must be prepared for sending."""


@frozen
class LocalWorld(WorkerWorld):
    """A world in this process."""

    world: Askable
    token: CancelToken
    far: bool = False

    def opened(self, content: bytes | None) -> tuple[Askable, CancelToken] | None:
        return self.world, self.token

    @property
    def name(self) -> str:
        raise NotImplementedError("this world is in the process of its workers")

    def read_content(self) -> bytes:
        raise NotImplementedError("this world is in the process of its workers")

    def stop(self) -> None:
        self.token.cancel()


@frozen
class SavedWorld(WorkerWorld):
    """A world in a file, or in the memory of a worker to which it was sent."""

    path: Path
    flag: Path
    """A file of one byte, which is 0 until the searches must end."""
    is_private: bool
    """Whether the files lie in a folder that was made for them."""
    far: bool = True

    def opened(self, content: bytes | None) -> tuple[Askable, CancelToken] | None:
        with _LOCK:
            world = _OPEN.pop(self.name, None)
            if world is None:
                content = content or _BROUGHT.get(self.name)
                found = memoryview(bytearray(content)) if content else world_file.read(self.path, self.is_private)
                if found is None:
                    return None
                world = cast("Askable", world_file.load(found))
            _OPEN[self.name] = world  # the most recently used is last
            _BROUGHT.pop(self.name, None)
            _forget(_OPEN)
        return world, self._make_token()

    @property
    def name(self) -> str:
        return self.path.stem

    def read_content(self) -> bytes:
        return self.path.read_bytes()

    def stop(self) -> None:
        with self.flag.open("r+b") as file:  # changed in place, because it is mapped
            file.write(b"\1")

    def _make_token(self) -> CancelToken:
        token = CancelToken()
        try:
            with self.flag.open("r+b") as file:
                token.flag = cast(bytearray, mmap.mmap(file.fileno(), 1))
        except OSError:  # on another machine: searches there run to their end
            pass
        return token


_LOCK = Lock()
_OPEN: dict[str, Askable] = {}
_BROUGHT: dict[str, bytes] = {}
"""Contents of worlds that were sent before a question needed them."""
_OF_THREAD = local()


def has_world(name: str) -> bool:
    """Return whether this process has the world of this name."""
    with _LOCK:
        return name in _OPEN or name in _BROUGHT


def keep_world(name: str, content: bytes) -> None:
    """Keep the content of a world until a question needs it."""
    with _LOCK:
        _BROUGHT[name] = content
        _forget(_BROUGHT)


def _forget(worlds: dict[str, Any]) -> None:
    while len(worlds) > KEPT:
        del worlds[next(iter(worlds))]


@frozen
class Job:
    """The arguments that all chunks of a call have in common."""

    world: WorkerWorld
    settings: SearchSettings[Any, Any]


@frozen
class Reply:
    """The answers to a chunk, in order."""

    found: Found
    seconds: float
    """Wall time of the chunk in seconds."""


@frozen
class MissingWorld:
    """The reply of a worker that cannot open the world's file."""


@frozen
class Unusable:
    """The reply of a worker that cannot load the world from its content."""

    reason: str


def answer_chunk(
    job: Job, questions: Sequence[AnyQuestion], content: bytes | None = None, attempt: int = 1
) -> Reply | MissingWorld | Unusable:
    """Answer questions, each by a result or an error.

    ``read_content`` is the content of the world's file, if it is sent. ``attempt`` makes repeated calls differ for executors
    that
    cache results, such as Dask: the world may have arrived since.
    """
    try:
        opened = job.world.opened(content)
    except Exception as error:  # noqa: BLE001  # for example a module that is not installed here
        return Unusable(format_cause(error))
    if opened is None:
        return MissingWorld()
    if not hasattr(_OF_THREAD, "workspace"):
        _OF_THREAD.workspace = Workspace()
    began = perf_counter()
    world, token = opened
    found = answer_questions(world, questions, {**job.settings, "cancel": token, "workspace": _OF_THREAD.workspace})
    return Reply([_make_sendable(each) for each in found] if job.world.far else found, perf_counter() - began)


def _make_sendable(found: AnyResult | Exception) -> AnyResult | Exception:
    """Return the argument, or an error with the same message if the argument cannot be pickled."""
    if isinstance(found, Exception):
        found.__traceback__ = found.__cause__ = found.__context__ = None
        try:
            pickle.loads(pickle.dumps(found))
        except Exception:  # noqa: BLE001  # pickling a user's error may raise anything
            return GenastarError(f"{type(found).__name__}: {found}")
        return found
    try:
        found.costs, found.actions  # noqa: B018  # compute them here: an error during sending would end the worker
    except Exception as error:  # noqa: BLE001  # hooks may raise anything
        return _make_sendable(error)
    return found


def answer_questions(world: Askable, questions: Sequence[AnyQuestion], settings: SearchSettings[Any, Any]) -> Found:
    """Answer questions in one batch if they can be combined, otherwise one by one."""
    if len(questions) > 1 and settings["engine"] != "interpreted":
        try:
            found = world.answer_batch([_split_question(question) for question in questions], **settings)
        except Exception:  # noqa: BLE001  # the questions are repeated one by one
            found = None
        if found is not None:
            return found
    return [_answer_one(world, question, settings) for question in questions]


def _answer_one(world: Askable, question: AnyQuestion, settings: SearchSettings[Any, Any]) -> AnyResult | Exception:
    try:
        return world.answer_question(_split_question(question), **settings)
    except Exception as error:  # noqa: BLE001  # the other questions are still to be answered
        return error


def _split_question(question: AnyQuestion) -> AnyQuestion:
    """Return the two parts of a question.

    Raises:
        BadInput: it does not have two parts.
    """
    try:
        start, other = question
    except (TypeError, ValueError):
        wanted = "a start and its goals; of a solver, a start and a mapping of its fields that differ"
        raise BadInput(f"{format_value(question)} is not a question; expected {wanted}") from None
    return start, other
