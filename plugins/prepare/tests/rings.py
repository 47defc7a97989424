"""Rings of positions that tests prepare."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList


@frozen
class Ring(AStar[int, Cost[Any]]):
    """A ring of positions. Subclasses change one step."""

    size: int = 6
    goal: int = 3

    def add_neighbours(self, node: Node[int, Cost[Any]], open_list: OpenList[int, Cost[Any]]) -> None:
        open_list.relax((node.position + 1) % self.size, node.cost.travelled + self.step(node))

    def step(self, node: Node[int, Cost[Any]]) -> Any:
        return 1

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def index(self, position: int) -> int:
        return position


@frozen
class Priced(Ring):
    price: Any = 1

    def step(self, node: Node[int, Cost[Any]]) -> Any:
        return self.price if node.position == 4 else 1
