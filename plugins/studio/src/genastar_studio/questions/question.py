"""Questions of clients, and their resolution in a world."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec
from attrs import evolve, frozen

from genastar import BadInput, CancelToken, Comparable, Limits, Observer
from genastar.algorithm import AUTO, Algorithm
from genastar.cli.answer import AnyResult
from genastar.cli.options import parse_limits
from genastar.plugin import ENGINES, Ready, find_plugins
from genastar.worlds.question import Question as WorldQuestion
from genastar_studio.questions.options import change_options, make_algorithm
from genastar_studio.server.bodies import Json
from genastar_studio.server.settings import Settings
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

_LONGEST_POSITION: Final = 10_000
"""Maximum characters of a position; a board of tiles is a position too."""


class PlaceReference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position by its place in the view."""

    place: int


Position = str | PlaceReference


class AskedLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits set by a client."""

    expansions: int | None = None
    seconds: float | None = None
    cost: float | str | list[float] | None = None


class QuestionSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of a search."""

    options: dict[str, Json] = {}
    """Options of the domain that differ from the world's."""
    algorithm: str = AUTO
    algorithm_options: dict[str, Json] = {}
    """Options of the algorithm that differ from its defaults."""
    engine: str = "auto"


class BoundedSettings(QuestionSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings and limits of a search."""

    reopen: bool = False
    limits: AskedLimits = AskedLimits()


class SearchQuestion(BoundedSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A start, goals, and settings; omitted values are those of the world."""

    start: Position | None = None
    goals: list[Position] = []


@frozen(eq=False)
class ResolvedQuestion:
    """A resolved question: its positions are the domain's, its limits within the budget."""

    world: ClientWorld
    contents: WorldContents
    """The world under the question's options."""
    start: object
    goals: tuple[object, ...]
    is_from_own_start: bool
    """Whether the client omitted the start: the world may have several, of which ``start`` is the first."""
    algorithm: Algorithm | str
    engine: str
    reopen: bool
    limits: Limits
    has_own_seconds: bool
    """Whether the client set a time limit: then running out of time is an answer, otherwise a refusal."""

    @cached_property
    def question(self) -> WorldQuestion[object]:
        """The question in the domain's form."""
        return WorldQuestion(self.contents.domain.default_starts() if self.is_from_own_start else (self.start,), self.goals)

    def solve(self, *, cancel: CancelToken, observer: Observer[object, Comparable] | None = None) -> AnyResult:
        """Run the search."""
        with self.world.name_in_messages():
            return self.contents.domain.search(
                None if self.is_from_own_start else self.start,
                self.goals,
                algorithm=self.algorithm,
                engine=self.engine,
                reopen=self.reopen,
                limits=self.limits,
                cancel=cancel,
                observer=observer,
            )


def resolve_question(world: ClientWorld, question: SearchQuestion, settings: Settings) -> ResolvedQuestion:
    """Resolve a question. May take long: other options may require the source to be read again.

    Raises:
        BadInput: a position, an option, the algorithm, the engine or a limit is invalid, or exceeds the budget.
    """
    info = world.contents.domain.info
    limits = make_limits(question.limits, settings)
    check_engine(question.engine)
    algorithm = make_algorithm(question.algorithm, question.algorithm_options)
    seen = world.with_options(change_options(info, world.contents.options, question.options))
    with world.name_in_messages():
        start = seen.domain.default_starts()[0] if question.start is None else resolve_position(seen, question.start)
        goals = resolve_positions(seen, question.goals) if question.goals else seen.domain.default_goals()
    return ResolvedQuestion(
        world=world,
        contents=seen,
        start=start,
        goals=goals,
        is_from_own_start=question.start is None,
        algorithm=algorithm,
        engine=question.engine,
        reopen=question.reopen,
        limits=limits,
        has_own_seconds=question.limits.seconds is not None,
    )


def resolve_position(seen: WorldContents, position: Position) -> object:
    """Resolve a position.

    Raises:
        BadInput: there is no such position, or no path can enter it.
    """
    if isinstance(position, str):
        if len(position) > _LONGEST_POSITION:
            raise BadInput(f"the position has {len(position):,} characters; the maximum is {_LONGEST_POSITION:,}")
        return seen.domain.parse(position)
    if seen.view is None:
        raise BadInput(f"{seen.domain.info.name} has no places; give positions as text")
    return seen.view.position(position.place)


def resolve_positions(seen: WorldContents, positions: Sequence[Position]) -> tuple[object, ...]:
    """Resolve positions; see `resolve_position`."""
    return tuple(resolve_position(seen, position) for position in positions)


def make_limits(asked: AskedLimits, settings: Settings) -> Limits:
    """Return limits within the budget.

    Raises:
        BadInput: a limit is negative, or exceeds the budget.
    """
    for name, value, most in (
        ("expansions", asked.expansions, settings.expansions),
        ("seconds", asked.seconds, settings.seconds),
    ):
        if value is not None and value > most:
            raise BadInput(f"limits: {name} is {value:,}; this server allows at most {most:,}")
    limits = Limits(
        expansions=settings.expansions if asked.expansions is None else asked.expansions,
        seconds=settings.seconds if asked.seconds is None else asked.seconds,
    )
    return limits if asked.cost is None else evolve(limits, cost=_convert_cost(asked.cost))


def check_engine(name: str) -> str:
    """Return the name of an available engine.

    Raises:
        BadInput: there is no such engine.
    """
    ready = list_ready_engines()
    if name not in ("auto", *ready):
        raise BadInput(f"engine is {name[:40]!r}; expected one of auto, {', '.join(ready)}")
    return name


def list_ready_engines() -> list[str]:
    """Return the engines that are ready."""
    return ["interpreted", *(name for name, plugin in find_plugins(ENGINES).items() if isinstance(plugin.probe(), Ready))]


def _convert_cost(cost: float | str | list[float]) -> Comparable:
    """Convert a limit as the command line does: text for fractions, a list for costs that are tuples."""
    match cost:
        case str():
            found = parse_limits({"cost": cost}).cost
            assert found is not None
            return found
        case list():
            return tuple(cost)
    return cost
