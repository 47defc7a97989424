"""The states around a start, and exact costs to go: two searches without an estimate, which are Dijkstra's.

One goes from the start, the other from the destinations over the same steps the other way round. A state is expanded as if it
were the start. That is exact for solvers that leave out steps by where a node comes from, as jump points do: from a start, they
must leave out nothing that the cheapest way needs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Generic, TypeVar, cast

from attrs import field, frozen

from genastar import AStar, CancelToken, Cost, EventKind, Limits, Node, OpenList, Trace, check_cancelled
from genastar.hooks import Hooks
from genastar.testing.oracle import calls

S = TypeVar("S", bound=Hashable)

Solver = Hooks[S, Cost[float]]
"""A problem whose cost is `Cost`; the numbers may be of any type that counts."""

Steps = Mapping[S, Sequence[tuple[S, float]]]
"""For each state that was expanded, the states that a step leads to, and what the step costs."""


@frozen
class Sample(Generic[S]):
    """What lies within so many expansions of the start."""

    steps: Steps[S]
    travelled: Mapping[S, float]
    """The exact cost of each state that was expanded, the start's included."""
    edge: Sequence[S]
    """States that were reached and not expanded."""
    goals: Sequence[S]
    """The destinations that were expanded."""
    estimates: Mapping[S, float]

    @property
    def complete(self) -> bool:
        """Whether this is all that can be reached."""
        return not self.edge

    @property
    def optimum(self) -> float | None:
        """What the cheapest destination costs, if one was reached: states were expanded in the order of their costs."""
        return min((self.travelled[goal] for goal in self.goals), default=None)

    def exact(self, cancel: CancelToken | None = None) -> dict[S, float]:
        """The costs to go that are certain: no way out of the sample could be cheaper."""
        to_goal = _costs_to(self.goals, self.steps, cancel)
        to_edge = _costs_to(self.edge, self.steps, cancel) if self.edge else {}
        return {state: cost for state, cost in to_goal.items() if state not in to_edge or not to_edge[state] < cost}


def survey(solver: Solver[S], start: S, cost: Cost[float], limits: Limits, cancel: CancelToken | None = None) -> Sample[S]:
    """Look at all states around a start, the cheapest first.

    Raises:
        CostError: a step costs less than nothing.
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
    """The states of another solver without its estimate, as far as its destinations and not beyond them."""

    solver: Solver[S]
    steps: dict[S, list[tuple[S, float]]] = field(factory=dict)
    """What the other's hooks say, which are asked once for each state."""

    def add_neighbours(self, node: Node[S, Cost[float]], open_list: OpenList[S, Cost[float]]) -> None:
        state, travelled, left = node.position, node.cost.travelled, self.solver.estimate(node.position)
        is_end = self.solver.is_destination(state)
        added = () if is_end else calls(self.solver, Node(state, Cost(travelled + left, travelled, left)))
        steps = self.steps[state] = [(call.position, _way(call.value) - travelled) for call in added]
        for to, step in steps:
            open_list.relax(to, travelled + step)

    def is_destination(self, position: S) -> bool:
        return False


class _End(Enum):
    """Where a search against the steps begins: before all destinations."""

    END = 0


@frozen
class _Backwards(AStar["S | _End", Cost[float]]):
    """Steps the other way round."""

    steps: Mapping[S | _End, Sequence[tuple[S, float]]]

    def add_neighbours(self, node: Node[S | _End, Cost[float]], open_list: OpenList[S | _End, Cost[float]]) -> None:
        for to, step in self.steps.get(node.position, ()):
            open_list.relax(to, node.cost.travelled + step)

    def is_destination(self, position: S | _End) -> bool:
        return False


def _costs_to(ends: Iterable[S], steps: Steps[S], cancel: CancelToken | None) -> dict[S, float]:
    """What the cheapest way from each state to any of these ends costs, by these steps."""
    back: dict[S | _End, list[tuple[S, float]]] = {_End.END: [(end, 0) for end in ends]}
    for state, following in steps.items():
        check_cancelled()
        for to, step in following:
            back.setdefault(to, []).append((state, step))
    trace = Trace[S | _End, Cost[float]]()
    _Backwards(back).search(_End.END, Cost(0, 0, 0), cancel=cancel, observer=trace)
    closed = [each.node for each in trace.events if each.kind is EventKind.CLOSED]
    return {node.position: node.cost.travelled for node in closed if not isinstance(node.position, _End)}


def _way(value: object) -> float:
    """The way travelled in what a hook told its open list."""
    return cast(float, value.travelled if isinstance(value, Cost) else value)
