"""Runs of worlds: a run of the problem, inspected in the positions and units of the user."""

from __future__ import annotations

from typing import Any

from genastar.contracts.run import Run, RunWrapper
from genastar.contracts.tree import Tree
from genastar.errors import BadInput
from genastar.values.cost import Comparable, Cost, V
from genastar.values.node import K, Node
from genastar.values.result import Result
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.question import Question
from genastar.worlds.translation import price_cost, translate_result
from genastar.worlds.tree import tree_of_world


def make_changed_world_error() -> BadInput:
    """Return the error of a search that is continued after its world was changed in place."""
    return BadInput("the world was changed after this search began, and its answer may cross a new wall; begin another")


class WorldRun(RunWrapper[K, V]):
    """A run of a world's problem. The costs of its nodes, which have no path yet, are those of the problem over `View.unit`.

    A total that is a number of steps is not divided.
    """

    def __init__(
        self, world: DomainHooks[K, V, Any, Any], question: Question[K], run: Run[Any, Any], counts_steps: bool = False
    ) -> None:
        self._world = world
        self._question = question
        self._revision = world.revision
        self._run = run
        self._result: Result[K, V] | None = None
        self._latest: object = None
        view = world.view()
        self._unit = 1.0 if view is None else view.unit
        self._unit_of_totals = 1.0 if counts_steps else self._unit

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    @property
    def best_open(self) -> Node[K, V] | None:
        return self._translate_node(self._run.best_open)

    @property
    def closest(self) -> Node[K, V] | None:
        return self._translate_node(self._run.closest)

    @property
    def path_to_closest(self) -> tuple[K, ...]:
        return self._world.to_positions(self._run.path_to_closest, self._question)

    @property
    def next_bound(self) -> Comparable | None:
        bound = self._run.next_bound
        return bound if self._unit_of_totals == 1 or not isinstance(bound, (int, float)) else bound / self._unit_of_totals

    @property
    def tree(self) -> Tree[K, V]:
        return tree_of_world(self._world, self._question, self._run.tree)

    def run_until(self, target: int) -> Result[K, V] | None:
        if self._world.revision != self._revision:
            raise make_changed_world_error()
        found = self._run.run_until(target)
        if found is None:
            return None
        if found is not self._latest:
            self._latest, self._result = found, translate_result(self._world, found, self._question)
        return self._result

    def _translate_node(self, node: Node[Any, Any] | None) -> Node[K, V] | None:
        here = None if node is None else self._position_of(node.position)
        if node is None or here is None:
            return None
        cost: Any = node.cost
        if isinstance(cost, Cost):
            total = cost.total if self._unit_of_totals == 1 else cost.total / self._unit_of_totals
            cost = Cost(total, cost.travelled / self._unit, cost.left / self._unit) if self._unit != 1 else cost
        else:
            cost = price_cost(self._world, cost, ())
        return Node(here, cost, self._position_of(node.parent))

    def _position_of(self, state: Any) -> K | None:
        """Return the position of a state; ``None`` if it stands for none."""
        found = () if state is None else self._world.to_positions((state,), self._question)
        return found[-1] if found else None
