"""The closed dictionary: the best node known for each position, and whether the position is closed.

Rules: parents and best costs are kept here and nowhere else. A position is *known* once a node for it was put on the open list,
and *closed* once that node came off it. A node is stale if it is not the one kept here.

Most positions of a long search are closed, and only a path or a tree reads them again. So an open position is kept as its node.
A closed one is kept as a tuple of the node's parts, which is half as large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from genastar.errors import BadInput, format_value, make_circle_error
from genastar.values.cost import NOT_COMPARABLE, Cost, V
from genastar.values.node import K, Node

T = TypeVar("T")
"""The type of a value."""


class ClosedDict(Generic[K, V]):
    """A dictionary of positions and their best known nodes."""

    __slots__ = ("is_keyed", "nodes")

    def __init__(self, key: Callable[[K], Any] | None = None) -> None:
        self.is_keyed = key is not None
        """Whether positions are looked up by their keys."""
        self.nodes: dict[K, Node[K, V] | tuple[Any, ...]] = {} if key is None else KeyedDict(key)
        """For an open position its best node. For a closed one ``(parent, g, h)`` of a `Cost` whose total is g + h, or
        ``(parent, g, h, cost)``, where g and h are ``None`` if the cost is no `Cost`."""

    def clear(self) -> None:
        """Forget all positions. The time depends on the positions reached, not on the size of the world."""
        self.nodes.clear()

    def close(self, node: Node[K, V]) -> None:
        """Mark the position of a node that came off the open list as closed."""
        cost: Any = node.cost
        if type(cost) is Cost:
            try:
                if cost.total == cost.travelled + cost.left:
                    self.nodes[node.position] = node.parent, cost.travelled, cost.left
                    return
            except NOT_COMPARABLE:
                pass  # a hook inserted a cost whose parts cannot be added
        g, h = (cost.travelled, cost.left) if isinstance(cost, Cost) else (None, None)
        self.nodes[node.position] = node.parent, g, h, cost

    def is_closed(self, position: K) -> bool:
        """Return whether a position is closed."""
        return type(self.nodes.get(position)) is tuple

    def get_node(self, position: K) -> Node[K, V]:
        """Return the best node known for a position.

        Raises:
            KeyError: the position is not known.
        """
        known = self.nodes[position]
        if type(known) is Node:
            return known
        if isinstance(self.nodes, KeyedDict):
            position = self.nodes.first_positions[self.nodes.key(position)]
        return make_closed_node(position, known)

    def trace_path(self, position: K) -> tuple[tuple[K, ...], Costs[V]]:
        """Return the path from a start to a position, by the parents, and a function that computes the costs along it.

        Raises:
            BadInput: a hook changed a node or a position, so that the path has a gap.
            CostError: the parents form a cycle, because a longer path was cheaper.
        """
        path: list[K] = []
        all_known: list[Node[K, V] | tuple[Any, ...]] = []
        parent: K | None = position
        while parent is not None:
            known = self.nodes.get(parent)
            if known is None:
                raise BadInput(
                    f"the path to {format_value(position)} passes through {format_value(parent)}, which was never added: "
                    "a hook changed a "
                    "node or a position; leave both as they are, and add new positions"
                )
            path.append(self.nodes.first_positions[self.nodes.key(parent)] if isinstance(self.nodes, KeyedDict) else parent)
            all_known.append(known)
            parent = known.parent if type(known) is Node else known[0]  # type: ignore[index]  # mypy does not narrow this
            if len(path) > len(self.nodes):
                raise make_circle_error(position)
        path.reverse()
        return tuple(path), Costs(all_known)


class Costs(Generic[V]):
    """A function that computes the costs along a path. Few callers need them."""

    __slots__ = ("_known",)

    def __init__(self, known: list[Node[Any, V] | tuple[Any, ...]]) -> None:
        """Keep the entries of `ClosedDict.nodes` for the positions of the path, the last first."""
        self._known = known

    def __call__(self) -> tuple[V, ...]:
        return tuple([_get_cost(known) for known in reversed(self._known)])


def _get_cost(known: Any) -> Any:
    """Return the cost in an entry of `ClosedDict.nodes`."""
    if type(known) is Node:
        return known.cost
    _, g, h, *cost = known
    return cost[0] if cost else Cost(g + h, g, h)


def make_closed_node(position: K, known: Any) -> Node[K, V]:
    """Return the node of a closed position, given its entry of `ClosedDict.nodes`."""
    return Node(position, _get_cost(known), known[0])


class KeyedDict(dict[K, T]):
    """A dictionary of positions that looks up each by its key."""

    def __init__(self, key: Callable[[K], Any]) -> None:
        super().__init__()
        self.key = key
        self.first_positions: dict[Any, K] = {}
        """For each key, the position that a value was last set for."""

    def clear(self) -> None:
        """Forget all positions."""
        super().clear()
        self.first_positions.clear()

    def __getitem__(self, position: K) -> T:
        return super().__getitem__(self.key(position))

    def __setitem__(self, position: K, value: T) -> None:
        key = self.key(position)
        super().__setitem__(key, value)
        self.first_positions[key] = position

    def __delitem__(self, position: K) -> None:
        key = self.key(position)
        super().__delitem__(key)
        del self.first_positions[key]

    def __contains__(self, position: object) -> bool:
        return super().__contains__(self.key(position))  # type: ignore[arg-type]  # only positions are looked up here

    def get(self, position: K, default: Any = None) -> Any:
        """Return the value for the key of a position."""
        return super().get(self.key(position), default)
