"""Arguments of the public functions: whatever is given, there is an answer, or one clear line."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import genastar
from genastar import BadInput, Limits
from genastar.errors import PluginError
from genastar_fleets import (
    Fleet,
    find_collisions,
    find_disc_fault,
    find_fault,
    plan_alone,
    plan_discs,
    plan_together,
)

YARD = genastar.load(np.ones((3, 4), np.int32), "grid", directions="4")
STARTS, GOALS = [(0, 0), (3, 0)], [(3, 0), (0, 0)]
ENDS = {"world": YARD, "starts": STARTS, "goals": GOALS}
JUNK: list[Any] = [
    *(None, 3, -1, 1.5, nan, inf, "yes", b"x", [], {}, ["a"], [None], [[]], object(), 10**30, 2**40, 1j, True, Ellipsis, [nan]),
    *(np.array(3), np.array([1, 2]), np.zeros((2, 2)), np.int64(3), np.array([[0, 0], [1, 1]]), [np.array([0, 0])]),
    *(
        [(0, 0)],
        [[0, 0]],
        [(0, 0), (0, 0)],
        [(0, 0, 0)],
        [(9, 9)],
        {(0, 0)},
        [{(1, 1)}],
        [set()],
        [[(1, 0), "a"]],
        ["0,0"],
        [{}],
    ),
]


def names(text: str) -> list[str]:
    return text.split()


def call_collisions(**arguments: Any) -> object:
    return list(find_collisions(**arguments))


def set_goal(**arguments: Any) -> None:
    Fleet(YARD, STARTS).set_goal(**arguments)


def block(**arguments: Any) -> None:
    Fleet(YARD, STARTS).block(**arguments)


def step(**arguments: Any) -> object:
    return Fleet(YARD, STARTS).step(**arguments)


PLAN, DISCS = plan_together(**ENDS, algorithm="pibt"), plan_discs(**ENDS, radius=0.3)
CALLS: list[tuple[Callable[..., object], dict[str, Any], list[str]]] = [
    (
        plan_together,
        ENDS,
        names("world starts goals algorithm limits stay following wait_cost tick lanes place seed engine cancel"),
    ),
    (plan_alone, ENDS, names("world starts goals lanes engine")),
    (plan_discs, {**ENDS, "radius": 0.3}, names("world starts goals radius speed tick limits seed cancel")),
    (Fleet, {"world": YARD, "starts": STARTS}, names("world starts following tick lanes place seed engine")),
    (set_goal, {"agent": 0, "goal": (1, 1)}, names("agent goal")),
    (block, {"positions": [(1, 1)]}, names("positions")),
    (step, {}, names("delayed")),
    (find_fault, {**ENDS, "plans": PLAN.plans, "tick": 1}, names("world starts goals plans stay following tick lanes place")),
    (call_collisions, {"plans": PLAN.plans}, names("plans stay following lanes place")),
    (find_disc_fault, {**ENDS, "plans": DISCS.plans, "radius": 0.3}, names("world starts goals plans radius speed")),
]


@pytest.mark.parametrize(("function", "good", "argument"), [(call, good, name) for call, good, rest in CALLS for name in rest])
def test_each_argument_is_taken_or_refused_in_one_line(
    function: Callable[..., object], good: dict[str, Any], argument: str
) -> None:
    if function in (plan_together, plan_discs) and argument not in ("limits", "cancel"):
        good = {**good, "limits": Limits(seconds=0.05)}
    if function is plan_together and argument != "algorithm":
        good = {**good, "algorithm": "pibt"}
    told = []
    for junk in JUNK:
        try:
            function(**{**good, argument: junk})
        except (BadInput, PluginError) as error:
            told.append(str(error))
    assert told
    assert all(10 < len(line) < 300 and "\n" not in line for line in told)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"starts": np.array(STARTS)}, "starts[0]=array([0, 0]): a position must be hashable; give a tuple"),
        ({"limits": 5}, "limits=5: expected a Limits"),
        ({"place": 3}, "place=3: expected a function that returns what a state occupies"),
        ({"place": list}, "place((0, 0)) is [0, 0], which is not hashable; return a tuple"),
        ({"lanes": "yes"}, "lanes='yes': expected True or False"),
        ({"wait_cost": 10**6}, "wait_cost=1000000 is too large; expected 0 to 1000"),
        ({"tick": 1e-9}, "in ticks of 1e-09 the moves need 3"),
    ],
)
def test_what_is_wrong_is_told(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        plan_together(**{**ENDS, **settings})
    assert str(error.value).startswith(message)


def test_a_tick_is_in_the_units_of_the_user() -> None:
    """A world counts inside in units of its own; here a step over a cell of cost 3 takes two steps of 1.5."""
    slow = genastar.load(np.full((1, 3), 3, np.int32), "grid", directions="4")
    for settings, tick, steps in (({}, 3, 2), ({"tick": 1.5}, 1.5, 4)):
        plan = plan_together(slow, [(0, 0)], [(2, 0)], **settings)  # type: ignore[arg-type]
        assert (plan.tick, plan.makespan) == (tick, steps)
        assert find_fault(slow, [(0, 0)], [(2, 0)], plan.plans, tick=tick) is None
    assert Fleet(slow, [(0, 0)], tick=1.5).tick == 1.5
