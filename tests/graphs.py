"""Solvers over explicit graphs, and hypothesis strategies that make such graphs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Cost, Node, OpenList


@frozen
class Graph(AStar[Any, Cost[Any]]):
    """A graph as a mapping of edges, searched by ``relax``."""

    edges: naive.Edges
    goals: frozenset[Any]
    estimates: Mapping[Any, Any] = field(factory=dict)

    def add_neighbours(self, node: Node[Any, Cost[Any]], open_list: OpenList[Any, Cost[Any]]) -> None:
        for neighbour, step in self.edges.get(node.position, ()):
            open_list.relax(neighbour, node.cost.travelled + step)

    def estimate(self, position: Any) -> Any:
        return self.estimates.get(position, 0)

    def is_destination(self, position: Any) -> bool:
        return position in self.goals


@frozen
class Reversible(Graph):
    """A graph with one goal, which can be searched backwards. The backward estimate is 0."""

    def reverse(self, start: Any) -> tuple[Graph, Any]:
        if len(self.goals) > 1:
            raise BadInput("there are several goals")
        (goal,) = self.goals
        return Graph(naive.reverse_edges(self.edges), frozenset({start})), goal


@frozen
class Numbered(Graph):
    """A graph with an index."""

    size: int = 8

    def index(self, position: int) -> int:
        return position


@frozen
class NumberedReversible(Numbered, Reversible):
    """The same, which can be searched backwards."""


@frozen
class InsertingGraph(AStar[Any, Any]):
    """The same with any type of cost, by ``insert``; ``add`` makes one cost of two."""

    edges: naive.Edges
    goals: frozenset[Any]
    add: Callable[[Any, Any], Any]

    def add_neighbours(self, node: Node[Any, Any], open_list: OpenList[Any, Any]) -> None:
        for neighbour, step in self.edges.get(node.position, ()):
            open_list.insert(neighbour, self.add(node.cost, step))

    def is_destination(self, position: Any) -> bool:
        return position in self.goals


@frozen
class Line(AStar[int, Cost[int]]):
    """The integers, a step of 1 to either side: an infinite graph."""

    goal: int | None = None
    informed: bool = False

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position - 1, node.cost.travelled + 1)
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def estimate(self, position: int) -> int:
        return abs(position - self.goal) if self.informed and self.goal is not None else 0

    def is_destination(self, position: int) -> bool:
        return position == self.goal


SIZE = 8
"""Random graphs have the positions 0 … SIZE - 1."""

positions = st.integers(0, SIZE - 1)
whole = st.integers(0, 9)
fractions = st.builds(Fraction, whole, st.integers(1, 12))
"""Nine times as fast to draw as `st.fractions`."""
floats = st.floats(0, 1e6, allow_nan=False)


def edges(costs: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[int, list[tuple[int, Any]]]]:
    """Directed graphs with self-loops, parallel edges, dead ends and, if the costs have them, edges that cost nothing."""
    return st.dictionaries(positions, st.lists(st.tuples(positions, costs), max_size=5), max_size=SIZE)


goal_sets = st.frozensets(positions, min_size=1, max_size=3)


@st.composite
def graphs(draw: st.DrawFn, costs: st.SearchStrategy[Any] = whole) -> Graph:
    """Graphs without an estimate."""
    return Graph(draw(edges(costs)), draw(goal_sets))


def compute_left(graph: Graph) -> dict[int, Any]:
    """What is really left from each position that has a way to a goal."""
    back = naive.reverse_edges(graph.edges)
    left: dict[int, Any] = {}
    for goal in graph.goals:
        for position, cost in naive.compute_distances(back, goal, 0).items():
            left[position] = min(cost, left.get(position, cost))
    return left


@st.composite
def admissible(draw: st.DrawFn, costs: st.SearchStrategy[Any] = whole) -> Graph:
    """Graphs with estimates that never say too much; most are not consistent. Dead ends may be known as such."""
    graph = draw(graphs(costs))
    left = compute_left(graph)
    shares = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
    estimates = {
        position: draw(shares) * left[position] if position in left else draw(st.sampled_from([0, 50, float("inf")]))
        for position in range(SIZE)
    }
    return Graph(graph.edges, graph.goals, estimates)


@st.composite
def consistent(draw: st.DrawFn, costs: st.SearchStrategy[Any] = whole) -> Graph:
    """Graphs with estimates that never fall by more than a step costs.

    From any estimates, the smallest of "the way to another position, and its estimate" is consistent.
    """
    graph = draw(admissible(costs))
    estimates = {
        position: min(
            cost + graph.estimates[other] for other, cost in naive.compute_distances(graph.edges, position, 0).items()
        )
        for position in range(SIZE)
    }
    return Graph(graph.edges, graph.goals, estimates)
