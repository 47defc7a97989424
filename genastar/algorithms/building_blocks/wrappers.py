"""Wrappers of problems and open lists, from which most algorithms are built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, cast

from attrs import evolve, frozen

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node

EXACT: Final = 2.0**53
"""Floats hold all whole numbers up to this one."""


@frozen(eq=False)
class ProblemWrapper(Hooks[K, V], Generic[K, V]):
    """A problem that passes all calls to a wrapped problem. Override the methods that differ.

    ``index``, ``size`` and ``key`` have a meaning only if the wrapped problem has them.
    """

    problem: Hooks[K, V]

    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        self.problem.add_neighbours(node, open_list)

    def is_destination(self, position: K) -> bool:
        return self.problem.is_destination(position)

    def estimate(self: ProblemWrapper[K, Cost[N]], position: K) -> N:  # type: ignore[override]  # the narrower self
        return self.problem.estimate(position)

    def key(self, position: K) -> Any:
        """Return the key of a position."""
        return self.problem.key(position)

    @property
    def is_keyed(self) -> bool:
        """Return whether the wrapped problem has a key."""
        return self.problem.is_keyed

    def index(self, position: K) -> int:
        """Return the index of a position."""
        return self.problem.index(position)

    @property
    def size(self) -> int:
        """Return the number of positions."""
        return cast(int, self.problem.size)

    @property
    def is_indexed(self) -> bool:
        """Return whether the wrapped problem has an index."""
        return self.problem.is_indexed


@frozen(eq=False)
class ProblemWithoutParents(ProblemWrapper[K, V]):
    """A problem each of whose nodes is expanded as a start is."""

    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        self.problem.add_neighbours(Node(node.position, node.cost), open_list)


def hide_parents(problem: Hooks[K, V]) -> Hooks[K, V]:
    """Return the problem with the same neighbours for every parent of a node; see `Hooks.uses_parent`."""
    return ProblemWithoutParents(problem) if problem.uses_parent else problem


@frozen(eq=False)
class OpenListWrapper(OpenList[K, V]):
    """An open list that passes all calls to another. Override the methods that differ."""

    open_list: OpenList[K, V]

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        self.open_list.insert(position, cost, parent, action)

    def relax(  # type: ignore[override]  # the narrower self
        self: OpenListWrapper[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        self.open_list.relax(position, travelled, parent, action)

    def known(self, position: K) -> Node[K, V] | None:
        return self.open_list.known(position)

    def improves(self: OpenListWrapper[K, Cost[N]], position: K, travelled: N) -> bool:  # type: ignore[override]  # the narrower self
        return self.open_list.improves(position, travelled)


@frozen(eq=False)
class RelaxingWrapper(OpenListWrapper[K, Cost[N]]):
    """An open list that relaxes also what hooks insert with a cost of their own. Override `relax` to change the steps."""

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)


def estimate_cost(problem: Hooks[K, Cost[N]], position: K, travelled: N) -> Cost[N]:
    """Return the cost of a position with the estimate of this problem."""
    left = problem.estimate(position)
    return Cost(travelled + left, travelled, left)


def unify_number_types(costs: Sequence[Cost[N]]) -> list[Cost[N]]:
    """Return costs of floats alone if some of their numbers are floats, for starts: machine code has one type for all starts.

    Whole numbers that floats cannot hold stay.
    """
    rows: list[tuple[Any, ...]] = [(cost.total, cost.travelled, cost.left) for cost in costs]
    is_mixed = {type(number) for row in rows for number in row} == {int, float}
    if not is_mixed or any(type(number) is int and abs(number) > EXACT for row in rows for number in row):
        return list(costs)
    return [Cost(*map(float, row)) for row in rows]  # type: ignore[arg-type]  # N is float here


def reorder_request(
    request: Request[K, V], problem: Hooks[K, Cost[Any]], cost: Callable[[Cost[Any]], Cost[Any]]
) -> Request[K, V]:
    """Return the request with another problem, and with the cost of each start converted for it."""
    asked = cast("Request[K, Cost[Any]]", request)
    starts = tuple((start, cost(known)) for start, known in asked.more_starts)
    return cast("Request[K, V]", evolve(asked, problem=problem, cost=cost(asked.cost), more_starts=starts))
