"""Units of several voxels, against a naive search that tests every voxel under the unit."""

import heapq
from itertools import permutations, product
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import BadInput, Trace
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels


class NaiveUnit:
    def __init__(self, costs, unit, wrap="none"):
        self.costs, self.unit, self.wrap = costs, tuple(map(int, unit.split("x"))), wrap

    def pay(self, place):
        """The dearest voxel under the unit; 0 if it does not fit."""
        paid = []
        for offset in product(*map(range, self.unit)):
            voxel = [a + b for a, b in zip(place, offset, strict=True)]
            for axis, name in enumerate("xyz"):
                if name in self.wrap:
                    voxel[axis] %= self.costs.shape[axis]
            if not all(0 <= part < side for part, side in zip(voxel, self.costs.shape, strict=True)):
                return 0
            paid.append(self.costs[tuple(voxel)])
        return max(paid) if 0 not in paid else 0

    def steps(self, here):
        for move in product((-1, 0, 1), repeat=3):
            axes = [axis for axis in range(3) if move[axis]]
            there = tuple(a + b for a, b in zip(here, move, strict=True))
            if (
                axes
                and self.pay(there)
                and all(self.pay(each) for order in permutations(axes) for each in passed(here, move, order))
            ):
                end = tuple(part % side for part, side in zip(there, self.costs.shape, strict=True))
                yield end, sqrt(len(axes)) * self.pay(there)

    def lengths(self, start):
        found, queue = {}, [(0.0, start)]
        while queue:
            length, here = heapq.heappop(queue)
            if here not in found:
                found[here] = length
                for there, price in self.steps(here):
                    heapq.heappush(queue, (length + price, there))
        return found


def passed(here, move, order):
    """The positions between, if the parts of a move are made one after another."""
    at = list(here)
    for axis in order[:-1]:
        at[axis] += move[axis]
        yield tuple(at)


def check(world, naive):
    places = list(product(*map(range, naive.costs.shape)))
    standing = [place for place in places if naive.pay(place)]
    assert [place for place in places if not world.find_fault(place)] == standing
    if standing:
        lengths = naive.lengths(standing[0])
        for goal in standing[::9] + standing[-1:]:
            found = world.search(standing[0], [goal], engine="interpreted")
            assert (found.cost.travelled if found.found else inf) == pytest.approx(lengths.get(goal, inf), rel=1e-4)


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["1x1x2", "2x2x1", "2x2x2", "1x3x1"]), st.sampled_from(["none", "x", "xyz"]))
def test_lengths_and_changes(seed, unit, wrap):
    random = np.random.default_rng(seed)
    costs = np.where(random.random((5, 4, 4)) < 0.1, 0, random.integers(1, 4, (5, 4, 4)))
    world = Voxels.read(costs.copy(), Options(unit=unit, wrap=wrap))
    check(world, NaiveUnit(costs, unit, wrap))
    for _ in range(2):
        voxels = [tuple(int(random.integers(0, side)) for side in costs.shape) for _ in range(2)]
        cost = int(random.integers(0, 4))
        world.change(voxels, cost)
        for voxel in voxels:
            costs[voxel] = cost
    check(world, NaiveUnit(costs, unit, wrap))
    painted = world.paint(np.array([7, 33]), np.array([0.0, 2.0]))
    costs[np.unravel_index([7, 33], costs.shape, order="F")] = [0, 2]
    check(painted, NaiveUnit(costs, unit, wrap))
    assert (costs == np.asarray(painted.values).T).all()
    check(painted.with_options(Options(wrap=wrap)), NaiveUnit(costs, "1x1x1", wrap))


def test_an_even_world_stays_even_and_refuses_where_there_is_no_room(tmp_path):
    free = np.ones((4, 4, 3), bool)
    free[2, 2, 1] = False
    world = genastar.load(free, domain="voxel", unit="1x1x2")
    assert world.world.costs is None
    with pytest.raises(BadInput, match=r"2,2,0 has no room for a unit of 1x1x2: 1 of the 2 cells under it .*, such as 2,2,1"):
        world.search((2, 2, 0), [(0, 0, 0)])
    trace = Trace()
    result = world.search((0, 0, 0), [(3, 3, 1)], observer=trace)
    world.draw(result, trace, tmp_path / "way.png")
    isometric = genastar.load(free, domain="voxel", unit="1x1x2", view="isometric")
    isometric.draw(result, trace, tmp_path / "way3d.png")
    world.save(tmp_path / "again.npy", (0, 0, 0), [(3, 3, 1)])
    assert (np.load(tmp_path / "again.npy") == free).all()
    assert world.make_blank(3, 3).world.footprint is not None
    with pytest.raises(BadInput, match="unit is '2x2'; it must be a size such as 2x3x1, with sides of 1 to 64 cells"):
        genastar.load(free, domain="voxel", unit="2x2")


def test_gravity_holds_a_unit_that_one_voxel_carries():
    free = np.zeros((4, 3, 3), bool)
    free[:, :, 1:] = True
    free[1:, :, 0] = True  # the ground is one column wide
    world = genastar.load(free, domain="voxel", unit="2x1x1", gravity=True)
    assert world.find_fault((0, 0, 1)) == ""
    assert "is in the air; give the ground below, 1,0,0" in world.find_fault((1, 0, 1))
