"""From some places to all states: distances, and the tree of the cheapest ways."""

from __future__ import annotations

from typing import Final

from genastar import Workspace, check_cancelled
from genastar.tree import ByIndex
from genastar_roads.graph.place import Ends
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.search.problem import NO_ENDS, RoadProblem

NEVER: Final = -1
"""The distance of a state that was not reached, and the parent of a start and of what was not reached."""


def tree_from(
    graph: RoadGraph, starts: Ends, *, within: int | None = None, engine: str = "auto", workspace: Workspace | None = None
) -> ByIndex:
    """Return the tree of the cheapest ways from starts to all states, or to those within a cost, in units of the graph.

    The parent of a start is `NEVER`.

    Args:
        graph: split where turns matter; reversed to search towards the starts.
        starts: rows of a state, a cost and what else, shape (k, 3).
        within: what is farther is left out, in units of the graph.
        engine: as in `AStar.search`.
        workspace: memory to use again.

    Raises:
        Cancelled: the token that governs this work was cancelled; see `CancelToken.governing`.
    """
    problem = RoadProblem(graph.first, graph.head, graph.weight, starts, NO_ENDS, -1)
    found = problem.explore(problem.goal + 1, within=within, engine=engine, workspace=workspace).by_index()
    check_cancelled()  # what a cancelled search saw is not all
    parent = found.parent[: graph.size].copy()
    parent[starts[parent[starts[:, 0]] > problem.goal, 0]] = NEVER
    return ByIndex(found.g[: graph.size], parent, found.settled[: graph.size])
