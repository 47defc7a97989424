"""Trees: what a search reached, each position with its cost and where the way to it came from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, ValuesView
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, cast

from genastar.closed import is_keyed
from genastar.cost import Cost, N, V
from genastar.errors import BadInput, CostError, name_of, shown
from genastar.node import K, Node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ByIndex(NamedTuple):
    """A tree as arrays, to be read only, with an element for each index of the problem, from 0 to its ``size`` - 1."""

    g: NDArray[np.int64] | NDArray[np.float64]
    """What was travelled, where the position was reached; else 0. Of an empty tree, int64."""
    parent: NDArray[np.int64]
    """The index of the position that the way comes from: of a start its own, and -1 where nothing was reached."""
    settled: NDArray[np.bool_]
    """Whether the position was closed."""


class Reached(ABC, Generic[K, V]):
    """What an engine has of the positions that a search reached, by their keys: the position itself where the problem has no
    hook ``key``.
    """

    @abstractmethod
    def node(self, key: Any) -> Node[K, V]:
        """Return the best node known for a key.

        Raises:
            KeyError, TypeError: nothing is known of it.
        """

    @abstractmethod
    def is_settled(self, key: Any) -> bool:
        """Return whether the best node known for a key was closed."""

    @abstractmethod
    def nodes(self, settled: bool) -> Iterator[Node[K, V]]:
        """Yield all nodes, or those alone that were closed."""

    @abstractmethod
    def count(self, settled: bool) -> int:
        """Return how many there are of these."""

    @abstractmethod
    def by_index(self, settled: bool) -> ByIndex:
        """Return these as numpy arrays. That the problem has ``index`` and ``size`` was looked at.

        Raises:
            BadInput: costs are no `Cost` of numbers; see `no_numbers`.
        """


class Tree(Mapping[K, Node[K, V]], Generic[K, V]):
    """The best node known for each position that was reached: a mapping of positions to nodes.

    A position of it is *settled* if its node was closed: nothing cheaper leads there.
    """

    def __init__(self, reached: Reached[K, V], problem: object) -> None:
        self._reached = reached
        self._problem = problem
        self._key: Callable[[K], Any] | None = problem.key if is_keyed(problem) else None  # type: ignore[attr-defined]  # it was looked for
        self._leaves_out = False
        """Whether what is not settled is left out."""

    def __getitem__(self, position: K) -> Node[K, V]:
        if self._leaves_out and not self.is_settled(position):
            raise KeyError(position)
        return self._node(position)

    def __iter__(self) -> Iterator[K]:
        return (node.position for node in self._reached.nodes(self._leaves_out))

    def __len__(self) -> int:
        return self._reached.count(self._leaves_out)

    def values(self) -> ValuesView[Node[K, V]]:
        """Return all nodes, each made as it is asked for."""
        return _Nodes(self)

    def is_settled(self, position: K) -> bool:
        """Return whether the position was closed."""
        return self._reached.is_settled(position if self._key is None else self._key(position))

    def by_index(self: Tree[K, Cost[N]]) -> ByIndex:
        """Return the tree as numpy arrays, for problems that number their positions and whose costs are numbers.

        Raises:
            BadInput: the problem has no ``index`` and ``size``, costs are no numbers, or numpy is not installed.
        """
        if not (hasattr(self._problem, "index") and hasattr(self._problem, "size")):
            raise BadInput(
                f"{name_of(self._problem)} does not number its positions; give it index(position) and size, or look "
                "positions up one by one"
            )
        found = self._reached.by_index(self._leaves_out)
        for array in found:
            array.flags.writeable = False  # the tree may have no other
        return found

    def settled(self) -> Tree[K, V]:
        """Return the part of this tree that is settled."""
        part = copy(self)
        part._leaves_out = True
        return part

    def g(self: Tree[K, Cost[N]], position: K) -> N:
        """Return what was travelled to a position.

        Raises:
            BadInput: it was not reached.
        """
        return self._met(position).cost.travelled

    def path_to(self, position: K) -> tuple[K, ...]:
        """Return the positions from a start to this one.

        Raises:
            BadInput: it was not reached.
            CostError: the parents run in a circle, because a way got cheaper by getting longer.
        """
        node = self._met(position)
        path, most = [node.position], self._reached.count(False)
        while node.parent is not None:
            node = self._node(node.parent)
            path.append(node.position)
            if len(path) > most:
                raise CostError(f"the way to {position!r} runs in a circle: some costs fall along a way, and must not")
        path.reverse()
        return tuple(path)

    def _repr_html_(self) -> str:
        """Return the first positions as a notebook shows them."""
        from genastar import html  # no search waits for it

        nodes = list(islice(self.values(), 2 * html.FEW))
        rows = [
            (shown(node.position), html.amount(node.cost), html.origin(node), "yes" if self.is_settled(node.position) else "no")
            for node in nodes
        ]
        if len(self) > len(nodes):
            rows.append(("…",) * 4)
        title = f"Tree: {html.count(self, 'position')}, {len(self.settled()):,} settled"
        return html.table(title, ("position", "cost", "from", "settled"), rows)

    def _node(self, position: K) -> Node[K, V]:
        return self._reached.node(position if self._key is None else self._key(position))

    def _met(self, position: K) -> Node[K, V]:
        try:
            return self[position]
        except (KeyError, TypeError):
            raise BadInput(f"{shown(cast(object, position))} was not reached; ask `position in tree` first") from None


class _Nodes(ValuesView[Node[K, V]]):
    """The nodes of a tree."""

    _mapping: Tree[K, V]

    def __iter__(self) -> Iterator[Node[K, V]]:
        return self._mapping._reached.nodes(self._mapping._leaves_out)


def no_numbers() -> BadInput:
    """Return the error of `Tree.by_index` where costs are no `Cost` of numbers."""
    return BadInput("by_index() is for a Cost of int or float; look positions up one by one")
