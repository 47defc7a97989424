"""Open lists: the interface through which hooks add neighbours, and that of the interpreted engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Generic

from genastar.errors import BadInput, CostError, format_value, name_hook
from genastar.memory.closed import ClosedDict
from genastar.memory.priority_queue import PriorityQueue
from genastar.memory.reached import make_tree
from genastar.memory.tree import Tree
from genastar.values.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, check_step
from genastar.values.node import K, Node, has_nan, is_no_position, make_refusal_error
from genastar.values.observer import Observer


class OpenList(ABC, Generic[K, V]):
    """The object to which `add_neighbours` adds neighbours: one call of `insert` or `relax` for each.

    A solver that wraps another may pass it an open list of its own, which converts the positions and costs of the wrapped
    solver.
    """

    __slots__ = ()

    @abstractmethod
    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour at a cost of any type.

        The neighbour is dropped if it is not cheaper than the known node of the position, or if the position is closed and the
        search does not reopen.

        Args:
            position: the neighbour.
            cost: the cost of the path to it.
            parent: the position before it on the path: any known position; by default the expanded one.
            action: a value that describes this step, for ``Result.actions``.

        Raises:
            BadInput: the position holds NaN or is not hashable; or the parent is not known.
            CostError: the cost is NaN or cannot be compared with the start's.
        """

    @abstractmethod
    def relax(self: OpenList[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour whose path from the start costs ``travelled`` (g), for solvers whose cost is `Cost`.

        The search calls ``estimate(position)`` itself, only if this path is an improvement, and once per position. The other
        arguments are those of `insert`.

        Raises:
            BadInput: the position holds NaN or is not hashable; or the parent is not known.
            CostError: ``travelled``, or its sum with the estimate, is NaN or cannot be compared with the start's cost.
        """

    def known(self, position: K) -> Node[K, V] | None:
        """Return the best known node of a position, open or closed; ``None`` if the position was not reached.

        Searches from two ends use it, and searches that look for a better path before they expand. Neighbours are known as soon
        as they are added. An engine may repeat an expansion, so a hook must add the same neighbours if it sees them as known.

        Raises:
            NotImplementedError: this open list wraps another and does not implement `known`.
        """
        raise NotImplementedError(f"{type(self).__qualname__} does not implement known(position); write this method")

    def improves(self: OpenList[K, Cost[N]], position: K, travelled: N) -> bool:
        """Return whether a path to a position that costs ``travelled`` is cheaper than the best known one.

        Hooks use it to avoid dear checks of paths that `relax` would drop. For a closed position the answer may be False if the
        search does not reopen.

        Raises:
            NotImplementedError: this open list wraps another and does not implement `known`.
        """
        known = self.known(position)
        return known is None or bool(travelled < known.cost.travelled)


METHODS: Final = (
    "an open list has the methods relax(position, travelled), insert(position, cost), known(position) and "
    "improves(position, travelled)"
)
"""The message about a hook that calls another method."""

NOT_IN_A_WALK: Final = "a depth-first walk remembers only its own path; use an algorithm with a closed list, such as astar"
"""The message about a hook that calls `OpenList.known` in a depth-first walk."""


class OpenNodes(OpenList[K, V]):
    """The open list of the interpreted engine: a priority queue over a closed dictionary, during one search."""

    __slots__ = (
        "_closed", "_enqueue", "_estimate", "_first", "_known", "_least", "_nodes", "_observer", "_problem", "_queue",
        "_reopen", "closest", "node", "reopened",
    )  # fmt: skip

    def __init__(
        self,
        queue: PriorityQueue[Node[K, V], Comparable],
        closed: ClosedDict[K, V],
        estimate: Callable[[K], object],
        reopen: bool,
        observer: Observer[K, V] | None,
        first: V,
        problem: object,
    ) -> None:
        self._queue = queue
        self._closed = closed
        self._nodes = closed.nodes
        self._known: Callable[[K], Any] = closed.nodes.get
        self._enqueue = queue.insert
        self._problem = problem
        self._estimate = estimate
        self._reopen = reopen
        self._observer = observer
        self._first = first
        self._least: Any = getattr(first, "total", None)
        """A lower bound of all totals for a consistent estimate; for other costs, a value that never compares."""
        self.node: Node[K, V] | None = None
        """The node that is being expanded, whose position is the default parent of added nodes."""
        self.closest: Node[K, V] | None = None
        """The closed node with the smallest estimate."""
        self.reopened = 0

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        known = self.known(position)
        if known is None and type(position) is not int and is_no_position(position):
            raise self._make_lookup_error(position)
        check_cost(cost, self._first, position)
        try:
            if known is not None and (not cost < known.cost or not self._may_improve(position)):
                return
        except NOT_COMPARABLE as error:
            raise _make_order_error(position, cost) from error
        before = self.node if parent is None else self._find_parent(parent, action)
        check_step(cost, before and before.cost, position)
        self.add_checked(Node(position, cost, None if before is None else before.position), cost)

    def relax(  # type: ignore[override]  # the narrower self
        self: OpenNodes[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        try:
            known = self._known(position)
        except TypeError as error:
            raise self._make_lookup_error(position, error) from error
        if known is None:
            if type(position) is not int and (position is None or has_nan(position)):
                raise self._make_lookup_error(position)
            left: N = self._estimate(position)  # type: ignore[assignment]
        else:
            try:
                # NaN is never `<=` and never equal, so it is not dropped here, and the check below raises.
                if type(known) is tuple:
                    if known[1] <= travelled or not (self._reopen or travelled != travelled):
                        return
                    left = known[2]
                else:
                    if known.cost.travelled <= travelled:
                        return
                    left = known.cost.left
            except NOT_COMPARABLE as error:
                raise self._make_cost_error(position, travelled, "?") from error
        try:
            total = travelled + left
            if not self._least <= total:  # rare: NaN, or an estimate that is not consistent
                check_cost(total, self._first.total, position)
        except NOT_COMPARABLE as error:
            raise self._make_cost_error(position, travelled, left) from error
        before: Node[K, Cost[N]] = self.node if parent is None else self._find_parent(parent, action)  # type: ignore[assignment]  # only a hook calls this, for a node
        if travelled < before.cost.travelled:
            raise CostError(f"{position!r} is reached at {travelled!r} travelled: {FALLS}")
        self.add_checked(Node(position, Cost(total, travelled, left), before.position), total)

    def known(self, position: K) -> Node[K, V] | None:
        try:
            return self._closed.get_node(position) if position in self._nodes else None
        except TypeError as error:
            raise self._make_lookup_error(position, error) from error

    def improves(self: OpenNodes[K, Cost[N]], position: K, travelled: N) -> bool:  # type: ignore[override]  # the narrower self
        try:
            known = self._known(position)
        except TypeError as error:
            raise self._make_lookup_error(position, error) from error
        if known is None:
            return True
        if type(known) is tuple:  # closed
            return self._reopen and bool(travelled < known[1])
        return bool(travelled < known.cost.travelled)

    @property
    def next_bound(self) -> Comparable | None:
        """Return the least rank of the open nodes in an anytime search; otherwise ``None``, because none is dropped."""
        return self._queue.next_bound

    def copy_tree(self) -> Tree[K, V]:
        """Return a copy of the tree of all positions reached so far."""
        return make_tree(self._closed, self._problem)

    def _find_parent(self, position: K, action: object) -> Node[K, V]:
        """Return the node of a parent that a hook named.

        Raises:
            BadInput: the parent is not known; or an action is given too.
        """
        if action is not None:
            raise BadInput(
                f"{name_hook(self._problem)} gives both a parent and an action; give an action only for a step from the "
                "expanded "
                "position"
            )
        node = self.known(position)
        if node is None:
            raise make_unknown_parent_error(name_hook(self._problem), position)
        return node

    def _may_improve(self, position: K) -> bool:
        return self._reopen or not self._closed.is_closed(position)

    def add_checked(self, node: Node[K, V], rank: Comparable) -> None:
        """Add a node that was checked, and whose cost has this rank."""
        position = node.position
        try:
            self._enqueue(node, rank)
        except NOT_COMPARABLE as error:
            raise _make_order_error(position, node.cost) from error
        is_reopened = self._reopen and self._closed.is_closed(position)
        self._nodes[position] = node
        if is_reopened:
            self.reopened += 1
            if self._observer is not None:
                self._observer.reopened(node)
        elif self._observer is not None:
            self._observer.opened(node)

    def _make_lookup_error(self, position: object, error: TypeError | None = None) -> Exception:
        return make_refusal_error(name_hook(self._problem), position, self.node and self.node.position, error)

    def _make_cost_error(self, position: object, travelled: object, left: object) -> CostError:
        if not isinstance(self._first, Cost):
            return CostError(
                f"relax() is for searches whose cost is Cost, and this one began with {self._first!r}; use insert()"
            )
        return CostError(
            f"the cost of {position!r} is {travelled!r} travelled and {left!r} left: their sum must be a number (not NaN) "
            "that compares with the other costs of the search"
        )


class SiftedOpenNodes(OpenNodes[K, V]):
    """An open list whose queue leaves out some nodes, which stay unknown."""

    __slots__ = ()

    def add_checked(self, node: Node[K, V], rank: Comparable) -> None:
        if not self._queue.should_leave_out(node, rank):
            super().add_checked(node, rank)


def _make_order_error(position: object, cost: object) -> CostError:
    return CostError(
        f"the cost of {position!r} is {cost!r}, which cannot be compared by < with a cost on the open list; "
        "use costs of one type in a search"
    )


def make_unknown_parent_error(hook: str, parent: object) -> BadInput:
    """Return the error of a hook that names a parent that the search has not reached."""
    return BadInput(
        f"{hook} names the parent {format_value(parent)}, which the search has not reached; name a position that it has reached"
    )
