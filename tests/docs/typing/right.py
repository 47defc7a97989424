"""Solvers that a user may write: nothing here is a type error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    Result,
    Results,
    Run,
    Starts,
    Trace,
    Tree,
    Workspace,
    shortest_path,
)
from genastar.algorithms import BothWays, BreadthFirst, Deepening, DepthFirst, Dijkstra, Greedy, IdaStar, Weighted
from genastar.authoring import PriorityQueue
from genastar.search.batch import Column

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
assert_type(knight.search((0, 0), algorithm=Deepening(2), limits=Limits(seconds=1)), Result[Square, Cost[int]])
assert_type(knight.search((0, 0), algorithm=Weighted(1.5)), Result[Square, Cost[int]])
assert_type(knight.search((0, 0), algorithm="weighted"), Result[Square, Cost[int]])
assert_type(Priced().search(0, algorithm=Weighted(Decimal("1.5"))), Result[int, Cost[Decimal]])
assert_type(Exact().search("", algorithm=Dijkstra()), Result[str, Cost[Fraction]])
for order in (Greedy(), BreadthFirst(), DepthFirst()):
    assert_type(knight.search((0, 0), algorithm=order), Result[Square, Cost[int]])
assert_type(knight.results((0, 0), algorithm=Greedy()), Iterator[Result[Square, Cost[int]]])
assert_type(Lexicographic().results(0, (0, 0.0)), Iterator[Result[int, tuple[int, float]]])
assert_type(knight.search(Starts({(0, 0): None, (1, 1): Cost(5, 2)})), Result[Square, Cost[int]])
assert_type(Tolls().search(Starts({0: Toll(0), 1: Toll(3)})), Result[int, Toll])
with knight.begin((0, 0)) as run:
    assert_type(run, Run[Square, Cost[int]])
    assert_type(run.advance(seconds=0.002), Result[Square, Cost[int]] | None)
    assert_type(run.advance(10), Result[Square, Cost[int]] | None)
    assert_type(run.best_open, Node[Square, Cost[int]] | None)
    assert_type(run.tree, Tree[Square, Cost[int]])
    assert_type([node.cost.travelled for node in run], list[int])
assert_type(Tolls().begin(0, Toll(0)), Run[int, Toll])
tree = knight.explore((0, 0), (1, 1), within=7)
assert_type(tree, Tree[Square, Cost[int]])
assert_type(tree.g((0, 0)), int)
assert_type(tree.path_to((0, 0)), tuple[Square, ...])
assert_type(Tolls().explore(Starts({0: Toll(0)}), within=Toll(3)), Tree[int, Toll])
assert_type(Exact().explore(Starts({"": Cost(Fraction(1), Fraction(1))})), Tree[str, Cost[Fraction]])


def neighbours_of(place: str) -> list[tuple[str, int]]:
    """Plain functions do without a class."""
    return [(place + "a", 1)]


assert_type(shortest_path("", neighbours_of, lambda place: place == "aaa"), Result[str, Cost[int]])
assert_type(shortest_path("", neighbours_of, "aa".__eq__, len, limits=Limits(expansions=9)), Result[str, Cost[int]])
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
assert_type(found.algorithm, str)
assert_type(found.why, str)
assert_type(found.bound, float | None)
assert_type(found.cost, Cost[int] | None)
again = knight.search((0, 0))
if again.found:
    assert_type(again.cost, Cost[int])
    assert_type(again.cost.left, int)
    assert_type(again.costs, tuple[Cost[int], ...])
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
answers = knight.search_many([(0, 0), (1, 1)], {"goal": [(2, 2), (3, 3)]}, engine="auto")
assert_type(answers, Results[Square, Cost[int]])
assert_type(answers[0], Result[Square, Cost[int]])
assert_type(answers[:1], Sequence[Result[Square, Cost[int]]])
assert_type(answers.found, Column[bool])
assert_type(answers.travelled, Column[int])
assert_type(answers.expanded, Column[int])
assert_type(answers.found[0], bool)
assert_type(sum(answers.travelled), int)
arrays = knight.search_many(np.zeros((3, 2), np.int64), {"goal": np.ones((3, 2), np.int64)}, engine="auto")
assert_type(arrays.travelled, Column[int])
assert_type(max(Exact().search_many(["", "a"]).travelled), Fraction)
assert_type([each.path for each in answers if each.found], list[tuple[Square, ...]])
assert_type(Tolls().search_many([0], cost=Toll(0)).found, Column[bool])

# Other searches, limits, traces.
assert_type(knight.search((0, 0), algorithm=IdaStar()), Result[Square, Cost[int]])
assert_type(knight.search((0, 0), algorithm=DepthFirst(), limits=Limits(depth=4)), Result[Square, Cost[int]])
assert_type(knight.search((0, 0), algorithm=Deepening(1, by="steps")), Result[Square, Cost[int]])
assert_type(knight.search_many([(0, 0)], algorithm=Weighted(2)), Results[Square, Cost[int]])
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
assert_type(trace.list_closed(), list[Square])


class Both(AStar[Square, Cost[int]]):
    """A problem that can be turned round."""

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None:
        known = open_list.known((1, 1))
        if known is not None:
            assert_type(known.cost.travelled, int)

    def is_destination(self, position: Square) -> bool:
        return True

    def reverse(self, start: Square) -> tuple[AStar[Square, Cost[int]], Square]:
        return self, start


assert_type(Both().search((0, 0), algorithm=BothWays(), observer=Trace[Square, Cost[int]]()), Result[Square, Cost[int]])
