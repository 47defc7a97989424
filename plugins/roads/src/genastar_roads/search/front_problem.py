"""The problem of routes by several metrics: costs are vectors, one number for each metric."""

from __future__ import annotations

from typing import cast

import numpy as np
from attrs import evolve, field, frozen

from genastar import BadInput, Node, OpenList, Vector
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import (
    EndRow,
    Ends,
    Place,
    compute_partial_cost,
    list_direct,
    list_entry_rows,
    list_exit_rows,
)
from genastar_roads.search.metrics import list_weights
from genastar_roads.search.problem import RoadProblem


@frozen(eq=False)
class FrontProblem(RoadProblem):
    """A `RoadProblem` whose costs are vectors. Rows of ``exits`` and ``entries`` have a cost for each metric."""

    weights: Int64 = field(kw_only=True, repr=False)
    """Costs of the edges, shape (m, metrics)."""
    direct_costs: Int64 = field(kw_only=True)
    """Costs of the paths from the start to the goal on one edge, shape (d, metrics)."""

    def add_neighbours(self, node: Node[int, Vector], open_list: OpenList[int, Vector]) -> None:  # type: ignore[override]
        travelled = node.cost
        if node.position >= len(self.first) - 1:
            if node.position != self.goal:
                for way in range(len(self.exits)):
                    open_list.insert(int(self.exits[way, 0]), self.add_costs(travelled, self.exits, way, 1))
                for way in range(len(self.direct_costs)):
                    open_list.insert(self.goal, self.add_costs(travelled, self.direct_costs, way, 0))
            return
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.insert(int(self.head[edge]), self.add_costs(travelled, self.weights, edge, 0))
        entry = self.find_first_entry(node.position)
        while entry < len(self.entries) and self.entries[entry, 0] == node.position:
            open_list.insert(self.goal, self.add_costs(travelled, self.entries, entry, 1))
            entry += 1

    def add_costs(self, travelled: Vector, costs: Int64, row: int, column: int) -> Vector:
        """Return a cost and the costs of a row, which begin in a column."""
        return Vector(tuple(each + int(costs[row, column + at]) for at, each in enumerate(travelled.numbers)))

    def reverse(self, start: int) -> tuple[RoadProblem, int]:
        """Return the same question from the goal to the start, on the graph with reversed edges."""
        problem, goal = super().reverse(start)
        changed = evolve(
            cast(FrontProblem, problem),
            weights=self.weights[np.argsort(self.head, kind="stable")],
            direct_costs=self.direct_costs[:0] if start < len(self.first) - 1 else self.direct_costs,
        )
        return changed, goal


def make_front_problem(junctions: Junctions, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> FrontProblem:
    """Return the problem between two places.

    Raises:
        BadInput: there are several starts or goals.
    """
    if len(starts) > 1 or len(goals) > 1:
        raise BadInput("several metrics need one start and one goal; ask once for each")
    split, weights, split_weights = junctions.split, list_weights(junctions.graph), list_weights(junctions.split)
    columns = [*zip(weights.T, split_weights.T, strict=True)]
    direct = [
        [compute_partial_cost(weight, end - begin) for weight in weights[edge].tolist()]
        for _, edge, begin, end in list_direct(junctions.graph, starts, goals)
    ]
    return FrontProblem(
        split.first,
        split.head,
        split.weight,
        _join_columns([[row for start in starts for row in list_exit_rows(junctions, start, each)] for each in columns]),
        _join_columns([list_entry_rows(junctions, goals, each) for each in columns]),
        -1,
        weights=split_weights,
        direct_costs=np.array(direct, np.int64).reshape(-1, len(columns)),
    )


def _join_columns(columns: list[list[EndRow]]) -> Ends:
    """Return rows of a state, a cost for each metric, and an edge, given the rows by each metric."""
    tables = np.array(columns, np.int64).reshape(len(columns), -1, 3)
    return np.column_stack((tables[0, :, 0], *tables[:, :, 1], tables[0, :, 2]))
