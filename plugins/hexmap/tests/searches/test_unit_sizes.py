"""Units of several hexes, against a naive search that tests every hex under the unit."""

import heapq

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_hex import Naive

import genastar
from genastar import BadInput


def ball(naive, place, radius):
    """The hexes within a distance, by steps from neighbour to neighbour."""
    found, line = {place}, [place]
    for _ in range(radius):
        line = [near for each in line for near in naive.list_neighbours(each)]
        found |= set(line)
    return found


def pay(naive, place, radius):
    """The dearest hex under the unit; 0 if one is missing or impassable."""
    costs = [naive.costs.get(each) or 0 for each in ball(naive, place, radius)]
    return 0 if 0 in costs else max(costs)


def lengths(naive, start, radius):
    found, queue = {}, [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place in found:
            continue
        found[place] = cost
        for near in naive.list_neighbours(place):
            price = pay(naive, near, radius)
            if price:
                heapq.heappush(queue, (cost + price, near))
    return found


@settings(max_examples=50, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(0, 2),
    st.sampled_from(["odd-r", "even-r", "odd-q", "even-q"]),
    st.sampled_from(["none", "x", "y", "xy"]),
)
def test_costs_to_all_hexes(seed, radius, layout, wrap):
    random = np.random.default_rng(seed)
    width, height = 10, 8
    rows = np.where(random.random((height, width)) < 0.06, 0, random.integers(1, 4, (height, width)))
    world = genastar.load({"rows": rows.tolist(), "layout": layout, "wrap": wrap}, domain="hexmap", unit=radius)
    costs = {(x, y): int(rows[y, x]) or None for y in range(height) for x in range(width)}
    naive = Naive(layout, costs, wrap=wrap, size=(width, height))
    standing = [place for place in costs if pay(naive, place, radius)]
    for place in costs:
        if place in standing:
            assert world.to_state(place) >= 0
        else:
            with pytest.raises(BadInput):
                world.to_state(place)
    if standing:
        reach = world.reach(standing[0], within=1000, engine="interpreted")
        assert {place: cost.travelled for place, cost in reach.costs.items()} == lengths(naive, standing[0], radius)
        goal = standing[-1]
        found = [world.search(standing[0], [goal], algorithm=name, engine="interpreted") for name in ("astar", "both-ways")]
        assert {each.found for each in found} == {goal in reach.costs}
        assert not found[0].found or {each.cost.travelled for each in found} == {reach.costs[goal].travelled}


def test_a_hexagon_that_wraps_around():
    world = genastar.load({"radius": 3, "fill": 1, "wrap": "xy"}, domain="hexmap", unit=2)
    assert world.search((0, 0), [(3, 0)], engine="interpreted").cost.travelled == 3
    blocked = genastar.load({"radius": 3, "fill": 1, "cells": [[0, 0, "-"]], "wrap": "xy"}, domain="hexmap", unit=2)
    with pytest.raises(BadInput, match="2,0 has room for a unit of radius 1, but the unit has radius 2; give another hex"):
        blocked.search((2, 0), [(3, 0)])
    assert blocked.search((3, 0), [(-3, 0)]).found


def test_refusals():
    rows = [[1] * 5] * 5
    small = genastar.load({"rows": rows}, domain="hexmap", unit=1)
    with pytest.raises(BadInput, match="0,0 has room for a unit of radius 0, but the unit has radius 1; give another hex"):
        small.search((0, 0), [(2, 2)])
    assert small.search((1, 1), [(3, 3)]).found
    assert small.with_options(small.info.options()).search((0, 0), [(2, 2)]).found
    with pytest.raises(BadInput, match="unit=1 cannot move on a map with rivers or walls between hexes; use unit=0"):
        genastar.load({"rows": rows, "edges": [[[0, 0], [1, 0], 2]]}, domain="hexmap", unit=1)
    with pytest.raises(BadInput, match="unit is '2x2'; it must be a whole number from 0 to 32"):
        genastar.load({"rows": rows}, domain="hexmap", unit="2x2")
