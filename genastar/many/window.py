"""A window that slides over the questions: so many chunks of them are under way or wait to be given out, and no more."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from itertools import islice
from operator import length_hint
from queue import SimpleQueue
from typing import Final, Protocol, runtime_checkable

from attrs import define, field

from genastar.errors import BadInput, ExecutorLost
from genastar.interrupts import held_back
from genastar.many.worker import AnyQuestion, Found, Job, Missing, Reply, Unusable, answer_chunk

SECONDS: Final = 0.1
"""A chunk is as many questions as take so long, at the least."""

FAR: Final = 0.25
"""The same where the executor is a cluster, which takes some 4 ms of the machines' time for a chunk."""

A_SECOND: Final = 200
"""Chunks that are to be handed out: with more than 20 workers each takes longer. To hand one to a cluster takes some 1.5 ms."""

MOST: Final = 1 << 14
"""Questions in a chunk."""

GROWTH: Final = 16
"""How much larger than the last one a chunk may be."""

LEAST: Final = 16
"""The last chunks are smaller, so that all workers end together: down to this part of one."""

CHUNKS: Final = 3
"""In the window, for each worker: one under way, one to follow it, one that waits for those before it."""

DEATHS: Final = 3
"""Workers that died of a question before it is given up."""

BREAKS_AT_FIRST: Final = 8
"""Executors that broke before any question was answered, before all is given up."""

BRINGS: Final = 8
"""How often the world is brought to workers for one chunk: they may die of it, and others come in their place."""

BREAKS: Final = 32
"""The same between two answers. To find one question in a chunk takes 15."""


@runtime_checkable
class Brings(Protocol):
    """An executor that reaches each of its workers, and not just whichever takes what is submitted."""

    def bring(self, name: str, content: bytes) -> None:
        """Call `keep` with these in each worker where `has` says that there is no such world."""


@define
class Chunk:
    """Questions that follow each other."""

    first: int
    """The number of the first of them."""
    questions: list[AnyQuestion]
    deaths: int = 0
    missed: int = 0
    """How often it came to a worker without the world, although the world had been brought."""
    asked: int = 0
    """How often it was submitted."""

    def halves(self) -> list[Chunk]:
        """Itself as two."""
        middle = len(self.questions) // 2
        return [Chunk(self.first, self.questions[:middle]), Chunk(self.first + middle, self.questions[middle:])]


@define
class Window:
    """Hands chunks to an executor and takes what it answers. Each question is answered once, whatever becomes of the workers.

    Where a worker's death breaks the executor, those that were under way are asked again, one chunk at a time: the next death
    is then known to be of that chunk, which is halved until the question is found.
    """

    job: Job
    make: Callable[[], Executor] | None
    """Makes an executor in place of one that is broken; ``None`` if there is no other."""
    executor: Executor
    room: int
    """Chunks in the window."""
    ordered: bool
    first: int = 0
    _size: int = field(default=1, init=False)
    _seconds: float = field(init=False)
    _numbers: int = field(init=False)
    _next: int = field(init=False)
    _flying: dict[Future[Reply | Missing | Unusable], Chunk] = field(factory=dict, init=False)
    _ended: SimpleQueue[Future[Reply | Missing | Unusable]] = field(factory=SimpleQueue, init=False)
    """Of those that fly or flew."""
    _done: dict[int, tuple[Chunk, Found]] = field(factory=dict, init=False)
    _suspects: deque[Chunk] = field(factory=deque, init=False)
    _waiting: deque[Chunk] = field(factory=deque, init=False)
    """For the world to be sent to their worker."""
    _sending: Chunk | None = field(default=None, init=False)
    _breaks: int = field(default=0, init=False)
    """Since the last answer."""
    _most_breaks: int = field(default=BREAKS_AT_FIRST, init=False)

    def __attrs_post_init__(self) -> None:
        self._numbers = self._next = self.first
        least = FAR if isinstance(self.executor, Brings) else SECONDS
        self._seconds = max(least, self.room / CHUNKS / A_SECOND)

    def answers(self, questions: Iterator[AnyQuestion]) -> Iterator[tuple[Chunk, Found]]:
        """The chunks with their answers, in order or as they come.

        Raises:
            ExecutorLost: the executor is broken and there is no other.
            BadInput: the workers cannot open the world.
        """
        while True:
            self._fill(questions)
            if not (self._flying or self._suspects or self._waiting):
                return
            # Not `concurrent.futures.wait`: an interrupt in it can leave a future locked for ever.
            ended = [self._ended.get()]
            while not self._ended.empty():
                ended.append(self._ended.get())
            with held_back():
                for future in ended:
                    if future in self._flying:
                        self._take(self._flying.pop(future), future)
            yield from self._ready()

    def stop(self) -> None:
        """End what was begun, and take back the rest."""
        with held_back():
            if self._flying:
                self.job.world.stop()
            for future in self._flying:
                future.cancel()

    def _fill(self, questions: Iterator[AnyQuestion]) -> None:
        if self._suspects:
            if not self._flying:
                self._submit(self._suspects.popleft())
            return
        if self._waiting and isinstance(self.executor, Brings):
            self._bring(self.executor)
        elif self._waiting and self._sending is None:
            self._sending = self._waiting.popleft()
            self._submit(self._sending, self.job.world.content())
        while not self._suspects and len(self._flying) + len(self._done) + len(self._waiting) < self.room:
            chunk = Chunk(self._numbers, list(islice(questions, self._share(questions))))
            if not chunk.questions:
                return
            self._numbers += len(chunk.questions)
            self._submit(chunk)

    def _share(self, questions: Iterator[AnyQuestion]) -> int:
        """How many questions the next chunk has: where it is known how many are left, no more than its share of them."""
        left = length_hint(questions, MOST * self.room)
        return min(self._size, max(left // self.room, self._size // LEAST, 1))

    def _bring(self, executor: Brings) -> None:
        """Bring the world to the workers that lack it, and submit the chunks that wait for it."""
        for chunk in self._waiting:
            chunk.missed += 1
        if any(chunk.missed > BRINGS for chunk in self._waiting):
            raise ExecutorLost("the workers do not keep the world that they are brought; the answers so far are complete")
        try:
            executor.bring(self.job.world.name, self.job.world.content())
        except Exception as error:  # as the executor pleases
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ExecutorLost(f"the workers cannot be reached: {reason}; the answers so far are complete") from error
        while self._waiting:
            self._submit(self._waiting.popleft())

    def _submit(self, chunk: Chunk, content: bytes | None = None) -> None:
        chunk.asked += 1
        try:
            with held_back():  # a process may be started here, which only the executor can end
                future = self.executor.submit(answer_chunk, self.job, chunk.questions, content, chunk.asked)
                self._flying[future] = chunk
                future.add_done_callback(self._ended.put)
        except BrokenExecutor as error:
            self._suspects.append(chunk)
            if not self._flying:
                self._renew(error)
        except RuntimeError as error:
            raise ExecutorLost(f"the executor accepts no more questions: {error}") from error

    def _take(self, chunk: Chunk, future: Future[Reply | Missing | Unusable]) -> None:
        sent = chunk is self._sending
        if sent:
            self._sending = None
        try:
            reply = future.result()
        except BrokenExecutor as error:
            self._broken(chunk, error)
        except ExecutorLost as error:  # the executor itself has given up
            raise ExecutorLost(f"{error}; the answers so far are complete") from error
        except CancelledError as error:
            raise ExecutorLost(
                "the executor dropped questions, as when its scheduler is lost; the answers so far are complete"
            ) from error
        except Exception as error:  # noqa: BLE001  # of the executor: questions' own errors are in the reply
            if self._flying:
                self._suspects.append(chunk)  # others may have killed the workers that it was given to
            else:
                self._blame(chunk, error, tries=1)
        else:
            self._accept(chunk, reply, sent)

    def _accept(self, chunk: Chunk, reply: Reply | Missing | Unusable, sent: bool = False) -> None:
        match reply:
            case Reply():
                self._breaks, self._most_breaks = 0, BREAKS
                self._done[chunk.first] = (chunk, reply.found)
                wanted = int(self._seconds * len(chunk.questions) / max(reply.seconds, 1e-9))
                self._size = max(1, min(wanted, max(self._size, GROWTH * len(chunk.questions)), MOST))
                if sent:  # those that wait may have been for the same worker
                    while self._waiting:
                        self._submit(self._waiting.popleft())
            case Missing():
                self._waiting.append(chunk)
            case Unusable(reason):
                raise BadInput(f"a worker cannot open the world: {reason}; install the same packages on every worker")

    def _broken(self, chunk: Chunk, error: Exception) -> None:
        """A worker died and took the executor with it."""
        others, self._flying, self._sending = self._flying, {}, None
        wait(others)
        if not others:
            self._blame(chunk, error, tries=DEATHS)
        else:
            self._suspects.append(chunk)
        for future, other in others.items():
            if future.cancelled() or future.exception() is not None:
                self._suspects.append(other)
            else:
                self._accept(other, future.result())
        self._renew(error)

    def _renew(self, error: Exception) -> None:
        self._breaks += 1
        self.executor.shutdown(wait=False)
        if self.make is None:
            raise ExecutorLost(
                f"the executor broke ({error}); give a function that makes one, so that it can be replaced"
            ) from error
        if self._breaks > self._most_breaks:
            raise ExecutorLost(
                f"workers die one after another ({error}); start the program under if __name__ == '__main__'"
            ) from error
        self.executor = self.make()

    def _blame(self, chunk: Chunk, error: Exception, tries: int) -> None:
        """It was this chunk, and no other."""
        chunk.deaths += 1
        if len(chunk.questions) > 1:
            self._suspects.extendleft(reversed(chunk.halves()))
        elif chunk.deaths < tries:
            self._suspects.appendleft(chunk)
        else:
            self._done[chunk.first] = (chunk, [ExecutorLost(f"its worker was lost: {type(error).__name__}: {error}")])

    def _ready(self) -> Iterator[tuple[Chunk, Found]]:
        while self._done:
            first = self._next if self.ordered else next(iter(self._done))
            if first not in self._done:
                return
            chunk, found = self._done.pop(first)
            self._next += len(chunk.questions)
            yield chunk, found
