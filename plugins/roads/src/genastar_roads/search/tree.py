"""Cheapest paths from some places to all states: distances and tree."""

from __future__ import annotations

from typing import Final

from genastar import Workspace
from genastar.authoring import check_cancelled
from genastar.contracts.tree import TreeArrays
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.places.place import Ends
from genastar_roads.search.problem import NO_ENDS, RoadProblem

NEVER: Final = -1
"""Distance of an unreached state, and parent of starts and unreached states."""


def search_tree(
    graph: RoadGraph, starts: Ends, *, within: int | None = None, engine: str = "auto", workspace: Workspace | None = None
) -> TreeArrays:
    """Return the tree of cheapest paths from starts to all states, or to those within a cost, in units of the graph.

    The parent of a start is `NEVER`.

    Args:
        graph: the graph, split if turns matter; reversed to search towards the starts.
        starts: rows of a state, a cost and an ignored column, shape (k, 3).
        within: maximum cost in units of the graph; states farther away are left out.
        engine: as in `AStar.search`.
        workspace: memory to reuse.

    Raises:
        Cancelled: the token that governs this work was cancelled; see `CancelToken.govern`.
    """
    problem = RoadProblem(graph.first, graph.head, graph.weight, starts, NO_ENDS, -1)
    found = problem.explore(problem.goal + 1, within=within, engine=engine, workspace=workspace).to_arrays()
    check_cancelled()  # a cancelled search is incomplete
    parent = found.parent[: graph.size].copy()
    parent[starts[parent[starts[:, 0]] > problem.goal, 0]] = NEVER
    return TreeArrays(found.g[: graph.size], parent, found.settled[: graph.size])
