"""Random graphs with random abstractions: every mapping of positions to classes, with the cheapest step between two classes."""

from __future__ import annotations

from math import inf

import numpy as np
from attrs import evolve, frozen
from hypothesis import strategies as st
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList


@frozen(eq=False)
class Graph(AStar[int, Cost[int]]):
    """A directed graph as a matrix of costs; -1 for no step. ``classes`` has the class of each original position."""

    costs: NDArray[np.int64]
    goal: int
    classes: NDArray[np.int64]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for there in range(len(self.costs)):
            step = int(self.costs[node.position, there])
            if step >= 0:
                open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def abstract(self, position: int) -> int:
        return int(self.classes[position])

    def reverse(self, start: int) -> tuple[Graph, int]:
        return evolve(self, costs=np.ascontiguousarray(self.costs.T), goal=start), self.goal


@frozen(eq=False)
class Indexed(Graph):
    """The same with numbers for its states."""

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return len(self.costs)


@frozen(eq=False)
class Unranked(Indexed):
    """The same with states of numbers."""

    def state(self, index: int) -> int:
        return index


@st.composite
def abstracted(draw: st.DrawFn, kind: type[Graph] = Graph) -> tuple[Graph, Graph]:
    """Draw a graph and its abstraction."""
    size = draw(st.integers(2, 9))
    many = draw(st.integers(1, size))
    costs = np.array(
        draw(st.lists(st.one_of(st.just(-1), st.integers(0, 9)), min_size=size * size, max_size=size * size)), np.int64
    ).reshape(size, size)
    classes = np.array(draw(st.lists(st.integers(0, many - 1), min_size=size, max_size=size)), np.int64)
    merged = np.full((many, many), -1, np.int64)
    for here in range(size):
        for there in range(size):
            step, pair = costs[here, there], (classes[here], classes[there])
            if step >= 0 and classes[here] != classes[there] and (merged[pair] < 0 or step < merged[pair]):
                merged[pair] = step
    goal = draw(st.integers(0, size - 1))
    return Graph(costs, goal, classes), kind(merged, int(classes[goal]), classes)


def distances(graph: Graph) -> list[float]:
    """Return the cost from each position to the goal, by Bellman's equations."""
    size = len(graph.costs)
    left = [0 if here == graph.goal else inf for here in range(size)]
    for _ in range(size):
        for here in range(size):
            for there in range(size):
                if graph.costs[here, there] >= 0:
                    left[here] = min(left[here], int(graph.costs[here, there]) + left[there])
    return left
