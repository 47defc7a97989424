"""The steps from a position, which a driver asks of the hooks outside a search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from genastar.contracts.hooks import Hooks, make_nothing_added_error
from genastar.contracts.open_list import OpenList
from genastar.errors import BadInput, format_value, name_hook
from genastar.values.cost import Cost, N
from genastar.values.node import K, Node


class StepCosts(Generic[K, N]):
    """The neighbours of each position with the costs of the steps. The hooks are called once for each position.

    The costs must add: a step costs the same on every path. Of parallel steps the cheapest counts. A hook to which steps cost
    something else after another cost travelled is asked as at a start in `costs_from`, and truly in `step_from`.
    """

    def __init__(self, problem: Hooks[K, Cost[N]], zero: N, algorithm: str) -> None:
        self._problem = problem
        self._zero = zero
        self._algorithm = algorithm
        self._known: dict[K, dict[K, N]] = {}

    def costs_from(self, position: K) -> Mapping[K, N]:
        """Return the cost of the step to each neighbour, in the order in which the hook adds them.

        Raises:
            BadInput: the hook adds a step from another position.
        """
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = self._expand(position, self._zero)
        return known

    def step_from(self, position: K, travelled: N, neighbour: K) -> N:
        """Return the cost travelled at a neighbour after a step from a position, at which the hook sees its cost travelled.

        Raises:
            BadInput: the hook adds a step from another position, or no such step.
        """
        reached = self._expand(position, travelled)
        if neighbour not in reached:
            raise BadInput(
                f"the algorithm {self._algorithm!r} needs the same steps from a position whatever was travelled, and "
                f"{name_hook(self._problem)} adds no step from {format_value(position)} to {format_value(neighbour)} after "
                f"{format_value(travelled)}; use astar"
            )
        return reached[neighbour]

    def _expand(self, position: K, travelled: N) -> dict[K, N]:
        """Return the cost travelled at each neighbour, given that at a position."""
        left = self._problem.estimate(position)
        node = Node(position, Cost(travelled + left, travelled, left))
        added = _StepRecorder[K, N](node, self._algorithm)
        if self._problem.add_neighbours(node, added) is not None:
            raise make_nothing_added_error(self._problem)
        return added.costs


class _StepRecorder(OpenList[K, Cost[N]]):
    """An open list that keeps the cheapest step to each neighbour."""

    def __init__(self, node: Node[K, Cost[N]], algorithm: str) -> None:
        self.costs: dict[K, N] = {}
        self._node = node
        self._algorithm = algorithm

    def insert(self, position: K, cost: Cost[N], parent: K | None = None, action: object = None) -> None:
        self.relax(position, cost.travelled, parent, action)

    def relax(self, position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        if parent is not None and parent != self._node.position:
            raise BadInput(
                f"the algorithm {self._algorithm!r} needs steps from the expanded position; leave out parent, or use astar"
            )
        known = self.costs.get(position)
        if known is None or travelled < known:
            self.costs[position] = travelled

    def known(self, position: K) -> Node[K, Cost[N]] | None:
        return self._node if position == self._node.position else None
