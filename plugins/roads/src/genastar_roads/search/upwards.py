"""Questions between places in a contraction hierarchy."""

from __future__ import annotations

from collections.abc import Sequence

from genastar import BadInput
from genastar.domain import Question
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.hierarchy.upwards import BetweenEnds, Upwards, climb_from
from genastar_roads.graph.place import Place
from genastar_roads.graph.turns import Junctions
from genastar_roads.search.problem import RoadProblem


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
    split, climbed = junctions.split, climb.climbed(states)
    edges = hierarchy.edges_of(climbed)
    nodes = [int(hierarchy.node[rank >> 1]) for rank in climbed[:1]]
    if len(edges):
        nodes = [int(split.tail[edges[0]]), *split.head[edges].tolist()]
    elif not nodes:  # the path stays on one edge or at one node
        nodes = [start.node for start in question.starts if start.node >= 0 and start in question.goals][:1]
    begin = () if nodes and any(start.node == nodes[0] for start in question.starts) else (split.size + 1,)
    return (*begin, *nodes, split.size)
