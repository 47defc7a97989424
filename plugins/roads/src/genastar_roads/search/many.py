"""Batches of node pairs in a contraction hierarchy, at microseconds per pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput, Cost, Result, Workspace, check_cancelled, search_many
from genastar.engine import machine_code
from genastar_roads.graph.road_graph import Int32, Int64
from genastar_roads.prepare.hierarchy import Hierarchy, unpack
from genastar_roads.search.tree import NEVER
from genastar_roads.search.upwards import BetweenNodes


@runtime_checkable
class Arrays(Protocol):
    """Answers of an engine in arrays; see `genastar.search_many`."""

    @property
    def found(self) -> NDArray[np.bool_]:
        """Whether there is a path, shape (q,)."""

    @property
    def travelled(self) -> Int64:
        """Cost of each path, shape (q,)."""

    @property
    def first(self) -> Int64:
        """Start of each answer's states, shape (q + 1,)."""

    @property
    def positions(self) -> Int64:
        """States of all answers, concatenated."""


def distances_between(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
) -> Int64:
    """Return the distance of each pair, shape (q,); `NEVER` if there is no path.

    Args:
        hierarchy: the hierarchy of the graph.
        starts: nodes of the graph, shape (q,).
        goals: nodes of the graph, shape (q,).
        engine: see `AStar.search`.
        workspace: memory to reuse.

    Raises:
        BadInput: there are not as many goals as starts, or a node is out of range.
    """
    return _travelled(_answers(hierarchy, starts, goals, False, engine, workspace))


def ways_between(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
) -> tuple[Int64, Int64, Int64]:
    """Return each pair's distance, shape (q,), the start of its edges, shape (q + 1,), and all edges in a row.

    For the arguments and errors, see `distances_between`.
    """
    answers = _answers(hierarchy, starts, goals, True, engine, workspace)
    if isinstance(answers, Arrays):
        begins, states = answers.first, answers.positions.astype(np.int64)
    else:
        begins = np.concatenate(([0], np.cumsum([len(answer.path_to_closest) for answer in answers], dtype=np.int64)))
        states = np.array([state for answer in answers for state in answer.path_to_closest], np.int64)
    travelled = _travelled(answers)
    first, edges = np.zeros(len(travelled) + 1, np.int64), np.empty(64 * len(travelled) + 1024, np.int64)
    rows = hierarchy.first, hierarchy.arcs, hierarchy.parts
    while not unpack_all(*rows, travelled, begins, states, first, edges):
        edges = np.empty(2 * len(edges), np.int64)
    return travelled, first, edges[: first[-1]]


def _answers(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, walk: bool, engine: str, workspace: Workspace | None
) -> Sequence[Result[int, Cost[int]]]:
    pairs = [np.asarray(nodes, np.int64) for nodes in (starts, goals)]
    for nodes in pairs:
        if nodes.ndim != 1 or nodes.shape != pairs[0].shape:
            raise BadInput(f"starts have the shape {pairs[0].shape} and goals {pairs[1].shape}; expected two equally long rows")
        if len(nodes) and (nodes.min() < 0 or nodes.max() >= len(hierarchy.rank)):
            raise BadInput(f"nodes are numbered 0 to {len(hierarchy.rank) - 1}; got {nodes.min()} to {nodes.max()}")
    ranks = [hierarchy.rank[nodes].astype(np.int64) for nodes in pairs]
    solver = BetweenNodes(hierarchy.first, hierarchy.arcs, walk, 0, 0)
    begin = np.full(len(ranks[0]), solver.start)
    fields = {"source": ranks[0], "target": ranks[1]}
    answers = search_many(solver, begin, fields, engine=engine, workspace=workspace)
    check_cancelled()  # a cancelled search finds nothing, which does not mean that there is no path
    return answers


def _travelled(answers: Sequence[Result[int, Cost[int]]]) -> Int64:
    if isinstance(answers, Arrays):
        return np.where(answers.found, answers.travelled, NEVER).astype(np.int64)
    return np.array([NEVER if answer.cost is None else answer.cost.travelled for answer in answers], np.int64)


@machine_code
def unpack_all(
    rows: Int32, arcs: Int32, parts: Int32, travelled: Int64, begins: Int64, states: Int64, first: Int64, edges: Int64
) -> bool:
    """Write the edges of all paths from the states of the searches. Return whether there was room.

    The states are those of `Upwards`: the start, one side up to the meeting, the other side down, the end.
    """
    meeting, count = len(rows) - 1, 0
    nodes = np.empty(len(states) + 1, np.int64)
    for way in range(len(travelled)):
        first[way] = count
        if travelled[way] < 0:
            continue
        steps, low, high = 0, begins[way] + 1, begins[way + 1] - 1
        backwards = states[low] < meeting and states[low] & 1 == 1
        for step in range(low, high):
            state = states[high - 1 - (step - low)] if backwards else states[step]
            if state == meeting:
                continue
            node = (state - meeting - 2 if state > meeting else state) & ~1
            if steps == 0 or nodes[steps - 1] != node:  # both sides contain the highest node
                nodes[steps] = node
                steps += 1
        count = unpack(rows, arcs, parts, nodes, steps, edges, count)
        if count < 0:
            return False
    first[len(travelled)] = count
    return True
