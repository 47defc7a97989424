"""Replays: the costs and actions along a path, computed by calling the hooks along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import isclose
from typing import TYPE_CHECKING, Any, Final, Generic

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.errors import BadInput, format_value, name_hook
from genastar.values.cost import Cost, N, V, get_travelled
from genastar.values.node import K, Node

if TYPE_CHECKING:
    from attrs import frozen

    from genastar.contracts.request import Request
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: each result has one

CLOSE: Final = 1e-9
"""The relative difference within which costs that are floats count as equal. Sums in another order differ by less."""


@frozen
class Replay(Generic[K, V]):
    """A function that computes the costs along a path, so that a search need not keep them."""

    problem: Hooks[K, V]
    cost: V
    """The cost of the first position."""
    path: Sequence[K]
    total: V | None = None
    """The cost of the last position, if the search added it up in another order, which matters for floats."""

    def __call__(self) -> tuple[V, ...]:
        costs = compute_costs_along(self.problem, self.cost, self.path)
        if self.total is None:
            return costs
        if get_travelled(self.total) < get_travelled(costs[-1]):  # it may be more: see `correct_lagging_costs`
            expect_sum(self.problem, get_travelled(costs[-1]), get_travelled(self.total))
        return (*costs[:-1], self.total)


@frozen
class Actions(Generic[K, V]):
    """A function that finds the actions along a path, so that a search need not keep them."""

    problem: Hooks[K, V]
    path: Sequence[K]
    costs: Sequence[V] | Callable[[], Sequence[V]]
    """The cost at each position of the path."""
    newest: bool = False
    """Whether the last of several parallel steps of one cost counts, as in depth-first search; otherwise the first counts."""

    def __call__(self) -> tuple[object, ...]:
        costs = self.costs() if callable(self.costs) else self.costs
        if len(costs) != len(self.path):
            return ()
        steps = _iterate_steps(self.problem, [Node(*each) for each in zip(self.path, costs, [None, *self.path], strict=False)])
        return tuple(step.find_action(cost, self.newest) for step, cost in zip(steps, costs[1:], strict=True))


def compute_costs_along(problem: Hooks[K, V], cost: V, path: Sequence[K]) -> tuple[V, ...]:
    """Return the cost at each position of a path, given the cost of the first. Of parallel steps the cheapest counts.

    Raises:
        BadInput: the problem has no such step as one on the path.
    """
    nodes = [Node(position, cost) for position in path[:1]]
    for step in _iterate_steps(problem, nodes, path):
        cheapest = step.find_cheapest_cost()
        if cheapest is None:
            raise BadInput(f"the path goes from {nodes[-1].position!r} to {step.wanted!r}, and the problem has no such step")
        nodes.append(Node(step.wanted, cheapest, nodes[-1].position))
    return tuple(node.cost for node in nodes)


def expect_sum(problem: object, along: Any, added: Any) -> None:
    """Raise BadInput if the steps of a path cost something else than an algorithm added up, beyond the rounding of floats.

    Args:
        problem: the problem.
        along: the cost of the path, by the hooks from its start to its end.
        added: the sum of an algorithm that asked for some of the steps in another order.

    Raises:
        BadInput: they differ.
    """
    if along == added or (not isinstance(along + added, int) and isclose(along, added, rel_tol=CLOSE)):
        return
    raise BadInput(
        f"the path costs {format_value(along)}, and its steps alone {format_value(added)}: this algorithm needs steps "
        "whose costs do not "
        f"depend on what was travelled before, and those of {name_hook(problem)} do; put what they depend on into the "
        "position, "
        "or use astar"
    )


def correct_lagging_costs(
    request: Request[K, V], path: Sequence[K], costs: Callable[[], tuple[V, ...]]
) -> tuple[V, ...] | None:
    """Return the costs along the path of an answer if it costs less than the search added up; otherwise ``None``.

    Call it if positions were reopened; see `genastar.contracts.frontier.Frontier.may_lag`.
    """
    if not request.frontier.may_lag:
        return None
    added = costs()
    try:
        paid_now = compute_costs_along(request.problem, added[0], path)
    except BadInput:  # a hook named another parent than the expanded position
        return None
    return paid_now if get_travelled(paid_now[-1]) < get_travelled(added[-1]) else None


def _iterate_steps(problem: Hooks[K, V], nodes: list[Node[K, V]], path: Sequence[K] | None = None) -> Iterator[_Step[K, V]]:
    """Yield the steps from each node to the next position of the path. The caller may append nodes meanwhile."""
    known: dict[K, Node[K, V]] = {}
    for at, (_, following) in enumerate(pairwise([node.position for node in nodes] if path is None else path)):
        known[nodes[at].position] = nodes[at]
        step = _Step(problem, following, known)
        problem.add_neighbours(nodes[at], step)
        yield step


class _Step(OpenList[K, V]):
    """An open list that keeps only the additions for one position."""

    def __init__(self, problem: Hooks[K, V], wanted: K, known: dict[K, Node[K, V]]) -> None:
        self.wanted = wanted
        self._problem = problem
        self._known = known
        self._added: list[tuple[V, object]] = []
        """The cost and the action of each step there."""

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        if position == self.wanted:
            self._added.append((cost, action))

    def relax(  # type: ignore[override]  # the narrower self
        self: _Step[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        if position == self.wanted:
            left = self._problem.estimate(position)
            self._added.append((Cost(travelled + left, travelled, left), action))

    def known(self, position: K) -> Node[K, V] | None:
        """Return the node of a position of the path so far."""
        return self._known.get(position)

    def find_cheapest_cost(self) -> V | None:
        """Return the least cost of a step there, the first among equals; ``None`` if there is no step."""
        return self._find_cheapest()[0]

    def find_action(self, cost: V, newest: bool) -> object:
        """Return the action of the step of this cost; of the cheapest if no step has it, as when its parent became cheaper."""
        of_cost = [action for known, action in self._added if get_travelled(known) == get_travelled(cost)]
        return of_cost[-1 if newest else 0] if of_cost else self._find_cheapest()[1]

    def _find_cheapest(self) -> tuple[V | None, object]:
        best: tuple[V | None, object] = (None, None)
        for cost, action in self._added:
            if best[0] is None or get_travelled(cost) < get_travelled(best[0]):
                best = cost, action
        return best
