"""Algorithms that search states other than the positions of the problem, and answer in positions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from attrs import evolve, frozen

from genastar.algorithm import OneRun
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.contracts.tree import Tree
from genastar.memory.reached import make_tree_of_nodes
from genastar.memory.replay import Actions, Replay, correct_lagging_costs
from genastar.values.cost import Comparable, V
from genastar.values.node import K, Node
from genastar.values.observer import EventKind, Listener, Observer, notify_observer
from genastar.values.result import Result, map_result

S = TypeVar("S")
"""The type of a state."""


@frozen
class LiftedRequest(Generic[S, K, V]):
    """A search of other states: its request, and the conversions from states to positions."""

    request: Request[S, V]
    position: Callable[[S], K | None]
    """Returns the position of a state; ``None`` for states without a position of the problem."""
    route: Callable[[Sequence[S]], tuple[K, ...]]
    """Returns the positions along a path of states."""
    each: bool = False
    """Whether each state of a path is one position, at the cost of the state. Otherwise the costs along a path are computed
    with the hooks of the problem."""
    costs: Callable[[tuple[K, ...]], tuple[V, ...]] | None = None
    """Returns the costs along a path, if its legs are no steps of the problem; such a path has no actions."""
    cost: Callable[[S, V], V] | None = None
    """Returns the cost of the position of a state, given the state and its cost. By default it is the same cost."""
    is_sum: bool = False
    """Whether the cost of a path is a sum of parts that were searched apart, so that a step whose cost depends on what was
    travelled makes it wrong."""

    def translate_node(self, node: Node[S, V] | None) -> Node[K, V] | None:
        """Return a node of states in positions; ``None`` if its state has no position."""
        here = None if node is None else self.position(node.position)
        if node is None or here is None:
            return None
        parent = None if node.parent is None else self.position(node.parent)
        return Node(here, self.translate_cost(node.position, node.cost), parent)

    def translate_cost(self, state: S, cost: V) -> V:
        """Return the cost of the position of a state."""
        return cost if self.cost is None else self.cost(state, cost)


class LiftedAlgorithm(OneRun):
    """An algorithm that searches other states. Override `lift`, and `run_of` if its runs show only some of the states."""

    @abstractmethod
    def lift(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        """Return the search that answers the request."""

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search the states and return the answer in positions."""
        lift = self._lift_with_observer(request)
        return _translate_result(lift, request, lift.request.search())

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the states that is inspected in positions."""
        return self.run_of(self._lift_with_observer(request), request)

    def run_of(self, lift: LiftedRequest[S, K, V], request: Request[K, V]) -> LiftedRun[S, K, V]:
        """Begin the run of a lift."""
        return LiftedRun(lift, request, lift.request.begin())

    def _lift_with_observer(self, request: Request[K, V]) -> LiftedRequest[Any, K, V]:
        lift = self.lift(request)
        if request.observer is None:
            return lift
        return evolve(lift, request=evolve(lift.request, observer=PositionObserver(lift, request.observer)))


def _translate_result(lift: LiftedRequest[S, K, V], request: Request[K, V], found: Result[S, V]) -> Result[K, V]:
    path = lift.route(found.path)
    nearest = path if found.path_to_closest is found.path else lift.route(found.path_to_closest)
    cost = None if found.cost is None else lift.translate_cost(found.path[-1], found.cost)
    costs = _translate_costs(lift, request, path, found, cost)
    if isinstance(costs, Replay) and found.reopened:
        less = correct_lagging_costs(evolve(request, frontier=lift.request.frontier), path, costs)
        if less is not None:
            cost, costs = less[-1], less
    if lift.is_sum and isinstance(costs, Replay) and found.engine == "interpreted":
        costs = costs()  # raises an error if it differs; beside a search in machine code, this would take long
    actions = Actions(request.problem, path, costs) if lift.costs is None else (None,) * (len(path) - 1)
    return map_result(found, path, nearest, cost, costs, actions if path else ())


def _translate_costs(
    lift: LiftedRequest[S, K, V], request: Request[K, V], path: tuple[K, ...], found: Result[S, V], cost: V | None
) -> Callable[[], tuple[V, ...]] | tuple[V, ...]:
    if lift.each or not path:
        return _CostsOfStates(lift, found)
    if lift.costs is not None:
        return lift.costs(path)
    return Replay(request.problem, dict(request.more_starts).get(path[0], request.cost), path, cost)


@frozen
class _CostsOfStates(Generic[S, K, V]):
    """A function that returns the costs along a path, each state of which is a position: few callers need them."""

    lift: LiftedRequest[S, K, V]
    found: Result[S, V]

    def __call__(self) -> tuple[V, ...]:
        costs = cast("Sequence[V]", self.found.costs)
        return tuple(map(self.lift.translate_cost, self.found.path, costs))


class PositionObserver(Listener[S, V], Generic[S, K, V]):
    """An observer that passes on the events of states as events of their positions."""

    def __init__(self, lift: LiftedRequest[S, K, V], observer: Observer[K, V]) -> None:
        self.live = observer.live
        self._lift = lift
        self._observer = observer

    def notify(self, kind: EventKind, node: Node[S, V]) -> None:
        told = self._lift.translate_node(node)
        if told is not None:
            notify_observer(self._observer, kind, told)


class LiftedRun(Run[K, V], Generic[S, K, V]):
    """A run of states that is inspected in positions."""

    def __init__(self, lift: LiftedRequest[S, K, V], request: Request[K, V], run: Run[S, V]) -> None:
        self._lift = lift
        self._request = request
        self._run = run
        self._result: Result[K, V] | None = None

    def translate_node(self, node: Node[S, V] | None) -> Node[K, V] | None:
        """Return a node in positions; ``None`` if it is not shown."""
        return self._lift.translate_node(node)

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    @property
    def expanded(self) -> int:
        return self._run.expanded

    @property
    def best_open(self) -> Node[K, V] | None:
        return self.translate_node(self._run.best_open)

    @property
    def closest(self) -> Node[K, V] | None:
        return self.translate_node(self._run.closest)

    @property
    def path_to_closest(self) -> tuple[K, ...]:
        return tuple(self._lift.route(self._run.path_to_closest))

    @property
    def next_bound(self) -> Comparable | None:
        return self._run.next_bound

    def collect_reached(self) -> dict[K, tuple[Node[K, V], bool]]:
        """Return the best node of each position that is shown, and whether it is settled."""
        states = self._run.tree
        found: dict[K, tuple[Node[K, V], bool]] = {}
        for state, node in states.items():
            told = self.translate_node(node)
            if told is not None:
                best, is_settled = found.get(told.position, (told, False))
                found[told.position] = (told if told.cost < best.cost else best, is_settled or states.is_settled(state))
        return found

    @property
    def tree(self) -> Tree[K, V]:
        return make_tree_of_nodes(self.collect_reached().values(), self._request.problem)

    def run_until(self, target: int) -> Result[K, V] | None:
        found = self._run.run_until(target)
        if found is None:
            return None
        self._result = _translate_result(self._lift, self._request, found)
        return self._result

    def release(self) -> None:
        self._run.close()
