"""Agents with several goals, carts in corridors, and worlds on which agents cannot be planned."""

from __future__ import annotations

from decimal import Decimal
from math import inf
from typing import Any

import numpy as np
import pytest
from attrs import frozen
from fleet_worlds import find_optimum

import genastar
from genastar import AStar, BadInput, Cost, Limits, Node, OpenList
from genastar_fleets import Fleet, find_fault, plan_discs, plan_together


@frozen
class Loop(AStar[int, Cost[int]]):
    """Four places in a ring."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 3):
            open_list.relax((node.position + step) % 4, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False


@pytest.mark.parametrize("algorithm", ["cbs", "eecbs", "space-time"])
def test_each_of_several_goals_has_its_own_first_time(algorithm: str) -> None:
    """What passes one goal late does not keep an agent from staying at another before."""
    plan = plan_together(Loop(), [1, 3], [[2, 0], [1, 0]], algorithm=algorithm, tick=1)
    assert (plan.sum_of_costs, plan.bound) == (2, 1)  # ((1, 2), (3, 0))
    row = genastar.load(["......", "#.####"], "grid", directions="4")
    starts, goals = [(5, 0), (1, 0)], [(0, 0), [(1, 1), (2, 0)]]
    plan = plan_together(row, starts, goals, algorithm=algorithm)
    assert (plan.sum_of_costs, plan.plans[1]) == (6, ((1, 0), (1, 1)))


@frozen
class Tour(AStar[tuple[int, int], Cost[int]]):
    """A row of four cells with a siding at the second; a state is a cell, and how many stops were visited."""

    stops: tuple[int, ...]

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        cell, reached = node.position
        for there in {4: (1,), 1: (0, 2, 4)}.get(cell, tuple(each for each in (cell - 1, cell + 1) if 0 <= each < 4)):
            more = reached < len(self.stops) and there == self.stops[reached]
            open_list.relax((there, reached + more), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return False


def test_goals_one_after_another_are_part_of_the_state() -> None:
    tour, starts, goals = Tour((3, 0)), [(1, 0), (2, 0)], [[(0, 2)], [(3, 2), (2, 2), (4, 2)]]
    plan = plan_together(tour, starts, goals, algorithm="cbs", place=lambda state: state[0])
    best = find_optimum(tour, starts, [set(each) for each in goals], tick=1, place=lambda state: state[0])
    assert (plan.sum_of_costs, plan.bound) == (best, 1)
    assert find_fault(tour, starts, goals, plan.plans, tick=1, place=lambda state: state[0]) is None


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
    for settings, words in (({"tick": inf}, "no number from"), ({"seed": 2**70}, "too large")):
        with pytest.raises(BadInput, match=words):
            plan_together(plain, [(0, 0)], [(3, 0)], **settings)  # type: ignore[arg-type]
    assert plan_together(plain, [(0, 0)], [(3, 0)], tick=Decimal(2)).tick == 2  # type: ignore[arg-type]
    for options, words in (({"unit": "2x2"}, "units larger than one place"), ({"moves": 4}, "count in Cost, and the hexmap")):
        world = genastar.load(np.ones((4, 4), np.int32), "hexmap" if "moves" in options else "grid", **options)
        with pytest.raises(BadInput, match=words):
            plan_together(world, [(0, 0)], [(2, 2)])
        with pytest.raises(BadInput, match=words):
            Fleet(world, [(0, 0)])
    with pytest.raises(BadInput, match="no limit of expansions"):
        plan_discs(plain, [(0, 0)], [(3, 0)], limits=Limits(expansions=5))
    with pytest.raises(BadInput, match="tick=1e-09 is below"):
        plan_discs(plain, [(0, 0)], [(3, 0)], tick=1e-9)
