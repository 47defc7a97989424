"""Questions between places in a contraction hierarchy."""

from __future__ import annotations

from collections.abc import Sequence

from genastar import BadInput
from genastar.domain import Question
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.upwards import BetweenEnds, Upwards, climb_from, nodes_of
from genastar_roads.graph.place import Place
from genastar_roads.graph.turns import Junctions
from genastar_roads.search.problem import RoadProblem, with_ends


def upwards(problem: RoadProblem, hierarchy: Hierarchy, *, walk: bool = True) -> BetweenEnds:
    """Return the search of a question in a hierarchy. Its plain problem must include its starts.

    Raises:
        BadInput: the hierarchy belongs to another graph.
    """
    if len(hierarchy.rank) != len(problem.first) - 1:
        raise BadInput("this hierarchy belongs to another graph; prepare ch again")
    return climb_from(hierarchy, problem.exits, problem.entries, problem.direct, walk=walk)


def plain_path(
    climb: Upwards, states: Sequence[int], hierarchy: Hierarchy, junctions: Junctions, question: Question[Place]
) -> tuple[int, ...]:
    """Convert a path of states to one of the plain problem, from a start to the goal; empty if it ends earlier."""
    if not states or states[-1] != climb.end:
        return ()
    return with_ends(nodes_of(climb, states, hierarchy, junctions.split), junctions.split.size, question)
