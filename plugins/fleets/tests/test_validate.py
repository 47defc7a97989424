"""The validator finds every kind of fault."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from fleet_worlds import Carts, cell_of

import genastar
from genastar_fleets import OnTheWay, find_fault, plan_together

GRID: Any = genastar.load(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 3]], np.int32), "grid", directions="4")
GOOD = [[(0, 0), (1, 0), (2, 0)], [(0, 2), (0, 1), (0, 1), (0, 0)]]


@pytest.mark.parametrize(
    ("plans", "rules", "fault"),
    [
        (GOOD, {}, None),
        ([GOOD[0]], {}, "there are 1 plans for 2 agents"),
        ([GOOD[0], GOOD[0]], {}, "agent 1 does not begin at its start (0, 2)"),
        ([GOOD[0][:2], GOOD[1]], {}, "agent 0 ends at (1, 0), not at its goal (2, 0)"),
        ([[(0, 0), (2, 0)], GOOD[1]], {}, "agent 0, step 1: there is no move from (0, 0) to (2, 0), or it takes longer"),
        (
            [[(0, 0), (0, 0), (0, 0), (1, 0), (2, 0)], [(0, 2), (0, 1), (0, 0)]],
            {},
            "agents 0 and 1 are both at (0, 0) at step 2",
        ),
        (
            [[(0, 0), (0, 1), (0, 0), (1, 0), (2, 0)], [(0, 2), (0, 2), (0, 1), (0, 0)]],
            {"following": False},
            "agent 1 enters (0, 1) at step 2 as agent 0 leaves it",
        ),
        (
            [[(0, 0), (0, 0), (0, 1), (0, 0), (1, 0), (2, 0)], [(0, 2), (0, 1), (0, 0)]],
            {},
            "agents 0 and 1 exchange their places at step 2",
        ),
        ([[(0, 0), (1, 0), (2, 0)], [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (1, 0), (0, 0)]], {"stay": False}, None),
        (
            [[(0, 0), (1, 0), (2, 0)], [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (1, 0), (0, 0)]],
            {},
            "agents 0 and 1 are both at (2, 0) at step 4",
        ),
    ],
)
def test_faults_are_found(plans: Any, rules: dict[str, Any], fault: str | None) -> None:
    assert find_fault(GRID, [(0, 0), (0, 2)], [(2, 0), (0, 0)], plans, tick=1, **rules) == fault


def test_dear_moves_take_their_time() -> None:
    slow, fast = [(1, 2), (1, 2), (1, 2), (2, 2)], [(1, 2), (1, 2), (2, 2)]
    assert find_fault(GRID, [(1, 2)], [(2, 2)], [slow], tick=1) is None
    assert find_fault(GRID, [(1, 2)], [(2, 2)], [fast], tick=1) is not None
    lane = [(1, 2), OnTheWay((1, 2), (2, 2), 1, 3), OnTheWay((1, 2), (2, 2), 2, 3), (2, 2)]
    assert find_fault(GRID, [(1, 2)], [(2, 2)], [lane], tick=1, lanes=True) is None
    assert find_fault(GRID, [(1, 2)], [(2, 2)], [[*lane[:2], lane[3]]], tick=1, lanes=True) is not None
    assert find_fault(GRID, [(1, 2)], [(2, 2)], [[lane[0], *lane[2:]]], tick=1, lanes=True) is not None


def test_places_of_states_collide() -> None:
    one, other = [(0, 0, 0), (1, 0, 0)], [(1, 1, 3), (1, 0, 3)]
    yard = Carts(2, 2)
    assert find_fault(yard, [one[0], other[0]], [one[1], other[1]], [one, other], tick=1) is None
    fault = find_fault(yard, [one[0], other[0]], [one[1], other[1]], [one, other], tick=1, place=cell_of)
    assert fault == "agents 0 and 1 are both at (1, 0, 3) at step 1"


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_carts_turn_in_their_cells_on_lanes(turn: int) -> None:
    """Turns were lanes, so that a cart that turned had left its cell; and headings on lanes were not followed."""
    yard = genastar.load(np.ones((2, 2), np.int32), "grid", directions="4", turn=turn)
    for tick in (0.5, 1.0):
        for start, goal in permutations([(0, 0), (1, 0), (0, 1), (1, 1)], 2):
            plan = plan_together(yard, [start], [goal], algorithm="cbs", lanes=True, tick=tick)
            assert plan.found
            assert find_fault(yard, [start], [goal], plan.plans, tick=tick, lanes=True) is None
        starts = [(0, 0), (1, 0)]
        plan = plan_together(yard, starts, starts[::-1], algorithm="lacam", lanes=True, tick=tick)
        assert not any(isinstance(each, OnTheWay) and each.start == each.end for path in plan.plans for each in path)
        assert find_fault(yard, starts, starts[::-1], plan.plans, tick=tick, lanes=True) is None
