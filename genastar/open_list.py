"""The open list: what a hook sees of a search, and what the search keeps behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Generic

from genastar.closed import ClosedDict
from genastar.cost import FALLS, NOT_COMPARABLE, Comparable, Cost, N, V, check_cost, check_step
from genastar.errors import BadInput, CostError, shown
from genastar.node import K, Node, is_no_position, refusal
from genastar.observer import Observer
from genastar.priority_queue import PriorityQueue
from genastar.reached import tree_of
from genastar.tree import Tree


class OpenList(ABC, Generic[K, V]):
    """Where `add_neighbours` puts what it finds: one call of `insert` or `relax` for each neighbour.

    A solver that is built from another may hand it an open list of its own, which turns the inner solver's positions
    and costs into its own and passes them on.
    """

    __slots__ = ()

    @abstractmethod
    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour at a cost of any type.

        It is dropped at once if it is not cheaper than what is known for the position, or if the position is closed and
        the search does not reopen.

        Args:
            position: the neighbour.
            cost: what the way to it costs.
            parent: the position that the way comes from, if it is another than the one that is expanded; any that is known.
            action: what is done on this step: any value. ``Result.actions`` gives it back.

        Raises:
            BadInput: the position holds NaN, or is not hashable; or the parent is not known.
            CostError: the cost is NaN or does not compare with the start's.
        """

    @abstractmethod
    def relax(self: OpenList[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None) -> None:
        """Add a neighbour that costs ``travelled`` from the start, for solvers whose cost is `Cost`.

        The search asks ``estimate(position)`` itself, only when this way is an improvement and once a position. The other
        arguments, and the errors, are those of `insert`.

        Raises:
            BadInput: the position holds NaN, or is not hashable; or the parent is not known.
            CostError: ``travelled``, or its sum with the estimate, is NaN or does not compare with the start's cost.
        """

    def known(self, position: K) -> Node[K, V] | None:
        """The best node that this search knows for a position, open or closed; ``None`` if it has not seen it.

        It is for searches that meet, or that look for a better way before they expand. What an expansion has added counts
        at once; an engine may run an expansion again, so a hook must add the same if it sees what it added before.

        Raises:
            NotImplementedError: this open list stands between a solver and the search, and does not pass the question on.
        """
        raise NotImplementedError(f"{type(self).__qualname__} does not tell what is known; give it a method known(position)")


NOT_IN_A_WALK: Final = "a depth-first walk remembers its own path alone; use an algorithm with a closed list, such as astar"
"""What is told of a hook that asks `OpenList.known` there."""


class OpenNodes(OpenList[K, V]):
    """The open list of the interpreted engine: a priority queue over a closed dictionary, during one search."""

    __slots__ = (
        "_closed", "_estimate", "_first", "_hook", "_known", "_least", "_nodes", "_observer", "_problem", "_queue", "_reopen",
        "closest", "node", "reopened",
    )  # fmt: skip

    def __init__(
        self,
        queue: PriorityQueue[Node[K, V], Comparable],
        closed: ClosedDict[K, V],
        estimate: Callable[[K], object],
        reopen: bool,
        observer: Observer[K, V] | None,
        first: V,
        hook: str,
        problem: object,
    ) -> None:
        self._queue = queue
        self._closed = closed
        self._nodes = closed.nodes
        self._known: Callable[[K], Any] = closed.nodes.get
        self._problem = problem
        self._estimate = estimate
        self._reopen = reopen
        self._observer = observer
        self._first = first
        self._least: Any = getattr(first, "total", None)
        """What no total falls below while the estimate is consistent; of costs without a total, what compares with nothing."""
        self._hook = hook
        self.node: Node[K, V] | None = None
        """What is being expanded: its position is the parent of every node that is added now."""
        self.closest: Node[K, V] | None = None
        """The closed node with the smallest estimate left."""
        self.reopened = 0

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        known = self.known(position)
        if known is None and type(position) is not int and is_no_position(position):
            raise self._cannot_be_known(position)
        check_cost(cost, self._first, position)
        try:
            if known is not None and (not cost < known.cost or not self._may_improve(position)):
                return
        except NOT_COMPARABLE as error:
            raise _no_order(position, cost) from error
        before = self.node if parent is None else self._parent(parent, action)
        check_step(cost, before and before.cost, position)
        self._add(Node(position, cost, None if before is None else before.position), cost)

    def relax(  # type: ignore[override]  # the narrower self
        self: OpenNodes[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        try:
            known = self._known(position)
        except TypeError as error:
            raise self._cannot_be_known(position, error) from error
        if known is None:
            if type(position) is not int and is_no_position(position):
                raise self._cannot_be_known(position)
            left: N = self._estimate(position)  # type: ignore[assignment]
        else:
            try:
                is_open = type(known) is Node
                if is_open or len(known) == 2:
                    cost = known.cost if is_open else known[1]
                    least, left = cost.travelled, cost.left
                else:
                    _, least, left = known
                # NaN is never `<=` and never equal: it is no reason to drop, and meets the check below.
                if least <= travelled or not (is_open or self._reopen or travelled != travelled):
                    return
            except NOT_COMPARABLE as error:
                raise self._refused(position, travelled, "?") from error
        try:
            total = travelled + left
            if not self._least <= total:  # seldom: NaN, or an estimate that is not consistent
                check_cost(total, self._first.total, position)
        except NOT_COMPARABLE as error:
            raise self._refused(position, travelled, left) from error
        before: Node[K, Cost[N]] = self.node if parent is None else self._parent(parent, action)  # type: ignore[assignment]  # only a hook calls this, for a node
        if travelled < before.cost.travelled:
            raise CostError(f"{position!r} is reached at {travelled!r} travelled: {FALLS}")
        self._add(Node(position, Cost(total, travelled, left), before.position), total)

    def known(self, position: K) -> Node[K, V] | None:
        try:
            return self._closed.node(position) if position in self._nodes else None
        except TypeError as error:
            raise self._cannot_be_known(position, error) from error

    @property
    def beyond(self) -> Comparable | None:
        """Nothing is dropped for its cost."""
        return None

    def tree(self) -> Tree[K, V]:
        """Return all that was reached so far, as a copy."""
        return tree_of(self._closed, self._problem)

    def _parent(self, position: K, action: object) -> Node[K, V]:
        """The node of a parent that a hook named.

        Raises:
            BadInput: it is not known; or an action is given too.
        """
        if action is not None:
            raise BadInput(
                f"{self._hook} gives a parent and an action at once; an action belongs to a step from the expanded position"
            )
        node = self.known(position)
        if node is None:
            raise unknown_parent(self._hook, position)
        return node

    def _may_improve(self, position: K) -> bool:
        return self._reopen or not self._closed.is_closed(position)

    def _add(self, node: Node[K, V], rank: Comparable) -> None:
        position = node.position
        try:
            self._queue.insert(node, rank)
        except NOT_COMPARABLE as error:
            raise _no_order(position, node.cost) from error
        is_reopened = self._reopen and self._closed.is_closed(position)
        self._nodes[position] = node
        if is_reopened:
            self.reopened += 1
            if self._observer is not None:
                self._observer.reopened(node)
        elif self._observer is not None:
            self._observer.opened(node)

    def _cannot_be_known(self, position: object, error: TypeError | None = None) -> Exception:
        return refusal(self._hook, position, self.node and self.node.position, error)

    def _refused(self, position: object, travelled: object, left: object) -> CostError:
        if not isinstance(self._first, Cost):
            return CostError(
                f"relax() is for searches whose cost is Cost, and this one began with {self._first!r}; use insert()"
            )
        return CostError(
            f"the cost of {position!r} is {travelled!r} travelled and {left!r} left: their sum must be a number (not NaN) "
            "that compares with the other costs of the search"
        )


def _no_order(position: object, cost: object) -> CostError:
    return CostError(
        f"the cost of {position!r} is {cost!r}, which does not compare by < with a cost on the open list; "
        "all costs of one search must compare with each other"
    )


def unknown_parent(hook: str, parent: object) -> BadInput:
    """Return the error of a hook that names a parent that the search has not reached."""
    return BadInput(
        f"{hook} names the parent {shown(parent)}, which this search does not know; name a position that it has reached"
    )
