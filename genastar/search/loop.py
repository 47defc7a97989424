"""The loop of A* in plain Python. Every engine follows its order of expansion.

It is the search of Hart, Nilsson and Raphael (1968) with lazy deletion in place of a decrease-key. Reopening closed positions,
which a heuristic needs that is admissible but not consistent, is an option.
"""

from __future__ import annotations

from time import perf_counter
from typing import Generic

from genastar.contracts.hooks import make_nothing_added_error
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER
from genastar.memory.closed import ClosedDict
from genastar.memory.open_nodes import OpenNodes
from genastar.memory.priority_queue import PriorityQueue
from genastar.memory.replay import Actions, correct_lagging_costs
from genastar.search.stepped import Clock, SteppedSearch
from genastar.values.cost import Comparable, V, rank
from genastar.values.node import K, Node
from genastar.values.result import Outcome, Result, make_result


class InterpreterMemory(Generic[K, V]):
    """The memory of the interpreted engine in a workspace."""

    def __init__(self) -> None:
        self.queue: PriorityQueue[Node[K, V], Comparable] = PriorityQueue()
        self.closed: ClosedDict[K, V] = ClosedDict()

    def drop_objects(self) -> int:
        """Drop all nodes and return 0, because Python's containers keep no memory then."""
        if type(self.queue) is PriorityQueue:
            self.queue.clear()
        else:
            self.queue = PriorityQueue()
        if self.closed.is_keyed:
            self.closed = ClosedDict()
        self.closed.clear()
        return 0


def search(request: Request[K, V], open_list: OpenNodes[K, V], memory: InterpreterMemory[K, V]) -> SteppedSearch[Result[K, V]]:
    """Search, and yield 0 first; then the number of expansions at each requested pause, and each result."""
    pause = yield 0
    problem, limits, observer, cancelled = request.problem, request.limits, request.observer, request.cancel.flag
    clock = Clock(limits.seconds)
    timed = limits.seconds is not None
    most = NEVER if limits.expansions is None else limits.expansions
    bound = None if limits.cost is None else rank(limits.cost)
    knows_left = hasattr(request.cost, "left")
    queue, closed, nodes = memory.queue, memory.closed, memory.closed.nodes
    open_list.add_checked(Node(request.start, request.cost), rank(request.cost))  # checked when it was asked
    for start, cost in request.more_starts:
        open_list.insert(start, cost)
    outcome, expanded, peak = Outcome.UNREACHABLE, 0, queue.inserted
    least: Comparable | None = None
    stop = min(pause, most)

    while waiting := queue.inserted - queue.removed:  # len(queue), without a call
        if waiting > peak:
            peak = waiting
        node = queue.remove_root()
        position = node.position
        if nodes[position] is not node:
            continue  # stale: a cheaper way to this position was found after this node had been inserted
        open_list.node = node
        if bound is not None and bound < rank(node.cost):
            outcome = Outcome.LIMIT
            break
        arrived = problem.is_destination(position)
        if arrived:  # a found path is returned regardless of the limits
            closed.close(node)
            if observer is not None:
                observer.closed(node)
                observer.found(node)
            open_list.closest = node
            if knows_left:
                least = node.cost.left  # type: ignore[attr-defined]  # checked; a cast would take time
            expands = queue.note_answer(node)
            pause = yield _make_result(request, open_list, memory, Outcome.FOUND, expanded, peak, clock.stop())
            clock.resume()
            stop = min(pause, most)
            if not expands:
                continue
        if stop <= expanded or cancelled[0]:
            while pause <= expanded < most and not cancelled[0]:
                clock.stop()
                pause = yield expanded
                clock.resume()
            if cancelled[0]:
                outcome = Outcome.CANCELLED
                break
            if expanded >= most:
                outcome = Outcome.LIMIT
                break
            stop = min(pause, most)
        if timed and perf_counter() >= clock.deadline:
            outcome = Outcome.TIMEOUT
            break
        if not arrived:
            closed.close(node)
            if observer is not None:
                observer.closed(node)
            if knows_left:
                left = node.cost.left  # type: ignore[attr-defined]  # as above
                if least is None or left < least:
                    open_list.closest, least = node, left
        if problem.add_neighbours(node, open_list) is not None:
            raise make_nothing_added_error(problem)
        expanded += 1
    else:
        open_list.node = None

    if outcome is Outcome.UNREACHABLE and queue.next_bound is not None:
        outcome = Outcome.LIMIT
    yield _make_result(request, open_list, memory, outcome, expanded, peak, clock.stop())


def _make_result(
    request: Request[K, V],
    open_list: OpenNodes[K, V],
    memory: InterpreterMemory[K, V],
    outcome: Outcome,
    expanded: int,
    peak: int,
    seconds: float,
) -> Result[K, V]:
    closest = open_list.closest
    path, added = ((), tuple) if closest is None else memory.closed.trace_path(closest.position)
    found = outcome is Outcome.FOUND
    less = correct_lagging_costs(request, path, added) if found and open_list.reopened else None
    cost = None if closest is None or not found else closest.cost if less is None else less[-1]
    return make_result(  # by place: by name it would take a tenth of a short search
        outcome,
        path if found else (),
        cost,
        path[-1] if path else None,  # with a key, another position than when it was closed, if it was reopened
        path,
        expanded,
        memory.queue.inserted,
        open_list.reopened,
        peak,
        seconds,
        "interpreted",
        request.algorithm,
        request.why,
        request.bound if found else None,
        () if not found else added if less is None else less,
        Actions(request.problem, path, less or added) if found else (),
    )
