"""Plans of small worlds: every plan is valid, and none is cheaper than the optimum by brute force."""

from __future__ import annotations

from typing import Any

import pytest
from fleet_worlds import draw_streets, find_optimum, make_world
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import Limits
from genastar_fleets.planner import plan_together
from genastar_fleets.validate import find_fault

KINDS = ("grid", "octile", "turning", "hexmap", "voxel", "ring", "roads")
ALGORITHMS = ("cbs", "eecbs", "lacam", "lns", "pibt", "prioritised", "sipp", "space-time")
SOON = Limits(expansions=200)


def question_of(data: Any, positions: list[Any], count: int) -> tuple[list[Any], list[Any]]:
    """Return starts, and goals that differ: single positions, or lists of several of which any will do."""
    starts, mixed = data.draw(st.permutations(positions))[:count], data.draw(st.permutations(positions))
    more = st.lists(st.sampled_from([each for each in positions if each not in mixed[:count]]), max_size=2)
    return starts, [
        data.draw(st.one_of(st.just(goal), more.map(lambda rest, goal=goal: [goal, *rest]))) for goal in mixed[:count]
    ]


def list_goals(goal: Any) -> list[Any]:
    return goal if isinstance(goal, list) else [goal]


def optimum_of(world: Any, starts: list[Any], goals: list[Any], tick: float, **rules: Any) -> int | None:
    if isinstance(world, genastar.AStar):
        return find_optimum(world, starts, [set(list_goals(goal)) for goal in goals], tick=tick, **rules)
    problem = world.problem(tuple(each for goal in goals for each in list_goals(goal)), tuple(starts))
    ends = [{state for each in list_goals(goal) for state in states_at(world, each)} for goal in goals]
    has_headings = len(states_at(world, starts[0])) > 1
    place = (lambda state: state[:2]) if has_headings else (lambda state: state)
    return find_optimum(
        problem, [world.to_state(each) for each in starts], ends, tick=tick * world.view().unit, place=place, **rules
    )


def states_at(world: Any, goal: Any) -> list[Any]:
    state = world.to_state(goal)
    return [(*goal, heading) for heading in range(9)] if isinstance(state, tuple) and len(state) == 3 else [state]


def check_plan(kind: str, algorithm: str, data: Any) -> None:
    seed = data.draw(st.integers(0, 30))
    world, positions = make_world(kind, seed)
    if len(positions) < 3:
        return
    starts, goals = question_of(data, positions, data.draw(st.integers(1, 2)))
    rules: dict[str, Any] = {
        "stay": data.draw(st.booleans()),
        "following": data.draw(st.booleans()),
        "wait_cost": data.draw(st.sampled_from([0, 1, 2])),
    }
    plan = plan_together(world, starts, goals, algorithm=algorithm, limits=SOON, seed=data.draw(st.integers(1, 99)), **rules)
    if kind == "roads":
        ends = [{place.node for place in list_goals(goal)} for goal in goals]
        best = find_optimum(draw_streets(seed), [start.node for start in starts], ends, tick=plan.tick, **rules)
    else:
        best = optimum_of(world, starts, goals, plan.tick, **rules)
    if plan.found:
        shape = {name: value for name, value in rules.items() if name != "wait_cost"}
        assert find_fault(world, starts, goals, plan.plans, tick=plan.tick, **shape) is None
        assert best is not None
        assert plan.lower_bound <= best <= plan.sum_of_costs
        assert algorithm != "cbs" or (plan.sum_of_costs == best and plan.bound == 1)
        assert algorithm != "eecbs" or plan.sum_of_costs <= 1.2 * best + 1e-9
        assert plan.makespan == max(map(len, plan.plans)) - 1
    elif plan.outcome is genastar.Outcome.UNREACHABLE:
        assert best is None
    elif algorithm == "lacam" or (algorithm in ("cbs", "eecbs") and best is None):
        raise AssertionError(f"{algorithm} ended with {plan.outcome} although it is complete, and the optimum is {best}")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_agents_pass_goals_of_others_on_roads(algorithm: str) -> None:
    """All goals were one state of the road problem, over which agents came from one goal to another."""
    pytest.importorskip("genastar_roads")
    line = genastar.load({"tail": [0, 1, 2, 1], "head": [1, 2, 1, 0], "weight": [1, 1, 1, 1]}, "roads")
    one, middle, other = (line.parse(f"#{node}") for node in range(3))
    assert not plan_together(line, [one, other], [other, one], algorithm=algorithm, limits=SOON)
    plan = plan_together(line, [one, middle], [other, one], algorithm=algorithm, limits=SOON)
    assert not plan.found
    plan = plan_together(line, [one, other], [other, middle], algorithm=algorithm, limits=SOON, stay=False)
    assert not plan or find_fault(line, [one, other], [other, middle], plan.plans, tick=plan.tick, stay=False) is None


LONG = ("cbs", "lacam")


@pytest.mark.parametrize(
    "algorithm", [pytest.param(each, marks=[pytest.mark.long] if each in LONG else []) for each in ALGORITHMS]
)
@settings(deadline=None, max_examples=12)
@given(data=st.data())
def test_plans_are_valid_and_not_cheaper_than_the_optimum(algorithm: str, data: Any) -> None:
    check_plan(data.draw(st.sampled_from(KINDS)), algorithm, data)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_plans_of_each_kind_of_world(kind: str, algorithm: str, data: Any) -> None:
    check_plan(kind, algorithm, data)
