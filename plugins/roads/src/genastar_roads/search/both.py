"""Bidirectional A*: the great circle from both ends, by the core's `genastar.bidirectional`."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from genastar import AStar, Cost
from genastar.bidirectional import Reversible
from genastar_roads.graph import Float64, Int32, RoadGraph
from genastar_roads.place import Ends
from genastar_roads.search.plain import GreatCircle
from genastar_roads.search.question import RoadQuestion


@frozen(eq=False)
class FromTheGoal(GreatCircle):
    """The same question on the reversed graph: it begins at the state that stands for the goal, and ends at the start's."""

    @property
    def goal(self) -> int:
        return len(self.first)


@frozen(eq=False)
class FromTheStart(GreatCircle, Reversible[int, int]):
    """The question, with what it takes to turn it round. It begins at the state ``n + 1``, even where the start is a node."""

    first_back: Int32
    head_back: Int32
    weight_back: Int32
    start_points: Float64
    """The starts on the sphere of radius 1, shape (k, 3)."""

    def reverse(self, start: int) -> tuple[AStar[int, Cost[int]], int]:
        return FromTheGoal(
            self.first_back,
            self.head_back,
            self.weight_back,
            self.entries,
            _by_node(self.exits),
            self.direct,
            self.vectors,
            self.start_points,
            self.rate,
        ), self.goal


def both_ways(question: RoadQuestion, backward: RoadGraph) -> FromTheStart:
    """The solver for `genastar.bidirectional.search_both_ways`, to be searched from ``size - 1``.

    Args:
        question: it must know its starts.
        backward: the graph of the question with its edges the other way round.
    """
    graph = question.graph
    known = len(graph.lat) > 0 and len(question.start_points) > 0
    size = graph.size
    nowhere = np.zeros((1, 3))  # one point for all: every estimate is 0, and this is Dijkstra from both ends
    return FromTheStart(
        graph.first,
        graph.head,
        graph.weight,
        question.exits,
        question.entries,
        question.direct,
        graph.vectors if known else np.zeros((size, 3)),
        question.points if known else nowhere,
        graph.rate,
        backward.first,
        backward.head,
        backward.weight,
        question.start_points if known else nowhere,
    )


def _by_node(ends: Ends) -> Ends:
    return ends[np.argsort(ends[:, 0], kind="stable")]
