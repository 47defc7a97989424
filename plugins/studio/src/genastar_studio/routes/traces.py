"""``WS /api/v1/worlds/ID/trace``: one client, one search at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from threading import Event
from time import perf_counter
from typing import Final

import msgspec
from attrs import define, evolve, field
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from genastar import BadInput, Cancelled, Outcome
from genastar.cli.answer import AnyResult
from genastar_studio.answers.answer import Answer, answer_of, answer_of_cancelled
from genastar_studio.answers.stream import Channel, Stream, StreamFrame
from genastar_studio.questions.question import ResolvedQuestion, SearchQuestion, resolve_question
from genastar_studio.routes.service import Service, TheService
from genastar_studio.server.bodies import SMALL, decode_body
from genastar_studio.server.problems import Refusal, make_problem
from genastar_studio.server.run import GRACE, Searches, WorkBudget, make_timeout_refusal
from genastar_studio.worlds.client_worlds import ClientWorld

AnySocket = WebSocket[object, object, State]

_EVENTS: Final = 200_000
"""Default maximum of events to send."""

_SHORT: Final = 0.5
"""Seconds: a shorter search is repeated, to measure its time without sending."""

_RUNS: Final = 3
"""Maximum number of runs, of which the least time is reported, because other work shares this machine."""

_MEASURING: Final = 0.1
"""Seconds after which no further run begins."""

_TICK: Final = 0.1
"""Seconds between two checks of the time of a search that sends nothing."""

_TOO_SLOW: Final = 4408
"""Close code of a socket for a slow client. For refusals, the code is 4000 plus the HTTP status: 4404, 4429."""


class TracedQuestion(SearchQuestion, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question whose events are sent."""

    events: int | None = None
    """Maximum number of events to send."""
    more: int = 0
    """Number of expansions to send after them, without what they open."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A client's message: one of these fields."""

    ask: TracedQuestion | None = None
    pause: bool | None = None
    cancel: bool = False


@websocket("/worlds/{world_id:str}/trace")
async def trace(socket: AnySocket, world_id: FromPath[str], service: TheService) -> None:
    """Run the searches of one client one after another, and send their events as they happen."""
    await socket.accept()
    watcher = Watcher(socket, service)
    service.watchers.add(watcher)
    service.metrics.streams.set(len(service.watchers))
    try:
        service.check_watchers()
        service.worlds.find(world_id)
        async for text in socket.iter_data("text"):
            await watcher.run_command(world_id, text)
    except Refusal as error:
        await watcher.send_error(error)
        await socket.close(4000 + error.status, str(error)[:100])
    except (WebSocketDisconnect, OSError):
        pass  # the client disconnected, or was disconnected
    finally:
        service.watchers.discard(watcher)
        service.metrics.streams.set(len(service.watchers))
        await watcher.end()


@define(eq=False)
class Watcher:
    """A client that watches searches."""

    socket: AnySocket
    service: Service
    _budget: WorkBudget | None = None
    _go: Event = field(factory=Event)
    """Cleared while the search is paused."""
    _sending: asyncio.Task[None] | None = None
    _cancelled: WorkBudget | None = None
    """Budget of the last search that the client cancelled."""
    _lock: asyncio.Lock = field(factory=asyncio.Lock)

    async def run_command(self, world_id: str, text: str) -> None:
        """Carry out a client's message. Errors are sent as problems."""
        try:
            command = await self._decode_command(text)
            if command.cancel:
                self._cancel()
            if command.pause is not None:
                (self._go.clear if command.pause else self._go.set)()
                if self._budget is not None:
                    self.service.searches.pause(self._budget, command.pause)
            if command.ask is not None:
                await self.end()
                self._ask(self.service.worlds.find(world_id), command.ask)
        except (msgspec.MsgspecError, BadInput, Refusal) as error:
            await self.send_error(error)

    async def _decode_command(self, text: str) -> Command:
        """Decode a message. A large one is decoded in a thread, so that other messages get their turn."""
        if len(text) <= SMALL:
            return decode_body(text, Command)
        return await self.service.searches.run_short(None, lambda: decode_body(text, Command))

    async def end(self) -> None:
        """End the running search, if any, and wait until everything was sent."""
        self._cancel()
        if self._sending is not None:
            await self._sending
        self._budget = self._sending = None

    def _cancel(self) -> None:
        """Cancel the running search, if any."""
        if self._budget is not None:
            self._cancelled = self._budget
            self.service.searches.end(self._budget)

    async def send_error(self, error: Exception) -> None:
        """Send a problem."""
        await self._send(msgspec.json.encode({"problem": make_problem(error)}))

    def _ask(self, world: ClientWorld, question: TracedQuestion) -> None:
        settings = self.service.settings
        events = min(_EVENTS, settings.events) if question.events is None else question.events
        if not 0 <= events <= settings.events:
            raise BadInput(f"events is {events:,}; this server sends 0 to {settings.events:,}")
        if question.more < 0:
            raise BadInput(f"more is {question.more:,}; expected at least 0")
        most = min(events + question.more, settings.events)
        channel, go = Channel(settings.patience), Event()
        go.set()

        def work(budget: WorkBudget) -> Answer:
            asked = resolve_question(world, question, settings)
            return self._answer(asked, Stream(asked, channel, budget.cancel, go, events, most, settings.idle), budget)

        self._go = go
        self._budget, future = self.service.searches.begin(work)
        future.add_done_callback(lambda _: channel.end())
        nothing = partial(answer_of_cancelled, world, question.algorithm, question.engine)
        self._sending = asyncio.create_task(self._serve(self._budget, channel, go, future, nothing))

    def _answer(self, asked: ResolvedQuestion, stream: Stream, budget: WorkBudget) -> Answer:
        """Search, in a thread."""
        watched = evolve(asked, limits=evolve(asked.limits, seconds=None))  # exclude pauses: the stream has its own clock
        result = watched.solve(cancel=budget.cancel, observer=stream)
        stream.finish()
        if stream.is_overdue:
            if not asked.has_own_seconds:
                raise make_timeout_refusal(self.service.settings)
            result = evolve(result, outcome=Outcome.TIMEOUT)
        self.service.metrics.count(asked.contents.domain.info.name, result)
        seconds = _measure_alone(asked, result, budget)
        if seconds is None:
            return answer_of(asked, evolve(result, seconds=max(result.seconds - stream.waited, 0.0))) | {"streamed": True}
        return answer_of(asked, evolve(result, seconds=seconds)) | {"streamed": False}

    async def _serve(
        self, budget: WorkBudget, channel: Channel, go: Event, future: asyncio.Future[Answer], nothing: Callable[[], Answer]
    ) -> None:
        """Send everything of one search; ``nothing`` is its answer if the client cancelled it first."""
        settings = self.service.settings
        try:
            async for frame in _iterate_frames(channel, go, self.service.searches, budget):
                await asyncio.wait_for(self._send(frame), settings.patience)
            is_cancelled = budget is self._cancelled and isinstance(future.exception(), Cancelled)
            frame = msgspec.json.encode({"answer": nothing()}) if is_cancelled else _answer_frame(future)
            await asyncio.wait_for(self._send(frame), settings.patience)
        except Refusal as error:
            await self.send_error(error)
        except TimeoutError:
            with suppress(OSError):
                await self.socket.close(_TOO_SLOW, "the client did not read its frames")
        except (WebSocketDisconnect, OSError):
            pass  # the client disconnected; its search ends next
        finally:
            self.service.searches.end(budget)

    async def _send(self, frame: StreamFrame) -> None:
        async with self._lock:
            await self.socket.send_text(frame)


async def _iterate_frames(channel: Channel, go: Event, searches: Searches, budget: WorkBudget) -> AsyncIterator[StreamFrame]:
    """Yield all frames of a search. Its observer checks the time at each event; this checks searches without events.

    Raises:
        Refusal: the search did not end within its time, without its pauses.
    """
    spent, most = 0.0, searches.settings.seconds + GRACE
    while True:
        began = perf_counter()
        try:
            frame = await asyncio.wait_for(channel.receive_frame(), _TICK)
        except TimeoutError:
            spent += perf_counter() - began if go.is_set() else 0.0
            if searches.is_closed:
                raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "the server is shutting down") from None
            if spent - budget.cancel.uncounted_seconds > most:
                raise make_timeout_refusal(searches.settings) from None
            continue
        if frame is None:
            return
        spent += perf_counter() - began if go.is_set() else 0.0
        yield frame
        channel.release_room()
        most = 2 * searches.settings.seconds + GRACE  # it began in time; a short search is repeated at its end


def _answer_frame(future: asyncio.Future[Answer]) -> StreamFrame:
    error = future.exception()
    if error is None:
        return msgspec.json.encode({"answer": future.result()})
    if not isinstance(error, Exception):
        raise error
    return msgspec.json.encode({"problem": make_problem(error)})


def _measure_alone(asked: ResolvedQuestion, watched: AnyResult, budget: WorkBudget) -> float | None:
    """Return the time of a short search without sending, the least of some runs; ``None`` if it was not measured."""
    if watched.seconds > _SHORT or budget.cancel.cancelled:
        return None
    # Do not wait for machine code for this alone: `auto` compiles it in the background for the next time.
    engine = "auto" if asked.engine == "compiled" else asked.engine
    alone = evolve(asked, engine=engine, limits=evolve(asked.limits, seconds=2 * _SHORT))
    began, found = perf_counter(), list[float]()
    while not found or (len(found) < _RUNS and perf_counter() - began < _MEASURING):
        again = alone.solve(cancel=budget.cancel)
        if (again.outcome, again.engine) != (watched.outcome, watched.engine):
            return None
        found.append(again.seconds)
    return min(found)
