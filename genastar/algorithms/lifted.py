"""Algorithms that search states other than the positions of the problem, and answer in positions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from attrs import evolve, frozen

from genastar.algorithm import OneRun
from genastar.cost import Comparable, V
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.reached import tree_of_nodes
from genastar.replay import Actions, Replay
from genastar.request import Request
from genastar.result import Result, result_of
from genastar.run import Run
from genastar.tree import Tree

S = TypeVar("S")
"""The type of a state."""


@frozen
class Lift(Generic[S, K, V]):
    """A search of other states: its request, and the conversions from states to positions."""

    request: Request[S, V]
    position: Callable[[S], K | None]
    """Returns the position of a state; ``None`` for states without a position of the problem."""
    route: Callable[[Sequence[S]], tuple[K, ...]]
    """Returns the positions along a path of states."""


class Lifted(OneRun):
    """An algorithm that searches other states. Override `lift`."""

    @abstractmethod
    def lift(self, request: Request[K, V]) -> Lift[Any, K, V]:
        """Return the search that answers the request."""

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search the states and return the answer in positions."""
        lift = self._heard(request)
        return _told(lift, request, lift.request.search())

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the states that is inspected in positions."""
        lift = self._heard(request)
        return LiftedRun(lift, request, lift.request.begin())

    def _heard(self, request: Request[K, V]) -> Lift[Any, K, V]:
        lift = self.lift(request)
        if request.observer is None:
            return lift
        return evolve(lift, request=evolve(lift.request, observer=InPositions(lift.position, request.observer)))


def _told(lift: Lift[S, K, V], request: Request[K, V], found: Result[S, V]) -> Result[K, V]:
    path = lift.route(found.path)
    nearest = path if found.path_to_closest is found.path else lift.route(found.path_to_closest)
    return result_of(
        outcome=found.outcome,
        path=path,
        cost=found.cost,
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
        costs=(costs := Replay(request.problem, request.cost, path, found.cost) if path else ()),
        actions=Actions(request.problem, path, costs) if path else (),
    )


def _translated(node: Node[S, V] | None, position: Callable[[S], K | None]) -> Node[K, V] | None:
    here = None if node is None else position(node.position)
    if node is None or here is None:
        return None
    return Node(here, node.cost, None if node.parent is None else position(node.parent))


class InPositions(Observer[S, V], Generic[S, K, V]):
    """An observer that passes on the events of states as events of their positions."""

    def __init__(self, position: Callable[[S], K | None], observer: Observer[K, V]) -> None:
        self.live = observer.live
        self._position = position
        self._observer = observer

    def _tell(self, hear: Callable[[Node[K, V]], None], node: Node[S, V]) -> None:
        told = _translated(node, self._position)
        if told is not None:
            hear(told)

    def opened(self, node: Node[S, V]) -> None:
        self._tell(self._observer.opened, node)

    def closed(self, node: Node[S, V]) -> None:
        self._tell(self._observer.closed, node)

    def reopened(self, node: Node[S, V]) -> None:
        self._tell(self._observer.reopened, node)

    def found(self, node: Node[S, V]) -> None:
        self._tell(self._observer.found, node)


class LiftedRun(Run[K, V], Generic[S, K, V]):
    """A run of states that is inspected in positions."""

    def __init__(self, lift: Lift[S, K, V], request: Request[K, V], run: Run[S, V]) -> None:
        self._lift = lift
        self._request = request
        self._run = run
        self._result: Result[K, V] | None = None

    @property
    def result(self) -> Result[K, V] | None:
        return self._result

    @property
    def expanded(self) -> int:
        return self._run.expanded

    @property
    def best_open(self) -> Node[K, V] | None:
        return _translated(self._run.best_open, self._lift.position)

    @property
    def closest(self) -> Node[K, V] | None:
        return _translated(self._run.closest, self._lift.position)

    @property
    def beyond(self) -> Comparable | None:
        return self._run.beyond

    @property
    def tree(self) -> Tree[K, V]:
        states = self._run.tree
        nodes: dict[K, Node[K, V]] = {}
        settled: set[K] = set()
        for state, node in states.items():
            told = _translated(node, self._lift.position)
            if told is None:
                continue
            if states.is_settled(state):
                settled.add(told.position)
            known = nodes.get(told.position)
            if known is None or told.cost < known.cost:
                nodes[told.position] = told
        return tree_of_nodes(((node, position in settled) for position, node in nodes.items()), self._request.problem)

    def go_to(self, target: int) -> Result[K, V] | None:
        found = self._run.go_to(target)
        if found is not None:
            self._result = _told(self._lift, self._request, found)
            return self._result
        return None

    def let_go(self) -> None:
        self._run.close()
