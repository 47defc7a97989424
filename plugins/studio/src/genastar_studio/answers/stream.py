"""Stream the trace of a running search to one client as JSON frames. A slow client makes the search wait."""

from __future__ import annotations

import asyncio
from threading import Event, Semaphore
from time import perf_counter
from typing import Final

import msgspec
from attrs import define, field

from genastar import CancelToken, Comparable, Cost, EventKind, Node
from genastar.cli.answer import to_json_value
from genastar.values.observer import Listener
from genastar_studio.answers.answer import list_places, place_of
from genastar_studio.answers.trace_file import name_of, unit_of_totals
from genastar_studio.questions.question import ResolvedQuestion

StreamFrame = bytes

FRAMES: Final = 8
"""Maximum number of frames that wait for the client."""

_EVENTS: Final = 4096
"""Maximum events per frame."""

_SECONDS: Final = 0.05
"""Maximum seconds between two frames, if there are events."""

_WAKE: Final = 0.1
"""Seconds between two checks whether a waiting search was cancelled."""

_ALWAYS: Final = (EventKind.CLOSED, EventKind.FOUND)
"""The events that are sent beyond the full ones."""

_encode = msgspec.json.Encoder(enc_hook=to_json_value).encode


class Channel:
    """A bounded queue of frames from a search's thread to the event loop."""

    def __init__(self, patience: float) -> None:
        self._frames: asyncio.Queue[StreamFrame | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._patience = patience
        self._room = Semaphore(FRAMES)

    def put(self, frame: StreamFrame, cancel: CancelToken) -> None:
        """Queue a frame when there is room. Called in the thread of the search.

        If there is no room for too long, the search is cancelled.
        """
        waited = 0.0
        while not self._room.acquire(timeout=_WAKE):
            waited += _WAKE
            if waited >= self._patience:
                cancel.cancel()
            if cancel.cancelled:
                return
        self._loop.call_soon_threadsafe(self._frames.put_nowait, frame)

    def end(self) -> None:
        """Mark the end of the frames. Called in the event loop."""
        self._frames.put_nowait(None)

    async def receive_frame(self) -> StreamFrame | None:
        """Return the next frame; ``None`` after the last."""
        return await self._frames.get()

    def release_room(self) -> None:
        """Make room after a frame was sent."""
        self._room.release()


@define(eq=False)
class EventColumns:
    """Events by columns."""

    first: int
    kind: list[str] = field(factory=list)
    state: list[int] = field(factory=list)
    parent: list[int] = field(factory=list)
    place: list[int] = field(factory=list)
    g: list[object] = field(factory=list)
    h: list[object] = field(factory=list)
    f: list[object] = field(factory=list)
    cost: list[object] = field(factory=list)
    names: list[str] = field(factory=list)

    def encode_frame(self, has_gh: bool) -> StreamFrame:
        """Return the frame of these events."""
        costs = {"g": self.g, "h": self.h, "f": self.f} if has_gh else {"cost": self.cost}
        head = {
            "first": self.first,
            "kind": "".join(self.kind),
            "state": self.state,
            "parent": self.parent,
            "place": self.place,
        }
        return _encode({"events": head | costs | {"names": self.names}})


class Stream(Listener[object, Comparable]):
    """The observer of a search that a client watches. Its thread waits while ``go`` is not set."""

    def __init__(
        self, asked: ResolvedQuestion, channel: Channel, cancel: CancelToken, go: Event, events: int, most: int, idle: float
    ) -> None:
        self._asked = asked
        self._channel = channel
        self._cancel = cancel
        self._full = events
        self._most = most
        self._is_thin = False
        self._idle = idle
        self._go = go
        self._view = asked.contents.view
        self._unit = 1.0 if self._view is None else self._view.unit
        self._totals = unit_of_totals(asked.algorithm, self._unit)
        self._numbers: dict[object, int] = {}
        self._places: list[int] = []
        self._columns = EventColumns(0)
        self._count = 0
        self._has_begun = False
        self._has_gh = True
        self._began = self._sent = perf_counter()
        self.waited = 0.0
        """Seconds that the search was paused."""
        self.is_overdue = False
        """Whether the search was ended because time ran out."""

    def finish(self) -> None:
        """Send the remaining events."""
        if not self._has_begun:
            self._begin(None)
        self._flush()

    def notify(self, kind: EventKind, node: Node[object, Comparable]) -> None:
        if not self._has_begun:
            self._begin(node.cost)
        if not self._go.is_set():
            self._wait()
        if self._count >= self._most or (self._count >= self._full and not self._is_sent_beyond(kind)):
            self._look_at_the_clock(perf_counter())
            return
        columns = self._columns
        number = self._numbers.get(node.position)
        if number is None:
            number = self._number_state(node.position)
        columns.kind.append(kind.value[0])
        columns.state.append(number)
        columns.parent.append(-1 if node.parent is None else self._numbers.get(node.parent, -1))
        columns.place.append(self._places[number])
        cost = node.cost
        if self._has_gh and isinstance(cost, Cost):
            columns.g.append(_to_user_units(cost.travelled, self._unit))
            columns.h.append(_to_user_units(cost.left, self._unit))
            columns.f.append(_to_user_units(cost.total, self._totals))
        else:
            columns.cost.append(to_json_value(cost))
        self._count += 1
        now = perf_counter()
        if self._count == self._most:
            self._flush()
            self._put(_encode({"capped": self._most}))
        elif len(columns.kind) >= _EVENTS or now - self._sent >= _SECONDS:
            self._flush()
            self._look_at_the_clock(now)

    def _is_sent_beyond(self, kind: EventKind) -> bool:
        """Return whether an event beyond the full ones is sent, and announce the first."""
        if not self._is_thin:
            self._is_thin = True
            self._flush()
            self._put(_encode({"thinned": self._full}))
        return kind in _ALWAYS

    def _number_state(self, state: object) -> int:
        """Assign the next number to a new state."""
        number = self._numbers[state] = len(self._places)
        self._places.append(-1 if self._view is None else int(self._view.place_of_state(state)))
        self._columns.names.append(self._name_of(state))
        return number

    def _name_of(self, state: object) -> str:
        """Return a state as text for people."""
        asked = self._asked
        if self._view is not None:
            positions = asked.contents.domain.to_positions((state,), asked.question)
            if positions and (label := self._view.label(positions[-1])):
                return label
        return name_of(asked.contents.domain, asked.question, state)

    def _begin(self, cost: Comparable | None) -> None:
        self._has_begun = True
        self._began = self._sent = perf_counter()  # compilation does not count as search time
        self._has_gh = cost is None or isinstance(cost, Cost)
        seen, start = self._asked.contents, self._asked.start
        began = {
            "start_place": place_of(seen, start),
            "goal_places": list_places(seen, self._asked.goals),
            "cost": "gh" if self._has_gh else "other",
        }
        self._put(_encode({"began": began}))

    def _flush(self) -> None:
        if self._columns.kind:
            self._put(self._columns.encode_frame(self._has_gh))
            self._columns = EventColumns(self._count)
        self._sent = perf_counter()

    def _put(self, frame: StreamFrame) -> None:
        began = perf_counter()
        self._channel.put(frame, self._cancel)
        self.waited += perf_counter() - began

    def _look_at_the_clock(self, now: float) -> None:
        """Cancel the search when its time is over; a limit on seconds would include pauses."""
        seconds = self._asked.limits.seconds
        if seconds is not None and now - self._began - self.waited >= seconds:
            self.is_overdue = True
            self._cancel.cancel()

    def _wait(self) -> None:
        """Send all events so far, and wait until the client continues or the search is cancelled."""
        self._flush()
        began = perf_counter()
        while not (self._go.wait(_WAKE) or self._cancel.cancelled):
            if perf_counter() - began >= self._idle:
                self._cancel.cancel()
        self.waited += perf_counter() - began


def _to_user_units(value: object, unit: float) -> float:
    return float(value) / unit  # type: ignore[arg-type]  # a Number
