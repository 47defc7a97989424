"""Batches of node pairs in a contraction hierarchy, at microseconds per pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput, Cost, Result, Workspace
from genastar.authoring import check_cancelled
from genastar.engine import machine_code
from genastar_prepare.graph.rows import NEVER, NO_ROOM, Int32, Int64, Weights, get_limit
from genastar_prepare.hierarchy.hierarchy import Hierarchy, expect_way, unpack
from genastar_prepare.hierarchy.upward_search import BetweenNodes


@runtime_checkable
class AnswerArrays(Protocol):
    """Answers of an engine in arrays; see `AStar.search_many`."""

    @property
    def found(self) -> NDArray[np.bool_]:
        """Whether there is a path, shape (q,)."""

    @property
    def travelled(self) -> NDArray[np.int64 | np.float64]:
        """Cost of each path, shape (q,)."""

    @property
    def first(self) -> Int64:
        """Start of each answer's states, shape (q + 1,)."""

    @property
    def positions(self) -> Int64:
        """States of all answers, concatenated."""


def compute_distances(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
) -> NDArray[np.int64 | np.float64]:
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
    return _get_travelled(_answer_pairs(hierarchy, starts, goals, False, engine, workspace))


def compute_paths(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, *, engine: str = "auto", workspace: Workspace | None = None
) -> tuple[NDArray[np.int64 | np.float64], Int64, Int64]:
    """Return each pair's distance, shape (q,), the start of its edges, shape (q + 1,), and all edges in a row.

    For the arguments and errors, see `compute_distances`.
    """
    answers = _answer_pairs(hierarchy, starts, goals, True, engine, workspace)
    if isinstance(answers, AnswerArrays):
        begins, states = answers.first, answers.positions.astype(np.int64)
    else:
        begins = np.concatenate(([0], np.cumsum([len(answer.path_to_closest) for answer in answers], dtype=np.int64)))
        states = np.array([state for answer in answers for state in answer.path_to_closest], np.int64)
    travelled = _get_travelled(answers)
    first, edges = np.zeros(len(travelled) + 1, np.int64), np.empty(64 * len(travelled) + 1024, np.int64)
    rows = hierarchy.first, hierarchy.arcs, hierarchy.parts
    while (count := unpack_all(*rows, travelled, begins, states, first, edges)) == NO_ROOM:
        edges = np.empty(2 * len(edges), np.int64)
    return travelled, first, edges[: expect_way(count)]


def check_pairs(size: int, starts: ArrayLike, goals: ArrayLike) -> tuple[Int64, Int64]:
    """Return starts and goals as two arrays of nodes below ``size``, shape (q,) each.

    Raises:
        BadInput: there are not as many goals as starts, or a node is out of range.
    """
    pairs = np.asarray(starts, np.int64), np.asarray(goals, np.int64)
    for nodes in pairs:
        if nodes.ndim != 1 or nodes.shape != pairs[0].shape:
            raise BadInput(f"starts have the shape {pairs[0].shape} and goals {pairs[1].shape}; expected two equally long rows")
        if len(nodes) and (nodes.min() < 0 or nodes.max() >= size):
            raise BadInput(f"nodes are numbered 0 to {size - 1}; got {nodes.min()} to {nodes.max()}")
    return pairs


def _answer_pairs(
    hierarchy: Hierarchy, starts: ArrayLike, goals: ArrayLike, walk: bool, engine: str, workspace: Workspace | None
) -> Sequence[Result[int, Cost[int]]]:
    ranks = [hierarchy.rank[nodes].astype(np.int64) for nodes in check_pairs(len(hierarchy.rank), starts, goals)]
    solver = BetweenNodes(hierarchy.first, hierarchy.arcs, walk, 0, 0)
    begin = np.full(len(ranks[0]), solver.start)
    fields = {"source": ranks[0], "target": ranks[1]}
    answers = solver.search_many(begin, fields, cost=hierarchy.zero_cost, engine=engine, workspace=workspace)
    check_cancelled()  # a cancelled search finds nothing, which does not mean that there is no path
    return answers


def _get_travelled(answers: Sequence[Result[int, Cost[int]]]) -> NDArray[np.int64 | np.float64]:
    if isinstance(answers, AnswerArrays):
        return np.where(answers.found, answers.travelled, answers.travelled.dtype.type(NEVER))
    found = np.array([NEVER if answer.cost is None else answer.cost.travelled for answer in answers])
    return found.astype(np.int64) if found.dtype.kind != "f" else found


@machine_code
def unpack_all(
    rows: Int32,
    arcs: Weights,
    parts: Int32,
    travelled: NDArray[np.int64 | np.float64],
    begins: Int64,
    states: Int64,
    first: Int64,
    edges: Int64,
) -> int:
    """Write the edges of all paths from the states of the searches. Return their number, or as `expand`.

    The states are those of `UpwardSearch`: the start, one side up to the meeting, the other side down, the end.
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
            return count
    first[len(travelled)] = count
    return count


def compute_distances_from(hierarchy: Hierarchy, start: int) -> NDArray[np.int64 | np.float64]:
    """Return the distance of every node from a node, shape (n,); `NEVER` if there is no path.

    All arcs lead upwards or downwards, so two passes over the ranks suffice, without a queue (PHAST, Delling et al.,
    Journal of Parallel and Distributed Computing 73, 2013).
    """
    most = get_limit(hierarchy.arcs if hierarchy.arcs.dtype.kind == "f" else np.empty(0, np.int64))
    far = np.full(len(hierarchy.rank), most)
    sweep_down(hierarchy.first, hierarchy.arcs, far, int(hierarchy.rank[start]), most)
    return np.where(far < most, far, far.dtype.type(NEVER))[hierarchy.rank]


@machine_code
def sweep_down(
    first: Int32, arcs: Weights, far: NDArray[np.int64 | np.float64], start: int, most: np.int64 | np.float64
) -> None:
    """Write the distance of each rank from the rank ``start`` into ``far``, which holds ``most``."""
    far[start] = 0
    for rank in range(start, len(far)):
        if far[rank] < most:
            for arc in range(first[2 * rank], first[2 * rank + 1]):
                upper = int(arcs[arc, 0]) >> 1
                far[upper] = min(far[upper], far[rank] + arcs[arc, 1])
    for rank in range(len(far) - 1, -1, -1):
        for arc in range(first[2 * rank + 1], first[2 * rank + 2]):
            upper = int(arcs[arc, 0]) >> 1
            if far[upper] < most:
                far[rank] = min(far[rank], far[upper] + arcs[arc, 1])
