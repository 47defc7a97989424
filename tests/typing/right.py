"""Solvers that a user may write: nothing here is a type error."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import assert_type

from attrs import frozen

from genastar import AStar, Cost, Limits, Node, Observer, OpenList, Outcome, PriorityQueue, Result, Trace, Workspace, deepen
from genastar.orders import BreadthFirst, DepthFirst, Dijkstra, Greedy, Weighted

Square = tuple[int, int]


@frozen
class Knight(AStar[Square, Cost[int]]):
    """The ready-made cost, counting in int."""

    size: int
    goal: Square

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None:
        x, y = node.position
        assert_type(node.parent, Square | None)
        open_list.relax((x + 1, y + 2), node.cost.travelled + 1)
        open_list.insert((x + 2, y + 1), Cost(node.cost.total + 1, node.cost.travelled + 1))

    def estimate(self, position: Square) -> int:
        return 0

    def is_destination(self, position: Square) -> bool:
        return position == self.goal


@frozen
class Exact(AStar[str, Cost[Fraction]]):
    """Fractions; the estimate is left out."""

    def add_neighbours(self, node: Node[str, Cost[Fraction]], open_list: OpenList[str, Cost[Fraction]]) -> None:
        open_list.relax(node.position + "a", node.cost.travelled + Fraction(1, 3))

    def is_destination(self, position: str) -> bool:
        return position == "aaa"


@frozen
class Priced(AStar[int, Cost[Decimal]]):
    """Decimals."""

    def add_neighbours(self, node: Node[int, Cost[Decimal]], open_list: OpenList[int, Cost[Decimal]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + Decimal("0.10"))

    def estimate(self, position: int) -> Decimal:
        return Decimal(0)

    def is_destination(self, position: int) -> bool:
        return position == 3


@frozen
class Lexicographic(AStar[int, tuple[int, float]]):
    """Two criteria as a tuple."""

    def add_neighbours(self, node: Node[int, tuple[int, float]], open_list: OpenList[int, tuple[int, float]]) -> None:
        changes, minutes = node.cost
        open_list.insert(node.position + 1, (changes, minutes + 1.5))

    def is_destination(self, position: int) -> bool:
        return position == 3


@frozen(order=False)
class Toll:
    """A cost of the user's own, with ``<`` and nothing else."""

    price: int

    def __lt__(self, other: Toll) -> bool:
        return self.price < other.price


@frozen
class Tolls(AStar[int, Toll]):
    """Costs of that type."""

    def add_neighbours(self, node: Node[int, Toll], open_list: OpenList[int, Toll]) -> None:
        open_list.insert(node.position + 1, Toll(node.cost.price + 2))

    def is_destination(self, position: int) -> bool:
        return position == 3


class Loud(Observer[int, Toll]):
    """Hears of nodes of the right type."""

    def closed(self, node: Node[int, Toll]) -> None:
        assert_type(node.cost.price, int)


knight = Knight(8, (3, 3))
found = knight.search((0, 0), workspace=Workspace(), limits=Limits(expansions=9, cost=7), observer=Trace[Square, Cost[int]]())
assert_type(found, Result[Square, Cost[int]])
assert_type(found.path, tuple[Square, ...])
assert_type(found.closest, Square | None)
assert_type(found.outcome, Outcome)
if found.cost is not None:
    assert_type(found.cost.travelled, int)
assert_type(knight.search((0, 0), Cost(3, 3)), Result[Square, Cost[int]])
assert_type(Exact().search(""), Result[str, Cost[Fraction]])
assert_type(Priced().search(0), Result[int, Cost[Decimal]])
assert_type(Lexicographic().search(0, (0, 0.0)), Result[int, tuple[int, float]])
assert_type(Tolls().search(0, Toll(0), observer=Loud()), Result[int, Toll])
assert_type(deepen(knight, (0, 0), 2, seconds=1), Result[Square, Cost[int]])
assert_type(Weighted(knight, 1.5).search((0, 0)), Result[Square, Cost[int]])
assert_type(Weighted(Priced(), Decimal("1.5")).search(0), Result[int, Cost[Decimal]])
assert_type(Dijkstra(Exact()).search(""), Result[str, Cost[Fraction]])
assert_type(Greedy(BreadthFirst(DepthFirst(knight))).search((0, 0)), Result[Square, Cost[int]])
assert_type({Cost(1, 1), Cost(2, 2)}, set[Cost[int]])

queue = PriorityQueue[str, Toll]()
queue.insert("item", Toll(1))
assert_type(queue.remove_root(), str)
