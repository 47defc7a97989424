"""Work in threads: searches, so many at once, each with a time and a token that ends it; and what takes a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from time import perf_counter
from typing import Final, TypeVar

from attrs import define, field, frozen

from genastar import CancelToken, Outcome, Workspace
from genastar.cli.answer import AnyResult
from genastar_studio.metrics import Metrics
from genastar_studio.problems import AnyRequest, Refusal
from genastar_studio.settings import Settings

T = TypeVar("T")

_LOOKERS: Final = 2
"""Threads for what takes a moment."""

_LONG: Final = 1.0
"""Seconds; the memory of what took longer is let go, for a workspace holds all that its last search needed."""

_GRACE: Final = 0.25
"""Seconds that a search has to see for itself that its time is over."""


@frozen(eq=False)
class Turn:
    """What a piece of work is given for its length."""

    workspace: Workspace
    cancel: CancelToken = field(factory=CancelToken)
    began: float = field(factory=perf_counter)


@define(eq=False)
class Searches:
    """The threads of searches. What was given up goes on to hold its place until it sees that it was."""

    settings: Settings
    metrics: Metrics
    _running: set[Turn] = field(factory=set, init=False)
    _workspaces: list[Workspace] = field(factory=list, init=False)
    _threads: ThreadPoolExecutor = field(init=False)
    _lookers: ThreadPoolExecutor = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.settings.searches, thread_name_prefix="search")
        self._lookers = ThreadPoolExecutor(_LOOKERS, thread_name_prefix="look")

    @property
    def running(self) -> int:
        """How many there are now."""
        return len(self._running)

    async def run(self, request: AnyRequest, work: Callable[[Turn], T]) -> T:
        """What this work gives. If the client goes away, it is cancelled.

        Raises:
            Refusal: there are as many searches as the budget allows; or the time was over.
        """
        turn, future = self.begin(work)
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            seconds = self.settings.seconds + _GRACE
            waiting: set[asyncio.Future[T] | asyncio.Future[None]] = {future, gone}
            done, _ = await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if future in done:
                return future.result()
            raise out_of_time(self.settings) if not done else Refusal(HTTPStatus.BAD_REQUEST, "the client went away")
        finally:
            gone.cancel()
            turn.cancel.cancel()

    async def look(self, work: Callable[[], T]) -> T:
        """What this work gives, which searches nothing: it waits for others of its kind, and never for a search.

        Raises:
            Refusal: the time was over.
        """
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(self._lookers, work), self.settings.seconds
            )
        except TimeoutError:
            raise out_of_time(self.settings) from None

    def begin(self, work: Callable[[Turn], T]) -> tuple[Turn, asyncio.Future[T]]:
        """Begin in a thread.

        Raises:
            Refusal: there are as many searches as the budget allows.
        """
        if self.running >= self.settings.searches:
            raise Refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"{self.settings.searches} searches are running, as many as may be at once; try again soon",
                {"Retry-After": "1"},
            )
        turn = Turn(self._workspaces.pop() if self._workspaces else Workspace())
        self._running.add(turn)
        self.metrics.searches.set(self.running)
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, turn)
        future.add_done_callback(partial(self._end, turn))
        return turn, future

    def cancel(self) -> None:
        """End all that are running."""
        for turn in list(self._running):
            turn.cancel.cancel()

    def close(self) -> None:
        """End all that are running, and take no more."""
        self.cancel()
        for threads in (self._threads, self._lookers):
            threads.shutdown(wait=False, cancel_futures=True)

    def _end(self, turn: Turn, future: asyncio.Future[T]) -> None:
        if not future.cancelled():
            future.exception()  # asyncio would complain of one that nobody waited for
        self._running.discard(turn)
        if perf_counter() - turn.began < _LONG:
            self._workspaces.append(turn.workspace)
        self.metrics.searches.set(self.running)


def out_of_time(settings: Settings) -> Refusal:
    """The refusal of what took longer than may be."""
    return Refusal(
        HTTPStatus.REQUEST_TIMEOUT,
        f"no answer within {settings.seconds:g} seconds, the budget of this server; a search that is the first of its kind is "
        "compiled: ask again",
    )


def checked(result: AnyResult, has_own_seconds: bool, settings: Settings) -> AnyResult:
    """The result, unless the server's time was over before the client's.

    Raises:
        Refusal: it was.
    """
    if result.outcome is Outcome.TIMEOUT and not has_own_seconds:
        raise out_of_time(settings)
    return result


async def _disconnected(request: AnyRequest) -> None:
    """Comes back when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
