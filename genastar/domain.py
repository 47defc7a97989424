"""Domains: a world that was read, with all that a person needs to ask it questions.

Data flows one way: source, `Domain.read`, the domain, `Domain.solver`, a search, a result and a trace, `Domain.draw`. The
command line, the studio and batches call these few methods and know no domain by name.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, cast

from attrs import Attribute, AttrsInstance, field, frozen, validators
from typing_extensions import TypeVar

from genastar.arguments import expect
from genastar.astar import AStar
from genastar.batch import varying
from genastar.cost import Comparable, V
from genastar.errors import BadInput
from genastar.files import AnyPath, named
from genastar.limits import NO_LIMITS, CancelToken, Limits
from genastar.node import K
from genastar.observer import Observer, Trace
from genastar.result import Result, result_of
from genastar.view import View
from genastar.workspace import Workspace

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
    extras: tuple[str, ...] = ()
    """Extras of its distribution that some of its formats need."""
    api_version: str = field(kw_only=True)
    """The version of the plugin contract that the domain was written for, ``"1"``: written out, or it could not differ."""

    @property
    def needs_goals(self) -> bool:
        """Whether a question must name a goal: it need not where the domain has a goal condition of its own."""
        return "goal_condition" not in self.capabilities


class Domain(ABC, Generic[K, V, O, S]):
    """The contract of the entry-point group ``genastar.domains``. Subclass it as an attrs ``@frozen`` class.

    A person speaks of positions (``K``). The solver may search other states (``S``: a position with a heading, say);
    then override `start` and `route`, which translate.
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
    def solver(self, goals: tuple[K, ...]) -> AStar[S, V]:
        """The solver that ends at any of these goals.

        Without goals, which only a domain with the capability ``goal_condition`` is asked for, it ends in any state that meets
        the world's own condition: all boxes stand on marks, wherever the keeper stands.
        """

    def start(self, position: K) -> S:
        """The state to search from, for a position. Itself, unless the solver is lifted."""
        return cast(S, position)

    def start_cost(self, position: K) -> V | None:
        """What the start costs; ``None`` where the cost is `Cost` and nothing was travelled."""
        return None

    def route(self, path: Sequence[S]) -> tuple[K, ...]:
        """The positions that a path of states goes through. The path itself, unless the solver is lifted or jumps."""
        return cast("tuple[K, ...]", tuple(path))

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

    def default_goals(self) -> tuple[K, ...]:
        """Where to go when nobody says; no goals in a domain with the capability ``goal_condition``.

        Raises:
            BadInput: this domain, or this world, has no such place.
        """
        if not self.info.needs_goals:
            return ()
        raise BadInput(f"a {self.info.name} world has no default destination; give one with --to")

    def many(
        self, questions: Sequence[tuple[K, tuple[K, ...]]]
    ) -> tuple[AStar[S, V], Sequence[S], Mapping[str, Sequence[object]]] | None:
        """These questions, each a start and its goals, as one solver, the states to start from, and the fields that differ.

        `search_many` is then asked for all of them at once. ``None`` if that cannot be; they are then solved one by one.
        By itself it looks at the solvers that `solver` makes: they go together if they differ in numbers, and in tuples of
        numbers, alone. Override it where that can be known without making them, or where `solve` does more than solvers do.

        Raises:
            BadInput: a start or a goal is not a position that can be entered.
        """
        if type(self).solve is not Domain.solve:
            return None
        solvers = [self.solver(goals) for _, goals in questions]
        fields = varying(solvers)
        return None if fields is None else (solvers[0], [self.start(start) for start, _ in questions], fields)

    def configured(self, options: O) -> Domain[K, V, O, S] | None:
        """The same world under other options, without reading its source again; ``None`` if it has to be read again.

        Raises:
            BadInput: the options do not go together in this world.
        """
        return None

    def view(self) -> View[K, S] | None:
        """The world as a screen shows it; a `genastar.view.Canvas` if it may be painted on. ``None`` if it is no picture."""
        return None

    def told(self, found: Result[S, V], start: K, goals: tuple[K, ...]) -> Result[K, V]:
        """What a search of the solver of `many` found, as `solve` gives it.

        Override it together with `many` where `solve` does more with a result than to translate its states.
        """
        return self._in_positions(found)

    def draw(self, result: Result[K, V], trace: Trace[S, V], out: AnyPath) -> None:
        """Write a picture of what a search did; the suffix of ``out`` says of which kind.

        Raises:
            BadInput: this domain does not draw, or not in this format; or the file cannot be written.
        """
        raise BadInput(f"{named(out)}: a {self.info.name} world cannot be drawn; leave out --out")

    def solve(
        self,
        start: K | None = None,
        goals: Iterable[K] | None = None,
        *,
        engine: str = "auto",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[S, V] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[K, V]:
        """The cheapest way from ``start`` to any of ``goals``, by default the world's own.

        Goals may be empty where the domain has the capability ``goal_condition``: the search then ends where that is met.
        The arguments after the goals are those of `AStar.search`.

        Raises:
            BadInput: the start or a goal is not a position that can be entered; or no goal is given, and one is needed.
        """
        origin = self.default_start() if start is None else start
        wanted = self.default_goals() if goals is None else positions_of(goals)
        if not wanted and self.info.needs_goals:
            raise BadInput("no goal was given; give at least one")
        found = self.solver(wanted).search(
            self.start(origin),
            cast(V, self.start_cost(origin)),
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=observer,
            workspace=workspace,
        )
        return self._in_positions(found)

    def _in_positions(self, found: Result[S, V]) -> Result[K, V]:
        """The same result in the person's positions."""
        path = self.route(found.path)
        nearest = path if found.path_to_closest is found.path else self.route(found.path_to_closest)
        return result_of(
            outcome=found.outcome,
            path=path,
            cost=None if found.cost is None else self._paid(found.cost, path),
            closest=nearest[-1] if nearest else None,
            path_to_closest=nearest,
            expanded=found.expanded,
            generated=found.generated,
            reopened=found.reopened,
            peak_open=found.peak_open,
            seconds=found.seconds,
            engine=found.engine,
        )

    def _paid(self, cost: V, path: Sequence[K]) -> V:
        """What a path costs, as a person counts."""
        return cost


def positions_of(goals: Iterable[K]) -> tuple[K, ...]:
    """Return the goals as a tuple.

    Raises:
        BadInput: they are not several positions.
    """
    expect("goals", goals, Iterable, "positions in a list or a tuple")
    return tuple(goals)


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
