"""The depth-first frontier, on which IDA* is built: a walk along every path within a bound on the cost.

The walk keeps the line, which is the path from the start to the expanded node, and the neighbours that wait at each position
of the line. It remembers nothing else, so its memory depends on the longest path and not on the size of the world. It expands a
position once for each path that leads to it; a transposition table of a given size prevents some of these expansions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

from genastar.contracts.hooks import Hooks, make_nothing_added_error
from genastar.contracts.keys import get_checked_key
from genastar.contracts.open_list import NOT_IN_A_WALK, OpenList
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER
from genastar.contracts.tree import Tree
from genastar.errors import BadInput, CostError, format_value, name_hook
from genastar.memory.closed import KeyedDict
from genastar.memory.reached import make_tree_of_nodes
from genastar.memory.replay import Actions
from genastar.memory.transpositions import Transpositions
from genastar.search.stepped import Clock, SteppedSearch
from genastar.values.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, check_step, rank
from genastar.values.node import K, Node, is_no_position, make_refusal_error
from genastar.values.observer import Observer
from genastar.values.result import Outcome, Result, make_result


class PathStack(OpenList[K, V]):
    """The open list of a walk: a stack of neighbours, each with its depth, beside the line."""

    __slots__ = (
        "_estimate",
        "_first",
        "_limit",
        "_observer",
        "closest",
        "line",
        "next_bound",
        "node",
        "nodes",
        "on_line",
        "opened",
        "problem",
        "table",
        "way_to_closest",
    )  # fmt: skip

    def __init__(
        self,
        limit: Comparable,
        estimate: Callable[[K], object],
        observer: Observer[K, V] | None,
        first: V,
        problem: Hooks[K, V],
        table: int,
    ) -> None:
        key: Callable[[K], Any] | None = get_checked_key(problem)
        self.problem = problem
        self._limit = limit
        self._estimate = estimate
        self._observer = observer
        self._first = first
        self.node: Node[K, V] | None = None
        """The node that is being expanded."""
        self.nodes: list[tuple[int, Node[K, V]]] = []
        """The waiting nodes with their depths, the newest last."""
        self.line: list[Node[K, V]] = []
        """The path to the node that is being expanded. The depth of a node is the number of nodes before it."""
        self.on_line: dict[K, None] = {} if key is None else KeyedDict(key)
        """The positions of the line, for look-ups. A Python set would accept a set in place of an equal frozenset."""
        self.next_bound: Comparable | None = None
        """The least cost above the limit of all dropped nodes."""
        self.table = Transpositions(table, key) if table else None
        self.opened = 0
        self.closest: Node[K, V] | None = None
        """The node with the smallest estimate of all nodes that were on the line."""
        self.way_to_closest: list[Node[K, V]] = []

    def known(self, position: K) -> Node[K, V] | None:
        raise BadInput(f"{name_hook(self.problem)} calls open_list.known(): {NOT_IN_A_WALK}")

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        if self._is_on_line(position):
            return
        if parent is not None:
            self._expect_expanded(parent)
        check_cost(cost, self._first, position)
        check_step(cost, self.node and self.node.cost, position)
        self._add(position, cost, rank(cost))

    def relax(  # type: ignore[override]  # the narrower self
        self: PathStack[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        if self._is_on_line(position):
            return
        if parent is not None:
            self._expect_expanded(parent)
        left = cast("N", self._estimate(position))
        try:
            total = travelled + left
            if not self._first.total <= total:  # rare: NaN, or an estimate that is not consistent
                check_cost(total, self._first.total, position)
        except NOT_COMPARABLE as error:
            raise CostError(
                f"the cost of {position!r} is {travelled!r} travelled and {left!r} left: their sum must be a number (not NaN) "
                f"that compares with the start's cost {self._first!r}; relax() is for searches whose cost is Cost"
            ) from error
        before: Node[K, Cost[N]] = self.node  # type: ignore[assignment]  # only a hook calls this, for a node
        if travelled < before.cost.travelled:
            raise CostError(f"{position!r} is reached at {travelled!r} travelled: {FALLS}")
        self._add(position, Cost(total, travelled, left), total)

    def _expect_expanded(self, parent: K) -> None:
        """Raise BadInput unless the parent is the last position of the line.

        Raises:
            BadInput: the parent is another position.
        """
        if self.node is None or self.node.position != parent:
            raise make_other_parent_error(name_hook(self.problem), parent)

    def _is_on_line(self, position: K) -> bool:
        try:
            return position in self.on_line
        except TypeError as error:
            raise make_refusal_error(
                name_hook(self.problem), position, self.line[-1].position if self.line else None, error
            ) from error

    def _add(self, position: K, cost: V, total: Comparable) -> None:
        if self._limit < total:
            if self.next_bound is None or total < self.next_bound:
                self.next_bound = total
            return
        parent = self.line[-1].position if self.line else None
        if type(position) is not int and is_no_position(position):
            raise make_refusal_error(name_hook(self.problem), position, parent)
        node = Node(position, cost, parent)
        self.nodes.append((len(self.line), node))
        self.opened += 1
        if self._observer is not None:
            self._observer.opened(node)

    def remove_newest(self) -> Node[K, V] | None:
        """Remove the newest node that the table admits and return it, and shorten the line to the path that leads to it."""
        while self.nodes:
            depth, node = self.nodes.pop()
            if self.table is None or self.table.admit(node.position, rank(node.cost)):
                while len(self.line) > depth:
                    del self.on_line[self.line.pop().position]
                return node
        return None

    def step_to(self, node: Node[K, V]) -> None:
        """Append a node to the line. Its neighbours are added next."""
        self.line.append(node)
        self.on_line[node.position] = None

    def keep_closest(self, node: Node[K, V]) -> None:
        """Remember the last node of the line as the closest, with the path to it."""
        self.closest = node
        self.way_to_closest = self.line[:]

    def copy_tree(self) -> Tree[K, V]:
        """Return the tree of the path to the node that is being expanded. The walk remembers nothing else."""
        return make_tree_of_nodes(((node, True) for node in self.line), self.problem)


def make_other_parent_error(hook: str, parent: object) -> BadInput:
    """Return the error of a hook that names another parent than the expanded position, in a search that allows none."""
    return BadInput(
        f"{hook} names the parent {format_value(parent)}, but this search allows only the expanded position; "
        "leave out parent, or use astar"
    )


def search(request: Request[K, V], waiting: PathStack[K, V]) -> SteppedSearch[Result[K, V]]:
    """Walk along the paths from the start that cost at most ``request.limits.cost``, which must be given.

    Yield 0 first; then the number of expansions at each requested pause, and each result.
    """
    pause = yield 0
    problem, limits, observer, cancelled = request.problem, request.limits, request.observer, request.cancel.flag
    clock = Clock(limits.seconds)
    knows_left = hasattr(request.cost, "left")
    most = NEVER if limits.expansions is None else limits.expansions
    waiting.insert(request.start, request.cost)
    for start, cost in request.more_starts:
        waiting.insert(start, cost)
    outcome, expanded, peak = Outcome.UNREACHABLE, 0, len(waiting.nodes)  # 0 if the start is beyond the bound
    least: Comparable | None = None

    while (node := waiting.remove_newest()) is not None:
        waiting.node = node
        arrived = problem.is_destination(node.position)
        if arrived:  # a found path is returned regardless of the limits
            waiting.step_to(node)
            if observer is not None:
                observer.closed(node)
                observer.found(node)
            waiting.keep_closest(node)
            if knows_left:
                least = node.cost.left  # type: ignore[attr-defined]  # checked
            clock.stop()
            pause = yield _make_result(request, waiting, Outcome.FOUND, expanded, peak, clock)
            clock.resume()
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
        if not arrived:
            waiting.step_to(node)
            if observer is not None:
                observer.closed(node)
            if knows_left:
                left = node.cost.left  # type: ignore[attr-defined]  # checked
                if least is None or left < least:
                    least = left
                    waiting.keep_closest(node)
        if problem.add_neighbours(node, waiting) is not None:
            raise make_nothing_added_error(problem)
        expanded += 1
        peak = max(peak, len(waiting.nodes))
    else:
        waiting.node = None

    if outcome is Outcome.UNREACHABLE and waiting.next_bound is not None:
        outcome = Outcome.LIMIT
    yield _make_result(request, waiting, outcome, expanded, peak, clock)


def _make_result(
    request: Request[K, V], waiting: PathStack[K, V], outcome: Outcome, expanded: int, peak: int, clock: Clock
) -> Result[K, V]:
    closest = waiting.closest
    path = tuple([node.position for node in waiting.way_to_closest])
    found = outcome is Outcome.FOUND
    costs = tuple([node.cost for node in waiting.way_to_closest]) if found else ()
    return make_result(
        outcome=outcome,
        path=path if found else (),
        cost=closest.cost if found and closest is not None else None,
        closest=None if closest is None else closest.position,
        path_to_closest=path,
        expanded=expanded,
        generated=waiting.opened,
        reopened=0,
        peak_open=peak,
        seconds=clock.stop(),
        engine="interpreted",
        algorithm=request.algorithm,
        why=request.why,
        bound=request.bound if found else None,
        costs=costs,
        actions=Actions(request.problem, path, costs, newest=True) if found else (),
    )
