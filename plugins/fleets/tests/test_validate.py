"""The validator finds every kind of fault."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fleet_worlds import Carts, cell_of

import genastar
from genastar_fleets import OnTheWay, find_fault

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
