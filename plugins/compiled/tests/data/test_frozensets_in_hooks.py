"""Frozensets that hooks write out: as positions, in lists, on one of two ways, and as operands."""

from __future__ import annotations

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk

from genastar import AStar, Cost, Node, OpenList

pytestmark = pytest.mark.long

Set = frozenset[int]


def pair(a: int) -> Set:
    return frozenset({a, a + 1})


@frozen
class Spreading(AStar[Set, Cost[int]]):
    def add_neighbours(self, node: Node[Set, Cost[int]], open_list: OpenList[Set, Cost[int]]) -> None:
        here, cost = node.position, node.cost.travelled + 1
        people = sorted(here)
        boats = [frozenset({a, b + 1}) for i, a in enumerate(people) for b in people[i:]]
        boats.append(here)
        for boat in boats:
            open_list.relax(boat if len(here | boat) > 5 else here | boat, cost)
        for a in people:
            open_list.relax(frozenset({a, a + 2}), cost + 1)
            open_list.relax(here if a > 2 else frozenset({k + 1 for k in here}), cost + 2)
            if a in frozenset({0, 1, 2}) and frozenset({a}) <= here != frozenset({0, 1}):
                open_list.relax(frozenset({a + 1}) | (here - frozenset({7})), cost + len(frozenset({a, 1})))
                open_list.relax(pair(a) | (here & frozenset({0, 1})), cost + 3)

    def is_destination(self, position: Set) -> bool:
        return 5 in position


def test_frozensets_that_are_written_out() -> None:
    search_both(Spreading(), frozenset({0, 1}))


@frozen
class Pricing(Spreading):
    def add_neighbours(self, node: Node[Set, Cost[int]], open_list: OpenList[Set, Cost[int]]) -> None:
        prices = {frozenset({2, 1}): 2, node.position: 3}
        prices[pair(7)] = 4
        more = prices.get(frozenset({1, 2}), 7) + (1 if node.position in prices else 5) + len(prices)
        open_list.relax(node.position | {max(node.position) + 1}, node.cost.travelled + more)


def test_frozensets_as_keys_of_what_a_hook_makes() -> None:
    search_both(Pricing(), frozenset({1}))


@frozen
class Missing(Spreading):
    def add_neighbours(self, node: Node[Set, Cost[int]], open_list: OpenList[Set, Cost[int]]) -> None:
        prices = {frozenset({1}): 2}
        open_list.relax(node.position | {3}, node.cost.travelled + prices[node.position])


def test_a_key_that_may_be_missing() -> None:
    for engine in ("interpreted", "compiled"):
        with pytest.raises(KeyError, match=r"frozenset\(\{1, 3\}\)"):
            Missing().search(frozenset({1}), engine=engine)


Left = tuple[int, frozenset[str]]


@frozen
class Emptying(AStar[Left, Cost[int]]):
    """Writes empty frozensets out, and has frozensets of a module inside tuples, lists and dictionaries."""

    names: frozenset[str] = frozenset({"a", "b", "ccc"})

    def add_neighbours(self, node: Node[Left, Cost[int]], open_list: OpenList[Left, Cost[int]]) -> None:
        (here, left), cost = node.position, node.cost.travelled
        for name in sorted(left):
            open_list.relax((here, left - {name}), cost + 1 + sum(name in each for each in PAIRS) + (name in NAMED[1]))
            cost += 2 if frozenset({name, "b"}) in FAMILY else 1
        if not frozenset() and here < 3 and frozenset() <= left:
            open_list.relax((here + 1, frozenset()), cost + 3 + sum(here in each for each in WHOLE))
            open_list.relax((here + 2, left | frozenset() | (frozenset() & left)), cost + len(BY_NUMBER[here % 2]))

    def is_destination(self, position: Left) -> bool:
        return position == (3, frozenset()) or (position[0] == 4 and position[1] != frozenset())


PAIRS = (frozenset({"a", "b"}), frozenset({"b", "ccc"}))
FAMILY = frozenset({frozenset({"a", "b"}), frozenset({"b"})})
NAMED = ("a pair", frozenset({"a"}))
WHOLE = [frozenset({0, 1}), frozenset({1, 2})]
BY_NUMBER = {0: frozenset({1, 2}), 1: frozenset[int]()}


def test_frozensets_that_are_empty_or_of_a_module() -> None:
    search_both(Emptying(), (0, frozenset({"a"})))
    search_both(Emptying(), (0, frozenset({"b"})))


@frozen
class Growing(Emptying):
    def add_neighbours(self, node: Node[Left, Cost[int]], open_list: OpenList[Left, Cost[int]]) -> None:
        for name in frozenset():
            open_list.relax((1, frozenset({name})), node.cost.travelled + 1)


def test_a_loop_over_an_empty_frozenset() -> None:
    search_both(Growing(), (0, frozenset({"a"})))


@frozen
class Heights:
    values: list[float]


def halves(n: int) -> int:
    half = 0.5 * n
    held, nested = frozenset((half,)), ((frozenset((half, 1.0)), n), 0.5)
    return (0.5 in held) + 2 * (nested == ((held, n), 0.5)) + 4 * (Heights([half]) in [Heights([1.0]), Heights([0.0])])


def test_frozensets_and_records_of_floats() -> None:
    search_both(Walk(3, halves), 0)
