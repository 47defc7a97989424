"""The closed dictionary: the best node known for each position, and which of them are closed.

Rules: parents and best costs live here and nowhere else. A position is *known* once a node for it was put on the open list, and
*closed* once that node came off it. A node that is not the one remembered here is stale.

Most positions of a long search are closed, and nobody but a path or a tree looks at them again. So a position that is open is
remembered as its node, and one that is closed as a tuple of what the node cannot be made of again, which is half as large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from genastar.cost import NOT_COMPARABLE, Cost, V
from genastar.errors import BadInput, CostError, name_of
from genastar.node import K, Node, holds_nan

T = TypeVar("T")
"""The type of a value."""


class ClosedDict(Generic[K, V]):
    """Positions and their best known nodes."""

    __slots__ = ("is_keyed", "nodes")

    def __init__(self, key: Callable[[K], Any] | None = None) -> None:
        self.is_keyed = key is not None
        """Whether positions are found by a key of theirs."""
        self.nodes: dict[K, Node[K, V] | tuple[Any, ...]] = {} if key is None else KeyedDict(key)
        """Of each open position its best node; of a closed one the parent and what was travelled and is left of a `Cost` whose
        total is their sum, or the parent and the cost."""

    def clear(self) -> None:
        """Forget all positions. This costs what the last search reached, whatever the size of the world."""
        self.nodes.clear()

    def close(self, node: Node[K, V]) -> None:
        """Remember that a node came off the open list."""
        cost: Any = node.cost
        if type(cost) is Cost:
            try:
                if cost.total == cost.travelled + cost.left:
                    self.nodes[node.position] = node.parent, cost.travelled, cost.left
                    return
            except NOT_COMPARABLE:
                pass  # a hook inserted it, and its parts do not add
        self.nodes[node.position] = node.parent, cost

    def is_closed(self, position: K) -> bool:
        """Return whether a position is closed."""
        return type(self.nodes.get(position)) is tuple

    def node(self, position: K) -> Node[K, V]:
        """Return the best node known for a position.

        Raises:
            KeyError: nothing is known of it.
        """
        known = self.nodes[position]
        if type(known) is Node:
            return known
        if isinstance(self.nodes, KeyedDict):
            position = self.nodes.met[self.nodes.key(position)]
        return closed_node(position, known)

    def way(self, position: K) -> tuple[tuple[K, ...], Costs[V]]:
        """Return the positions from a start to this one, by their parents, and what makes their costs.

        Raises:
            CostError: the parents run in a circle, because a way got cheaper by getting longer.
        """
        path: list[K] = []
        all_known: list[Node[K, V] | tuple[Any, ...]] = []
        parent: K | None = position
        while parent is not None:
            known = self.nodes[parent]
            path.append(self.nodes.met[self.nodes.key(parent)] if isinstance(self.nodes, KeyedDict) else parent)
            all_known.append(known)
            parent = known.parent if type(known) is Node else known[0]  # type: ignore[index]  # mypy does not narrow so
            if len(path) > len(self.nodes):
                raise CostError(f"the way to {position!r} runs in a circle: some costs fall along a way, and must not")
        path.reverse()
        return tuple(path), Costs(all_known)


class Costs(Generic[V]):
    """Makes the costs along a way when they are asked for: few ask."""

    __slots__ = ("_known",)

    def __init__(self, known: list[Node[Any, V] | tuple[Any, ...]]) -> None:
        """Of what `ClosedDict.nodes` has of the positions, the last first."""
        self._known = known

    def __call__(self) -> tuple[V, ...]:
        return tuple([_cost(known) for known in reversed(self._known)])

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (list(self()),)


def _cost(known: Any) -> Any:
    """The cost in what `ClosedDict.nodes` has of a position."""
    if type(known) is Node:
        return known.cost
    _, cost, *left = known
    return Cost(cost + left[0], cost, left[0]) if left else cost


def closed_node(position: K, known: Any) -> Node[K, V]:
    """Return the node of a closed position, of what `ClosedDict.nodes` has of it."""
    return Node(position, _cost(known), known[0])


class KeyedDict(dict[K, T]):
    """A dictionary of positions that finds each by its key."""

    def __init__(self, key: Callable[[K], Any]) -> None:
        super().__init__()
        self.key = key
        self.met: dict[Any, K] = {}
        """The position that a value was last set for, by its key."""

    def clear(self) -> None:
        """Forget all positions."""
        super().clear()
        self.met.clear()

    def __getitem__(self, position: K) -> T:
        return super().__getitem__(self.key(position))

    def __setitem__(self, position: K, value: T) -> None:
        key = self.key(position)
        super().__setitem__(key, value)
        self.met[key] = position

    def __delitem__(self, position: K) -> None:
        key = self.key(position)
        super().__delitem__(key)
        del self.met[key]

    def __contains__(self, position: object) -> bool:
        return super().__contains__(self.key(position))  # type: ignore[arg-type]  # a position, as all that is looked up here

    def get(self, position: K, default: Any = None) -> Any:
        """Return the value for the key of a position."""
        return super().get(self.key(position), default)


def checked_key(problem: object) -> Callable[[K], Any] | None:
    """Return the hook ``key`` of a problem, checked to give what can be looked up; ``None`` if the problem has none.

    The hook raises BadInput where a key has no hash or holds NaN.
    """
    if not is_keyed(problem):
        return None
    key: Callable[[K], Any] = problem.key  # type: ignore[attr-defined]  # it was looked for

    def checked(position: K) -> Any:
        found = key(position)
        try:
            hash(found)
        except TypeError as error:
            raise BadInput(
                f"{name_of(problem)}.key gives {found!r} for {position!r}, which is not hashable ({error}); "
                "give a tuple, not a list"
            ) from error
        if type(found) is not int and holds_nan(found):
            raise BadInput(f"{name_of(problem)}.key gives {found!r} for {position!r}: NaN equals nothing; use keys without NaN")
        return found

    return checked


def is_keyed(problem: object) -> bool:
    """Return whether a problem has the hook ``key``; one around another has it if the one within has it."""
    return hasattr(problem, "key") and bool(getattr(problem, "is_keyed", True))
