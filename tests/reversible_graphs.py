"""Graphs that can be searched from both ends, and a hypothesis strategy for questions in them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen
from hypothesis import strategies as st

import naive
from genastar import (
    AStar,
    Cost,
    Node,
    OpenList,
)
from graphs import SIZE, Line, edges, positions, whole


@frozen
class TwoWay(AStar[Any, Cost[Any]]):
    """A graph with a goal, and what it is from the other end."""

    edges: naive.Edges
    goal: Any
    estimates: Mapping[Any, Any] = field(factory=dict)
    behind: Mapping[Any, Any] = field(factory=dict)

    def add_neighbours(self, node: Node[Any, Cost[Any]], open_list: OpenList[Any, Cost[Any]]) -> None:
        for neighbour, step in self.edges.get(node.position, ()):
            open_list.relax(neighbour, node.cost.travelled + step)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.goal)

    def estimate(self, position: Any) -> Any:
        return self.estimates.get(position, 0)

    def reverse(self, start: Any) -> tuple[AStar[Any, Cost[Any]], Any]:
        return TwoWay(naive.reverse_edges(self.edges), start, self.behind, self.estimates), self.goal


def consistent_estimates(draw, steps, back, goal):
    """Estimates of the way to a goal that fall by no more than a step costs; a dead end may be known as such."""
    left = naive.compute_distances(back, goal, 0)
    shares = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1)])
    dead = st.sampled_from([0, 50, float("inf")])
    guesses = {place: draw(shares) * left[place] if place in left else draw(dead) for place in range(SIZE)}
    return {
        place: min(cost + guesses[other] for other, cost in naive.compute_distances(steps, place, 0).items())
        for place in range(SIZE)
    }


@st.composite
def questions(draw, costs=whole):
    """A graph with an estimate for each end, and a start."""
    steps, start, goal = draw(edges(costs)), draw(positions), draw(positions)
    back = naive.reverse_edges(steps)
    ahead = consistent_estimates(draw, steps, back, goal)
    behind = consistent_estimates(draw, back, steps, start)
    return TwoWay(steps, goal, ahead, behind), start


@frozen
class Street(Line):
    """The integers, and a goal on them."""

    goal: int = 0

    def reverse(self, start: int) -> tuple[AStar[int, Cost[int]], int]:
        return Street(goal=start, informed=self.informed), self.goal
