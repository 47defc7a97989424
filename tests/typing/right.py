"""Solvers that a user may write: nothing here is a type error."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
from attrs import frozen

from genastar import (
    AStar,
    CancelToken,
    Cost,
    Event,
    EventKind,
    Limits,
    Node,
    Observer,
    OpenList,
    Outcome,
    PriorityQueue,
    Result,
    Results,
    Trace,
    Workspace,
    deepen,
    ida_star,
    search_many,
)
from genastar.batch import Column
from genastar.bidirectional import Reversible, Sided, search_both_ways
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

# What is documented of a result. `found` tells whether there is a cost.
assert_type(found.found, bool)
assert_type(bool(found), bool)
assert_type(found.path_to_closest, tuple[Square, ...])
assert_type(found.expanded, int)
assert_type(found.generated, int)
assert_type(found.reopened, int)
assert_type(found.peak_open, int)
assert_type(found.seconds, float)
assert_type(found.engine, str)
assert_type(found.cost, Cost[int] | None)
again = knight.search((0, 0))
if again.found:
    assert_type(again.cost, Cost[int])
    assert_type(again.cost.left, int)
else:
    assert_type(again.cost, None)
third = Tolls().search(0, Toll(0))
assert third.found
assert_type(third.cost.price, int)
assert_type([each.cost.total for each in (again, found) if each.found], list[int])
if not (fourth := Lexicographic().search(0, (0, 0.0))).found:
    raise SystemExit(fourth.outcome.value)
assert_type(fourth.cost[1], float)
declared: Result[Square, Cost[int]] = knight.search((0, 0))
if declared.found:
    assert_type(declared.cost.total, int)

# Many questions.
answers = search_many(knight, [(0, 0), (1, 1)], {"goal": [(2, 2), (3, 3)]}, engine="auto")
assert_type(answers, Results[Square, Cost[int]])
assert_type(answers[0], Result[Square, Cost[int]])
assert_type(answers[:1], Sequence[Result[Square, Cost[int]]])
assert_type(answers.found, Column[bool])
assert_type(answers.travelled, Column[int])
assert_type(answers.expanded, Column[int])
assert_type(answers.found[0], bool)
assert_type(sum(answers.travelled), int)
arrays = search_many(knight, np.zeros((3, 2), np.int64), {"goal": np.ones((3, 2), np.int64)}, engine="auto")
assert_type(arrays.travelled, Column[int])
assert_type(max(search_many(Exact(), ["", "a"]).travelled), Fraction)
assert_type([each.path for each in answers if each.found], list[tuple[Square, ...]])
assert_type(search_many(Tolls(), [0], cost=Toll(0)).found, Column[bool])

# Other searches, limits, traces.
assert_type(ida_star(knight, (0, 0)), Result[Square, Cost[int]])
assert_type(DepthFirst(knight).search((0, 0), limits=Limits(depth=4)), Result[Square, Cost[int]])
assert_type(deepen(DepthFirst(knight), (0, 0), 1), Result[Square, Cost[int]])
limits = Limits(expansions=1, seconds=0.5, cost=Fraction(1, 2), depth=None)
assert_type(limits.expansions, int | None)
assert_type(limits.seconds, float | None)
assert_type(limits.depth, int | None)
token = CancelToken()
token.cancel()
assert_type(token.cancelled, bool)
plain = Trace()
knight.search((0, 0), observer=plain, cancel=token)
Tolls().search(0, Toll(0), observer=plain)
assert_type(plain, Trace[Any, Any])
trace = Trace[Square, Cost[int]]()
assert_type(trace.events, list[Event[Square, Cost[int]]])
assert_type(trace.events[0].kind, EventKind)
assert_type(trace.events[0].node, Node[Square, Cost[int]])
assert_type(trace.closing_order(), list[Square])


class Both(Reversible[Square, int]):
    """A solver that can be turned round."""

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None:
        known = open_list.known((1, 1))
        if known is not None:
            assert_type(known.cost.travelled, int)

    def is_destination(self, position: Square) -> bool:
        return True

    def reverse(self, start: Square) -> tuple[AStar[Square, Cost[int]], Square]:
        return self, start


assert_type(search_both_ways(Both(), (0, 0), observer=Trace[Sided[Square], Cost[int]]()), Result[Square, Cost[int]])
