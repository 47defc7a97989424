"""The positions that a search of the interpreted engine reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic

from genastar.contracts.hooks import Hooks
from genastar.contracts.tree import Reached, Tree, TreeArrays, make_no_numbers_error
from genastar.errors import make_missing_library_error
from genastar.memory.closed import ClosedDict, KeyedDict, make_closed_node
from genastar.values.cost import Cost, V
from genastar.values.node import K, Node


def make_tree(closed: ClosedDict[K, V], problem: Hooks[Any, Any]) -> Tree[K, V]:
    """Return the tree of the current content of a closed dictionary."""
    return Tree(_copy_reached(closed, problem), problem)


def make_tree_of_nodes(nodes: Iterable[tuple[Node[K, V], bool]], problem: Hooks[Any, Any]) -> Tree[K, V]:
    """Return the tree of these nodes; see `collect_nodes`."""
    return Tree(collect_nodes(nodes, problem), problem)


def collect_nodes(nodes: Iterable[tuple[Node[K, V], bool]], problem: Hooks[Any, Any]) -> Reached[K, V]:
    """Return these nodes, each with whether it is settled, as `Reached`. Of several nodes of one position the last counts."""
    closed: ClosedDict[K, V] = ClosedDict(problem.key if problem.is_keyed else None)
    for node, is_settled in nodes:
        closed.nodes[node.position] = node
        if is_settled:
            closed.close(node)
    return _copy_reached(closed, problem)


def _copy_reached(closed: ClosedDict[K, V], problem: Hooks[Any, Any]) -> Reached[K, V]:
    nodes = closed.nodes
    return _ReachedNodes(dict(nodes), dict(nodes.first_positions) if isinstance(nodes, KeyedDict) else None, problem)


class _ReachedNodes(Reached[K, V], Generic[K, V]):
    """The entries of `ClosedDict.nodes`, by key."""

    def __init__(self, known: dict[Any, Any], met: dict[Any, K] | None, problem: Any) -> None:
        self._known = known
        self._met = met
        self._problem = problem

    def get_node(self, key: Any) -> Node[K, V]:
        return self._make_node(key, self._known[key])

    def _make_node(self, key: Any, known: Any) -> Node[K, V]:
        if type(known) is tuple:
            return make_closed_node(key if self._met is None else self._met[key], known)
        node: Node[K, V] = known
        return node

    def is_settled(self, key: Any) -> bool:
        return type(self._known.get(key)) is tuple

    def iterate_nodes(self, settled: bool) -> Iterator[Node[K, V]]:
        return (self._make_node(*each) for each in self._known.items() if not settled or type(each[1]) is tuple)

    def count(self, settled: bool) -> int:
        return sum(type(known) is tuple for known in self._known.values()) if settled else len(self._known)

    def to_arrays(self, settled: bool) -> TreeArrays:
        try:
            import numpy as np
        except ImportError as error:
            raise make_missing_library_error("by_index()", "numpy", error) from error
        index, size, key = self._problem.index, self._problem.size, None if self._met is None else self._problem.key
        number = {key: index(key) for key in self._known}
        cells: list[int] = []
        parents: list[int] = []
        paid: list[Any] = []
        closed: list[bool] = []
        for cell, known in zip(number.values(), self._known.values(), strict=True):  # no nodes: there may be millions
            is_closed = type(known) is tuple
            if settled and not is_closed:
                continue
            if not (is_closed or isinstance(known.cost, Cost)):
                raise make_no_numbers_error()
            parent, g = known[:2] if is_closed else (known.parent, known.cost.travelled)
            cells.append(cell)
            parents.append(cell if parent is None else number[parent if key is None else key(parent)])
            paid.append(g)
            closed.append(is_closed)
        travelled = np.array(paid, None if paid else np.int64)
        if travelled.dtype.kind not in "if":
            raise make_no_numbers_error()
        found = TreeArrays(np.zeros(size, travelled.dtype), np.full(size, -1, np.int64), np.zeros(size, np.bool_))
        found.g[cells], found.parent[cells], found.settled[cells] = travelled, parents, closed
        return found
