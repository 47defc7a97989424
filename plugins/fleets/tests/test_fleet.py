"""A running world: whatever happens, agents never collide, and those that can get to their goals do."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from fleet_worlds import Carts, Ring, cell_of, make_world
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar_fleets import Fleet, find_fault


@pytest.mark.parametrize("following", [True, False])
@pytest.mark.parametrize("costs", [[[1] * 3] * 3, [[2, 1], [2, 2]], [[1, 2, 1, 2]] * 4])
def test_agents_make_room_for_each_other(costs: list[list[int]], following: bool) -> None:
    """They stood for ever: whom another waited for did not leave, and moves of several steps began towards each other."""
    world = genastar.load(costs, "grid", directions="4")
    cells = [(x, y) for y, row in enumerate(costs) for x in range(len(row))]
    for seed in range(20):
        rng = random.Random(seed)
        starts, goals = rng.sample(cells, 2), rng.sample(cells, 2)
        fleet = Fleet(world, starts, following=following)
        for agent, goal in enumerate(goals):
            fleet.set_goal(agent, goal)
        history = [fleet.positions]
        while len(fleet.arrived) < 2:
            assert fleet.steps < 100, (starts, goals)
            history.append(fleet.step())
        plans = list(zip(*history, strict=True))
        assert find_fault(world, starts, goals, plans, tick=fleet.tick, following=following) is None


@pytest.mark.parametrize("lanes", [False, True])
def test_a_move_that_has_begun_is_finished(lanes: bool) -> None:
    """An agent on the way to a position that was blocked stood for ever; and lanes to blocked positions were entered."""
    world = genastar.load([[3, 3, 3, 3], [3, 3, 3, 3]], "grid", directions="4")
    fleet = Fleet(world, [(0, 0)], tick=1, lanes=lanes)
    fleet.set_goal(0, (3, 0))
    fleet.step()
    fleet.block([(1, 0)])
    while not fleet.arrived:
        assert fleet.steps < 30
        fleet.step()
    fleet.block([(2, 0), (3, 1)])
    fleet.set_goal(0, (0, 0))
    for _ in range(10):
        assert fleet.step() == ((3, 0),)


@pytest.mark.parametrize("kind", ["grid", "octile", "hexmap", "turning"])
@settings(deadline=None, max_examples=6)
@given(data=st.data())
def test_no_run_has_a_collision(kind: str, data: Any) -> None:
    world, positions = make_world(kind, data.draw(st.integers(0, 30)))
    following = data.draw(st.booleans())
    if len(positions) < 3:
        return
    starts = data.draw(st.permutations(positions))[: data.draw(st.integers(1, 3))]
    fleet = Fleet(world, starts, following=following, seed=data.draw(st.integers(1, 99)))
    histories = [[start] for start in starts]
    for _ in range(20):
        agent = data.draw(st.integers(0, len(starts) - 1))
        with_goal = data.draw(st.sampled_from([None, *positions]))
        try:
            fleet.set_goal(agent, with_goal)
            fleet.block([data.draw(st.sampled_from(positions))])
        except genastar.BadInput:  # no start leads there
            pass
        fleet.unblock([start for start in starts if data.draw(st.booleans())])
        late = data.draw(st.sets(st.integers(0, len(starts) - 1)))
        seconds = data.draw(st.sampled_from([0, 0, 0, 0.001]))
        before = fleet.positions
        for history, position in zip(histories, fleet.step(seconds=seconds, delayed=late), strict=True):
            history.append(position)
        assert all(fleet.positions[each] == before[each] for each in late)
    plans = [tuple(history) for history in histories]
    fault = find_fault(world, starts, None, plans, tick=fleet.tick, following=following)
    assert fault is None or "midst of a move" in fault, fault


def test_agents_get_new_goals_and_reach_them() -> None:
    world = genastar.load(np.ones((8, 8), np.int32), "grid", directions="4")
    rng = np.random.default_rng(1)
    starts = [(x, y) for x in range(4) for y in range(4)]
    fleet, tasks = Fleet(world, starts), 0
    cells = [(x, y) for x in range(8) for y in range(8)]
    for agent in range(len(starts)):
        fleet.set_goal(agent, cells[rng.integers(64)])
    histories = [[start] for start in starts]
    for _ in range(150):
        for history, position in zip(histories, fleet.step(), strict=True):
            history.append(position)
        for agent in fleet.arrived:
            tasks += 1
            fleet.set_goal(agent, cells[rng.integers(64)])
    assert find_fault(world, starts, None, histories, tick=1) is None
    assert tasks > 300


def test_crowded_carts_turn_out_of_each_other_s_way() -> None:
    dice = random.Random(1)
    cells = [(x, y) for x in range(6) for y in range(6)]
    fleet = Fleet(Carts(6, 6), [(*cell, 0) for cell in dice.sample(cells, 12)], place=cell_of)

    def assign(agent: int) -> None:
        cell = dice.choice(cells)
        fleet.set_goal(agent, [(*cell, heading) for heading in range(4)])

    for agent in range(12):
        assign(agent)
    finished = 0
    for _ in range(200):
        fleet.step()
        for agent in fleet.arrived:
            finished += 1
            assign(agent)
    assert finished > 200


def test_looking_ahead_needs_fewer_steps() -> None:
    world = genastar.load(np.ones((5, 5), np.int32), "grid", directions="4")
    starts = [(x, y) for x in range(4) for y in range(5)]
    goals = [(4 - x, 4 - y) for x, y in starts]
    steps = {}
    for seconds in (0, 0.02):
        fleet = Fleet(world, starts)
        for agent, goal in enumerate(goals):
            fleet.set_goal(agent, goal)
        while len(fleet.arrived) < len(starts) and fleet.steps < 500:
            fleet.step(seconds=seconds)
        steps[seconds] = fleet.steps
    assert steps[0.02] <= steps[0] < 500


def test_agents_go_round_what_is_blocked() -> None:
    world = genastar.load(np.ones((3, 5), np.int32), "grid", directions="4")
    fleet = Fleet(world, [(0, 1)])
    fleet.set_goal(0, (4, 1))
    fleet.step()
    fleet.block([(2, 1), (2, 0)])
    path = [fleet.step()[0] for _ in range(9)]
    assert (2, 2) in path
    assert path[-1] == (4, 1)
    fleet.block([(2, 0), (2, 1), (2, 2)])
    fleet.set_goal(0, (0, 0))
    assert fleet.step() == ((4, 1),)  # it is cut off, and waits
    fleet.unblock([(2, 0)])
    assert [fleet.step()[0] for _ in range(8)][-1] == (0, 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda fleet: fleet.set_goal(2, 1), "agent=2 is outside 0..1"),
        (lambda fleet: fleet.set_goal(0, 99), "no agent can get to 99; give another goal"),
        (lambda fleet: fleet.set_goal(0, []), "an agent has an empty list of goals; give at least one position"),
        (lambda fleet: fleet.block([99]), "no start leads to 99, or it is no position of Ring"),
        (lambda fleet: fleet.step(delayed=[7]), "delayed=7 is outside 0..1"),
    ],
)
def test_bad_arguments_are_refused(call: Any, message: str) -> None:
    with pytest.raises(genastar.BadInput) as error:
        call(Fleet(Ring(6), [0, 3]))
    assert str(error.value) == message
