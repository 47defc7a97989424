"""The search over fronts: several nodes a position, one for each path to it whose cost no other dominates.

It is NAMOA* (Mandow and Pérez de la Cruz, Journal of the ACM 57, 2010) with lazy checks of dominance: a node is compared when
it is added, and again when it comes off the open list (Hernández et al., ICAPS 2020). So the open list is never searched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

from attrs import define

from genastar.contracts.frontier import UndominatedFrontier
from genastar.contracts.hooks import Hooks, make_nothing_added_error
from genastar.contracts.keys import get_checked_key
from genastar.contracts.open_list import OpenList
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER
from genastar.contracts.tree import Tree
from genastar.errors import BadInput, CostError, format_value, name_hook, name_problem
from genastar.memory.front import Front
from genastar.memory.priority_queue import PriorityQueue
from genastar.memory.replay import Actions
from genastar.search.depth_first import make_other_parent_error
from genastar.search.stepped import Clock, SteppedSearch
from genastar.values.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, get_travelled, rank
from genastar.values.node import K, Node, is_no_position, make_refusal_error
from genastar.values.result import Outcome, Result, make_result
from genastar.values.vector import Vector


@define
class LinkedNode:
    """A node of a position that may have several."""

    node: Node[Any, Any]
    before: LinkedNode | None
    """The label of its parent, because a position does not name a path here; ``None`` at a start."""

    def trace_path(self) -> list[Node[Any, Any]]:
        """Return the nodes from a start to this one."""
        path, label = [self.node], self.before
        while label is not None:
            path.append(label.node)
            label = label.before
        return path[::-1]


class Fronts(OpenList[K, V]):
    """The open list of a search over fronts, and its closed list: the front of each position."""

    __slots__ = (
        "_epsilon", "_estimate", "_first", "_fronts", "_key", "_observer", "_problem", "_within", "answers",
        "label", "nearest", "queue", "reopened",
    )  # fmt: skip

    def __init__(self, request: Request[K, V], queue: PriorityQueue[LinkedNode, Comparable]) -> None:
        self._problem = request.problem
        self._key = get_checked_key(request.problem)
        self._estimate: Callable[[K], Any] = cast("Hooks[K, Cost[int]]", request.problem).estimate
        self._observer = request.observer
        self._first = request.cost
        frontier = cast(UndominatedFrontier, request.frontier)
        self._epsilon, self._within = frontier.epsilon, frontier.within
        self._fronts: defaultdict[Any, Front] = defaultdict(Front)
        """The costs travelled of the expanded nodes, by position or key."""
        self.queue = queue
        self.answers = Front()
        """The ranks of the answers."""
        self.label: LinkedNode | None = None
        """The label that is being expanded, and in a pause the next one."""
        self.nearest: LinkedNode | None = None
        """The first expanded label of the smallest estimate."""
        self.reopened = 0

    @property
    def node(self) -> Node[K, V] | None:
        """Return the node that is expanded next."""
        return None if self.label is None else self.label.node

    @property
    def closest(self) -> Node[K, V] | None:
        """Return the first expanded node of the smallest estimate."""
        return None if self.nearest is None else self.nearest.node

    @property
    def next_bound(self) -> Comparable | None:
        """Return ``None``, because no node is left out that an answer may need."""
        return None

    def copy_tree(self) -> Tree[K, V]:
        """Refuse: a position has several nodes.

        Raises:
            BadInput: always.
        """
        raise make_no_tree_error(name_problem(self._problem))

    def known(self, position: K) -> Node[K, V] | None:
        raise BadInput(
            f"{name_hook(self._problem)} calls open_list.known(): a search for all undominated paths has many nodes of a "
            "position; add every neighbour, or use astar"
        )

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        check_cost(cost, self._first, position)
        self._add(position, cost, parent)

    def relax(  # type: ignore[override]  # the narrower self
        self: Fronts[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        left = self._estimate(position)
        try:
            total = travelled + left
        except NOT_COMPARABLE as error:
            raise CostError(
                f"the cost of {format_value(position)} is {format_value(travelled)} travelled and {format_value(left)} left, "
                "which do not add; give both as vectors of one length"
            ) from error
        self.insert(position, Cost(total, travelled, left), parent)

    def _add(self, position: K, cost: V, parent: K | None) -> None:
        before, travelled = self.label, get_travelled(cost)
        if before is not None:
            if parent is not None and parent != before.node.position:
                raise make_other_parent_error(name_hook(self._problem), parent)
            if type(travelled) is Vector and not get_travelled(before.node.cost).dominates(travelled):
                raise CostError(f"{format_value(position)} is reached at {travelled!r} travelled: {FALLS}")
        place = self._get_place(position)
        front = self._fronts.get(place)
        if (front is not None and front.covers(travelled)) or self.is_beaten(rank(cost)):
            return
        label = LinkedNode(Node(position, cost, None if before is None else before.node.position), before)
        self.queue.insert(label, rank(cost))
        self.reopened += front is not None
        if self._observer is not None:
            (self._observer.opened if front is None else self._observer.reopened)(label.node)

    def _get_place(self, position: K) -> Any:
        """Return the key of a position.

        Raises:
            BadInput: the position is no position.
        """
        before = None if self.label is None else self.label.node.position
        if type(position) is not int and is_no_position(position):
            raise make_refusal_error(name_hook(self._problem), position, before)
        try:
            hash(position)
        except TypeError as error:
            raise make_refusal_error(name_hook(self._problem), position, before, error) from error
        return position if self._key is None else self._key(position)

    def is_beaten(self, total: Any) -> bool:
        """Return whether a limit excludes every path of this rank, or an answer is as good as it can be, or within epsilon."""
        if self._within is not None and not total.dominates(self._within):
            return True
        return self.answers.covers(total.scale(1 + self._epsilon) if self._epsilon else total)

    def remove_next(self) -> LinkedNode | None:
        """Remove labels up to the first whose node is not dominated, and return it; ``None`` if there is none."""
        queue = self.queue
        while len(queue):
            label = queue.remove_root()
            node = label.node
            front = self._fronts.get(node.position if self._key is None else self._key(node.position))
            if (front is None or not front.covers(get_travelled(node.cost))) and not self.is_beaten(rank(node.cost)):
                return label
        return None

    def close(self, label: LinkedNode) -> None:
        """Add the cost of a label that is expanded to the front of its position."""
        node = label.node
        place = node.position if self._key is None else self._key(node.position)
        self._fronts[place].add(get_travelled(node.cost))
        if self._observer is not None:
            self._observer.closed(node)


def make_no_tree_error(problem: str) -> BadInput:
    """Return the error of a run over fronts whose tree is asked for."""
    return BadInput(f"a search for all undominated paths of {problem} has several nodes of a position, and no tree; use astar")


def search(request: Request[K, V], fronts: Fronts[K, V]) -> SteppedSearch[Result[K, V]]:
    """Search, and yield 0 first; then the number of expansions at each requested pause, and each result.

    The results are the paths that no other path dominates, in the order of their costs.
    """
    pause = yield 0
    problem, limits, observer, cancelled = request.problem, request.limits, request.observer, request.cancel.flag
    clock, queue = Clock(limits.seconds), fronts.queue
    knows_left = isinstance(request.cost, Cost)
    most = NEVER if limits.expansions is None else limits.expansions
    most_nodes = cast(UndominatedFrontier, request.frontier).most or NEVER
    bound = None if limits.cost is None else rank(limits.cost)
    for start, cost in ((request.start, request.cost), *request.more_starts):
        fronts.insert(start, cost)
    outcome, expanded, peak = Outcome.UNREACHABLE, 0, len(queue)
    least: Any = None
    """The least estimate of an expanded node."""

    while (label := fronts.remove_next()) is not None:
        fronts.label, node = label, label.node
        if (bound is not None and bound < rank(node.cost)) or queue.inserted > most_nodes:
            outcome = Outcome.LIMIT
            break
        arrived = problem.is_destination(node.position)
        if arrived:  # a found path is returned regardless of the limits
            fronts.close(label)
            if observer is not None:
                observer.found(node)
            fronts.answers.add(rank(node.cost))
            fronts.nearest = label
            if knows_left:
                least = node.cost.left
            pause = yield _make_result(request, fronts, Outcome.FOUND, label, expanded, peak, clock)
            clock.resume()
            continue
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
        if limits.seconds is not None and perf_counter() >= clock.deadline:
            outcome = Outcome.TIMEOUT
            break
        fronts.close(label)
        if knows_left and (least is None or node.cost.left < least):
            fronts.nearest, least = label, node.cost.left
        if problem.add_neighbours(node, fronts) is not None:
            raise make_nothing_added_error(problem)
        expanded += 1
        peak = max(peak, len(queue))
    else:
        fronts.label = None

    yield _make_result(request, fronts, outcome, None, expanded, peak, clock)


def _make_result(
    request: Request[K, V],
    fronts: Fronts[K, V],
    outcome: Outcome,
    found: LinkedNode | None,
    expanded: int,
    peak: int,
    clock: Clock,
) -> Result[K, V]:
    seconds = clock.stop()
    nearest = found or fronts.nearest
    nodes = [] if nearest is None else nearest.trace_path()
    path = tuple(node.position for node in nodes)
    costs = () if found is None else tuple(node.cost for node in nodes)
    return make_result(
        outcome=outcome,
        path=() if found is None else path,
        cost=None if found is None else found.node.cost,
        closest=None if nearest is None else nearest.node.position,
        path_to_closest=path,
        expanded=expanded,
        generated=fronts.queue.inserted,
        reopened=fronts.reopened,
        peak_open=peak,
        seconds=seconds,
        engine="interpreted",
        algorithm=request.algorithm,
        why=request.why,
        bound=None if found is None else request.bound,
        costs=costs,
        actions=() if found is None else Actions(request.problem, path, costs),
    )
