"""The hooks of a domain: what the author of a domain writes. `genastar.Domain` adds what users call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Self, cast

from attrs import AttrsInstance
from typing_extensions import TypeVar

from genastar.algorithms.astar import ASTAR
from genastar.algorithms.building_blocks.measures import Objective, StepMeasure
from genastar.astar import AStar
from genastar.errors import BadInput
from genastar.files import AnyPath, format_path
from genastar.search.batch import find_varying_fields
from genastar.values.arguments import expect
from genastar.values.cost import Comparable, V
from genastar.values.node import K
from genastar.values.observer import Trace
from genastar.values.result import Result, expect_result
from genastar.worlds.info import DomainInfo
from genastar.worlds.question import Choice, Question
from genastar.worlds.view import Board, View

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741
"""The type of a domain's options: one attrs class."""

S = TypeVar("S", default=K)
"""The type of the problem's states. It is ``K``, the type of a position, unless the problem searches other states."""


class DomainHooks(ABC, Generic[K, V, O, S]):
    """The hooks of a domain. Each is declared here with its default; the abstract ones must be written.

    Users speak of positions (``K``). The problem may search other states (``S``), for example positions with a heading. Then
    override `to_state` and `to_positions`; and if the problem counts costs in other units, `price`, `limit` and `View.unit`.
    """

    info: ClassVar[DomainInfo]

    @classmethod
    @abstractmethod
    def read(cls, source: object, options: O) -> Self:
        """Read a world from a path, or from another object that the domain supports, such as an array.

        Raises:
            BadInput: the source cannot be read by this domain; the message says what is wrong, where, and how to fix it.
        """

    @abstractmethod
    def parse(self, text: str) -> K:
        """Return the position that a user typed.

        Raises:
            BadInput: the world has no such position, or it cannot be entered.
        """

    @abstractmethod
    def format(self, position: K) -> str:
        """Return a position as text that `parse` can read."""

    @property
    def remark(self) -> str:
        """Return a remark on how the world was read, such as assumptions and omissions; empty by default."""
        return ""

    def with_options(self, options: O) -> Self | None:
        """Return this world under other options; ``None`` if its source must be read again for them.

        Raises:
            BadInput: the options contradict each other in this world.
        """
        return None

    def copy_for_worker(self) -> Self:
        """Return this world as it is now, for those who keep it: a copy, if the world can be changed in place."""
        return self

    @property
    def revision(self) -> int:
        """Return how often this world was changed in place. What was prepared for an earlier revision is out of date."""
        return 0

    def find_changed_states(self, before: Self) -> Iterable[S] | None:
        """Return all states from which a step has another cost than in an earlier version of this world, or is new or gone.

        More states than these may be returned. The default, ``None``, means that they are not known, or that some estimate is
        less than before. A `genastar.Replanner` then begins afresh.

        Args:
            before: a world of the same type.
        """
        return None

    def view(self) -> View[K, S] | None:
        """Return the view of the world; a `genastar.worlds.view.Canvas` if it can be painted. ``None`` if the world has no
        view.
        """
        return None

    def as_board(self) -> Board | None:
        """Return how the states of the world look as boards; ``None`` if they do not. It is for worlds without a view."""
        return None

    def draw(self, result: Result[K, V], trace: Trace[S, V], out: AnyPath) -> None:
        """Write a picture of a search to a file; its suffix chooses the format.

        Raises:
            BadInput: this domain cannot draw this format; or the file cannot be written.
        """
        raise BadInput(f"{format_path(out)}: a {self.info.name} world cannot be drawn; leave out --out")

    def draw_all(self, results: Sequence[Result[K, V]], trace: Trace[S, V], out: AnyPath) -> None:
        """Write a picture of a search that found several paths, at least one; the default draws the first. See `draw`."""
        self.draw(results[0], trace, out)

    @staticmethod
    def check_drawn(results: Sequence[object], trace: object) -> None:
        """Raise BadInput unless these are results of searches and a trace. Each `draw` calls it first."""
        for result in results:
            expect_result(result)
        expect("trace", trace, Trace, "the observer of that search, or an empty one: genastar.Trace()")

    @abstractmethod
    def problem(self, goals: tuple[K, ...], starts: tuple[K, ...] = ()) -> AStar[S, V]:
        """Return the problem whose destinations are these goals. It is the same for every algorithm.

        Without goals, which only a domain with the capability ``goal_condition`` allows, the destinations are the states that
        meet the world's own condition, for example that all boxes stand on marks.

        Args:
            goals: the destinations.
            starts: the start positions, for the few problems that depend on them.
        """

    def with_line_of_sight(self, problem: AStar[S, V]) -> AStar[S, V]:
        """Return the problem for algorithms that call its hook ``sight`` often: by default the problem itself."""
        return problem

    def to_state(self, position: K) -> S:
        """Return the state to start from at a position; the position itself, unless the problem searches other states."""
        return cast(S, position)

    def to_positions(self, states: Sequence[S], question: Question[K]) -> tuple[K, ...]:
        """Return the positions along a path of states; the states themselves, unless the problem searches other states."""
        return cast("tuple[K, ...]", tuple(states))

    def price(self, cost: V, path: Sequence[K]) -> V:
        """Return the cost of a path in the units of the user; the cost itself, unless the problem counts in other units."""
        return cost

    def price_path(self, costs: Sequence[V], path: Sequence[K]) -> Sequence[V]:
        """Return the cost at each position of a path in the units of the user, given the costs in the units of the problem.

        The default calls `price` for each beginning of the path. Override it if all can be computed at once.
        """
        return [self.price(cost, path[: step + 1]) for step, cost in enumerate(costs)]

    def match_states(self, states: Sequence[S], path: Sequence[K], question: Question[K]) -> Sequence[int]:
        """Return the index of the first state of each position of a path that `to_positions` made.

        The default calls `to_positions` for each state. Override it if a single state does not determine its position.
        """
        if len(states) == len(path):
            return range(len(path))
        found: list[int] = []
        for number, state in enumerate(states):
            if len(found) < len(path) and self.to_positions((state,), question) == (path[len(found)],):
                found.append(number)
        return found

    def limit(self, cost: Comparable) -> Comparable | None:
        """Convert a limit on the cost from the user's units to the problem's; ``None`` if it bounds nothing.

        Raises:
            BadInput: the limit is not a cost of this world.
        """
        return cost

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Return what the numbers of a cost are, if costs are a `genastar.Vector`; none if a cost is one number."""
        return ()

    @property
    def measures(self) -> tuple[StepMeasure[S], ...]:
        """Return the further numbers of a step, if `problem` counts only the first; none if its costs are vectors already."""
        return ()

    def start_cost(self, position: K) -> V | None:
        """Return the cost of the start; ``None`` means a `Cost` with g = 0."""
        return None

    def choose(self, question: Question[K]) -> Choice:
        """Return the algorithm that ``algorithm="auto"`` stands for in a question, with the reason."""
        return Choice(ASTAR, "it fits every world of this domain")

    def default_starts(self) -> tuple[K, ...]:
        """Return the start positions for a question without a start.

        Raises:
            BadInput: this domain or this world has no default.
        """
        raise BadInput(f"a {self.info.name} world has no default start; give start= or --from")

    def default_goals(self) -> tuple[K, ...]:
        """Return the goals for a question without goals; none in a domain with the capability ``goal_condition``.

        Raises:
            BadInput: this domain or this world has no default.
        """
        if not self.info.needs_goals:
            return ()
        raise BadInput(f"a {self.info.name} world has no default goal; give goals= or --to")

    def combine(
        self, questions: Sequence[tuple[K, tuple[K, ...]]]
    ) -> tuple[AStar[S, V], Sequence[S], Mapping[str, Sequence[object]]] | None:
        """Combine questions, each a start and its goals, into one problem for one batch.

        The default makes the problem of each question. They can be combined if they differ only in fields that are numbers or
        tuples of numbers. Override it if this is known without making the problems.

        Returns:
            The problem, the states and the fields; ``None`` if the questions must be solved one by one.

        Raises:
            BadInput: a start or a goal cannot be entered.
        """
        problems = [self.problem(goals, (start,)) for start, goals in questions]
        fields = find_varying_fields(problems)
        return None if fields is None else (problems[0], [self.to_state(start) for start, _ in questions], fields)
