"""The loop: A* as every engine runs it, here in ordinary Python.

It is the search of Hart, Nilsson and Raphael (1968) with lazy deletion in place of a decrease-key, and with the reopening of
closed positions, which heuristics need that are admissible without being consistent, as an option.
"""

from __future__ import annotations

from time import perf_counter
from typing import Generic, Protocol, cast

from genastar.closed import ClosedDict
from genastar.cost import Comparable, Cost, V, rank
from genastar.depth_first import walk
from genastar.engine import NEVER, Ask, F, Question, Questions, Round, Steps, finish
from genastar.hooks import Hooks, hook_of, nothing_added
from genastar.node import K, Node
from genastar.open_list import Frontier
from genastar.plugin import API_VERSION
from genastar.priority_queue import PriorityQueue
from genastar.result import Outcome, Result, result_of
from genastar.workspace import Workspace


class _KnowsLeft(Protocol):
    """A cost that knows what is left, as `Cost` does."""

    @property
    def left(self) -> Comparable: ...


class Memory(Generic[K, V]):
    """What the interpreted engine keeps in a workspace."""

    def __init__(self) -> None:
        self.queue: PriorityQueue[Node[K, V], Comparable] = PriorityQueue()
        self.closed: ClosedDict[K, V] = ClosedDict()

    def let_go(self) -> int:
        """Drop all nodes. Python's containers keep nothing then."""
        self.queue.clear()
        self.closed.clear()
        return 0


class Interpreted:
    """The engine for any hashable position and any comparable cost."""

    api_version = API_VERSION

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question by the loop of this module."""
        with workspace.borrowed(Memory) as memory:
            return finish(search_in_steps(question, memory))

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """One round of iterative deepening. The workspace is held while it lasts, and lends nothing: a line is soon made."""
        with workspace.borrowed(Memory):
            return finish(walk(question))

    def search_many(self, questions: Questions[K, V], workspace: Workspace) -> list[Result[K, V]]:
        """Answer one after another."""
        with workspace.borrowed(Memory) as memory:
            return finish(search_many_in_steps(questions, memory))

    def ready(self, ask: Ask, asked: Question[K, V] | Questions[K, V], spent: float) -> bool:
        """Return true: there is nothing to prepare."""
        return True

    def machine_code(self, function: F) -> F:
        """Leave the function as it is."""
        return function


def search_many_in_steps(questions: Questions[K, V], memory: Memory[K, V]) -> Steps[list[Result[K, V]]]:
    """Search for one after another, as `search_in_steps` does; count the expansions of all."""
    answers: list[Result[K, V]] = []
    expanded = 0
    pause = yield expanded
    for question in questions:
        steps = search_in_steps(question, memory)
        reached = next(steps)
        try:
            while True:
                reached = steps.send(max(reached, pause - expanded))
                pause = yield expanded + reached
        except StopIteration as end:
            answers.append(end.value)
            expanded += answers[-1].expanded
        if expanded >= pause:
            pause = yield expanded
    return answers


def search_in_steps(question: Question[K, V], memory: Memory[K, V]) -> Steps[Result[K, V]]:
    """Yield at the start, and whenever as many nodes were expanded as was asked for; return the result."""
    began = perf_counter()
    solver, limits, observer, cancelled = question.solver, question.limits, question.observer, question.cancel.flag
    deadline = None if limits.seconds is None else began + limits.seconds
    bound = None if limits.cost is None else rank(limits.cost)
    knows_left = hasattr(question.cost, "left")
    queue, closed, nodes = memory.queue, memory.closed, memory.closed.nodes
    queue.clear()
    closed.clear()
    estimate = cast("Hooks[K, Cost[int]]", solver).estimate
    open_list = Frontier(queue, closed, estimate, question.reopen, observer, question.cost, hook_of(solver))
    open_list.insert(question.start, question.cost)
    outcome, expanded, peak_open = Outcome.UNREACHABLE, 0, 1
    most = NEVER if limits.expansions is None else limits.expansions
    pause = min(most, (yield expanded))
    goal: Node[K, V] | None = None
    closest: Node[K, V] | None = None
    least: Comparable | None = None

    while waiting := queue.inserted - queue.removed:  # len(queue), without a call
        if waiting > peak_open:
            peak_open = waiting
        node = queue.remove_root()
        position = node.position
        if nodes[position] is not node:
            continue  # stale: a cheaper way to this position was found after this node had been inserted
        if bound is not None and bound < rank(node.cost):
            outcome = Outcome.LIMIT
            break
        arrived = solver.is_destination(position)
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
        closed.closed.add(position)
        if observer is not None:
            observer.closed(node)
        if knows_left:
            left = cast(_KnowsLeft, node.cost).left
            if least is None or left < least:
                closest, least = node, left
        if arrived:
            outcome, goal, closest = Outcome.FOUND, node, node
            break
        open_list.node = node
        if solver.add_neighbours(node, open_list) is not None:
            raise nothing_added(solver)
        expanded += 1

    if goal is not None and observer is not None:
        observer.found(goal)
    path = () if goal is None else closed.path(goal.position)
    return result_of(
        outcome=outcome,
        path=path,
        cost=None if goal is None else goal.cost,
        closest=None if closest is None else closest.position,
        path_to_closest=path if goal is not None or closest is None else closed.path(closest.position),
        expanded=expanded,
        generated=queue.inserted,
        reopened=open_list.reopened,
        peak_open=peak_open,
        seconds=perf_counter() - began,
        engine="interpreted",
    )
