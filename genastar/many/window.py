"""A window that slides over the questions and bounds the number of chunks under way or waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from itertools import islice
from operator import length_hint
from queue import SimpleQueue
from typing import Final, Protocol, runtime_checkable

from attrs import define, field

from genastar.errors import BadInput, ExecutorLost, format_cause
from genastar.many.worker import AnyQuestion, Found, Job, MissingWorld, Reply, Unusable, answer_chunk
from genastar.values.interrupts import hold_back_signals

SECONDS: Final = 0.1
"""Minimum seconds of work in a chunk."""

FAR: Final = 0.25
"""Minimum seconds of work in a chunk for a cluster, which spends about 4 ms on each chunk."""

A_SECOND: Final = 200
"""Maximum chunks submitted per second: with many workers each chunk is larger. Submitting to a cluster takes 1.5 ms."""

MOST: Final = 1 << 14
"""Maximum number of questions in a chunk."""

GROWTH: Final = 16
"""Maximum ratio of the size of a chunk to that of the last one."""

LEAST: Final = 16
"""Maximum factor by which the last chunks are smaller, so that all workers end together."""

CHUNKS: Final = 3
"""Chunks in the window for each worker: one under way, one to follow, one that waits for earlier answers."""

DEATHS: Final = 3
"""Number of workers that a question may kill before it is given up."""

BREAKS_AT_FIRST: Final = 8
"""Number of executors that may break before the first answer."""

BRINGS: Final = 8
"""Number of times that the world is sent to workers for one chunk, because workers may die and be replaced."""

BREAKS: Final = 32
"""Number of executors that may break between two answers. Finding one question in a chunk takes 15."""


@runtime_checkable
class WorldCourier(Protocol):
    """An executor that can call a function in each of its workers."""

    def send_world(self, name: str, content: bytes) -> None:
        """Call ``keep(name, content)`` in each worker for which ``has(name)`` is false."""


@define
class Chunk:
    """Consecutive questions."""

    first: int
    """The index of the first question."""
    questions: list[AnyQuestion]
    deaths: int = 0
    missed: int = 0
    """The number of times that its worker lacked the world after the world had been sent."""
    asked: int = 0
    """The number of times that it was submitted."""

    def split(self) -> list[Chunk]:
        """Return the two halves of the chunk."""
        middle = len(self.questions) // 2
        return [Chunk(self.first, self.questions[:middle]), Chunk(self.first + middle, self.questions[middle:])]


@define
class Window:
    """A window that submits chunks to an executor and receives their answers. Each question is answered once.

    If the death of a worker breaks the executor, the chunks under way are submitted again one at a time. The next death is then
    caused by that chunk, which is halved until the question is found.
    """

    job: Job
    make: Callable[[], Executor] | None
    """Makes an executor that replaces a broken one; ``None`` if there is no replacement."""
    executor: Executor
    room: int
    """Maximum number of chunks in the window."""
    ordered: bool
    first: int = 0
    _size: int = field(default=1, init=False)
    _seconds: float = field(init=False)
    _numbers: int = field(init=False)
    _next: int = field(init=False)
    _flying: dict[Future[Reply | MissingWorld | Unusable], Chunk] = field(factory=dict, init=False)
    _ended: SimpleQueue[Future[Reply | MissingWorld | Unusable]] = field(factory=SimpleQueue, init=False)
    """Futures that have ended."""
    _done: dict[int, tuple[Chunk, Found]] = field(factory=dict, init=False)
    _suspects: deque[Chunk] = field(factory=deque, init=False)
    _waiting: deque[Chunk] = field(factory=deque, init=False)
    """Chunks that wait for the world to be sent to their worker."""
    _sending: Chunk | None = field(default=None, init=False)
    _breaks: int = field(default=0, init=False)
    """Number of executors that broke since the last answer."""
    _most_breaks: int = field(default=BREAKS_AT_FIRST, init=False)

    def __attrs_post_init__(self) -> None:
        self._numbers = self._next = self.first
        least = FAR if isinstance(self.executor, WorldCourier) else SECONDS
        self._seconds = max(least, self.room / CHUNKS / A_SECOND)

    def iterate_answers(self, questions: Iterator[AnyQuestion]) -> Iterator[tuple[Chunk, Found]]:
        """Yield the chunks with their answers, in order or as they are ready.

        Raises:
            ExecutorLost: the executor is broken and cannot be replaced.
            BadInput: the workers cannot open the world.
        """
        while True:
            self._fill(questions)
            if not (self._flying or self._suspects or self._waiting):
                return
            # Not `concurrent.futures.wait`: an interrupt in it can leave a future locked.
            ended = [self._ended.get()]
            while not self._ended.empty():
                ended.append(self._ended.get())
            with hold_back_signals():
                for future in ended:
                    if future in self._flying:
                        self._take(self._flying.pop(future), future)
            yield from self._iterate_ready()

    def stop(self) -> None:
        """End the searches under way and cancel the other chunks."""
        with hold_back_signals():
            if self._flying:
                self.job.world.stop()
            for future in self._flying:
                future.cancel()

    def _fill(self, questions: Iterator[AnyQuestion]) -> None:
        if self._suspects:
            if not self._flying:
                self._submit(self._suspects.popleft())
            return
        if self._waiting and isinstance(self.executor, WorldCourier):
            self._send_world(self.executor)
        elif self._waiting and self._sending is None:
            self._sending = self._waiting.popleft()
            self._submit(self._sending, self.job.world.read_content())
        while not self._suspects and len(self._flying) + len(self._done) + len(self._waiting) < self.room:
            chunk = Chunk(self._numbers, list(islice(questions, self._choose_size(questions))))
            if not chunk.questions:
                return
            self._numbers += len(chunk.questions)
            self._submit(chunk)

    def _choose_size(self, questions: Iterator[AnyQuestion]) -> int:
        """Return the number of questions for the next chunk: at most a worker's share, if the number of questions is known."""
        left = length_hint(questions, MOST * self.room)
        return min(self._size, max(left // self.room, self._size // LEAST, 1))

    def _send_world(self, executor: WorldCourier) -> None:
        """Send the world to the workers that lack it, and submit the chunks that wait for it."""
        for chunk in self._waiting:
            chunk.missed += 1
        if any(chunk.missed > BRINGS for chunk in self._waiting):
            raise ExecutorLost("the workers do not keep the world that is sent to them; the answers so far are complete")
        try:
            executor.send_world(self.job.world.name, self.job.world.read_content())
        except Exception as error:  # an executor may raise anything
            reason = format_cause(error)
            raise ExecutorLost(f"the workers cannot be reached: {reason}; the answers so far are complete") from error
        while self._waiting:
            self._submit(self._waiting.popleft())

    def _submit(self, chunk: Chunk, content: bytes | None = None) -> None:
        chunk.asked += 1
        try:
            with hold_back_signals():  # this may start a process, which only the executor can end
                future = self.executor.submit(answer_chunk, self.job, chunk.questions, content, chunk.asked)
                self._flying[future] = chunk
                future.add_done_callback(self._ended.put)
        except BrokenExecutor as error:
            self._suspects.append(chunk)
            if not self._flying:
                self._renew_executor(error)
        except RuntimeError as error:
            raise ExecutorLost(f"the executor accepts no more questions: {error}") from error

    def _take(self, chunk: Chunk, future: Future[Reply | MissingWorld | Unusable]) -> None:
        sent = chunk is self._sending
        if sent:
            self._sending = None
        try:
            reply = future.result()
        except BrokenExecutor as error:
            self._handle_death(chunk, error)
        except ExecutorLost as error:  # the executor itself has given up
            raise ExecutorLost(f"{error}; the answers so far are complete") from error
        except CancelledError as error:
            raise ExecutorLost(
                "the executor dropped questions, perhaps because its scheduler was lost; the answers so far are complete"
            ) from error
        except Exception as error:  # noqa: BLE001  # an error of the executor: errors of questions are in the reply
            if self._flying:
                self._suspects.append(chunk)  # another chunk may have killed its worker
            else:
                self._blame_chunk(chunk, error, tries=1)
        else:
            self._accept(chunk, reply, sent)

    def _accept(self, chunk: Chunk, reply: Reply | MissingWorld | Unusable, sent: bool = False) -> None:
        match reply:
            case Reply():
                self._breaks, self._most_breaks = 0, BREAKS
                self._done[chunk.first] = (chunk, reply.found)
                wanted = int(self._seconds * len(chunk.questions) / max(reply.seconds, 1e-9))
                self._size = max(1, min(wanted, max(self._size, GROWTH * len(chunk.questions)), MOST))
                if sent:  # waiting chunks may have been for the same worker
                    while self._waiting:
                        self._submit(self._waiting.popleft())
            case MissingWorld():
                self._waiting.append(chunk)
            case Unusable(reason):
                raise BadInput(f"a worker cannot open the world: {reason}; install the same packages on every worker")

    def _handle_death(self, chunk: Chunk, error: Exception) -> None:
        """Handle the death of a worker that broke the executor."""
        others, self._flying, self._sending = self._flying, {}, None
        wait(others)
        if not others:
            self._blame_chunk(chunk, error, tries=DEATHS)
        else:
            self._suspects.append(chunk)
        for future, other in others.items():
            if future.cancelled() or future.exception() is not None:
                self._suspects.append(other)
            else:
                self._accept(other, future.result())
        self._renew_executor(error)

    def _renew_executor(self, error: Exception) -> None:
        self._breaks += 1
        self.executor.shutdown(wait=False)
        if self.make is None:
            raise ExecutorLost(
                f"the executor broke ({error}); give a function that makes executors, so that it can be replaced"
            ) from error
        if self._breaks > self._most_breaks:
            raise ExecutorLost(
                f"workers die one after another ({error}); start the program under if __name__ == '__main__'"
            ) from error
        self.executor = self.make()

    def _blame_chunk(self, chunk: Chunk, error: Exception, tries: int) -> None:
        """Record a death that this chunk caused: halve the chunk, try it again, or give up its question."""
        chunk.deaths += 1
        if len(chunk.questions) > 1:
            self._suspects.extendleft(reversed(chunk.split()))
        elif chunk.deaths < tries:
            self._suspects.appendleft(chunk)
        else:
            self._done[chunk.first] = (chunk, [ExecutorLost(f"its worker was lost: {type(error).__name__}: {error}")])

    def _iterate_ready(self) -> Iterator[tuple[Chunk, Found]]:
        while self._done:
            first = self._next if self.ordered else next(iter(self._done))
            if first not in self._done:
                return
            chunk, found = self._done.pop(first)
            self._next += len(chunk.questions)
            yield chunk, found
