"""Frozensets as keys of dictionaries and as items of sets: of the solver, and of what an algorithm learns."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from attrs import frozen
from both_speeds import record_events

from genastar import AStar, Cost, Node, OpenList
from genastar.algorithms import LssLrta, Rtaa

pytestmark = pytest.mark.long

Facts = frozenset[str]


class Operator(NamedTuple):
    needs: Facts
    adds: Facts


@frozen
class Plan(AStar[Facts, Cost[int]]):
    operators: tuple[Operator, ...]
    goal: Facts

    def add_neighbours(self, node: Node[Facts, Cost[int]], open_list: OpenList[Facts, Cost[int]]) -> None:
        for operator in self.operators:
            if operator.needs <= node.position:
                open_list.relax(node.position | operator.adds, node.cost.travelled + 1)

    def is_destination(self, position: Facts) -> bool:
        return self.goal <= position


def facts(text: str) -> Facts:
    return frozenset(text.split())


OPERATORS = (("a", "b"), ("a b", "c"), ("c", "d"), ("b", "e"))
PLAN = Plan(tuple(Operator(facts(needs), facts(adds)) for needs, adds in OPERATORS), facts("d e"))


@pytest.mark.parametrize("algorithm", [Rtaa(2), LssLrta(2)], ids=lambda each: each.name)
def test_what_is_learned_of_frozensets(algorithm: Any) -> None:
    slow, fast = (PLAN.search(facts("a"), engine=engine, algorithm=algorithm) for engine in ("interpreted", "compiled"))
    assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)
    assert slow.found


@frozen
class Known(AStar[frozenset[int], Cost[int]]):
    far: dict[frozenset[int], int]
    dead: frozenset[frozenset[int]]
    steps: dict[tuple[int, frozenset[int]], int]

    def add_neighbours(self, node: Node[frozenset[int], Cost[int]], open_list: OpenList[frozenset[int], Cost[int]]) -> None:
        for each in range(4):
            after = node.position ^ frozenset([each])
            if after not in self.dead:
                open_list.relax(after, node.cost.travelled + self.steps.get((each, node.position), 1))

    def estimate(self, position: frozenset[int]) -> int:
        return self.far.get(position, 0)

    def is_destination(self, position: frozenset[int]) -> bool:
        return position == frozenset([0, 1, 2, 3])


def test_frozensets_as_keys_of_fields() -> None:
    far = {frozenset({1, 0}): 2, frozenset[int](): 4, frozenset({2, 3, 1}): 1}
    dead = frozenset({frozenset({0, 1, 2}), frozenset({3})})
    known = Known(far, dead, {(0, frozenset({2, 1})): 7, (3, frozenset({2, 1})): 5})
    assert record_events(known, frozenset({1}), "compiled") == record_events(known, frozenset({1}), "interpreted")
