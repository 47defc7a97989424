"""Explore the states around a start, and compute exact costs to go, by two Dijkstra searches.

One runs from the start, the other from the destinations over the reversed steps. Each state is expanded as if it were the
start. This is exact for solvers that prune steps by a node's origin, such as jump points: from a start, they must keep
everything that the cheapest path needs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Generic, TypeVar, cast

from attrs import field, frozen

from genastar.astar import AStar
from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.testing.oracle import record_calls
from genastar.values.cost import Cost
from genastar.values.limits import CancelToken, Limits, check_cancelled
from genastar.values.node import Node
from genastar.values.observer import EventKind, Trace

S = TypeVar("S", bound=Hashable)

Solver = Hooks[S, Cost[float]]
"""A problem whose cost is a `Cost` of any number type."""

StepsByState = Mapping[S, Sequence[tuple[S, float]]]
"""Successors of each expanded state, with the cost of each step."""


@frozen
class Sample(Generic[S]):
    """The states within some expansions of the start."""

    steps: StepsByState[S]
    travelled: Mapping[S, float]
    """Exact cost of each expanded state, including the start."""
    edge: Sequence[S]
    """States that were reached but not expanded."""
    goals: Sequence[S]
    """Expanded destinations."""
    estimates: Mapping[S, float]

    @property
    def complete(self) -> bool:
        """Whether the sample contains all reachable states."""
        return not self.edge

    @property
    def optimum(self) -> float | None:
        """Cost of the cheapest destination, if one was reached. States are expanded in order of cost."""
        return min((self.travelled[goal] for goal in self.goals), default=None)

    def compute_exact_costs(self, cancel: CancelToken | None = None) -> dict[S, float]:
        """Return the certain costs to go: no path that leaves the sample could be cheaper."""
        to_goal = _compute_costs_to(self.goals, self.steps, cancel)
        to_edge = _compute_costs_to(self.edge, self.steps, cancel) if self.edge else {}
        return {state: cost for state, cost in to_goal.items() if state not in to_edge or not to_edge[state] < cost}


def sample_states(
    solver: Solver[S], start: S, cost: Cost[float], limits: Limits, cancel: CancelToken | None = None
) -> Sample[S]:
    """Expand the states around a start, cheapest first.

    Raises:
        CostError: a step has a negative cost.
    """
    blind, trace = _Blind(solver), Trace[S, Cost[float]]()
    blind.search(start, Cost(cost.travelled, cost.travelled, 0), limits=limits, cancel=cancel, observer=trace)
    travelled = {each.node.position: each.node.cost.travelled for each in trace.events if each.kind is EventKind.CLOSED}
    edge = [each.node.position for each in trace.events if each.node.position not in travelled]
    goals = [state for state in travelled if solver.is_destination(state)]
    states = {*travelled, *edge}
    return Sample(blind.steps, travelled, list(dict.fromkeys(edge)), goals, {state: solver.estimate(state) for state in states})


@frozen
class _Blind(AStar[S, Cost[float]]):
    """Another solver's states without its estimate, up to its destinations."""

    solver: Solver[S]
    steps: dict[S, list[tuple[S, float]]] = field(factory=dict)
    """Results of the other solver's hooks, which run once per state."""

    def add_neighbours(self, node: Node[S, Cost[float]], open_list: OpenList[S, Cost[float]]) -> None:
        state, travelled, left = node.position, node.cost.travelled, self.solver.estimate(node.position)
        is_end = self.solver.is_destination(state)
        added = () if is_end else record_calls(self.solver, Node(state, Cost(travelled + left, travelled, left)))
        steps = self.steps[state] = [(call.position, _get_travelled(call.value) - travelled) for call in added]
        for to, step in steps:
            open_list.relax(to, travelled + step)

    def is_destination(self, position: S) -> bool:
        return False


class _End(Enum):
    """The start of the reversed search, before all destinations."""

    END = 0


@frozen
class _Backwards(AStar["S | _End", Cost[float]]):
    """The reversed steps."""

    steps: Mapping[S | _End, Sequence[tuple[S, float]]]

    def add_neighbours(self, node: Node[S | _End, Cost[float]], open_list: OpenList[S | _End, Cost[float]]) -> None:
        for to, step in self.steps.get(node.position, ()):
            open_list.relax(to, node.cost.travelled + step)

    def is_destination(self, position: S | _End) -> bool:
        return False


def _compute_costs_to(ends: Iterable[S], steps: StepsByState[S], cancel: CancelToken | None) -> dict[S, float]:
    """Return the cheapest cost from each state to any of these ends over these steps."""
    back: dict[S | _End, list[tuple[S, float]]] = {_End.END: [(end, 0) for end in ends]}
    for state, following in steps.items():
        check_cancelled()
        for to, step in following:
            back.setdefault(to, []).append((state, step))
    trace = Trace[S | _End, Cost[float]]()
    _Backwards(back).search(_End.END, Cost(0, 0, 0), cancel=cancel, observer=trace)
    closed = [each.node for each in trace.events if each.kind is EventKind.CLOSED]
    return {node.position: node.cost.travelled for node in closed if not isinstance(node.position, _End)}


def _get_travelled(value: object) -> float:
    """Return the path's cost from the value that a hook added to the open list."""
    return cast(float, value.travelled if isinstance(value, Cost) else value)
