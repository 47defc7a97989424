"""Agents that do not know of each other, and where they collide."""

from __future__ import annotations

import numpy as np

import genastar
from genastar_fleets import find_collisions, find_fault, plan_alone


def test_each_takes_its_cheapest_path_and_all_collisions_are_told() -> None:
    yard = genastar.load(np.ones((4, 6), np.int32), "grid", directions="4")
    starts, goals = [(0, 0), (5, 0), (2, 3)], [(5, 0), (0, 0), (2, 0)]
    plan = plan_alone(yard, starts, goals)
    assert (plan.sum_of_costs, plan.lower_bound, plan.makespan, plan.bound) == (13, 13, 5, None)
    for agent in range(3):
        one = slice(agent, agent + 1)
        assert find_fault(yard, starts[one], goals[one], plan.plans[one], tick=plan.tick) is None
    told = [(each.step, each.agents) for each in find_collisions(plan.plans)]
    assert told == [(3, (1, 2)), (3, (0, 1))]
    assert find_fault(yard, starts, goals, plan.plans, tick=plan.tick) == "agents 1 and 2 are both at (2, 0) at step 3"


def test_a_goal_behind_a_wall() -> None:
    yard = genastar.load(["..#.", "..#."], "grid", directions="4")
    assert plan_alone(yard, [(0, 0)], [(3, 0)]).outcome is genastar.Outcome.UNREACHABLE
