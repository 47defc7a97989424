"""Replanners of voxel worlds: after random edits and moves, each answer costs as much as that of a naive Dijkstra."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_voxel import compute_lengths

from genastar import Replanner, Trace
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels

SHAPE = 4, 3, 4
VOXELS = [(x, y, z) for x in range(4) for y in range(3) for z in range(4)]
KINDS = [
    Options(),
    Options(neighbours=18, diagonals="passage", step="mean"),
    Options(neighbours=6, wrap="xy"),
    pytest.param(Options(gravity=True, headroom=2, climb=1, fall=2), marks=pytest.mark.long),  # the oracle is slow
    pytest.param(Options(gravity=True, diagonals="always", step="mean"), marks=pytest.mark.long),
]

costs = st.sampled_from([0, 0, 1, 1, 1, 3])
edits = st.dictionaries(st.sampled_from(VOXELS[1:]), costs, max_size=4)


def check(data: st.DataObject, options: Options, engine: str) -> None:
    paid = np.array(data.draw(st.lists(costs, min_size=48, max_size=48)), np.int32).reshape(SHAPE)
    paid[0, 0, 0] = 3  # so that the kind of costs stays, and is compiled once
    world = Voxels.read(paid, options)
    free = [voxel for voxel in VOXELS if not world.find_fault(voxel)]
    if not free:
        return
    goal = data.draw(st.sampled_from(free))
    planner = Replanner(world, [goal], engine=engine)
    for _ in range(data.draw(st.integers(2, 5))):
        start = data.draw(st.sampled_from(free))
        found = planner.search(start, observer=data.draw(st.sampled_from([None, Trace()])))  # with one it learns estimates
        least = compute_lengths(paid, start, options).get(goal, inf)
        assert (inf if found.cost is None else found.cost.travelled) == pytest.approx(least, rel=1e-5)
        before = paid.copy()
        for voxel, cost in data.draw(edits).items():
            paid[voxel] = cost
        if Voxels.read(paid, options).find_fault(goal):
            paid[:] = before
        edited = {voxel: int(paid[voxel]) for voxel in VOXELS if paid[voxel] != before[voxel]}
        if data.draw(st.booleans()):
            planner.paint(edited)
            world = Voxels.read(paid, options)
        else:
            for voxel, cost in edited.items():
                world.change([voxel], cost)
            planner.change(world)
        free = [voxel for voxel in VOXELS if not world.find_fault(voxel)]


@pytest.mark.parametrize("options", KINDS, ids=lambda options: f"{options.neighbours} {options.diagonals} {options.gravity}")
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_each_answer_costs_as_much_as_a_naive_one(options: Options, data: st.DataObject) -> None:
    check(data, options, "interpreted")


@pytest.mark.long
@pytest.mark.parametrize("options", [Options(), Options(gravity=True, headroom=2)], ids=["flying", "walking"])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_same_in_machine_code(options: Options, data: st.DataObject) -> None:
    check(data, options, "compiled")
