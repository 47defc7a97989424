"""ALT: A* with an estimate from distances to landmarks, by the triangle inequality.

Goldberg and Harrelson, Computing the shortest path: A* search meets graph theory (SODA 2005); landmarks by *avoid* after
Goldberg and Werneck, Computing point-to-point shortest paths from external memory (ALENEX 2005). In undirected graphs these are
the differential heuristics of Sturtevant et al., Memory-based heuristics for explicit state spaces (IJCAI 2009).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost, Node, OpenList, Starts
from genastar.authoring import check_cancelled
from genastar.contracts.tree import TreeArrays
from genastar.files import AnyPath
from genastar.storage.array_file import open_arrays, save_arrays
from genastar.values.cost import N
from genastar.values.limits import check_while_iterating
from genastar_picture.progress import show_progress
from genastar_prepare.graph.rows import NEVER, Int32, Int64, RowGraph, Weights, get_limit, make_zero_cost, reverse_rows
from genastar_prepare.hierarchy.upward_search import Ends

KIND: Final = "landmarks of a road graph"  # files of earlier versions are called so
MADE_WITH: Final = ("count", "choice")
ACTIVE: Final = 6
"""Table columns that one search uses: those that give the highest estimates at its start."""

Wide = NDArray[np.int64 | np.float64]


@frozen(eq=False)
class Landmarks:
    """Landmark nodes, and the distances of all nodes from and to them."""

    nodes: Int32
    """Landmark nodes, shape (k,)."""
    table: Weights = field(repr=False)
    """One row per node, shape (n, 2k): the distances *to* the landmarks, 0 if there is no path; then the negated distances
    *from* the landmarks, ``-get_limit(table)`` if there is no path. In each column, a node's value minus a goal's is at most
    the
    distance from the node to the goal."""
    fingerprint: int
    """Fingerprint of the graph; see `Graph.fingerprint`."""
    made_with: Mapping[str, int | str] = field(factory=dict)
    """The count and the choice that were asked for; empty in files of earlier versions."""

    @classmethod
    def of(
        cls, graph: RowGraph, count: int = 16, method: Literal["avoid", "farthest"] = "avoid", *, engine: str = "auto"
    ) -> Landmarks:
        """Choose landmarks and compute all distances by two searches from each.

        Raises:
            BadInput: the graph has no nodes, the count is not positive, or a distance is too large.
        """
        if count < 1 or graph.size == 0:
            raise BadInput(f"{count} landmarks of {graph.size} nodes; expected at least one of each")
        ways = _LandmarkSearches(graph, engine)
        nodes: list[int] = []
        columns: list[Wide] = []
        with show_progress("landmarks", count) as tell:
            while len(nodes) < count:
                choose = _find_farthest if method == "farthest" or not nodes else _find_avoided
                node = choose(ways, nodes, columns)
                if node in nodes:
                    break  # every node is a landmark
                nodes.append(node)
                columns += [
                    ways.mark_unreached(ways.search_to(node), 0),
                    -ways.mark_unreached(ways.search_from(node), ways.most),
                ]
                tell(len(nodes))
        table = np.stack(columns[0::2] + columns[1::2], axis=1)
        made_with = {"count": count, "choice": method}
        return cls(np.array(nodes, np.int32), _narrow_distances(table, ways.most), graph.fingerprint, made_with)

    def save(self, path: AnyPath) -> None:
        """Write the landmarks as a file that `open` reads.

        Raises:
            BadInput: the file cannot be written.
        """
        save_arrays(path, KIND, {"fingerprint": self.fingerprint, **self.made_with}, {"nodes": self.nodes, "table": self.table})

    @classmethod
    def open(cls, path: AnyPath, graph: RowGraph) -> Landmarks:
        """Open the saved landmarks of this graph.

        Raises:
            BadInput: the file cannot be read, is not a landmark file, is damaged, or belongs to another graph.
        """
        found = open_arrays(path, KIND)
        nodes, table = found.get_int32("nodes"), found.get_number("table", 2)
        if found.facts.get("fingerprint") != graph.fingerprint or table.shape != (graph.size, 2 * len(nodes)):
            raise BadInput(f"{path}: these landmarks belong to another graph; delete the file, or prepare the graph again")
        if table.dtype.kind != graph.weight.dtype.kind or not _is_sound(nodes, table, graph.size):
            raise BadInput(f"{path}: its arrays contain numbers out of range; prepare it again")
        made_with = {name: fact for name, fact in found.facts.items() if name in MADE_WITH and isinstance(fact, (int, str))}
        return cls(nodes, table, graph.fingerprint, made_with)

    def choose_columns(self, starts: Int64, entries: Ends) -> tuple[Int32, Wide]:
        """Return the columns for a question, and the values of its goals in them: see `compute_bound`.

        Args:
            starts: the nodes where paths begin, shape (j,); empty if they are not known.
            entries: where paths end: rows of node, remaining cost.
        """
        most = get_limit(self.table)
        nodes, remaining = entries[:, :1].astype(np.int64), entries[:, 1:2]
        rows = self.table[nodes[:, 0]].astype(type(most))  # of 64 bits
        half = len(self.nodes)
        lost = np.concatenate(((rows[:, :half] == 0) & (nodes != self.nodes), rows[:, half:] == -most), axis=1)
        # Without a path to a goal, the column gives no bound. Sums of floats are rounded.
        rows = np.where(lost, most, rows - remaining + (1e-9 * np.abs(rows) if rows.dtype.kind == "f" else 0))
        goal_row = rows.max(axis=0, initial=-most)
        begin = self.table[starts] - goal_row
        says = begin.max(axis=0, initial=-most) if len(begin) else -goal_row
        columns = np.sort(np.argsort(-says, kind="stable")[:ACTIVE]).astype(np.int32)
        return columns, goal_row[columns]


def compute_bound(table: Weights, columns: Int32, goal_row: Wide, node: int, least: N) -> N:
    """Return a lower bound on the cost from a node to the goals: the largest of ``least`` and the bounds of the columns.

    Each column is a consistent estimate, and so is their maximum.

    Args:
        table: see `Landmarks.table`.
        columns: the columns to use; see `Landmarks.choose_columns`.
        goal_row: the values of the goals in these columns.
        node: the node.
        least: another lower bound, such as 0.
    """
    left = least
    for place in range(len(columns)):
        here, there = table[node, columns[place]].item(), goal_row[place].item()
        if here > there:  # no sum of the huge numbers that stand for no path, which machine code may refuse
            left = max(left, here - there)
    return left


def _is_sound(nodes: Int32, table: Weights, size: int) -> bool:
    """Return whether no search can leave these arrays, and no difference of two distances exceeds 64 bits."""
    to, away, most = table[:, : len(nodes)], table[:, len(nodes) :], get_limit(table)
    return bool(
        ((nodes >= 0) & (nodes < size)).all() and ((to >= 0) & (to <= most)).all() and ((away <= 0) & (away >= -most)).all()
    )


def _narrow_distances(table: Wide, most: np.int64 | np.float64) -> Weights:
    """Return whole distances as int32 if they fit."""
    if table.dtype.kind == "f":
        return np.ascontiguousarray(table)
    lost = table == -most
    narrow = np.int32(get_limit(np.empty(0, np.int32)))
    if np.abs(np.where(lost, 0, table)).max(initial=0) >= narrow:
        return np.ascontiguousarray(table)
    return np.ascontiguousarray(np.where(lost, -narrow, table).astype(np.int32))


@frozen(eq=False)
class RowsProblem(AStar[int, Cost[int]]):
    """A graph to search from node to node."""

    first: Int32
    head: Int32
    weight: Weights

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.head[edge]), travelled + self.weight[edge].item())

    def is_destination(self, position: int) -> bool:
        return False

    def index(self, position: int) -> int:
        """Return the node, which is its own index."""
        return position

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.first) - 1

    def search_tree(self, start: int, engine: str = "auto") -> TreeArrays:
        """Return the distances and parents of all nodes from a start. The parent of the start is `NEVER`.

        Raises:
            Cancelled: the token that governs this work was cancelled.
        """
        found = self.explore(Starts({start: make_zero_cost(self.weight)}), engine=engine).to_arrays()
        check_cancelled()  # a cancelled search is incomplete
        parent = found.parent.copy()
        parent[start] = NEVER
        return found._replace(parent=parent)


class _LandmarkSearches:
    """Searches from and to nodes."""

    def __init__(self, graph: RowGraph, engine: str) -> None:
        self.first, self.size = graph.first, graph.size
        back = reverse_rows(graph)
        self._forth = RowsProblem(graph.first, graph.head, graph.weight)
        self._back = RowsProblem(back.first, back.head, back.weight)
        self._engine = engine
        self.most = get_limit(graph.weight if graph.weight.dtype.kind == "f" else np.empty(0, np.int64))

    def search_from(self, node: int) -> TreeArrays:
        return self._forth.search_tree(node, self._engine)

    def search_to(self, node: int) -> TreeArrays:
        return self._back.search_tree(node, self._engine)

    def mark_unreached(self, tree: TreeArrays, otherwise: int | np.int64 | np.float64) -> Wide:
        if tree.g.max(initial=0) >= self.most:
            raise BadInput(f"a path costs {tree.g.max()}, too much for landmarks; scale the costs down")
        return np.where(tree.settled, tree.g, tree.g.dtype.type(otherwise))


def _find_farthest(ways: _LandmarkSearches, nodes: list[int], columns: list[Wide]) -> int:
    """Return the node farthest from all landmarks; the first landmark is the node farthest from a node of highest degree."""
    if not nodes:
        tree = ways.search_from(int(np.argmax(np.diff(ways.first))))
        return int(np.argmax(np.where(tree.settled, tree.g, NEVER)))
    away = [np.where(column == -ways.most, 0, -column) for column in columns[1::2]]
    return int(np.argmax(np.min(away, axis=0)))


def _find_avoided(ways: _LandmarkSearches, nodes: list[int], columns: list[Wide]) -> int:
    """Return a leaf of the subtree in which the landmarks' bounds are worst."""
    random = np.random.default_rng(len(nodes))
    root = int(random.integers(ways.size))
    tree = ways.search_from(root)
    bound = np.max([column[root] - column for column in columns], axis=0, initial=0)
    size = tree.g - np.minimum(bound, tree.g)
    sheltered = np.zeros(len(size), bool)  # the subtree contains a landmark
    sheltered[nodes] = True
    hops = np.where(tree.settled, count_hops(tree.parent), -1)
    order = np.argsort(-hops, kind="stable")[: int(tree.settled.sum())]
    for level in check_while_iterating(np.split(order, np.flatnonzero(np.diff(hops[order])) + 1)):
        level = level[hops[level] > 0]
        size[level[sheltered[level]]] = 0
        np.add.at(size, tree.parent[level], size[level])
        np.logical_or.at(sheltered, tree.parent[level], sheltered[level])
    size[sheltered] = 0
    node = int(np.argmax(size))
    if size[node] == 0:
        return _find_farthest(ways, nodes, columns)
    children = np.argsort(tree.parent, kind="stable")
    parents = tree.parent[children]
    while True:
        low, high = np.searchsorted(parents, [node, node + 1])
        below = children[low:high]
        if not len(below) or size[below].max() == 0:
            return node
        node = int(below[np.argmax(size[below])])


def count_hops(parent: Int64) -> Int64:
    """Return the depth of each node in a forest, shape (n,)."""
    above = np.where(parent >= 0, parent, np.arange(len(parent)))
    hops = (parent >= 0).astype(np.int64)
    while hops[above].any():  # pointer doubling
        hops, above = hops + hops[above], above[above]
    return hops
