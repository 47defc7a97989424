"""The open list of the interpreted engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList, make_unknown_parent_error
from genastar.contracts.tree import Tree
from genastar.errors import BadInput, CostError, name_hook
from genastar.memory.closed import ClosedDict
from genastar.memory.priority_queue import PriorityQueue
from genastar.memory.reached import make_tree
from genastar.values.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, check_step
from genastar.values.node import K, Node, has_nan, is_no_position, make_refusal_error
from genastar.values.observer import Observer


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
        problem: Hooks[K, V],
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
                f"relax() is for searches whose cost is Cost, and this one began with the cost {self._first!r}; use insert(), "
                "or leave the cost out; goals of a problem are no argument of search() but fields of its class"
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
