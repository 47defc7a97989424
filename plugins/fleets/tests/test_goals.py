"""Agents with several goals, carts in corridors, and worlds on which agents cannot be planned."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar_fleets import find_fault, plan_discs, plan_together


@frozen
class Loop(AStar[int, Cost[int]]):
    """Four places in a ring."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 3):
            open_list.relax((node.position + step) % 4, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False


@pytest.mark.parametrize("algorithm", ["cbs", "eecbs"])
def test_nothing_false_is_proven_of_several_goals(algorithm: str) -> None:
    plan = plan_together(Loop(), [1, 3], [[2, 0], [1, 0]], algorithm=algorithm, tick=1)
    assert plan.found
    assert plan.lower_bound <= 2  # ((1, 2), (3, 0)) costs 2


def test_goal_lists_may_overlap() -> None:
    row = genastar.load(["...."], "grid", directions="4")
    starts, goals = [(0, 0), (3, 0)], [(1, 0), [(1, 0), (3, 0)]]
    plan = plan_together(row, starts, goals, algorithm="lacam")
    assert find_fault(row, starts, goals, plan.plans, tick=plan.tick) is None


@frozen
class Shuttle(AStar[tuple[int, int], Cost[int]]):
    """A row of four cells: a cart turns, or goes ahead."""

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        cell, heading = node.position
        for turn in (1, 3):
            open_list.relax((cell, (heading + turn) % 4), node.cost.travelled + 1)
        there = cell + (1, 0, -1, 0)[heading]
        if there != cell and 0 <= there < 4:
            open_list.relax((there, heading), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return False


@pytest.mark.parametrize("algorithm", ["lacam", "pibt", "cbs"])
def test_carts_in_a_corridor(algorithm: str) -> None:
    starts, goals = [(0, 1), (2, 0)], [(1, 0), (3, 0)]
    plan = plan_together(Shuttle(), starts, goals, algorithm=algorithm, place=lambda state: state[0])
    assert plan.found
    fault = find_fault(Shuttle(), starts, goals, plan.plans, tick=plan.tick, place=lambda state: state[0])
    assert fault is None


def test_what_cannot_be_planned_is_told_in_one_line() -> None:
    yard = genastar.load(["....", "...."], "grid", metric="cost,length")
    with pytest.raises(BadInput, match="planned by one metric"):
        plan_together(yard, [(0, 0)], [(3, 0)])
    plain = genastar.load(["....", "...."], "grid")
    for settings, words in (({"tick": inf}, "finite"), ({"seed": 2**70}, "too large")):
        with pytest.raises(BadInput, match=words):
            plan_together(plain, [(0, 0)], [(3, 0)], **settings)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="tick is 1e-09"):
        plan_discs(plain, [(0, 0)], [(3, 0)], tick=1e-9)
