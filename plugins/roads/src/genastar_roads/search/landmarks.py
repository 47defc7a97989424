"""Questions between places with the estimate of landmarks."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_prepare.landmarks import Landmarks, bound_of
from genastar_prepare.rows import Weights
from genastar_roads.graph.road_graph import Int32
from genastar_roads.search.problem import RoadProblem


@frozen(eq=False)
class ByLandmarks(RoadProblem):
    """The problem with the estimate of landmarks."""

    table: Weights
    columns: Int32
    goal_row: NDArray[np.int64 | np.float64]

    def left_from(self, node: int) -> int:
        return bound_of(self.table, self.columns, self.goal_row, node, 0)


def by_landmarks(problem: RoadProblem, landmarks: Landmarks) -> ByLandmarks:
    """Return the plain problem of a question with the estimate of landmarks.

    Raises:
        BadInput: the landmarks belong to another graph.
    """
    if len(landmarks.table) != len(problem.first) - 1:
        raise BadInput("these landmarks belong to another graph; prepare alt again")
    ends = problem.exits, problem.entries, problem.direct
    towards = landmarks.towards(problem.exits[:, 0], problem.entries)
    return ByLandmarks(problem.first, problem.head, problem.weight, *ends, landmarks.table, *towards)
