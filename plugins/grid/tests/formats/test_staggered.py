"""Staggered maps of Tiled, against a naive search over the rhombs as they are drawn."""

import heapq
from itertools import product
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import BadInput


def write(folder, costs, axis, index, after="", origin=None):
    height, width = costs.shape
    tiles = "".join(
        f'<tile id="{number}"><properties><property name="cost" value="{number + 1}"/></properties></tile>'
        for number in range(4)
    )
    gids = ",".join(map(str, costs.reshape(-1).tolist()))
    data = gids
    if origin is not None:
        data = f'<chunk x="{origin[0]}" y="{origin[1]}" width="{width}" height="{height}">{gids}</chunk>'
    path = folder / "m.tmx"
    path.write_text(
        f'<map orientation="staggered" width="{width}" height="{height}" tilewidth="64" tileheight="32" staggeraxis="{axis}" '
        f'staggerindex="{index}" infinite="{int(origin is not None)}"><tileset firstgid="1" name="t">{tiles}</tileset>'
        f'<layer name="g" width="{width}" height="{height}"><data encoding="csv">{data}</data></layer>{after}</map>'
    )
    return path


def middle(x, y, axis, index):
    """The middle of a tile as Tiled draws it, in half tiles: across and down."""
    line = y if axis == "y" else x
    offset = int((line % 2 == 1) == (index == "odd"))
    return (2 * x + 1 + offset, y + 1) if axis == "y" else (x + 1, 2 * y + 1 + offset)


class Rhombs:
    """The tiles by their middles."""

    def __init__(self, costs, axis, index, origin=(0, 0)):
        height, width = costs.shape
        cells = [(x, y) for y in range(height) for x in range(width) if costs[y, x]]
        self.costs = costs
        self.places = {cell: middle(cell[0] + origin[0], cell[1] + origin[1], axis, index) for cell in cells}
        self.cells = {place: cell for cell, place in self.places.items()}

    def steps(self, cell, rule):
        across, down = self.places[cell]
        for dx, dy in product((-1, 1), repeat=2):
            if (there := self.cells.get((across + dx, down + dy))) is not None:
                yield there, 1.0
        for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2)) if rule != "never" else ():
            beside = [(across + dx // 2 + dy // 2 * side, down + dy // 2 + dx // 2 * side) for side in (1, -1)]
            free = sum(place in self.cells for place in beside)
            there = self.cells.get((across + dx, down + dy))
            if there is not None and free >= {"no-obstacle": 2, "one-obstacle": 1, "always": 0}[rule]:
                yield there, sqrt(2)

    def lengths(self, start, rule):
        found, queue = {}, [(0.0, start)]
        while queue:
            length, cell = heapq.heappop(queue)
            if cell not in found:
                found[cell] = length
                for there, price in self.steps(cell, rule):
                    heapq.heappush(queue, (length + price * self.costs[there[1], there[0]], there))
        return found


KINDS = st.sampled_from([(axis, index) for axis in "xy" for index in ("odd", "even")])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), KINDS, st.sampled_from(["no-obstacle", "one-obstacle", "always", "never"]), st.booleans())
def test_lengths_by_the_geometry_of_rhombs(tmp_path_factory, seed, kind, rule, far):
    random = np.random.default_rng(seed)
    costs = np.where(random.random((7, 6)) < 0.2, 0, random.integers(1, 4, (7, 6)))
    origin = (int(random.integers(-5, 5)), int(random.integers(-5, 5))) if far else None
    world = genastar.load(write(tmp_path_factory.mktemp("m"), costs, *kind, origin=origin), diagonals=rule)
    assert world.world.ground.tolist() == costs.tolist()
    rhombs = Rhombs(costs, *kind, origin=origin or (0, 0))
    cells = [*rhombs.places]
    start = cells[int(random.integers(len(cells)))]
    lengths = rhombs.lengths(start, rule)
    field = world.compute_distances(start, engine="interpreted")
    back = world.compute_distances(start, backwards=True, engine="interpreted")
    for x, y in cells:
        assert field.lengths[y, x] == pytest.approx(lengths.get((x, y), inf), rel=1e-5)
    goals = [cells[int(number)] for number in random.integers(len(cells), size=3)]
    for wanted in ([goals[0]], goals):
        best = min(lengths.get(goal, inf) for goal in wanted)
        for algorithm in ("auto", "both-ways")[: 3 - len(wanted)]:
            found = world.search(start, wanted, algorithm=algorithm, engine="interpreted")
            assert found.found == (best < inf)
            assert not found.found or found.cost.travelled == pytest.approx(best, rel=1e-9)
    one = world.search(goals[0], [start], engine="interpreted")
    assert back.lengths[goals[0][1], goals[0][0]] == (pytest.approx(one.cost.travelled, rel=1e-5) if one.found else inf)
    batch = world.solve_all([start] * 3, goals, engine="interpreted")
    for goal, cost in zip(goals, batch.costs, strict=True):
        assert (np.isnan(cost) and goal not in lengths) or cost == pytest.approx(lengths[goal], rel=1e-9)
    world.change([goals[0]], 0)
    costs[goals[0][1], goals[0][0]] = 0
    rhombs = Rhombs(costs, *kind, origin=origin or (0, 0))
    if start in rhombs.places:
        lengths, field = rhombs.lengths(start, rule), world.compute_distances(start, engine="interpreted")
        assert np.isfinite(field.lengths).sum() == len(lengths)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_ends_are_the_tiles_whose_rhombs_hold_them(tmp_path, axis, index):
    for x, y in product(range(4), range(5)):
        across, down = middle(x, y, axis, index)
        for dx, dy in ((0, 0), (13, 2), (-13, -2), (3, -6), (-2, 6)):
            point = f'<object id="1" name="goal" x="{across * 32 + dx}" y="{down * 16 + dy}"><point/></object>'
            after = f"<objectgroup>{point}</objectgroup>"
            world = genastar.load(write(tmp_path, np.ones((5, 4), int), axis, index, after))
            assert world.default_goals() == ((x, y),)


@pytest.mark.parametrize(("axis", "index"), [("x", "odd"), ("y", "even")])
def test_walls_of_objects_cover_the_rhombs_that_they_overlap(tmp_path, axis, index):
    across, down = middle(2, 2, axis, index)
    wall = '<properties><property name="blocked" value="true"/></properties>'
    box = f'<object id="1" x="{across * 32 - 2}" y="{down * 16 - 2}" width="4" height="4">{wall}</object>'
    world = genastar.load(write(tmp_path, np.ones((5, 4), int), axis, index, f"<objectgroup>{box}</objectgroup>"))
    assert np.argwhere(world.values == 0).tolist() == [[2, 2]]


@pytest.mark.long
def test_both_engines(tmp_path):
    world = genastar.load(write(tmp_path, np.ones((30, 20), int), "y", "odd"))
    one, other = (world.search((0, 0), [(19, 29)], engine=name) for name in ("interpreted", "compiled"))
    assert (one.path, one.cost) == (other.path, other.cost)


def test_what_is_refused(tmp_path):
    path = write(tmp_path, np.ones((30, 20), int), "y", "odd")
    world = genastar.load(path)
    one = world.search((0, 0), [(19, 29)], engine="interpreted")
    with pytest.raises(BadInput, match="the map is staggered"):
        world.search((0, 0), [(1, 1)], algorithm="jps")
    with pytest.raises(BadInput, match="no straight lines"):
        world.straighten(one)
    for option, value in (("wrap", "x"), ("turn", 1), ("tie_breaker", True), ("unit", "2x2")):
        with pytest.raises(BadInput, match=f"a staggered map does not support the option {option}; leave it out"):
            genastar.load(path, **{option: value})
    with pytest.raises(BadInput, match="a staggered map needs directions=4 or 8, not knight"):
        genastar.load(path, directions="knight")
    with pytest.raises(BadInput, match="a staggered map cannot be saved as a scenario; keep the map of Tiled"):
        world.save(tmp_path / "q.genastar.json", (0, 0), [(1, 1)])
    world.draw(one, genastar.Trace(), tmp_path / "way.png")
    assert len(world.format_art(one).splitlines()) == 30
