"""Scenarios of the benchmark: plans are valid, and bounds hold between algorithms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import genastar
from genastar import Limits
from genastar_fleets import FleetPlan, find_fault, plan_together
from genastar_fleets.output.scenario import read_scenario

DATA = Path(__file__).parent / "data"


def ask(name: str, count: int) -> tuple[Any, list[Any], list[Any]]:
    world = genastar.load(DATA / f"{name}.map.gz", directions="4")
    return world, *read_scenario(DATA / f"{name}-random-1.scen.gz", world, count)


def plan(name: str, count: int, algorithm: str, **settings: Any) -> FleetPlan:
    world, starts, goals = ask(name, count)
    shape = {key: value for key, value in settings.items() if key in ("stay", "following")}
    found = plan_together(world, starts, goals, algorithm=algorithm, **settings)
    assert found.found
    assert find_fault(world, starts, goals, found.plans, tick=found.tick, **shape) is None
    assert found.sum_of_costs == sum(len(path) - 1 for path in found.plans)
    assert found.bound == pytest.approx(max(1, found.sum_of_costs / found.lower_bound))
    return found


FEW = Limits(expansions=1000)


@pytest.mark.parametrize(
    ("name", "count", "algorithm"),
    [
        ("empty-8-8", 32, "lns"),
        ("maze-32-32-2", 40, "lacam"),
        ("random-32-32-20", 100, "lns"),
        ("random-32-32-20", 50, "pibt"),
        ("random-32-32-20", 50, "prioritised"),
        ("random-32-32-20", 50, "sipp"),
        ("random-32-32-20", 50, "space-time"),
        ("random-32-32-20", 20, "cbs"),
        ("random-32-32-20", 30, "eecbs"),
        ("room-32-32-4", 60, "lns"),
    ],
)
@pytest.mark.long
def test_plans_of_the_benchmark_are_valid(name: str, count: int, algorithm: str) -> None:
    plan(name, count, algorithm, limits=FEW)


@pytest.mark.parametrize(
    ("algorithm", "rules"),
    [("pibt", {"stay": False})]
    + [(name, {rule: False}) for name in ("lns", "prioritised", "eecbs") for rule in ("stay", "following")],
)
@pytest.mark.long
def test_plans_keep_other_rules(algorithm: str, rules: dict[str, bool]) -> None:
    plan("random-32-32-20", 25, algorithm, limits=FEW, **rules)


@pytest.mark.long
def test_200_agents_are_planned() -> None:
    found = plan("random-32-32-20", 200, "lns", limits=Limits(expansions=2000))
    assert found.bound is not None
    assert found.bound < 2


@pytest.mark.long
def test_bounds_hold_between_algorithms() -> None:
    best = plan("empty-8-8", 12, "cbs")
    near = plan("empty-8-8", 12, "eecbs")
    assert best.bound == 1
    assert best.sum_of_costs <= near.sum_of_costs <= 1.2 * best.sum_of_costs
    for algorithm in ("lns", "lacam", "prioritised"):
        other = plan("empty-8-8", 12, algorithm, limits=FEW)
        assert other.lower_bound <= best.sum_of_costs <= other.sum_of_costs
