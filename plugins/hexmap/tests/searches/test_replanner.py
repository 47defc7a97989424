"""Replanners of hex maps: after random edits and moves, each answer costs as much as that of a naive Dijkstra."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_hex import TABLES, Naive

from genastar import BadInput, Replanner, Trace
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap

WIDTH, HEIGHT = 6, 4
HEXES = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
COSTS = [0, 1, 2, 5]

rows = st.lists(st.lists(st.sampled_from(COSTS), min_size=WIDTH, max_size=WIDTH), min_size=HEIGHT, max_size=HEIGHT)


def check(data: st.DataObject, layout: str, wrap: str, engine: str) -> None:
    table = data.draw(rows)
    table[0][:4] = COSTS  # each terrain is on the map, so that it can be painted
    cost_of = {(x, y): table[y][x] or None for x, y in HEXES}
    world = HexMap.read({"layout": layout, "wrap": wrap, "rows": table}, Options())
    number_of = {kind.cost: number for number, kind in enumerate(world.view().kinds)}
    free = st.sampled_from([place for place in HEXES if cost_of[place]])
    goals = data.draw(st.lists(free, min_size=1, max_size=2, unique=True))
    planner = Replanner(world, goals, engine=engine)
    for _ in range(data.draw(st.integers(2, 5))):
        start = data.draw(st.sampled_from([place for place in HEXES if cost_of[place]]))
        found = planner.search(start, observer=data.draw(st.sampled_from([None, Trace()])))  # with one it learns estimates
        least = Naive(layout, cost_of, (), wrap, (WIDTH, HEIGHT)).cheapest(start, goals)
        assert (None if found.cost is None else found.cost.travelled) == least
        edited = data.draw(st.dictionaries(st.sampled_from(HEXES[4:]), st.sampled_from(COSTS), max_size=4))
        edited = {place: cost or None for place, cost in edited.items() if place not in goals}
        cost_of |= edited
        planner.paint({place: number_of[cost] for place, cost in edited.items()})


@pytest.mark.parametrize("wrap", ["none", "x"])
@pytest.mark.parametrize("layout", sorted(set(TABLES) - {"pointy", "flat"}))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_each_answer_costs_as_much_as_a_naive_one(layout: str, wrap: str, data: st.DataObject) -> None:
    check(data, layout, wrap, "interpreted")


@pytest.mark.long
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_same_in_machine_code(data: st.DataObject) -> None:
    check(data, "odd-r", "none", "compiled")


def test_turns_are_refused() -> None:
    planner = Replanner(HexMap.read({"rows": [[1, 1, 1]]}, Options(moves=2)), [(2, 0)])
    with pytest.raises(BadInput, match="needs costs that add, and TurnMarch counts in TurnCost; use search"):
        planner.search((0, 0))
