"""Questions as clients send them, and what they come to in a world."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec
from attrs import evolve, frozen

from genastar import BadInput, CancelToken, Comparable, Limits, Observer
from genastar.algorithm import AUTO, Algorithm
from genastar.cli.answer import AnyResult
from genastar.cli.options import limits_from_text
from genastar.domain import Question as WorldQuestion
from genastar.plugin import ENGINES, Ready, plugins
from genastar_studio.options import algorithm_of, options_with
from genastar_studio.settings import Settings
from genastar_studio.worlds import Seen, World

Json = object
"""A value of JSON."""

_LONGEST_POSITION: Final = 10_000
"""Letters: a board of tiles is a position too."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position by its place in the view."""

    place: int


Position = str | Place


class AskedLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds that a client sets itself."""

    expansions: int | None = None
    seconds: float | None = None
    cost: float | str | list[float] | None = None


class How(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to search."""

    options: dict[str, Json] = {}
    """Of the domain: those that differ from the world's."""
    algorithm: str = AUTO
    algorithm_options: dict[str, Json] = {}
    """Those that differ from the algorithm's defaults."""
    engine: str = "auto"


class Bounded(How, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to search, and how far."""

    reopen: bool = False
    limits: AskedLimits = AskedLimits()


class Question(Bounded, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start, goals, and how to search; what is left out is the world's."""

    start: Position | None = None
    goals: list[Position] = []


@frozen(eq=False)
class Asked:
    """A question in a world: positions are the domain's, limits are within the budget."""

    world: World
    seen: Seen
    """The world under the question's options."""
    start: object
    goals: tuple[object, ...]
    is_from_own_start: bool
    """Whether the client left out the start: the world may have several, of which ``start`` is the first."""
    algorithm: Algorithm | str
    engine: str
    reopen: bool
    limits: Limits
    has_own_seconds: bool
    """Whether the client set a time itself; then it is an answer that it was over, and otherwise a refusal."""

    @cached_property
    def question(self) -> WorldQuestion[object]:
        """The question as the domain has it."""
        return WorldQuestion(self.seen.domain.default_starts() if self.is_from_own_start else (self.start,), self.goals)

    def solve(self, *, cancel: CancelToken, observer: Observer[object, Comparable] | None = None) -> AnyResult:
        """Search."""
        with self.world.naming():
            return self.seen.domain.solve(
                None if self.is_from_own_start else self.start,
                self.goals,
                algorithm=self.algorithm,
                engine=self.engine,
                reopen=self.reopen,
                limits=self.limits,
                cancel=cancel,
                observer=observer,
            )


def asked_of(world: World, question: Question, settings: Settings) -> Asked:
    """What a question comes to. It may take long: other options may need the source read again.

    Raises:
        BadInput: a position, an option, the algorithm, the engine or a limit cannot be used, or is beyond the budget.
    """
    info = world.seen.domain.info
    limits = limits_of(question.limits, settings)
    engine_of(question.engine)
    algorithm = algorithm_of(question.algorithm, question.algorithm_options)
    seen = world.under(options_with(info, world.seen.options, question.options))
    with world.naming():
        start = seen.domain.default_start() if question.start is None else position_of(seen, question.start)
        goals = positions_of(seen, question.goals) if question.goals else seen.domain.default_goals()
    return Asked(
        world=world,
        seen=seen,
        start=start,
        goals=goals,
        is_from_own_start=question.start is None,
        algorithm=algorithm,
        engine=question.engine,
        reopen=question.reopen,
        limits=limits,
        has_own_seconds=question.limits.seconds is not None,
    )


def position_of(seen: Seen, position: Position) -> object:
    """A position of a domain.

    Raises:
        BadInput: there is no such one, or it cannot be entered.
    """
    if isinstance(position, str):
        if len(position) > _LONGEST_POSITION:
            raise BadInput(f"a position of {len(position):,} letters is none; {_LONGEST_POSITION:,} are the most")
        return seen.domain.parse(position)
    if seen.view is None:
        raise BadInput(f"{seen.domain.info.name} has no places; give positions as text")
    return seen.view.position(position.place)


def positions_of(seen: Seen, positions: Sequence[Position]) -> tuple[object, ...]:
    """Positions of a domain; see `position_of`."""
    return tuple(position_of(seen, position) for position in positions)


def limits_of(asked: AskedLimits, settings: Settings) -> Limits:
    """Limits within the budget.

    Raises:
        BadInput: one is negative, or beyond it.
    """
    for name, value, most in (
        ("expansions", asked.expansions, settings.expansions),
        ("seconds", asked.seconds, settings.seconds),
    ):
        if value is not None and value > most:
            raise BadInput(f"limits: {name} is {value:,}; this server allows {most:,} at most")
    limits = Limits(
        expansions=settings.expansions if asked.expansions is None else asked.expansions,
        seconds=settings.seconds if asked.seconds is None else asked.seconds,
    )
    return limits if asked.cost is None else evolve(limits, cost=_cost(asked.cost))


def engine_of(name: str) -> str:
    """The name of an engine that may be asked for.

    Raises:
        BadInput: there is none.
    """
    ready = engines()
    if name not in ("auto", *ready):
        raise BadInput(f"engine is {name[:40]!r}; there are: auto, {', '.join(ready)}")
    return name


def engines() -> list[str]:
    """The engines that are ready."""
    return ["interpreted", *(name for name, plugin in plugins(ENGINES).items() if isinstance(plugin.probe(), Ready))]


def _cost(cost: float | str | list[float]) -> Comparable:
    """A limit as the command line has it: text for fractions, a list for costs that are tuples."""
    match cost:
        case str():
            found = limits_from_text({"cost": cost}).cost
            assert found is not None
            return found
        case list():
            return tuple(cost)
    return cost
