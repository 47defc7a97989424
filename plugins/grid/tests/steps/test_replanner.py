"""Replanners of grids: after random edits and moves, each answer costs as much as that of a naive Dijkstra."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_grid import compute_lengths

from genastar import BadInput, Limits, Outcome, Replanner, Trace
from genastar_grid.info import Options
from genastar_grid.model import Grid

SIDES = 7, 5
CELLS = [(x, y) for x in range(SIDES[0]) for y in range(SIDES[1])]
KINDS = [
    Options(),
    Options(directions="4", step="mean"),
    Options(diagonals="always", wrap="xy"),
    Options(directions="16"),
    Options(directions="knight"),
    Options(turn=0.5, diagonals="one-obstacle"),
]

cells = st.sampled_from(CELLS)
costs = st.sampled_from([0, 0, 1, 1, 1, 2, 5])
edits = st.dictionaries(cells, costs, max_size=4)


def check(data: st.DataObject, options: Options, engine: str) -> None:
    grid = Grid.read(np.array(data.draw(st.lists(costs, min_size=35, max_size=35)), np.int32).reshape(5, 7), options)
    if engine == "compiled":
        grid.change([(0, 0)], 2)  # so that the kind of costs stays, and is compiled once
    free = [cell for cell in CELLS if not grid.find_fault(cell)]
    if not free:
        return
    goals = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=2, unique=True))
    planner = Replanner(grid, goals, engine=engine)
    for _ in range(data.draw(st.integers(2, 5))):
        start = data.draw(st.sampled_from(free))
        found = planner.search(start, observer=data.draw(st.sampled_from([None, Trace()])))  # with one it learns estimates
        least = min(compute_lengths(grid.world.costs, start, options).get(goal, inf) for goal in goals)
        assert (inf if found.cost is None else found.cost.travelled) == pytest.approx(least, rel=1e-5)
        edited = {cell: cost for cell, cost in data.draw(edits).items() if cell not in (*goals, (0, 0))}
        if data.draw(st.booleans()):
            planner.paint(edited)
            grid = grid.view().paint({grid.view().place(cell): cost for cell, cost in edited.items()})
        else:
            for cell, cost in edited.items():
                grid.change([cell], cost)
            planner.change(grid)
        free = [cell for cell in CELLS if not grid.find_fault(cell)]


@pytest.mark.parametrize("options", KINDS, ids=lambda options: f"{options.directions} {options.diagonals} {options.turn}")
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_each_answer_costs_as_much_as_a_naive_one(options: Options, data: st.DataObject) -> None:
    check(data, options, "interpreted")


@pytest.mark.long
@pytest.mark.parametrize("options", [KINDS[0], KINDS[5]], ids=["steps", "turns"])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_same_in_machine_code(options: Options, data: st.DataObject) -> None:
    check(data, options, "compiled")


def test_it_learns() -> None:
    """A walk around a wall whose door closes and opens takes a fraction of the expansions."""
    costs = np.ones((40, 60), np.int32)
    costs[2:38, 30] = 0
    planner = Replanner(Grid.read(costs, Options()), [(55, 20)], engine="interpreted")
    here, learned, fresh = (5, 20), 0, 0
    for step in range(25):
        planner.paint({(30, 20): step // 5 % 2})
        found, again = planner.search(here), planner.source.search(here, [(55, 20)], algorithm="astar", engine="interpreted")
        assert found.cost == again.cost
        learned, fresh = learned + found.expanded, fresh + again.expanded
        here = found.path[1]
    assert learned < 0.6 * fresh


def test_the_world_is_its_own_until_a_change_is_said() -> None:
    grid = Grid.read(np.ones((5, 5), np.int32), Options(directions="4"))
    planner = Replanner(grid, [(4, 2)], engine="interpreted")
    grid.change([(2, y) for y in range(4)], 0)
    assert planner.search((0, 2)).cost.travelled == 4
    planner.change(grid)
    assert planner.search((0, 2)).cost.travelled == 8
    assert grid.find_changed_states(planner.source) == []
    everything = grid.view().paint(dict.fromkeys(range(25), 2))
    assert everything.find_changed_states(grid) is None  # too many
    planner.change(everything)
    assert planner.search((0, 2)).cost.travelled == 8


def test_what_does_not_fit_is_refused() -> None:
    grid = Grid.read(np.ones((5, 5), np.int32), Options())
    planner = Replanner(grid, [(4, 4)], engine="interpreted")
    with pytest.raises(BadInput, match="is outside"):
        planner.paint({(9, 9): 1})
    with pytest.raises(BadInput, match="a cell cannot cost -1"):
        planner.paint({(1, 1): -1})
    planner.paint({(4, 4): 0})
    with pytest.raises(BadInput, match="is blocked"):
        planner.search((0, 0))
    planner.paint({(4, 4): 1})
    assert planner.search((0, 0), limits=Limits(expansions=1)).outcome is Outcome.LIMIT
    assert planner.search((0, 0), limits=Limits(cost=5)).outcome is Outcome.LIMIT
    assert planner.search((0, 0), limits=Limits(cost=6)).found
    with pytest.raises(BadInput, match="needs a consistent estimate"):
        Replanner(Grid.read(np.ones((5, 5), np.int32), Options(heuristic="euclidean-squared")), [(4, 4)])
    with pytest.raises(BadInput, match="no goal was given"):
        Replanner(grid, [])
    with pytest.raises(BadInput, match="expected a problem or a world"):
        Replanner(Replanner(grid.problem(((4, 4),))), [(4, 4)])  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the changed source has type"):
        planner.change(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_a_run_ends_where_its_world_changes(engine: str) -> None:
    """Its closed cells may lead through the new wall."""
    world = Grid.read(np.ones((9, 9)), Options())
    with world.begin((0, 4), [(8, 4)], algorithm="astar", engine=engine) as run:
        assert run.advance(4) is None
        world.change([(x, y) for x, y in [(4, 2), (4, 3), (4, 4), (4, 5), (4, 6)]], 0)
        with pytest.raises(BadInput, match="the world was changed after this search began"):
            run.finish()
    again = world.search((0, 4), [(8, 4)], engine=engine)
    assert all(x != 4 or y in (0, 1, 7, 8) for x, y in again.path)


@pytest.mark.parametrize("asked", [0, 1])
def test_no_answer_follows_a_change(asked: int) -> None:
    world = Grid.read(np.ones((9, 9)), Options())
    answers = world.results((0, 4), [(8, 4)], algorithm="k-shortest", engine="interpreted")
    for _ in range(asked):
        assert next(answers).found
    world.change([(4, 4)], 0)
    with pytest.raises(BadInput, match="the world was changed after this search began"):
        next(answers)
