"""Questions between places with the estimate of landmarks."""

from __future__ import annotations

from attrs import frozen

from genastar_prepare.graph.rows import Weights
from genastar_prepare.landmarks import Wide, compute_bound
from genastar_roads.graph.columns import Int32
from genastar_roads.search.problem import RoadProblem


@frozen(eq=False)
class ByLandmarks(RoadProblem):
    """The problem with the estimate of landmarks."""

    table: Weights
    columns: Int32
    goal_row: Wide

    def estimate_from(self, node: int) -> int:
        return compute_bound(self.table, self.columns, self.goal_row, node, 0)


def add_landmarks(problem: RoadProblem, table: Weights, columns: Int32, goal_row: Wide) -> ByLandmarks:
    """Return the plain problem of a question with the estimate of landmarks; see `compute_bound`."""
    ends = problem.exits, problem.entries, problem.direct
    return ByLandmarks(problem.first, problem.head, problem.weight, *ends, table, columns, goal_row)
