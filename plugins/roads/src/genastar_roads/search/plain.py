"""Dijkstra and A*: solvers over the rows of the graph."""

from __future__ import annotations

from math import floor, sqrt

import numpy as np
from attrs import Factory, field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList
from genastar_roads.graph import Float64, Int32
from genastar_roads.place import Ends, Own, all_rows
from genastar_roads.search.question import RoadQuestion


@frozen(eq=False)
class Dijkstra(AStar[int, Cost[int]]):
    """The cheapest way, without an estimate (Dijkstra 1959). A base for those that have one: override `left_from`.

    States are those of `RoadQuestion`.
    """

    first: Int32
    head: Int32
    weight: Int32
    exits: Ends
    entries: Ends
    direct: int
    own: Own = field(kw_only=True, default=Factory(all_rows, takes_self=True))

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled
        if node.position >= len(self.first) - 1:
            if node.position != self.goal:
                for way in range(self.own[0], self.own[1]):
                    open_list.relax(int(self.exits[way, 0]), travelled + int(self.exits[way, 1]))
                if self.direct >= 0:
                    open_list.relax(self.goal, travelled + self.direct)
            return
        for edge in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.head[edge]), travelled + int(self.weight[edge]))
        entry = self.first_entry(node.position)
        while entry < self.own[3] and self.entries[entry, 0] == node.position:
            open_list.relax(self.goal, travelled + int(self.entries[entry, 1]))
            entry += 1

    def first_entry(self, node: int) -> int:
        """The first of its own ``entries`` that is at this node or after it."""
        low, high = self.own[2], self.own[3]
        while low < high:
            middle = (low + high) >> 1
            if self.entries[middle, 0] < node:
                low = middle + 1
            else:
                high = middle
        return low

    def estimate(self, position: int) -> int:
        if position == self.goal:
            return 0
        if position < len(self.first) - 1:
            return self.left_from(position)
        least = self.direct
        for way in range(self.own[0], self.own[1]):
            left = int(self.exits[way, 1]) + self.left_from(int(self.exits[way, 0]))
            if least < 0 or left < least:
                least = left
        return max(least, 0)

    def left_from(self, node: int) -> int:
        """The estimate at a node of the graph."""
        return 0

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    @property
    def goal(self) -> int:
        """The state that stands for the goals."""
        return len(self.first) - 1

    def index(self, position: int) -> int:
        """Its number, which the state is itself."""
        return position

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.first) + 1


@frozen(eq=False)
class GreatCircle(Dijkstra):
    """A* whose estimate is the straight line to the nearest goal, through the earth: admissible and consistent.

    It is `RoadGraph.rate` times the chord, rounded down. The chord obeys the triangle inequality and is no longer than any
    road, and weights are whole.
    """

    vectors: Float64
    points: NDArray[np.float64]
    rate: float
    near: tuple[int, int] = field(kw_only=True)
    """Which of ``points`` are the goals: from the first up to the second."""

    @near.default
    def _all_points(self) -> tuple[int, int]:
        return 0, len(self.points)

    def left_from(self, node: int) -> int:
        x, y, z = self.vectors[node, 0], self.vectors[node, 1], self.vectors[node, 2]
        nearest = 4.0
        for goal in range(self.near[0], self.near[1]):
            dx, dy, dz = x - self.points[goal, 0], y - self.points[goal, 1], z - self.points[goal, 2]
            nearest = min(nearest, dx * dx + dy * dy + dz * dz)
        return floor(self.rate * sqrt(nearest))


def dijkstra(question: RoadQuestion) -> AStar[int, Cost[int]]:
    """Dijkstra for a question."""
    graph = question.graph
    return Dijkstra(graph.first, graph.head, graph.weight, question.exits, question.entries, question.direct)


def astar(question: RoadQuestion) -> AStar[int, Cost[int]]:
    """A* for a question; Dijkstra where the graph has no coordinates."""
    graph = question.graph
    if not len(graph.lat):
        return dijkstra(question)
    return GreatCircle(
        graph.first,
        graph.head,
        graph.weight,
        question.exits,
        question.entries,
        question.direct,
        graph.vectors,
        question.points,
        graph.rate,
    )
