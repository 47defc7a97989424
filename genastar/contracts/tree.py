"""Trees: the positions that a search reached, each with its cost and its parent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, ValuesView
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, cast

from genastar.contracts.hooks import Hooks
from genastar.errors import BadInput, format_value, make_circle_error, name_problem
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TreeArrays(NamedTuple):
    """A tree as read-only arrays of shape ``(size,)``, with an element for each index of the problem."""

    g: NDArray[np.int64] | NDArray[np.float64]
    """The cost g of each position that was reached; 0 elsewhere. The type is int64 for an empty tree."""
    parent: NDArray[np.int64]
    """The index of each parent; for a start its own index, and -1 for positions that were not reached."""
    settled: NDArray[np.bool_]
    """Whether each position was closed."""


class Reached(ABC, Generic[K, V]):
    """The positions that a search reached, as an engine stores them, by their keys.

    The key is the position itself if the problem has no hook ``key``.
    """

    @abstractmethod
    def get_node(self, key: Any) -> Node[K, V]:
        """Return the best node known for a key.

        Raises:
            KeyError, TypeError: the key is not known.
        """

    @abstractmethod
    def is_settled(self, key: Any) -> bool:
        """Return whether the best node known for a key was closed."""

    @abstractmethod
    def iterate_nodes(self, settled: bool) -> Iterator[Node[K, V]]:
        """Yield all nodes, or only the closed ones if ``settled``."""

    @abstractmethod
    def count(self, settled: bool) -> int:
        """Return the number of nodes, or of closed nodes if ``settled``."""

    @abstractmethod
    def to_arrays(self, settled: bool) -> TreeArrays:
        """Return the nodes as numpy arrays. The problem has ``index`` and ``size``.

        Raises:
            BadInput: the costs are not `Cost` of int or float; see `make_no_numbers_error`.
        """


class Tree(Mapping[K, Node[K, V]], Generic[K, V]):
    """A mapping of each position that was reached to its best known node.

    A position is *settled* if its node was closed: no cheaper path leads there.
    """

    def __init__(self, reached: Reached[K, V], problem: Hooks[Any, Any] | None = None) -> None:
        self._reached = reached
        self._problem = problem
        self._key: Callable[[K], Any] | None = None if problem is None or not problem.is_keyed else problem.key
        self._leaves_out = False
        """Whether positions that are not settled are left out."""

    def __getitem__(self, position: K) -> Node[K, V]:
        if self._leaves_out and not self.is_settled(position):
            raise KeyError(position)
        return self._get_node(position)

    def __iter__(self) -> Iterator[K]:
        return (node.position for node in self._reached.iterate_nodes(self._leaves_out))

    def __len__(self) -> int:
        return self._reached.count(self._leaves_out)

    def values(self) -> ValuesView[Node[K, V]]:
        """Return a view of all nodes, which makes each node when it is needed."""
        return _Nodes(self)

    def is_settled(self, position: K) -> bool:
        """Return whether the position was closed.

        Raises:
            BadInput: it is not hashable, and so no position.
        """
        try:
            return self._reached.is_settled(position if self._key is None else self._key(position))
        except TypeError as error:
            raise BadInput(f"{format_value(cast(object, position))} is no position: {error}") from error

    def to_arrays(self: Tree[K, Cost[N]]) -> TreeArrays:
        """Return the tree as numpy arrays, for problems with ``index`` and ``size`` whose costs are numbers.

        Raises:
            BadInput: the problem has no ``index`` and ``size``, the costs are not numbers, or numpy is not installed.
        """
        if self._problem is None or not self._problem.is_indexed:
            name = "a world" if self._problem is None else name_problem(self._problem)
            raise BadInput(
                f"{name} has no index(position) and size, which to_arrays() needs; write them, or look up positions one by one"
            )
        found = self._reached.to_arrays(self._leaves_out)
        for array in found:
            array.flags.writeable = False  # the tree may share it
        return found

    def select_settled(self) -> Tree[K, V]:
        """Return the settled part of this tree."""
        part = copy(self)
        part._leaves_out = True
        return part

    def g(self: Tree[K, Cost[N]], position: K) -> N:
        """Return the cost g of a position.

        Raises:
            BadInput: the position was not reached.
        """
        return self._find_node(position).cost.travelled

    def path_to(self, position: K) -> tuple[K, ...]:
        """Return the path from a start to a position.

        Raises:
            BadInput: the position was not reached.
            CostError: the parents form a cycle, because a longer path was cheaper.
        """
        node = self._find_node(position)
        path, most = [node.position], self._reached.count(False)
        while node.parent is not None:
            node = self._get_node(node.parent)
            path.append(node.position)
            if len(path) > most:
                raise make_circle_error(position)
        path.reverse()
        return tuple(path)

    def _repr_html_(self) -> str:
        """Return an HTML table of the first positions, for notebooks."""
        from genastar.values import html  # a search does not need it

        nodes = list(islice(self.values(), 2 * html.FEW))
        rows = [
            (
                format_value(node.position),
                html.format_cost(node.cost),
                html.format_parent(node),
                "yes" if self.is_settled(node.position) else "no",
            )
            for node in nodes
        ]
        if len(self) > len(nodes):
            rows.append(("…",) * 4)
        title = f"Tree: {html.count(self, 'position')}, {len(self.select_settled()):,} settled"
        return html.format_table(title, ("position", "cost", "from", "settled"), rows)

    def _get_node(self, position: K) -> Node[K, V]:
        return self._reached.get_node(position if self._key is None else self._key(position))

    def _find_node(self, position: K) -> Node[K, V]:
        try:
            return self[position]
        except (KeyError, TypeError):
            raise BadInput(f"{format_value(cast(object, position))} was not reached; check `position in tree` first") from None


class _Nodes(ValuesView[Node[K, V]]):
    """The nodes of a tree."""

    _mapping: Tree[K, V]

    def __iter__(self) -> Iterator[Node[K, V]]:
        return self._mapping._reached.iterate_nodes(self._mapping._leaves_out)


def make_no_numbers_error() -> BadInput:
    """Return the error of `Tree.to_arrays` for costs that are not `Cost` of int or float."""
    return BadInput("by_index() needs costs that are Cost of int or float; look up positions one by one")
