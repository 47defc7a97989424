"""What games do in a grid: units that walk a step a frame, many questions of which some are blocked, changes of many cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import genastar
from genastar import Agent, BadInput, Outcome, Replanner
from genastar.algorithms import LssLrta, Rtaa

COSTS = [[1, 1, 1, 0, 1, 1], [1, 1, 1, 0, 1, 1], [1, 1, 4, 1, 1, 1]]


@pytest.fixture
def level() -> Any:
    return genastar.load(np.array(COSTS), domain="grid")


@pytest.mark.parametrize("algorithm", [LssLrta(3), Rtaa(3), "rtaa"], ids=str)
@pytest.mark.parametrize("options", [{}, {"turn": 1.0}], ids=["plain", "turn"])
def test_an_agent_counts_in_positions_and_costs_of_its_world(algorithm: Any, options: dict[str, Any]) -> None:
    level = genastar.load(np.array(COSTS), domain="grid", **options)
    agent = Agent(level, (0, 0), [(5, 0)], algorithm=algorithm)
    assert (agent.position, agent.travelled, agent.path, agent.result) == ((0, 0), 0, ((0, 0),), None)
    walked = [agent.position]
    while agent.outcome is None:
        walked.append(agent.move())
        assert all(isinstance(each, int) for each in agent.position)
        assert agent.path[-1] == agent.position
    assert agent.outcome is Outcome.FOUND
    assert agent.position == (5, 0)
    result = agent.result
    assert result is not None
    assert result.path == agent.path
    assert set(result.path) == set(walked)
    assert result.cost.travelled == pytest.approx(agent.travelled)
    assert agent.travelled >= level.search((0, 0), [(5, 0)]).cost.travelled - 1e-9
    steps = zip(result.path, result.path[1:], strict=False)
    if not options:
        along = sum(np.hypot(x - u, y - v) * COSTS[y][x] for (u, v), (x, y) in steps if (x, y) != (u, v))
        assert agent.travelled == pytest.approx(along, rel=0.5), "of the order of what the cells cost"


def test_an_agent_walks_in_a_world_that_changes(level: Any) -> None:
    agent = Agent(level, (0, 0), [(5, 0)], algorithm="rtaa")
    agent.move()
    level.change([(3, 2)], 0)
    agent.change(level)
    assert list(agent) == []
    assert agent.outcome is Outcome.UNREACHABLE
    level.change({(3, 2): 0, (3, 1): 1})
    agent.change(level)
    assert [*agent][-1] == (5, 0)
    agent.restart((0, 2))
    assert agent.path == ((0, 2),)
    assert [*agent][-1] == (5, 0)
    with pytest.raises(BadInput, match="forgets what it learned when its world changes; leave out positions"):
        agent.change(level, [(1, 1)])
    with pytest.raises(BadInput, match="goals are for worlds"):
        Agent(level.problem(((5, 0),)), (0, 0), [(5, 0)])  # type: ignore[call-overload]


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_a_blocked_goal_has_an_answer_of_its_own(level: Any, engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("genastar_compiled")
    starts, goals = [(0, 0), (0, 0), (9, 9), (1, 0)], [[(2, 0)], [(3, 0)], [(1, 1)], [(5, 2)]]
    with pytest.raises(BadInput, match="3,0 is blocked"):
        level.search_many(starts, goals, engine=engine)
    with pytest.raises(BadInput, match="3,0 is blocked"):
        level.search_many(starts, goals, engine=engine, on_error="raise")
    answers = level.search_many(starts, goals, engine=engine, on_error="keep")
    assert [answer.number for answer in answers] == [0, 1, 2, 3]
    assert [answer.question for answer in answers] == [(start, tuple(ends)) for start, ends in zip(starts, goals, strict=True)]
    assert [answer.error is None for answer in answers] == [True, False, False, True]
    assert "3,0 is blocked" in str(answers[1].error)
    assert "9,9 is outside" in str(answers[2].error)
    for row in (0, 3):
        assert answers[row].result.path == level.search(starts[row], goals[row], engine="interpreted").path
    with pytest.raises(BadInput, match="expected 'raise' or 'keep'"):
        level.search_many(starts, goals, on_error="ignore")


def test_many_cells_change_at_once(level: Any) -> None:
    level.change({(3, 0): 1, (2, 2): 0, (1, 1): 7})
    assert level.search((2, 0), [(4, 0)]).path == ((2, 0), (3, 0), (4, 0))
    assert (level.world.costs[2, 2], level.world.costs[1, 1]) == (0, 7)
    for changes, cost, message in (
        ({(3, 0): -1}, None, "cannot cost -1"),
        ({(3, 0): 0.5}, None, "of whole numbers"),
        ({(3, 0): 1, (9, 9): 1}, None, "9,9 is outside"),
        ({(3, 0): 1}, 2, "was given beside a mapping of cells to costs"),
        ([(3, 0)], None, "no cost was given; give change"),
    ):
        before = level.world.costs.copy()
        with pytest.raises(BadInput, match=message):
            level.change(changes, cost)
        assert (level.world.costs == before).all(), "all or nothing"


def test_changes_of_many_cells_equal_changes_of_one_after_another(level: Any) -> None:
    dice = np.random.default_rng(3)
    other = genastar.load(np.array(COSTS), domain="grid")
    for _ in range(20):
        cells = {(int(x), int(y)): int(cost) for x, y, cost in dice.integers(0, (6, 3, 4), (5, 3))}
        level.change(cells)
        for cell, cost in cells.items():
            other.change([cell], cost)
        assert (level.world.costs == other.world.costs).all()
        assert (level.world.open_directions == other.world.open_directions).all()
        assert level.world.least == other.world.least
        planner = Replanner(level, [(5, 2)]) if level.world.costs[2, 5] else None
        if planner is not None and level.world.costs[0, 0]:
            assert planner.search((0, 0)).found == level.search((0, 0), [(5, 2)]).found
