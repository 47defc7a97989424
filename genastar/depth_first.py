"""One round of IDA*: the walk of every way that costs no more than a bound, depth first, here in ordinary Python.

It keeps the line, which is the way from the start to the node that is being expanded, and beside it the neighbours that wait
at each of its positions. Nothing else is remembered, so that the memory is that of the longest way and not that of the world;
and a position that several ways lead to is expanded once for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol, cast

from genastar.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, check_step, rank
from genastar.engine import NEVER, Question, Round, Steps
from genastar.errors import CostError
from genastar.hooks import Hooks, hook_of, nothing_added
from genastar.node import K, Node, holds_nan, refusal
from genastar.observer import Observer
from genastar.open_list import OpenList
from genastar.result import Outcome, result_of


class _KnowsLeft(Protocol):
    """A cost that knows what is left, as `Cost` does."""

    @property
    def left(self) -> Comparable: ...


class Waiting(OpenList[K, V]):
    """The open list of one round: a stack of neighbours, each with its depth, beside the line."""

    __slots__ = ("_estimate", "_first", "_hook", "_limit", "_observer", "beyond", "line", "node", "nodes", "on_line", "opened")

    def __init__(
        self, limit: Comparable, estimate: Callable[[K], object], observer: Observer[K, V] | None, first: V, hook: str
    ) -> None:
        self._limit = limit
        self._estimate = estimate
        self._observer = observer
        self._first = first
        self._hook = hook
        self.node: Node[K, V] | None = None
        """What is being expanded."""
        self.nodes: list[tuple[int, Node[K, V]]] = []
        """What waits, the newest last, with its depth."""
        self.line: list[K] = []
        """The way to the node that is being expanded; the depth of a node is the number of positions before it."""
        self.on_line: dict[K, None] = {}
        """The same to look up; a set would take a set for the frozen one that equals it."""
        self.beyond: Comparable | None = None
        """The least cost above the limit that was dropped."""
        self.opened = 0

    def insert(self, position: K, cost: V) -> None:
        if self._is_on_line(position):
            return
        check_cost(cost, self._first, position)
        check_step(cost, self.node and self.node.cost, position)
        self._add(position, cost, rank(cost))

    def relax(self: Waiting[K, Cost[N]], position: K, travelled: N) -> None:  # type: ignore[override]  # the narrower self
        if self._is_on_line(position):
            return
        left = cast("N", self._estimate(position))
        try:
            total = travelled + left
            if not self._first.total <= total:  # seldom: NaN, or an estimate that is not consistent
                check_cost(total, self._first.total, position)
        except NOT_COMPARABLE as error:
            raise CostError(
                f"the cost of {position!r} is {travelled!r} travelled and {left!r} left: their sum must be a number (not NaN) "
                f"that compares with the start's cost {self._first!r}; relax() is for searches whose cost is Cost"
            ) from error
        parent: Node[K, Cost[N]] = self.node  # type: ignore[assignment]  # only a hook calls this, for a node
        if travelled < parent.cost.travelled:
            raise CostError(f"{position!r} is reached at {travelled!r} travelled: {FALLS}")
        self._add(position, Cost(total, travelled, left), total)

    def _is_on_line(self, position: K) -> bool:
        try:
            return position in self.on_line
        except TypeError as error:
            raise refusal(self._hook, position, self.line[-1] if self.line else None, error) from error

    def _add(self, position: K, cost: V, total: Comparable) -> None:
        if self._limit < total:
            if self.beyond is None or total < self.beyond:
                self.beyond = total
            return
        parent = self.line[-1] if self.line else None
        if type(position) is not int and holds_nan(position):
            raise refusal(self._hook, position, parent)
        node = Node(position, cost, parent)
        self.nodes.append((len(self.line), node))
        self.opened += 1
        if self._observer is not None:
            self._observer.opened(node)

    def remove_newest(self) -> Node[K, V]:
        """Take the newest node off, and shorten the line to the way that leads to it."""
        depth, node = self.nodes.pop()
        while len(self.line) > depth:
            del self.on_line[self.line.pop()]
        return node

    def step_to(self, position: K) -> None:
        """Lengthen the line by a position, whose neighbours are added from now on."""
        self.line.append(position)
        self.on_line[position] = None


def walk(question: Question[K, V]) -> Steps[Round[K, V]]:
    """Walk the ways from the start that cost no more than ``question.limits.cost``, which must be given.

    Yield at the start, and whenever as many nodes were expanded as was asked for; return the round.
    """
    began = perf_counter()
    solver, limits, observer, cancelled = question.solver, question.limits, question.observer, question.cancel.flag
    deadline = None if limits.seconds is None else began + limits.seconds
    knows_left = hasattr(question.cost, "left")
    estimate = cast("Hooks[K, Cost[int]]", solver).estimate
    waiting = Waiting(rank(cast(Comparable, limits.cost)), estimate, observer, question.cost, hook_of(solver))
    waiting.insert(question.start, question.cost)
    outcome, expanded, peak_open = Outcome.UNREACHABLE, 0, 1
    goal: Node[K, V] | None = None
    closest: Node[K, V] | None = None
    way_to_closest: tuple[K, ...] = ()
    least: Comparable | None = None
    most = NEVER if limits.expansions is None else limits.expansions
    pause = min(most, (yield expanded))

    while waiting.nodes:
        peak_open = max(peak_open, len(waiting.nodes))
        node = waiting.remove_newest()
        arrived = solver.is_destination(node.position)
        if not arrived:  # an answer in hand is given, whatever the limits say
            if cancelled[0]:
                outcome = Outcome.CANCELLED
                break
            if expanded >= pause:
                if expanded >= most:
                    outcome = Outcome.LIMIT
                    break
                pause = min(most, (yield expanded))
            if deadline is not None and perf_counter() >= deadline:
                outcome = Outcome.TIMEOUT
                break
        waiting.step_to(node.position)
        if observer is not None:
            observer.closed(node)
        if knows_left:
            left = cast(_KnowsLeft, node.cost).left
            if least is None or left < least:
                closest, least, way_to_closest = node, left, tuple(waiting.line)
        if arrived:
            outcome, goal, closest, way_to_closest = Outcome.FOUND, node, node, tuple(waiting.line)
            break
        waiting.node = node
        if solver.add_neighbours(node, waiting) is not None:
            raise nothing_added(solver)
        expanded += 1

    if goal is not None and observer is not None:
        observer.found(goal)
    result = result_of(
        outcome=outcome,
        path=() if goal is None else way_to_closest,
        cost=None if goal is None else goal.cost,
        closest=None if closest is None else closest.position,
        path_to_closest=way_to_closest,
        expanded=expanded,
        generated=waiting.opened,
        reopened=0,
        peak_open=peak_open,
        seconds=perf_counter() - began,
        engine="interpreted",
    )
    return Round(result, None if closest is None else closest.cost, waiting.beyond)
