"""Multigraphs in arrays, as problems: what the tests of several modules search."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Node, OpenList

C = TypeVar("C", int, float)


@frozen(eq=False)
class Graph(AStar[int, Cost[C]]):
    """A directed multigraph: the arcs of node i are those from ``first[i]`` to ``first[i + 1]``."""

    first: NDArray[np.int64]
    heads: NDArray[np.int64]
    weights: NDArray[np.generic]
    guesses: NDArray[np.generic]
    goals: NDArray[np.bool_]

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            open_list.relax(int(self.heads[arc]), node.cost.travelled + self.weights[arc].item())

    def estimate(self, position: int) -> C:
        return self.guesses[position].item()  # type: ignore[no-any-return]

    def is_destination(self, position: int) -> bool:
        return bool(self.goals[position])


@frozen(eq=False)
class Dense(Graph[C]):
    """The same with an index."""

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.goals.size


@frozen(eq=False)
class Inserting(Graph[C]):
    """The same by ``insert``, in an order of its own."""

    def add_neighbours(self, node: Node[int, Cost[C]], open_list: OpenList[int, Cost[C]]) -> None:
        for arc in range(self.first[node.position], self.first[node.position + 1]):
            travelled = node.cost.travelled + self.weights[arc].item()
            open_list.insert(int(self.heads[arc]), Cost(travelled // 2, travelled))


@frozen(eq=False)
class TwoWay(Dense[C]):
    """The same with ``reverse``, for one goal."""

    goal: int
    first_back: NDArray[np.int64]
    heads_back: NDArray[np.int64]
    weights_back: NDArray[np.generic]
    guesses_back: NDArray[np.generic]

    def reverse(self, start: int) -> tuple[Dense[C], int]:
        goals = np.zeros_like(self.goals)
        goals[start] = True
        return Dense(self.first_back, self.heads_back, self.weights_back, self.guesses_back, goals), self.goal
