"""Domains: a world that was read, with all that a person needs to ask it questions.

Data flows one way: source, `Domain.read`, the domain, `Domain.problem`, a search, a result and a trace, `Domain.draw`. The
command line, the studio and batches call these few methods and know no domain by name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Generic, Unpack, cast, overload

from attrs import Attribute, AttrsInstance, evolve, field, frozen, validators
from typing_extensions import TypeVar

from genastar import html
from genastar.algorithm import AUTO, Algorithm, OneRun, Several
from genastar.algorithms.astar import ASTAR
from genastar.arguments import expect
from genastar.astar import AStar, Beside, How, More, algorithm_of, asked
from genastar.batch import search_many, varying
from genastar.cost import Comparable, V
from genastar.errors import BadInput
from genastar.files import AnyPath, named
from genastar.limits import NO_LIMITS, Limits
from genastar.node import K
from genastar.observer import Trace
from genastar.request import Request
from genastar.result import Outcome, Result, no_result, result_of
from genastar.shown import MOST_PLACES, Shown, size_text
from genastar.view import Shape, View

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
"""The type of a domain's options: one attrs class."""

S = TypeVar("S", default=K)
"""The type of the solver's states. It is ``K``, what a person calls a position, unless the solver is lifted."""

CAPABILITIES = frozenset({"compiled", "renderable", "consistent", "reversible", "inexact_cost", "goal_condition"})


def _each_a_suffix(_: object, where: Attribute[tuple[str, ...]], suffixes: tuple[str, ...]) -> None:
    for suffix in suffixes:
        if not suffix.startswith(".") or suffix != suffix.lower():
            raise ValueError(f"{where.name} holds {suffix!r}; a suffix begins with a dot and is in lower case, as '.png'")


@frozen
class DomainInfo:
    """What is known of a domain without importing it: the entry-point group ``genastar.domain_info``.

    The module that holds it, and the options class, must import neither numpy nor Numba.
    """

    name: str
    summary: str
    """One line for ``genastar plugins`` and for help."""
    options: type[AttrsInstance]
    """The attrs class of the options: flags, validation and forms come from it. Each field has a type, a default, and
    ``metadata={"help": ...}``; wrong values raise ValueError from its validators."""
    suffixes: tuple[str, ...] = field(default=(), validator=_each_a_suffix)
    """The ends of the names of files that `Domain.read` understands, with the dot, in lower case. A file that is packed, with
    ``.gz``, ``.xz`` or ``.bz2`` after its name, is known by the name before that."""
    magic: tuple[bytes | re.Pattern[bytes], ...] = ()
    """What such files begin with, unpacked, for those whose name does not tell: bytes, or a pattern for the first 256 bytes."""
    writes: tuple[str, ...] = field(default=(), validator=_each_a_suffix)
    """The suffixes that `Domain.draw` can write."""
    capabilities: frozenset[str] = field(default=frozenset(), validator=validators.deep_iterable(validators.in_(CAPABILITIES)))
    """Of ``compiled``, ``renderable``, ``consistent`` (its estimate is), ``reversible``, ``inexact_cost``, and
    ``goal_condition``: its worlds have a goal condition of their own, and goals may be left out."""
    api_version: str = field(kw_only=True)
    """The version of the plugin contract that the domain was written for, ``"1"``: written out, or it could not differ."""

    @property
    def needs_goals(self) -> bool:
        """Whether a question must name a goal: it need not where the domain has a goal condition of its own."""
        return "goal_condition" not in self.capabilities


@frozen
class Question(Generic[K]):
    """What a person asks of a world: from any of these starts to any of these goals."""

    starts: tuple[K, ...]
    goals: tuple[K, ...]


@frozen
class Choice:
    """The algorithm that a domain picks for a question."""

    algorithm: Algorithm
    why: str
    """Why it is the one, in a few words."""


class Domain(ABC, Generic[K, V, O, S]):
    """The contract of the entry-point group ``genastar.domains``. Subclass it as an attrs ``@frozen`` class.

    A person speaks of positions (``K``). The problem may search other states (``S``: a position with a heading, say); then
    override `to_state` and `to_positions`, which translate, and where costs are counted in other units `price` and `limit`.
    """

    info: ClassVar[DomainInfo]

    @classmethod
    @abstractmethod
    def read(cls, source: object, options: O) -> Domain[K, V, O, S]:
        """Read a world from a path, or from what else the domain says it reads (an array, say).

        Raises:
            BadInput: the source cannot be read as this domain's; the message says what is wrong, where, and how to mend it.
        """

    @classmethod
    @abstractmethod
    def examples(cls) -> Iterable[Example[K]]:
        """A few small worlds with questions, for the conformance kit: at least one that has an answer."""

    @abstractmethod
    def parse(self, text: str) -> K:
        """A position from what a person typed.

        Raises:
            BadInput: this is no position of this world, or none that can be entered.
        """

    @abstractmethod
    def format(self, position: K) -> str:
        """A position as text that `parse` reads back."""

    @abstractmethod
    def problem(self, goals: tuple[K, ...], starts: tuple[K, ...] = ()) -> AStar[S, V]:
        """Return the problem that ends at any of these goals, whatever the algorithm that searches it.

        Without goals, which only a domain with the capability ``goal_condition`` is asked for, it ends in any state that meets
        the world's own condition: all boxes stand on marks, wherever the keeper stands.

        Args:
            goals: where to end.
            starts: where to begin, for the few problems that depend on it.
        """

    def to_state(self, position: K) -> S:
        """Return the state to search from, for a position. Itself, unless the problem searches other states."""
        return cast(S, position)

    def to_positions(self, states: Sequence[S], question: Question[K]) -> tuple[K, ...]:
        """Return the positions that a path of states goes through. Those states, unless the problem searches others."""
        return cast("tuple[K, ...]", tuple(states))

    def price(self, cost: V, path: Sequence[K]) -> V:
        """Return what a path costs, as a person counts. The cost itself, unless the problem counts in other units."""
        return cost

    def prices_along(self, costs: Sequence[V], path: Sequence[K]) -> Sequence[V]:
        """Return what the path costs at each of its positions, of what the problem counts there.

        By itself it asks `price` about each beginning of the path. Override it where that is known for all at once.
        """
        return [self.price(cost, path[: step + 1]) for step, cost in enumerate(costs)]

    def reached_along(self, states: Sequence[S], path: Sequence[K], question: Question[K]) -> Sequence[int]:
        """Return which of the states stands first at each position that `to_positions` made of them, by its number.

        By itself it asks `to_positions` about each state. Override it where a state alone does not tell its position.
        """
        if len(states) == len(path):
            return range(len(path))
        found: list[int] = []
        for number, state in enumerate(states):
            if len(found) < len(path) and self.to_positions((state,), question) == (path[len(found)],):
                found.append(number)
        return found

    def limit(self, cost: Comparable) -> Comparable | None:
        """Return a limit on the cost, given as a person counts, in the units of the problem; ``None`` if it bounds nothing.

        Raises:
            BadInput: it is no cost of this world.
        """
        return cost

    def start_cost(self, position: K) -> V | None:
        """Return what the start costs; ``None`` where the cost is `Cost` and nothing was travelled."""
        return None

    def choose(self, question: Question[K]) -> Choice:
        """Return the algorithm for a question that names none, and why it is the one: what ``algorithm="auto"`` stands for."""
        return Choice(ASTAR, "it fits every world of this domain")

    @property
    def remark(self) -> str:
        """What a user should know of how the world was read: what was assumed, and what was left out; nothing by default."""
        return ""

    def default_start(self) -> K:
        """Where to begin when nobody says.

        Raises:
            BadInput: this domain, or this world, has no such place.
        """
        raise BadInput(f"a {self.info.name} world has no default start; give one with --from")

    def default_starts(self) -> tuple[K, ...]:
        """Where to begin when nobody says: `default_start`, unless the world names several."""
        return (self.default_start(),)

    def default_goals(self) -> tuple[K, ...]:
        """Where to go when nobody says; no goals in a domain with the capability ``goal_condition``.

        Raises:
            BadInput: this domain, or this world, has no such place.
        """
        if not self.info.needs_goals:
            return ()
        raise BadInput(f"a {self.info.name} world has no default destination; give one with --to")

    def configured(self, options: O) -> Domain[K, V, O, S] | None:
        """The same world under other options, without reading its source again; ``None`` if it has to be read again.

        Raises:
            BadInput: the options do not go together in this world.
        """
        return None

    def view(self) -> View[K, S] | None:
        """The world as a screen shows it; a `genastar.view.Canvas` if it may be painted on. ``None`` if it is no picture."""
        return None

    def draw(self, result: Result[K, V], trace: Trace[S, V], out: AnyPath) -> None:
        """Write a picture of what a search did; the suffix of ``out`` says of which kind.

        Raises:
            BadInput: this domain does not draw, or not in this format; or the file cannot be written.
        """
        raise BadInput(f"{named(out)}: a {self.info.name} world cannot be drawn; leave out --out")

    def show(self, result: Result[K, V] | None = None, trace: Trace[S, V] | None = None) -> Shown:
        """Return the picture that `draw` makes, for the last line of a cell in a notebook.

        Args:
            result: what a search answered; without one, the world is shown alone.
            trace: the observer of that search.

        Raises:
            BadInput: this domain draws neither .png nor .svg, or cannot draw this.
        """
        found = no_result(Outcome.UNREACHABLE) if result is None else result
        heard: Trace[S, V] = Trace() if trace is None else trace
        table = self._table(self._shape()) if result is None else result._repr_html_()
        return Shown.of(table, self.info.name, self.info.writes, lambda out: self.draw(found, heard, out))

    def _repr_html_(self) -> str:
        shape = self._shape()
        if shape is None or shape.places <= MOST_PLACES:
            with suppress(BadInput):  # it does not draw
                return self.show()._repr_html_()
        return self._table(shape)

    def _shape(self) -> Shape | None:
        view = self.view()
        return None if view is None else view.shape

    def _table(self, shape: Shape | None) -> str:
        """Return what is known of the world, as HTML."""
        rows = [] if shape is None else [("size", size_text(shape))]
        for name, ends in (("start", self.default_starts), ("goal", self.default_goals)):
            with suppress(BadInput):
                rows.append((name, ", ".join(map(self.format, ends()))))
        rows += [("remark", self.remark)] if self.remark else []
        return html.facts(f"{self.info.name}: {self.info.summary}", rows)

    def many(
        self, questions: Sequence[tuple[K, tuple[K, ...]]]
    ) -> tuple[AStar[S, V], Sequence[S], Mapping[str, Sequence[object]]] | None:
        """These questions, each a start and its goals, as one problem, the states to start from, and the fields that differ.

        `search_many` is then asked for all of them at once. ``None`` if that cannot be; they are then solved one by one.
        By itself it looks at the problems that `problem` makes: they go together if they differ in numbers, and in tuples of
        numbers, alone. Override it where that can be known without making them.

        Raises:
            BadInput: a start or a goal is not a position that can be entered.
        """
        problems = [self.problem(goals, (start,)) for start, goals in questions]
        fields = varying(problems)
        return None if fields is None else (problems[0], [self.to_state(start) for start, _ in questions], fields)

    def solve(self, start: K | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]) -> Result[K, V]:
        """Return the cheapest way from ``start`` to any of ``goals``, by default the world's own.

        Goals may be empty where the domain has the capability ``goal_condition``: the search then ends where that is met.
        The arguments after the goals are those of `AStar.search`; but ``engine`` is ``"auto"`` and ``algorithm`` too, which is
        what `choose` says, and limits and answers count as a person does.

        Raises:
            BadInput: the start or a goal is not a position that can be entered; no goal is given, and one is needed; or the
                algorithm does not fit.
        """
        return self.solve_from(None if start is None else (start,), goals, **how)

    def solve_from(
        self, starts: Iterable[K] | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]
    ) -> Result[K, V]:
        """Return the cheapest way from any of these starts to any of the goals; else as `solve`."""
        algorithm, request, question = self.asked(starts, goals, **how)
        return self.told(algorithm.search(request), question)

    def results(
        self, starts: Iterable[K] | None = None, goals: Iterable[K] | None = None, **how: Unpack[How[S, V]]
    ) -> Iterator[Result[K, V]]:
        """Yield one answer after another, and do only the work for those that are asked for; else as `solve_from`."""
        algorithm, request, question = self.asked(starts, goals, **how)
        return (self.told(result, question) for result in algorithm.results(request))

    def asked(
        self,
        starts: Iterable[K] | None = None,
        goals: Iterable[K] | None = None,
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        limits: Limits = NO_LIMITS,
        **how: Unpack[More[S, V]],
    ) -> tuple[Algorithm, Request[S, V], Question[K]]:
        """Return what a question is to the engine: the algorithm, and the request for it."""
        origins = self.default_starts() if starts is None else positions_of(starts, "starts")
        wanted = self.default_goals() if goals is None else positions_of(goals)
        if not origins:
            raise BadInput("no start was given; give at least one")
        if not wanted and self.info.needs_goals:
            raise BadInput("no goal was given; give at least one")
        question = Question(origins, wanted)
        why = ""
        if algorithm == AUTO:
            choice = self.choose(question)
            algorithm, why = choice.algorithm, choice.why
        if limits is not NO_LIMITS:
            expect("limits", limits, Limits)
            limits = limits if limits.cost is None else evolve(limits, cost=self.limit(limits.cost))
        first, *others = [(self.to_state(origin), self.start_cost(origin)) for origin in origins]
        chosen, request = asked(
            self.problem(wanted, origins),
            first[0],
            cast(V, first[1]),
            algorithm=algorithm,
            engine=engine,
            limits=limits,
            more_starts=others,
            question=(self, question),
            why=why,
            **how,
        )
        return chosen, request, question

    def answer_many(
        self,
        questions: Sequence[tuple[K, tuple[K, ...]]],
        *,
        algorithm: Algorithm | str = AUTO,
        engine: str = "auto",
        limits: Limits = NO_LIMITS,
        **how: Unpack[Beside],
    ) -> Sequence[Result[K, V]] | None:
        """Answer many questions, each a start and its goals, in one go; ``None`` if that cannot be.

        The arguments after the questions are those of `solve`.
        """
        why = ""
        if algorithm == AUTO:
            choices = {self.choose(Question((start,), tuple(goals))) for start, goals in questions}
            if len(choices) > 1:
                return None
            algorithm, why = (choice := choices.pop()).algorithm, choice.why
        chosen = algorithm_of(algorithm)
        if isinstance(chosen, OneRun) and chosen.inside is not None:
            several = self.many(questions)
            if several is None:
                return None
            found = search_many(*several, algorithm=chosen, engine=engine, limits=limits, **how)
            return _Told(self, questions, found, chosen.name, why)
        lifted: Several[S, V] | None = chosen.several(self, questions)
        if lifted is None:
            return None
        problem = cast("AStar[S, V]", lifted.problem)
        states = search_many(problem, lifted.starts, lifted.fields, engine=engine, limits=limits, **how)
        return _Told(self, questions, states, chosen.name, why, lifted.told)

    def told(self, found: Result[S, V], question: Question[K]) -> Result[K, V]:
        """Return a result of the problem in the person's positions and costs."""
        path = self.to_positions(found.path, question)
        nearest = path if found.path_to_closest is found.path else self.to_positions(found.path_to_closest, question)
        return result_of(
            outcome=found.outcome,
            path=path,
            cost=None if found.cost is None else self.price(found.cost, path),
            closest=nearest[-1] if nearest else None,
            path_to_closest=nearest,
            expanded=found.expanded,
            generated=found.generated,
            reopened=found.reopened,
            peak_open=found.peak_open,
            seconds=found.seconds,
            engine=found.engine,
            algorithm=found.algorithm,
            why=found.why,
            bound=found.bound,
            costs=_Prices(self, path, found, question) if path else (),
            actions=_Steps(path, found) if path else (),
        )


@frozen
class _Prices(Generic[K, V, O, S]):
    """Makes the costs along a path when they are asked for."""

    domain: Domain[K, V, O, S]
    path: tuple[K, ...]
    found: Result[S, V]
    question: Question[K]

    def __call__(self) -> tuple[V, ...]:
        found, cost = self.found, self.found.cost
        if cost is None or len(found.costs) != len(found.path):
            return ()
        costs = [cast(V, found.costs[state]) for state in self.domain.reached_along(found.path, self.path, self.question)]
        # The last is that of the result, to the last digit.
        return (*self.domain.prices_along(costs, self.path)[:-1], self.domain.price(cost, self.path))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self(),)


@frozen
class _Steps(Generic[K, V, S]):
    """Gives the actions along the path when they are asked for, where it has a position for each state."""

    path: tuple[K, ...]
    found: Result[S, V]

    def __call__(self) -> tuple[object, ...]:
        return self.found.actions if len(self.found.path) == len(self.path) else ()

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self(),)


@frozen
class _Told(Sequence[Result[K, V]], Generic[K, V, O, S]):
    """Answers as the domain tells them, each when it is asked for."""

    domain: Domain[K, V, O, S]
    questions: Sequence[tuple[K, tuple[K, ...]]]
    answers: Sequence[Result[S, V]]
    algorithm: str
    why: str
    state: Callable[[Result[S, V], int], Result[S, V]] | None = None

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, at: int) -> Result[K, V]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Result[K, V]]: ...

    def __getitem__(self, at: int | slice) -> Result[K, V] | Sequence[Result[K, V]]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        start, goals = self.questions[at]
        found = self.answers[at]
        found = found if self.state is None else self.state(found, at)
        return self.domain.told(evolve(found, algorithm=self.algorithm, why=self.why), Question((start,), tuple(goals)))


def positions_of(positions: Iterable[K], name: str = "goals") -> tuple[K, ...]:
    """Return positions as a tuple.

    Raises:
        BadInput: they are not several positions.
    """
    expect(name, positions, Iterable, "positions in a list or a tuple")
    return tuple(positions)


@frozen(init=False)
class Example(Generic[K]):
    """A world and a question about it, for the conformance kit."""

    domain: Domain[K, Comparable, AttrsInstance, object]
    start: K
    goals: tuple[K, ...]
    source: object = None
    """What ``read`` makes this world of, with the options' defaults; ``None`` if the world was not read."""

    def __init__(self, domain: Domain[K, V, O, S], start: K, goals: tuple[K, ...], source: object = None) -> None:
        # Whatever the types of its costs, options and states: the kit asks no more of them than all have.
        world = cast("Domain[K, Comparable, AttrsInstance, object]", domain)
        self.__attrs_init__(world, start, goals, source)
