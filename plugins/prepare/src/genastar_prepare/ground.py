"""Grounds: a problem or a world with its graph, its landmarks and its hierarchy, each computed at first use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, cast

import numpy as np
from attrs import field, frozen

from genastar import AStar, BadInput, Cost, Domain
from genastar.algorithm import OneRun
from genastar.algorithms.building_blocks.remaining_costs import InformedProblem
from genastar.algorithms.building_blocks.wrappers import ProblemWrapper
from genastar.authoring import Question
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.errors import format_value, name_problem
from genastar.values.cost import N
from genastar.values.limits import check_while_iterating
from genastar.values.node import K
from genastar.worlds.preparing import Preparing, Source
from genastar_prepare.cache import store_in_cache
from genastar_prepare.graph.finite import Finite, list_problem
from genastar_prepare.graph.rows import NEVER, Int32, Int64, RowGraph, Weights
from genastar_prepare.graph.seeds import list_seeds
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.upward_search import Ends
from genastar_prepare.landmarks import Wide, compute_bound

ANOTHER: Final = "this preparation belongs to another problem or world; prepare it again"


@frozen(eq=False)
class GroundProblem(ProblemWrapper[K, Cost[N]], Generic[K, N]):
    """A prepared problem whose destinations are these nodes, without an estimate."""

    goals: Int64

    def is_destination(self, position: K) -> bool:
        node = self.index(position)
        return any(goal == node for goal in self.goals)

    def estimate(self, position: K) -> N:
        return cast("N", 0)


@frozen(eq=False)
class Estimated(InformedProblem[K, N], Generic[K, N]):
    """A problem with the estimate of landmarks."""

    numbered: Any
    """The problem that numbers the positions."""
    table: Weights
    columns: Int32
    goal_row: Wide

    def estimate(self, position: K) -> N:
        node = self.numbered.index(position)
        return compute_bound(self.table, self.columns, self.goal_row, node, self.problem.estimate(position))


class Grounded(ABC):
    """A world that knows its graph, such as a road graph, so that nothing must be listed. It is a `Domain` too."""

    __slots__ = ()

    @property
    @abstractmethod
    def ground(self) -> PreparedGround:
        """Return the ground of this world: always the same, so that its preparations are kept."""


@frozen(eq=False)
class PreparedGround:
    """A problem or a world, listed."""

    source: Source
    finite: Finite[Any]
    seeds: list[Any] = field(repr=False)
    """The positions from which it was listed."""
    revision: int = field(repr=False)
    """The revision of the world that was listed."""
    _others: OrderedDict[int, PreparedGround] = field(factory=OrderedDict, init=False, repr=False)
    """Other problems and worlds that were listed from the same positions, by their identities."""
    prepared: OrderedDict[Preparing, OneRun] = field(factory=OrderedDict, init=False, repr=False)
    """The newest preparations, by their methods."""

    @classmethod
    def of(cls, source: Source, starts: Iterable[Any] = (), engine: str = "auto") -> PreparedGround:
        """List the steps of a problem or a world, unless it is `Grounded`.

        Raises:
            BadInput: as `list_problem`.
        """
        if isinstance(source, Grounded):
            return source.ground
        seeds = list(starts)
        return cls.from_seeds(source, list_seeds(source, seeds) if isinstance(source, Domain) else seeds, engine)

    @classmethod
    def from_seeds(cls, source: Source, seeds: list[Any], engine: str = "auto") -> PreparedGround:
        """List the steps of a problem or a world that these positions lead to.

        Raises:
            BadInput: as `list_problem`; or a position is none of the world.
        """
        if isinstance(source, AStar):
            return cls(source, list_problem(source, seeds, engine=engine), seeds, 0)
        cost = source.start_cost(seeds[0]) if seeds else None
        if cost is not None and type(cost) is not Cost:
            raise BadInput(
                f"this {source.info.name} world counts in {name_problem(cost)}; a preparation needs costs that are Cost"
            )
        states = [source.to_state(seed) for seed in check_while_iterating(seeds)]
        problem = _make_problem(source, seeds)
        try:
            finite = list_problem(problem, states, engine=engine)
        except BadInput as error:
            raise BadInput(f"this {source.info.name} world cannot be prepared: {error}") from error
        return cls(source, finite, seeds, source.revision)

    @cached_property
    def world(self) -> Domain[Any, Any, Any, Any] | None:
        """The world; ``None`` if the source is a problem."""
        return self.source if isinstance(self.source, Domain) else None

    @property
    def is_current(self) -> bool:
        """Return whether the world was not changed since it was listed."""
        return self.world is None or self.world.revision == self.revision

    def expect_current(self) -> None:
        """Raise BadInput if the world was changed since it was listed."""
        if not self.is_current:
            raise BadInput("the world was changed after it was prepared; prepare it again")

    @property
    def rows(self) -> RowGraph:
        """The graph of the steps."""
        return self.finite.rows

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The contraction hierarchy of the steps, computed at the first use.

        Raises:
            BadInput: as `Hierarchy.of`.
        """
        saved = self.find_saved_file("hierarchy")
        return Hierarchy.of(self.rows) if saved is None else Hierarchy.open(saved, self.rows)

    def find_saved_file(self, method: str) -> Path | None:
        """Return the file in which the preparation by a method is saved beside the source; ``None`` if there is none."""
        return None

    def match_source(self, asked_of: Source) -> PreparedGround:
        """Return the ground of a problem or world, which must have the same graph.

        A problem that is another object is listed too, because its steps may differ.

        Raises:
            BadInput: the steps differ, or the world was changed since.
        """
        self.expect_current()
        if isinstance(asked_of, GroundProblem) or asked_of is self.source:
            return self
        known = self._others.get(id(asked_of))
        if known is None or known.source is not asked_of or not known.is_current:
            try:
                known = PreparedGround.from_seeds(asked_of, self.seeds)
            except (LookupError, TypeError, ValueError, AttributeError) as error:  # hooks do not know the position
                raise BadInput(f"{ANOTHER} ({error})") from error
            store_in_cache(self._others, id(asked_of), known)
        if known.rows.fingerprint != self.rows.fingerprint:
            raise BadInput(ANOTHER)
        return known

    @cached_property
    def _nodes_at(self) -> dict[Any, list[int]]:
        """The nodes at each position of the world."""
        source, positions = self.world, self.finite.positions
        assert source is not None
        nodes = [node for node, state in enumerate(positions) if state is not None]
        found: dict[Any, list[int]] = {}
        told = source.to_positions([positions[node] for node in nodes], Question((), ()))
        if len(told) != len(nodes):  # a path of states has fewer positions
            told = tuple(source.to_positions([positions[node]], Question((), ()))[0] for node in nodes)
        for node, position in zip(nodes, told, strict=True):
            found.setdefault(position, []).append(node)
        return found

    @cached_property
    def places(self) -> Sequence[Any] | None:
        """The position of each node in the problem or world; ``None`` if several nodes of the world share a position."""
        if self.world is None:
            return self.finite.positions
        if any(len(nodes) > 1 for nodes in self._nodes_at.values()):
            return None
        places: list[Any] = [None] * self.rows.size
        for position, nodes in self._nodes_at.items():
            places[nodes[0]] = position
        return places

    @cached_property
    def may_circle(self) -> bool:
        """Whether a cheapest path may pass a node twice: only if a step costs nothing, or so little that rounding hides it."""
        weight = self.rows.weight
        return weight.dtype.kind == "f" or bool((weight == 0).any())

    def find_pair(self, start: Any, goal: Any) -> tuple[int, int] | None:
        """Return the nodes of two positions; ``None`` if there are no `places`, or a position is none of the world.

        Raises:
            BadInput: the world was changed, or a position of a problem was not reached.
        """
        self.expect_current()
        if self.world is None:
            return self.finite.find_node(start), self.finite.find_node(goal)
        if self.places is None:
            return None
        nodes = self._nodes_at
        try:
            return nodes[start][0], nodes[goal][0]
        except (KeyError, TypeError):  # TypeError: it has no hash
            return None

    def find_starts_at(self, position: Any) -> Int64:
        """Return the node at which a path from a position begins, shape (1,).

        Raises:
            BadInput: it was not reached.
        """
        state = position if self.world is None else self.world.to_state(position)
        return np.array([self.finite.find_node(state)])

    def find_goals_at(self, positions: Sequence[Any], problem: Hooks[Any, Any] | None = None) -> Int64:
        """Return the nodes at these positions, shape (k,).

        Raises:
            BadInput: a position of a problem was not reached, or cannot be entered in a world.
        """
        if self.world is None:
            return np.array([self.finite.find_node(position) for position in positions], np.int64)
        try:
            places = dict.fromkeys(positions)
        except TypeError as error:
            raise BadInput(
                f"{format_value(positions)}: a position is not hashable ({error}); give tuples, not lists"
            ) from error
        for position in places:
            if position not in self._nodes_at:
                self.world.to_state(position)  # raises for what is none of the world
        found = [node for position in places for node in self._nodes_at.get(position, ())]
        if problem is not None and not all(problem.is_destination(self.finite.positions[node]) for node in found):
            return self.finite.find_goals(problem)
        return np.array(found, np.int64)

    def find_ends(self, request: Request[Any, Any]) -> tuple[Ends, Ends]:
        """Return where the paths of a request begin and end: rows of node, cost.

        Raises:
            BadInput: a start was not reached, or its cost is not a number of 64 bits.
        """
        starts = (request.start, request.cost), *request.more_starts
        nodes = [self.finite.find_node(start) for start, _ in starts]
        question = get_question(request)
        if isinstance(request.problem, GroundProblem):
            goals = request.problem.goals
        elif isinstance(question, Question) and question.goals and self.world is not None:
            goals = self.find_goals_at(question.goals, request.problem)
        else:
            goals = self.finite.find_goals(request.problem)
        return self._make_ends(nodes, [cost.travelled for _, cost in starts]), self._make_ends(goals, [0] * len(goals))

    def list_exits_at(self, position: Any) -> list[tuple[int, ...]]:
        """Return where paths from a position begin: rows of node, cost.

        Raises:
            BadInput: it was not reached.
        """
        return [(node, 0) for node in self.find_starts_at(position).tolist()]

    def list_entries_at(self, positions: tuple[Any, ...]) -> list[tuple[int, ...]]:
        """Return where paths to any of these positions end: rows of node, remaining cost.

        Raises:
            BadInput: a position of a problem was not reached.
        """
        return [(node, 0) for node in self.find_goals_at(positions).tolist()]

    def make_table(self, rows: Sequence[tuple[int, ...]]) -> Ends:
        """Return rows of `list_exits_at` or `list_entries_at` as an array of the kind of the weights, shape (k, 2 or 3)."""
        kind = np.float64 if self.rows.weight.dtype.kind == "f" else np.int64
        return cast("Ends", np.array(rows, kind).reshape(len(rows), len(rows[0]) if rows else 2))

    def get_direct_cost(self, request: Request[Any, Any]) -> int:
        """Return what a path costs that uses no node of the graph; -1 if there is none."""
        return NEVER

    def compute_direct_cost(self, start: Any, goals: tuple[Any, ...]) -> int:
        """Return what a path to any of the goals costs that uses no node of the graph; -1 if there is none."""
        return NEVER

    def get_goal(self, entries: Ends) -> Any:
        """Return the position of the problem at which paths end; ``None`` if they end at several."""
        return self.get_position(int(entries[0, 0])) if len(entries) == 1 else None

    def translate_path(self, nodes: Sequence[int], question: object) -> tuple[Any, ...]:
        """Return the positions of the problem along a path of nodes from a start to a goal.

        Args:
            nodes: the nodes.
            question: the question to a world; ``None`` for a problem.
        """
        return tuple(map(self.finite.positions.__getitem__, nodes))

    def add_landmarks(self, problem: Hooks[Any, Any], table: Weights, columns: Int32, goal_row: Wide) -> Hooks[Any, Any]:
        """Return a problem with the larger of its own estimate and that of landmarks; see `compute_bound`."""
        return Estimated(problem, self.finite.problem, table, columns, goal_row)

    def _make_ends(self, nodes: Sequence[int] | Int64, costs: Sequence[Any]) -> Ends:
        """Return rows of node, cost, in whole numbers or floats as the weights are."""
        kind = np.float64 if self.finite.rows.weight.dtype.kind == "f" else np.int64
        try:
            paid = np.array(costs, kind)
        except (OverflowError, TypeError, ValueError):
            paid = np.zeros(0, kind)
        if paid.tolist() != list(costs):
            raise BadInput(f"a start costs {costs[0]!r}; a prepared search needs numbers as those of the steps, of 64 bits")
        return np.stack((np.asarray(nodes, kind), paid), axis=1)

    def get_position(self, node: int) -> Any:
        """Return the position of a node: a state of the problem."""
        return self.finite.positions[node]


def _make_problem(world: Domain[Any, Any, Any, Any], seeds: Sequence[Any]) -> AStar[Any, Any]:
    if not seeds:
        raise BadInput(f"no position of this {world.info.name} world can be entered, so there is nothing to prepare")
    return world.problem(tuple(seeds[:1]) if world.info.needs_goals else (), tuple(seeds[:1]))


_grounds: Final[OrderedDict[int, PreparedGround]] = OrderedDict()
_refused: Final[OrderedDict[int, tuple[object, BadInput]]] = OrderedDict()
"""Problems and worlds that cannot be listed, with the reason: to find it takes seconds."""


def get_source(request: Request[Any, Any]) -> Source:
    """Return the world of a request, or its problem if it has no world."""
    return cast("Source", request.question[0] if isinstance(request.question, tuple) else request.problem)


def get_question(request: Request[Any, Any]) -> object:
    """Return the question of a request to a world; ``None`` for a problem."""
    return request.question[1] if isinstance(request.question, tuple) else None


def find_ground(request: Request[Any, Any], engine: str = "auto") -> PreparedGround:
    """Return the ground of a request: of its world, or of its problem. It is listed at the first request.

    Raises:
        BadInput: as `list_problem`.
    """
    world = get_source(request)
    if isinstance(world, Grounded):
        return world.ground
    known = _grounds.get(id(world))
    starts = [start for start, _ in ((request.start, request.cost), *request.more_starts)]
    if known is not None and (known.source is not world or not known.is_current):
        known = None
    if known is None or not all(_is_known(known.finite, start) for start in starts):
        asked = request.question[1].starts if isinstance(request.question, tuple) else tuple(starts)
        seeds = asked if known is None else (*known.seeds, *asked)
        refused = _refused.get(id(world))
        if refused is not None and refused[0] is world:
            raise BadInput(str(refused[1]))
        try:
            known = PreparedGround.of(world, seeds, engine)
        except BadInput as error:
            store_in_cache(_refused, id(world), (world, error))
            raise
        store_in_cache(_grounds, id(world), known)
    return known


def _is_known(finite: Finite[Any], position: Any) -> bool:
    try:
        finite.find_node(position)
    except BadInput:
        return False
    return True
