"""ALT: A* with an estimate from distances to landmarks, by the triangle inequality.

Goldberg and Harrelson, Computing the shortest path: A* search meets graph theory (SODA 2005); landmarks by *avoid* after
Goldberg and Werneck, Computing point-to-point shortest paths from external memory (ALENEX 2005).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import numpy as np
from attrs import field, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar.tree import ByIndex
from genastar_picture.progress import progress
from genastar_roads.graph.road_graph import MOST, Int32, Int64, RoadGraph
from genastar_roads.graph.store import open_arrays, save_arrays
from genastar_roads.search.problem import RoadProblem
from genastar_roads.search.tree import NEVER, tree_from

KIND: Final = "landmarks of a road graph"
ACTIVE: Final = 6
"""Table columns that one search uses: those that give the highest estimates at its start."""


@frozen(eq=False)
class Landmarks:
    """Landmark nodes, and the distances of all nodes from and to them."""

    nodes: Int32
    """Landmark nodes, shape (k,)."""
    table: Int32 = field(repr=False)
    """One row per node, shape (n, 2k): the distances *to* the landmarks, 0 if there is no path; then the negated distances
    *from* the landmarks, ``-MOST`` if there is no path. In each column, a node's value minus a goal's is at most the distance
    from the node to the goal."""
    fingerprint: int
    """Fingerprint of the graph; see `RoadGraph.fingerprint`."""

    @classmethod
    def of(
        cls, graph: RoadGraph, count: int = 16, method: Literal["avoid", "farthest"] = "avoid", *, engine: str = "auto"
    ) -> Landmarks:
        """Choose landmarks and compute all distances by two searches from each.

        Raises:
            BadInput: the graph has no nodes, the count is not positive, or a distance exceeds 2**31 - 1.
        """
        if count < 1 or graph.size == 0:
            raise BadInput(f"{count} landmarks of {graph.size} nodes; expected at least one of each")
        ways = _Ways(graph, engine)
        nodes: list[int] = []
        columns: list[Int32] = []
        with progress("landmarks", count) as tell:
            while len(nodes) < count:
                choose = _farthest if method == "farthest" or not nodes else _avoided
                node = choose(ways, nodes, columns)
                if node in nodes:
                    break  # every node is a landmark
                nodes.append(node)
                columns += [_known(ways.to(node), 0), -_known(ways.away_from(node), MOST)]
                tell(len(nodes))
        table = np.stack(columns[0::2] + columns[1::2], axis=1)
        return cls(np.array(nodes, np.int32), np.ascontiguousarray(table), graph.fingerprint)

    def save(self, path: AnyPath) -> None:
        """Write the landmarks as a file that `open` maps into memory.

        Raises:
            BadInput: the file cannot be written.
        """
        save_arrays(Path(path), KIND, {"fingerprint": self.fingerprint}, {"nodes": self.nodes, "table": self.table})

    @classmethod
    def open(cls, path: AnyPath, graph: RoadGraph) -> Landmarks:
        """Open the saved landmarks of this graph.

        Raises:
            BadInput: the file cannot be read, is not a landmark file, is damaged, or belongs to another graph.
        """
        found = open_arrays(Path(path), KIND)
        nodes, table = found.int32("nodes"), found.int32("table", 2)
        if found.facts.get("fingerprint") != graph.fingerprint or table.shape != (graph.size, 2 * len(nodes)):
            raise BadInput(f"{path}: these landmarks belong to another graph; delete them, or prepare alt again")
        return cls(nodes, table, graph.fingerprint)


@frozen(eq=False)
class ByLandmarks(RoadProblem):
    """The problem with the estimate of landmarks. Each column is a consistent estimate, and so is their maximum."""

    table: Int32
    columns: Int32
    """The columns in use."""
    goal_row: Int64
    """Values of the goals in these columns."""

    def left_from(self, node: int) -> int:
        left = 0
        for place in range(len(self.columns)):
            left = max(left, int(self.table[node, self.columns[place]]) - int(self.goal_row[place]))
        return left


def by_landmarks(problem: RoadProblem, landmarks: Landmarks) -> ByLandmarks:
    """Return the plain problem of a question with the estimate of landmarks.

    Raises:
        BadInput: the landmarks belong to another graph.
    """
    table = landmarks.table
    if len(table) != len(problem.first) - 1:
        raise BadInput("these landmarks belong to another graph; prepare alt again")
    rows = table[problem.entries[:, 0]].astype(np.int64)
    nodes, half = problem.entries[:, :1], len(landmarks.nodes)
    lost = np.concatenate(((rows[:, :half] == 0) & (nodes != landmarks.nodes), rows[:, half:] == -MOST), axis=1)
    rows = np.where(lost, MOST, rows - problem.entries[:, 1:2])  # without a path to a goal, the column gives no bound
    goal_row = rows.max(axis=0, initial=-MOST)
    starts = table[problem.exits[:, 0]].astype(np.int64) - goal_row
    says = starts.max(axis=0, initial=-MOST) if len(starts) else -goal_row
    columns = np.sort(np.argsort(-says, kind="stable")[:ACTIVE]).astype(np.int32)
    ends = problem.exits, problem.entries, problem.direct
    return ByLandmarks(problem.first, problem.head, problem.weight, *ends, table, columns, goal_row[columns])


class _Ways:
    """Searches from and to nodes."""

    def __init__(self, graph: RoadGraph, engine: str) -> None:
        self.graph = graph
        self.back = graph.reversed()
        self.engine = engine

    def away_from(self, node: int) -> ByIndex:
        return self._tree(self.graph, node)

    def to(self, node: int) -> ByIndex:
        return self._tree(self.back, node)

    def _tree(self, graph: RoadGraph, node: int) -> ByIndex:
        return tree_from(graph, np.array([[node, 0, -1]]), engine=self.engine)


def _known(tree: ByIndex, otherwise: int) -> Int32:
    if int(tree.g.max(initial=0)) >= MOST:
        raise BadInput(f"a path costs {tree.g.max()}, more than the maximum of landmarks ({MOST - 1}); scale the weights down")
    return np.where(tree.settled, tree.g, otherwise).astype(np.int32)


def _farthest(ways: _Ways, nodes: list[int], columns: list[Int32]) -> int:
    """Return the node farthest from all landmarks; the first landmark is the node farthest from a node of highest degree."""
    if not nodes:
        tree = ways.away_from(int(np.argmax(np.diff(ways.graph.first))))
        return int(np.argmax(np.where(tree.settled, tree.g, NEVER)))
    away = [np.where(column == -MOST, 0, -column.astype(np.int64)) for column in columns[1::2]]
    return int(np.argmax(np.min(away, axis=0)))


def _avoided(ways: _Ways, nodes: list[int], columns: list[Int32]) -> int:
    """Return a leaf of the subtree in which the landmarks' bounds are worst."""
    random = np.random.default_rng(len(nodes))
    root = int(random.integers(ways.graph.size))
    tree = ways.away_from(root)
    bound = np.max([column[root] - column.astype(np.int64) for column in columns], axis=0, initial=0)
    size = tree.g - np.minimum(bound, tree.g)
    sheltered = np.zeros(len(size), bool)  # the subtree contains a landmark
    sheltered[nodes] = True
    hops = np.where(tree.settled, hops_of(tree.parent), -1)
    order = np.argsort(-hops, kind="stable")[: int(tree.settled.sum())]
    for level in np.split(order, np.flatnonzero(np.diff(hops[order])) + 1):
        level = level[hops[level] > 0]
        size[level[sheltered[level]]] = 0
        np.add.at(size, tree.parent[level], size[level])
        np.logical_or.at(sheltered, tree.parent[level], sheltered[level])
    size[sheltered] = 0
    node = int(np.argmax(size))
    if size[node] == 0:
        return _farthest(ways, nodes, columns)
    children = np.argsort(tree.parent, kind="stable")
    parents = tree.parent[children]
    while True:
        low, high = np.searchsorted(parents, [node, node + 1])
        below = children[low:high]
        if not len(below) or size[below].max() == 0:
            return node
        node = int(below[np.argmax(size[below])])


def hops_of(parent: Int64) -> Int64:
    """Return the depth of each node in a forest, shape (n,)."""
    above = np.where(parent >= 0, parent, np.arange(len(parent)))
    hops = (parent >= 0).astype(np.int64)
    while hops[above].any():  # pointer doubling
        hops, above = hops + hops[above], above[above]
    return hops
