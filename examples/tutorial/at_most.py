"""A solver made of a solver: the cheapest path of at most so many steps. The number of steps is part of the position."""

from typing import Generic, TypeVar

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

K = TypeVar("K")


@frozen
class Counted(OpenList[K, Cost[int]], Generic[K]):
    """An open list that adds the number of steps to the positions of the inner solver."""

    outer: OpenList[tuple[K, int], Cost[int]]
    steps: int

    def insert(self, position: K, cost: Cost[int], parent: K | None = None, action: object = None) -> None:
        self.outer.insert((position, self.steps), cost, action=action)

    def relax(self, position: K, travelled: int, parent: K | None = None, action: object = None) -> None:
        self.outer.relax((position, self.steps), travelled, action=action)


@frozen
class AtMost(AStar[tuple[K, int], Cost[int]], Generic[K]):
    """A problem whose paths have at most ``most`` steps."""

    solver: AStar[K, Cost[int]]
    most: int

    def add_neighbours(self, node: Node[tuple[K, int], Cost[int]], open_list: OpenList[tuple[K, int], Cost[int]]) -> None:
        position, steps = node.position
        if steps < self.most:
            self.solver.add_neighbours(Node(position, node.cost), Counted(open_list, steps + 1))

    def is_destination(self, position: tuple[K, int]) -> bool:
        return self.solver.is_destination(position[0])

    def estimate(self, position: tuple[K, int]) -> int:
        return self.solver.estimate(position[0])
