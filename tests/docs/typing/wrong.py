"""Mistakes that a type checker finds: each line marked ``# E: code`` is an error with that code, and no other line is."""

from __future__ import annotations

from attrs import frozen

from genastar import AStar, Cost, Node, Observer, OpenList, Starts, Trace, shortest_path
from genastar.algorithms import Greedy, Weighted
from genastar.authoring import PriorityQueue

Square = tuple[int, int]


@frozen
class Knight(AStar[Square, Cost[int]]):
    """Wrong values handed to the open list."""

    goal: Square

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None:
        open_list.relax((1, 2), node.cost.travelled + 1)
        open_list.relax(3, 1)  # E: arg-type
        open_list.relax((1, 2), "1")  # E: arg-type
        open_list.relax((1, 2), node.cost)  # E: arg-type
        open_list.insert((1, 2), 7)  # E: arg-type
        open_list.insert((1, 2, 3), Cost(1, 1))  # E: arg-type
        node.position = (0, 0)  # E: misc
        node.cost.total = 9  # E: misc

    def is_destination(self, position: Square) -> bool:
        return position == self.goal


class WrongPosition(AStar[Square, Cost[int]]):
    """Hooks for positions of another type."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None: ...  # E: override

    def is_destination(self, position: int) -> bool:  # E: override
        return position == 0


class WrongCost(AStar[Square, Cost[int]]):
    """Hooks for costs of another type."""

    def add_neighbours(self, node: Node[Square, Cost[str]], open_list: OpenList[Square, int]) -> None: ...  # E: override

    def is_destination(self, position: Square) -> str:  # E: override
        return ""


class WrongEstimate(AStar[Square, Cost[int]]):
    """An estimate that is no such number."""

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None: ...

    def is_destination(self, position: Square) -> bool:
        return True

    def estimate(self, position: Square) -> str:  # E: override
        return ""


class Plain(AStar[int, int]):
    """A cost that is not `Cost`, with ``relax``, which needs one."""

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        open_list.insert(1, 2)
        open_list.relax(1, 2)  # E: misc

    def is_destination(self, position: int) -> bool:
        return True


class NoOrder(AStar[int, object]):  # E: type-var
    """A cost without ``<``."""


class Half(AStar[int, int]):
    """A hook is missing."""

    def is_destination(self, position: int) -> bool:
        return True


class Listener(Observer[int, Cost[int]]):
    """Hears of positions of another type."""


knight = Knight((1, 1))
knight.search((0, 0))
knight.search(0)  # E: arg-type
knight.search((0, 0), 7)  # E: arg-type
knight.search((0, 0), observer=Listener())  # E: arg-type
knight.search((0, 0), observer=Trace[Square, int]())  # E: arg-type
knight.search((0, 0), reopn=True)  # E: call-arg
Plain().search(1, 0)
Plain().search(1, Cost(0, 0))  # E: arg-type
Half()  # E: abstract
knight.search((0, 0), algorithm=Greedy)  # E: arg-type
knight.search((0, 0), algorithm=5)  # E: arg-type
Weighted("2")  # E: arg-type
knight.search(Starts({0: None}))  # E: dict-item
knight.search(Starts({(0, 0): 7}))  # E: dict-item
Plain().search(Starts({1: "far"}))  # E: dict-item
knight.explore(1)  # E: arg-type
knight.begin((0, 0)).advance("1")  # E: arg-type
shortest_path(0, lambda place: [place + 1], lambda place: place == 9)  # E: arg-type
PriorityQueue[str, int]().insert("item", "cost")  # E: arg-type
PriorityQueue[str, object]()  # E: type-var
paid = knight.search((0, 0)).cost.travelled  # E: union-attr
if not (missed := knight.search((0, 0))).found:
    nothing = missed.cost.travelled  # E: attr-defined
begins = knight.search_many([(0, 0)]).first  # E: attr-defined
numbers = knight.search_many([1, 2])  # E: list-item
nothing = knight.search_many([(0, 0)], {"goal": 5})  # E: dict-item
ways = Plain().search_many([1], cost=0).travelled  # E: misc
