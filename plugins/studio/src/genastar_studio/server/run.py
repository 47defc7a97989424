"""Run work in threads with a budget: a limited number of searches, and short tasks.

All work of a request runs here and ends with its budget. The token of a budget is cancelled at the deadline, when the client
disconnects, and when the server shuts down. It governs the thread (`CancelToken.govern`), so searches, readers and drawing
check it. Code that does not, such as a loop in a third-party domain, is interrupted: see `interrupt`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from threading import Thread
from time import perf_counter
from typing import Final, Literal, TypeVar

from attrs import define, field, frozen

from genastar import CancelToken, Outcome
from genastar.cli.answer import AnyResult
from genastar_studio.server.interrupt import Interruptible
from genastar_studio.server.metrics import Metrics
from genastar_studio.server.problems import AnyRequest, Refusal
from genastar_studio.server.settings import Settings

T = TypeVar("T")

_LOOKERS: Final = 2
"""Threads for short tasks."""

_LONG: Final = 1.0
"""Seconds of work after which much memory may have been used."""

_LEAST: Final = 0.05
"""Seconds between two looks at a deadline, at least."""

GRACE: Final = 0.25
"""Seconds for work to notice its cancellation before it is interrupted, and between two interruptions."""


@frozen(eq=False)
class WorkBudget:
    """Limits of a piece of work, and the token that cancels it."""

    cancel: CancelToken = field(factory=CancelToken)
    began: float = field(factory=perf_counter)
    thread: Interruptible = field(factory=Interruptible)

    def compute_seconds_left(self, settings: Settings) -> float:
        """Return the seconds until the deadline. Compiling does not count: it serves later requests, too."""
        return settings.seconds + GRACE + self.cancel.uncounted_seconds - (perf_counter() - self.began)


@define(eq=False)
class Searches:
    """The threads of searches and short tasks."""

    settings: Settings
    metrics: Metrics
    _running: set[WorkBudget] = field(factory=set, init=False)
    _paused: set[WorkBudget] = field(factory=set, init=False)
    _looking: set[WorkBudget] = field(factory=set, init=False)
    _looks: asyncio.Semaphore = field(factory=lambda: asyncio.Semaphore(_LOOKERS), init=False)
    long: int = field(default=0, init=False)
    """Number of long pieces of work so far, each of which may have left much memory behind."""
    _ending: asyncio.Event = field(factory=asyncio.Event, init=False)

    @property
    def running(self) -> int:
        """Number of running searches."""
        return len(self._running)

    @property
    def is_idle(self) -> bool:
        """Whether no thread works for a client."""
        return not self._running and not self._looking

    async def run(self, request: AnyRequest, work: Callable[[WorkBudget], T]) -> T:
        """Run a search or other long work, and return its result. Cancel it if the client disconnects.

        Raises:
            Refusal: the maximum number of searches is running, or time ran out.
        """
        budget, future = self.begin(work)
        return await self._wait_within(budget, future, _wait_for_disconnect(request))

    async def run_short(self, request: AnyRequest | None, work: Callable[[], T]) -> T:
        """Run a short task without a search. It waits for other short tasks, never for a search.

        A message of a WebSocket has no request.

        Raises:
            Refusal: time ran out.
        """
        try:
            async with asyncio.timeout(self.settings.seconds):
                await self._looks.acquire()
        except TimeoutError:
            raise make_timeout_refusal(self.settings) from None
        budget, future = self._start_work(self._looking, lambda _: work())
        future.add_done_callback(lambda _: self._looks.release())
        return await self._wait_within(
            budget, future, asyncio.Event().wait() if request is None else _wait_for_disconnect(request)
        )

    def begin(self, work: Callable[[WorkBudget], T]) -> tuple[WorkBudget, asyncio.Future[T]]:
        """Start a search in a thread. The caller cancels the budget at the deadline with `end`.

        Raises:
            Refusal: the maximum number of searches is running.
        """
        if len(self._running - self._paused) >= self.settings.searches:
            raise Refusal(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"{self.settings.searches} searches are running, the maximum; try again soon",
                {"Retry-After": "1"},
            )
        return self._start_work(self._running, work)

    def pause(self, budget: WorkBudget, is_paused: bool) -> None:
        """Release the slot of a paused search, or take a slot again, even beyond the maximum.

        The number of WebSockets limits the number of paused searches.
        """
        if is_paused and budget in self._running:
            self._paused.add(budget)
        else:
            self._paused.discard(budget)

    def end(self, budget: WorkBudget) -> None:
        """Cancel a budget, and interrupt its work if that does not end by itself."""
        budget.cancel.cancel()
        if budget in self._running or budget in self._looking:
            asyncio.get_running_loop().call_later(GRACE, self._interrupt, budget)

    def cancel(self) -> None:
        """Cancel all budgets. Safe in a signal handler."""
        for budget in (*self._running, *self._looking):
            budget.cancel.cancel()

    @property
    def is_closed(self) -> bool:
        """Whether the server is shutting down."""
        return self._ending.is_set()

    def close(self) -> None:
        """Cancel all work, accept no more, and let nothing wait. Call this in the event loop."""
        self._ending.set()
        for budget in (*self._running, *self._looking):
            self.end(budget)

    async def _wait_within(self, budget: WorkBudget, future: asyncio.Future[T], gone: Awaitable[object]) -> T:
        """Return the result of the work; raise if time runs out or the client disconnects first."""
        leaving, ending = asyncio.ensure_future(gone), asyncio.ensure_future(self._ending.wait())
        try:
            waiting: set[asyncio.Future[T] | asyncio.Future[object] | asyncio.Future[Literal[True]]] = {future, leaving, ending}
            done: set[object] = set()
            while not done and (seconds := budget.compute_seconds_left(self.settings)) > 0:
                seconds = max(seconds, _LEAST)  # the deadline may move while it passes
                done = {*(await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED))[0]}
            if future in done:
                return future.result()
            if ending in done:
                raise _make_ending_refusal()
            raise Refusal(HTTPStatus.BAD_REQUEST, "the client disconnected") if done else make_timeout_refusal(self.settings)
        finally:
            leaving.cancel()
            ending.cancel()
            self.end(budget)

    def _start_work(self, kind: set[WorkBudget], work: Callable[[WorkBudget], T]) -> tuple[WorkBudget, asyncio.Future[T]]:
        if self.is_closed:
            raise _make_ending_refusal()
        budget = WorkBudget()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        future.add_done_callback(_mark_seen)  # otherwise asyncio would warn about unawaited futures

        def ended(result: T | None, error: Exception | None) -> None:
            self._release(kind, budget)
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)  # type: ignore[arg-type]  # exactly one of the two is set
            else:
                future.set_exception(error)

        def governed() -> T:
            with budget.cancel.govern():
                return work(budget)

        def pass_result(result: T | None, error: Exception | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(ended, result, error)

        kind.add(budget)
        self.metrics.searches.set(self.running)
        # A daemon, so that no client's work keeps the process alive.
        Thread(target=partial(budget.thread.run, governed, pass_result), name=_NAME, daemon=True).start()
        return budget, future

    def _release(self, kind: set[WorkBudget], budget: WorkBudget) -> None:
        kind.discard(budget)
        self._paused.discard(budget)
        self.long += perf_counter() - budget.began > _LONG
        self.metrics.searches.set(self.running)

    def _interrupt(self, budget: WorkBudget) -> None:
        """Interrupt the work of a budget repeatedly until it ends."""
        if budget in self._running or budget in self._looking:
            budget.thread.interrupt()
            asyncio.get_running_loop().call_later(GRACE, self._interrupt, budget)


_NAME: Final = "genastar work"
"""Name of the threads."""


def _make_ending_refusal() -> Refusal:
    return Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "the server is shutting down")


def make_timeout_refusal(settings: Settings) -> Refusal:
    """Return the refusal of work that ran out of time."""
    return Refusal(
        HTTPStatus.REQUEST_TIMEOUT,
        f"no answer within {settings.seconds:g} seconds, the limit of this server",
    )


def check_result(result: AnyResult, has_own_seconds: bool, settings: Settings) -> AnyResult:
    """Return the result, unless the server's time limit ended the search before the client's.

    Raises:
        Refusal: it did.
    """
    if result.outcome is Outcome.TIMEOUT and not has_own_seconds:
        raise make_timeout_refusal(settings)
    return result


def _mark_seen(future: asyncio.Future[T]) -> None:
    if not future.cancelled():
        future.exception()


async def _wait_for_disconnect(request: AnyRequest) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
