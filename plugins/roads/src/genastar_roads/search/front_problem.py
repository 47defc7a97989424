"""The problem of routes by several metrics: costs are vectors, one number for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from attrs import evolve, field, frozen

from genastar import BadInput, Node, OpenList, Vector
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.turns import Junctions
from genastar_roads.places.place import (
    EndRow,
    Place,
    compute_partial_cost,
    list_both_ways,
    list_direct,
    list_entry_rows,
    list_exit_rows,
    make_ends,
)
from genastar_roads.search.metrics import list_weights
from genastar_roads.search.problem import RoadProblem


@frozen(eq=False)
class FrontProblem(RoadProblem):
    """A `RoadProblem` whose costs are vectors. Its fields of one number hold the first metric."""

    weights: Int64 = field(kw_only=True, repr=False)
    """Costs of the edges, shape (m, metrics)."""
    exit_costs: Int64 = field(kw_only=True)
    """Costs of ``exits``, shape (k, metrics)."""
    entry_costs: Int64 = field(kw_only=True)
    """Costs of ``entries``, shape (j, metrics)."""
    direct_costs: Int64 = field(kw_only=True)
    """Costs of the paths from the start to the goal on one edge, shape (d, metrics)."""

    def add_neighbours(self, node: Node[int, Vector], open_list: OpenList[int, Vector]) -> None:  # type: ignore[override]
        travelled = node.cost
        if node.position >= len(self.first) - 1:
            if node.position != self.goal:
                for way in range(len(self.exits)):
                    open_list.insert(int(self.exits[way, 0]), self.add_costs(travelled, self.exit_costs, way))
                for way in range(len(self.direct_costs)):
                    open_list.insert(self.goal, self.add_costs(travelled, self.direct_costs, way))
            return
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.insert(int(self.head[edge]), self.add_costs(travelled, self.weights, edge))
        entry = self.find_first_entry(node.position)
        while entry < len(self.entries) and self.entries[entry, 0] == node.position:
            open_list.insert(self.goal, self.add_costs(travelled, self.entry_costs, entry))
            entry += 1

    def add_costs(self, travelled: Vector, costs: Int64, row: int) -> Vector:
        """Return a cost and the costs of a row."""
        return Vector(tuple(each + int(costs[row, at]) for at, each in enumerate(travelled.numbers)))

    def reverse(self, start: int) -> tuple[RoadProblem, int]:
        """Return the same question from the goal to the start, on the graph with reversed edges."""
        problem, goal = super().reverse(start)
        is_node = start < len(self.first) - 1
        order = np.argsort(self.exits[:, 0], kind="stable")
        changed = evolve(
            cast(FrontProblem, problem),
            weights=self.weights[np.argsort(self.head, kind="stable")],
            exit_costs=self.entry_costs,
            entry_costs=self.exit_costs[:0] if is_node else self.exit_costs[order],
            direct_costs=self.direct_costs[:0] if is_node else self.direct_costs,
        )
        return changed, goal


def make_front_problem(junctions: Junctions, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> FrontProblem:
    """Return the problem between two places.

    Raises:
        BadInput: there are several starts or goals.
    """
    if len(starts) > 1 or len(goals) > 1:
        raise BadInput("several metrics need one start and one goal; ask once for each")
    split, (start, goal) = junctions.split, ((*starts, None)[0], goals[0])
    out = [] if start is None else list_exit_rows(junctions, start)
    into = list_entry_rows(junctions, goals)
    weights = list_weights(junctions.graph)
    direct = [
        _list_costs(weights, edge, end - begin, price)
        for price, edge, begin, end in list_direct(junctions.graph, starts, goals)
    ]
    return FrontProblem(
        split.first,
        split.head,
        split.weight,
        make_ends(out),
        make_ends(into),
        -1,
        weights=list_weights(split),
        exit_costs=np.array(_list_end_costs(junctions, weights, out, start, True), np.int64).reshape(-1, weights.shape[1]),
        entry_costs=np.array(_list_end_costs(junctions, weights, into, goal, False), np.int64).reshape(-1, weights.shape[1]),
        direct_costs=np.array(direct, np.int64).reshape(-1, weights.shape[1]),
    )


def _list_end_costs(
    junctions: Junctions, weights: Int64, rows: Sequence[EndRow], place: Place | None, is_start: bool
) -> list[list[int]]:
    """Return the costs of rows of an end, by all metrics."""
    shares = {-1: 0.0}
    if place is not None and place.edge >= 0:
        shares |= dict(list_both_ways(junctions.graph, place.edge, 1.0 - place.share if is_start else place.share))
    return [_list_costs(weights, edge, shares[edge], price) for _, price, edge in rows]


def _list_costs(weights: Int64, edge: int, share: float, price: int) -> list[int]:
    """Return the costs of a part of an edge, by all metrics; ``price`` is the first of them."""
    return [price, *(compute_partial_cost(weight, share) for weight in weights[edge, 1:].tolist())]
