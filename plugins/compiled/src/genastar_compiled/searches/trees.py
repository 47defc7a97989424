"""Trees of compiled searches, read from copies of their arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput, Cost, Node
from genastar.contracts.request import Request
from genastar.contracts.tree import Reached, Tree, TreeArrays, make_no_numbers_error
from genastar.memory.reached import collect_nodes, make_tree_of_nodes
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.kernel.closed import FORGOTTEN, ROW_BITS, ROW_MASK, HashTable
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.kernel.keys import NoTree
from genastar_compiled.kernel.open_lists.depth_first import WaitingList
from genastar_compiled.kernel.open_lists.packed import BELOW_WIDTH, ONE_GENERATION, TRAVELLED_SHIFT, stamp
from genastar_compiled.plans.layout import Program
from genastar_compiled.searches.memory import Memory


def tree_of(program: Program, memory: Memory, request: Request[K, V], begun: bool) -> Tree[K, V]:
    """Return the tree of the search in this memory.

    Raises:
        BadInput: the request keeps no tree.
    """
    layout = program.layout
    if layout.tree is NoTree:
        raise BadInput("this request keeps no tree; use keeps_tree=True, as AStar.begin does")
    if layout.open_list is WaitingList:
        return _line(program, memory, request, begun)
    reached = _Cells(program, memory, request) if layout.tree is not None else _Rows(program, memory, request, begun)
    return Tree(reached, request.problem)


def _line(program: Program, memory: Memory, request: Request[K, V], begun: bool) -> Tree[K, V]:
    count = memory.block[WORDS["length"]] if begun else 0
    positions = memory.column(program, "line_at").many(0, count)
    costs = memory.column(program, "line_costs_at").many(0, count)
    nodes = [Node(*each) for each in zip(positions, costs, [None, *positions], strict=False)]
    return make_tree_of_nodes([(node, True) for node in nodes], request.problem)


class _Places(Reached[Any, Any]):
    """Nodes by place, that is, by row or cell."""

    _closed: NDArray[np.bool_]
    """Whether each place is closed."""

    def __init__(self, request: Request[Any, Any], dense: bool) -> None:
        self._problem: Any = request.problem
        self._dense = dense

    def _place(self, key: Any) -> int:
        """Return the place of a key.

        Raises:
            KeyError: the search has not reached the key.
        """
        raise NotImplementedError

    def _node(self, place: int) -> Node[Any, Any]:
        raise NotImplementedError

    def _is_known(self) -> NDArray[np.bool_]:
        """Return whether each place was reached."""
        raise NotImplementedError

    def _cell(self, key: Any) -> int:
        """Return the index of a key; -1 if it is not a position of this problem."""
        try:
            return int(self._problem.index(key))
        except (TypeError, ValueError, IndexError, AttributeError):
            return -1

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the interpreted engine's tree, because the arrays can only be read by code compiled here."""
        nodes = [(node, self.is_settled(self._key(node.position))) for node in self.iterate_nodes(False)]
        return collect_nodes, (nodes, self._problem)

    def _key(self, position: Any) -> Any:
        return self._problem.key(position) if self._problem.is_keyed else position

    def get_node(self, key: Any) -> Node[Any, Any]:
        return self._node(self._place(key))

    def is_settled(self, key: Any) -> bool:
        try:
            return bool(self._closed[self._place(key)])
        except KeyError:
            return False

    def iterate_nodes(self, settled: bool) -> Iterator[Node[Any, Any]]:
        return map(self._node, np.flatnonzero(self._closed if settled else self._is_known()).tolist())

    def count(self, settled: bool) -> int:
        return int(np.count_nonzero(self._closed if settled else self._is_known()))


class _Rows(_Places):
    """Nodes of the layout in rows."""

    def __init__(self, program: Program, memory: Memory, request: Request[Any, Any], begun: bool) -> None:
        super().__init__(request, program.layout.table is not HashTable)
        words = memory.block
        count = words[WORDS["row_count"]] if begun else 0
        self._positions = memory.column(program, "positions_at").copy(count)
        self._costs = memory.column(program, "costs_at").copy(count)
        self._origins = memory.column(program, "origins_at").copy(count) if "origins_at" in program.arrays else None
        self._parents = memory.array(program, "parents_at")[:count].copy()
        """Row of each row's parent; its own row for a start."""
        latest = memory.array(program, "latest_at")[:count]
        self._closed = latest & 1 != 0
        self._known = latest != FORGOTTEN
        self._row_of: dict[Any, int] | None = None
        """Row of each key, if positions have no index."""
        self._size = words[WORDS["size"]]
        if self._dense:
            slots = memory.array(program, "slots_at")[: self._size if begun else 0]
            self._cells = np.flatnonzero(slots >> ROW_BITS == words[WORDS["generation"]])
            """Reached indices, in order."""
            self._rows = slots[self._cells] & ROW_MASK

    def _place(self, key: Any) -> int:
        if self._dense:
            cell = self._cell(key)
            at = int(np.searchsorted(self._cells, cell))
            if at < len(self._cells) and self._cells[at] == cell:
                return int(self._rows[at])
            raise KeyError(key)
        if self._row_of is None:
            key_of: Callable[[Any], Any] = self._problem.key if self._problem.is_keyed else _itself
            known = zip(self._known.tolist(), self._positions.many(0, len(self._closed)), strict=True)
            self._row_of = {key_of(position): row for row, (is_known, position) in enumerate(known) if is_known}
        return self._row_of[key]

    def _is_known(self) -> NDArray[np.bool_]:
        return self._known

    def _node(self, place: int) -> Node[Any, Any]:
        parent, origin = int(self._parents[place]), None
        if parent != place:
            origin = self._positions.one(parent) if self._origins is None else self._origins.one(place)
        return Node(self._positions.one(place), self._costs.one(place), origin)

    def to_arrays(self, settled: bool) -> TreeArrays:
        if "travelled" not in (self._costs.array.dtype.names or ()):
            raise make_no_numbers_error()
        travelled = self._costs.array["travelled"]
        cell_of_row = np.empty(len(travelled), np.int64)
        cell_of_row[self._rows] = self._cells
        rows = np.flatnonzero(self._closed if settled else self._is_known())
        cells, kind = cell_of_row[rows], travelled.dtype if len(travelled) else np.int64
        found = TreeArrays(np.zeros(self._size, kind), np.full(self._size, -1, np.int64), np.zeros(self._size, np.bool_))
        found.g[cells] = travelled[rows]
        found.parent[cells] = cell_of_row[self._parents[rows]]
        found.settled[cells] = self._closed[rows]
        return found


def _itself(position: K) -> K:
    return position


class _Cells(_Places):
    """Nodes of the packed layout. Open cells are few and kept apart, so that the arrays describe a settled tree."""

    def __init__(self, program: Program, memory: Memory, request: Request[Any, Any]) -> None:
        super().__init__(request, True)
        size, generation = memory.block[WORDS["size"]], memory.block[WORDS["generation"]]
        words, sources = (memory.array(program, name)[:size] for name in ("states_at", "sources_at"))
        g, parent = np.empty((2, size), np.int64)  # one block is allocated faster than two
        self._closed = np.empty(size, np.bool_)
        self._arrays = TreeArrays(g, parent, self._closed)
        self._open = np.zeros(0, np.int64)
        """Open cells, in order."""
        if program.unpack(words, sources, generation, g, parent, self._closed):
            self._open = np.flatnonzero((words - np.uint64(stamp(generation)) < ONE_GENERATION) & ~self._closed)
        self._g_of_open = (words[self._open] >> TRAVELLED_SHIFT & BELOW_WIDTH).view(np.int64)
        self._parent_of_open = sources[self._open]
        self._positions = memory.shared(program, "reached_at", size)
        self._start = Node(request.start, request.cost)

    def _place(self, key: Any) -> int:
        cell = self._cell(key)
        if 0 <= cell < len(self._closed) and (self._closed[cell] or self._is_open(cell)):
            return cell
        raise KeyError(key)

    def _is_open(self, cell: int) -> bool:
        at = int(np.searchsorted(self._open, cell))
        return at < len(self._open) and int(self._open[at]) == cell

    def _is_known(self) -> NDArray[np.bool_]:
        known = self._closed.copy()
        known[self._open] = True
        return known

    def _node(self, place: int) -> Node[Any, Any]:
        position, g, parent, at = self._positions.one(place), self._arrays.g, self._arrays.parent, place
        if not self._closed[place]:
            g, parent, at = self._g_of_open, self._parent_of_open, int(np.searchsorted(self._open, place))
        source = int(parent[at])
        if source == place and position == self._start.position:
            return self._start
        travelled, left = int(g[at]), self._problem.estimate(position)
        return Node(position, Cost(travelled + left, travelled, left), None if source == place else self._positions.one(source))

    def to_arrays(self, settled: bool) -> TreeArrays:
        if settled or not len(self._open):
            return self._arrays
        found = TreeArrays(self._arrays.g.copy(), self._arrays.parent.copy(), self._closed)
        found.g[self._open] = self._g_of_open
        found.parent[self._open] = self._parent_of_open
        return found
