"""Searches of single agents: what they refuse, and what they must not run out of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fleet_worlds import Ring

import genastar
from genastar import Limits
from genastar_fleets import find_fault, plan_together


def test_waiting_for_nothing_needs_no_memory() -> None:
    """States from which the goal is too far were kept, and asked for memory without end."""
    for start, goal in ((1, 5), (1, 0)):
        plan = plan_together(Ring(5, one_way=True), [start], [goal], algorithm="space-time", wait_cost=0)
        assert plan.found
        assert find_fault(Ring(5, one_way=True), [start], [goal], plan.plans, tick=plan.tick) is None


@pytest.mark.parametrize("algorithm", ["cbs", "eecbs"])
@pytest.mark.parametrize("rules", [{}, {"following": False}, {"wait_cost": 0}])
def test_agents_that_cannot_pass_each_other_have_no_plan(algorithm: str, rules: dict[str, Any]) -> None:
    """The tree of constraints grows forever then."""
    corridor = genastar.load(np.ones((1, 5), np.int32), "grid", directions="4")
    plan = plan_together(corridor, [(0, 0), (4, 0)], [(4, 0), (0, 0)], algorithm=algorithm, limits=Limits(seconds=60), **rules)
    assert (plan.outcome.value, plan.plans, plan.bound) == ("unreachable", (), None)


@pytest.mark.parametrize("algorithm", ["cbs", "eecbs", "lacam"])
def test_a_plan_in_which_waits_cost_nothing_is_proven(algorithm: str) -> None:
    """Of plans that cost the same there are endlessly many then, and the tree of constraints held them all."""
    cross = genastar.load(np.array([[1, 1, 1], [0, 1, 0]], np.int32), "grid", directions="4")
    starts, goals = [(0, 0), (2, 0)], [(2, 0), (0, 0)]
    plan = plan_together(cross, starts, goals, algorithm=algorithm, wait_cost=0, limits=Limits(seconds=60))
    assert (plan.sum_of_costs, plan.bound) == (6, 1)


def test_a_limit_ends_conflict_based_search_without_a_plan() -> None:
    cross = genastar.load(np.array([[1, 1, 1], [0, 1, 0]], np.int32), "grid", directions="4")
    plan = plan_together(cross, [(0, 0), (2, 0)], [(2, 0), (0, 0)], algorithm="cbs", limits=Limits(expansions=2))
    assert (plan.outcome.value, plan.plans) == ("limit", ())
    assert plan.lower_bound >= 4
