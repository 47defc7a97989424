"""Searches of many units that share one budget in each frame of a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import perf_counter
from types import TracebackType
from typing import Any, Generic, Self, Unpack

from genastar.astar import AStar
from genastar.contracts.run import Run
from genastar.errors import BadInput, GenastarError
from genastar.settings import SearchSettings
from genastar.values.arguments import expect, expect_number, expect_whole, to_positions_tuple
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result
from genastar.worlds.domain import Domain


class Ticket(Generic[K, V]):
    """A question that `Frames` answers over several frames."""

    def __init__(self, source: Any, start: K, goals: tuple[K, ...] | None, settings: SearchSettings[Any, V]) -> None:
        self.source = source
        """The world or the problem that is searched."""
        self.start = start
        self.goals = goals
        """The goals; ``None`` for those of the world or the problem."""
        self.result: Result[K, V] | None = None
        """The answer; ``None`` until there is one."""
        self.error: GenastarError | None = None
        """Why the search could not be begun again after a change of the world, or why it failed."""
        self.is_cancelled = False
        self._settings = settings
        self._run: Run[K, V] | None = None
        self._revision = 0

    @property
    def is_done(self) -> bool:
        """Return whether this question needs no more work: it was answered or cancelled, or it failed."""
        return self.result is not None or self.error is not None or self.is_cancelled

    @property
    def path(self) -> tuple[K, ...]:
        """Return the path of the answer; before it, the path as far as it is known; see `Run.path_to_closest`."""
        if self.result is not None:
            return self.result.path
        return () if self._run is None else self._run.path_to_closest

    def cancel(self) -> None:
        """Give up the question and return the memory of its search."""
        self.is_cancelled = self.is_cancelled or not self.is_done
        self.pause()

    def begin(self) -> None:
        """Begin the search, unless it is running and its world is the same as then. `Frames` calls this.

        Raises:
            GenastarError: as in `Domain.begin`.
        """
        revision = self.source.revision if isinstance(self.source, Domain) else 0
        if revision != self._revision:
            self.pause()
        if self._run is None:
            ends = (self.start,) if self.goals is None else (self.start, self.goals)
            self._revision, self._run = revision, self.source.begin(*ends, **self._settings)

    def advance(self, expansions: int, seconds: float | None) -> int:
        """Continue the search within these bounds, and return the number of expansions. `Frames` calls this."""
        run = self._run
        if run is None:
            return 0
        before = run.expanded
        self.result = run.advance(expansions, seconds)
        return run.expanded - before

    def pause(self) -> None:
        """Close the search, so that it begins again from the start. `Frames` calls this."""
        if self._run is not None:
            self._run.close()
        self._run = None


class Frames(Generic[K, V]):
    """Answers questions of many units in turn, within one budget a frame.

    >>> frames = Frames(world, seconds=0.002)  # doctest: +SKIP
    ... ticket = frames.ask((0, 0), [(30, 4)])
    ... while True:  # once a frame
    ...     for done in frames.advance():
    ...         move(done.path)

    Searches take turns of a few expansions each, in the order in which they were asked, so a short search does not wait for
    a long one. At most ``runs`` of them are open, which bounds the memory; the others wait for a place. After a change of the
    world in place (`change`), open searches begin again; answers that were given stay as they are.
    """

    def __init__(
        self,
        source: AStar[K, V] | Domain[K, V, Any, Any],
        *,
        seconds: float | None = None,
        expansions: int | None = None,
        runs: int = 32,
        turn: int = 100,
    ) -> None:
        """Make a queue without questions.

        Args:
            source: the world or the problem of questions that name no other.
            seconds: the budget of each frame in seconds.
            expansions: the budget of each frame in expansions. With both, the one that is used up first counts.
            runs: the largest number of open searches.
            turn: the number of expansions in the turn of a search.

        Raises:
            BadInput: no budget was given, or a number is out of range.
        """
        _check_source(source)
        if seconds is None and expansions is None:
            raise BadInput("a frame has no budget; give seconds=0.002, or a number of expansions")
        self._source = source
        self._seconds = None if seconds is None else expect_number("seconds", seconds, 0)
        self._expansions = None if expansions is None else expect_whole("expansions", expansions, 1)
        self._most_runs, self._turn = expect_whole("runs", runs, 1), expect_whole("turn", turn, 1)
        self._open: deque[Ticket[K, V]] = deque()
        self._waiting: deque[Ticket[K, V]] = deque()

    def __len__(self) -> int:
        """Return the number of questions that are not done."""
        return sum(not ticket.is_done for ticket in (*self._open, *self._waiting))

    def ask(
        self,
        start: K,
        goals: Iterable[K] | None = None,
        *,
        source: AStar[K, V] | Domain[K, V, Any, Any] | None = None,
        **settings: Unpack[SearchSettings[Any, V]],
    ) -> Ticket[K, V]:
        """Add a question to the end of the queue.

        Args:
            start: the start.
            goals: the goals in a world; by default its own.
            source: another world or problem than that of the queue, such as the world of a larger unit.
            settings: as in `Domain.begin`.

        Raises:
            BadInput: the start or a goal cannot be entered, or the algorithm does not fit; or goals were given for a problem.
        """
        searched = self._source if source is None else source
        _check_source(searched)
        listed = None if goals is None else to_positions_tuple(goals)
        if isinstance(searched, Domain):
            searched.make_request(start, listed, **settings)
        elif goals is not None:
            raise BadInput("goals are for worlds, and this is a problem; its is_destination says where it ends")
        ticket: Ticket[K, V] = Ticket(searched, start, listed, settings)
        self._waiting.append(ticket)
        return ticket

    def advance(self) -> list[Ticket[K, V]]:
        """Continue the searches within the budget of a frame, and return the questions that were done in this frame.

        A question whose search raises a `GenastarError` is done with that ``error``; other exceptions are passed on.
        """
        end = None if self._seconds is None else perf_counter() + self._seconds
        left, done = self._expansions, list[Ticket[K, V]]()
        while (ticket := self._take_turn()) is not None:
            rest = None if end is None else end - perf_counter()
            if (rest is not None and rest <= 0) or left == 0:
                self._open.appendleft(ticket)
                break
            try:
                ticket.begin()
                used = ticket.advance(self._turn if left is None else min(self._turn, left), rest)
            except GenastarError as error:
                ticket.error, used = error, 0
            except BaseException:
                ticket.cancel()
                raise
            left = None if left is None else left - used
            if ticket.is_done:
                ticket.pause()
                done.append(ticket)
            else:
                self._open.append(ticket)
        return done

    def close(self) -> None:
        """Cancel all questions that are not done."""
        for ticket in (*self._open, *self._waiting):
            ticket.cancel()
        self._open.clear()
        self._waiting.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _take_turn(self) -> Ticket[K, V] | None:
        """Return the question whose turn is next, after opening those that have a place; ``None`` if all are done."""
        while True:
            while self._waiting and len(self._open) < self._most_runs:
                self._open.append(self._waiting.popleft())
            if not self._open:
                return None
            ticket = self._open.popleft()
            if not ticket.is_done:
                return ticket


def _check_source(source: object) -> None:
    if not isinstance(source, Domain):
        expect("source", source, AStar, "a problem or a world")
