"""Units of any size: every algorithm against a naive search that moves the unit and tests all cells under it."""

import heapq
from itertools import product
from math import hypot, inf, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import BadInput, Trace
from genastar_grid.info import Options
from genastar_grid.model import Grid

SIZES = ["2x2", "1x3", "3x1", "2x3", "0.5", "1.0", "1.5", "1.6", "2.3"]
SIZE = st.sampled_from(SIZES)
SEED = st.integers(0, 10**6)


def covers(unit, x, y):
    """The cells under a unit at a cell, from the words of the guide alone."""
    if "x" in unit:
        width, height = map(int, unit.split("x"))
        return [(x + dx, y + dy) for dx in range(width) for dy in range(height)]
    radius, found = float(unit), []
    for dx, dy in product(range(-4, 5), repeat=2):
        nearest = hypot(max(abs(dx) - 0.5, 0), max(abs(dy) - 0.5, 0))
        if nearest < radius:
            found.append((x + dx, y + dy))
    return found


class NaiveUnit:
    """A unit on costs: what it pays where it stands, and Dijkstra's algorithm over its steps."""

    def __init__(self, costs, unit, rule="no-obstacle", wrap="none"):
        self.costs, self.unit, self.rule, self.wrap = costs, unit, rule, wrap

    def pay(self, x, y):
        """The dearest cell under the unit; 0 if it does not fit."""
        height, width = self.costs.shape
        paid = []
        for cx, cy in covers(self.unit, x, y):
            cx, cy = cx % width if "x" in self.wrap else cx, cy % height if "y" in self.wrap else cy
            if not (0 <= cx < width and 0 <= cy < height) or not self.costs[cy, cx]:
                return 0
            paid.append(self.costs[cy, cx])
        return max(paid)

    def steps(self, x, y):
        height, width = self.costs.shape
        for dx, dy in product((-1, 0, 1), repeat=2):
            there = self.pay(x + dx, y + dy)
            if (dx or dy) and there:
                blocked = 2 - bool(self.pay(x + dx, y)) - bool(self.pay(x, y + dy)) if dx and dy else 0
                if blocked <= {"no-obstacle": 0, "one-obstacle": 1, "always": 2}[self.rule]:
                    yield ((x + dx) % width, (y + dy) % height), hypot(dx, dy) * there

    def lengths(self, start):
        found, queue = {}, [(0.0, start)]
        while queue:
            length, cell = heapq.heappop(queue)
            if cell not in found:
                found[cell] = length
                for there, price in self.steps(*cell):
                    heapq.heappush(queue, (length + price, there))
        return found


def make_costs(seed, even=False, size=(7, 9)):
    random = np.random.default_rng(seed)
    costs = random.integers(1, 2 if even else 5, size)
    return np.where(random.random(size) < 0.12, 0, costs)


def check_lengths(grid, naive):
    height, width = naive.costs.shape
    standing = [(x, y) for y in range(height) for x in range(width) if naive.pay(x, y)]
    assert sorted(standing) == sorted((x, y) for x, y in standing if not grid.find_fault((x, y)))
    assert int((grid.world.costs > 0).sum()) == len(standing)
    if not standing:
        return
    lengths = naive.lengths(standing[0])
    field = grid.compute_distances(standing[0], engine="interpreted")
    for x, y in standing:
        assert field.lengths[y, x] == (pytest.approx(lengths[x, y], rel=1e-4) if (x, y) in lengths else inf)


@settings(max_examples=30, deadline=None)
@given(SEED, SIZE, st.sampled_from(["no-obstacle", "one-obstacle", "always"]), st.sampled_from(["none", "x", "y", "xy"]))
def test_lengths_to_all_cells(seed, unit, rule, wrap):
    costs = make_costs(seed)
    grid = Grid.read(costs, Options(unit=unit, diagonals=rule, wrap=wrap))
    check_lengths(grid, NaiveUnit(costs, unit, rule, wrap))


@settings(max_examples=8, deadline=None)
@given(SEED, SIZE, st.sampled_from(["none", "xy"]))
def test_a_change_of_cells_and_painting(seed, unit, wrap):
    costs, random = make_costs(seed), np.random.default_rng(seed + 1)
    grid = Grid.read(costs.copy(), Options(unit=unit, wrap=wrap))
    for _ in range(4):
        cells = [(int(x), int(y)) for x, y in zip(random.integers(0, 9, 3), random.integers(0, 7, 3), strict=True)]
        cost = int(random.integers(0, 4))
        grid.change(cells, cost)
        for x, y in cells:
            costs[y, x] = cost
        check_lengths(grid, NaiveUnit(costs, unit, wrap=wrap))
        again = Grid.read(costs, grid.options)
        assert (again.world.costs == grid.world.costs).all()
        assert (again.world.open_directions == grid.world.open_directions).all()
        assert (again.world.least, again.world.even) == (grid.world.least, grid.world.even)
    painted = grid.paint(np.array([3, 20, 41]), np.array([0.0, 1.0, 2.0]))
    costs.reshape(-1)[[3, 20, 41]] = [0, 1, 2]
    assert painted.revision > grid.revision
    check_lengths(painted, NaiveUnit(costs, unit, wrap=wrap))
    assert (np.frombuffer(painted.view().values, "<f8").reshape(costs.shape) == costs).all()
    copy = painted.copy_for_worker()
    copy.change([(0, 0)], 0)
    check_lengths(painted, NaiveUnit(costs, unit, wrap=wrap))
    check_lengths(painted.with_options(Options(wrap=wrap)), NaiveUnit(costs, "1x1", wrap=wrap))
    check_lengths(painted.with_options(Options(wrap=wrap, unit="3x2")), NaiveUnit(costs, "3x2", wrap=wrap))


ALGORITHMS = ["astar", "jps", "jps-plus", "canonical", "subgoal", "both-ways", "dijkstra"]


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(SEED, SIZE, st.sampled_from(ALGORITHMS))
def test_every_algorithm_on_even_ground(seed, unit, algorithm):
    """Also beside the same algorithm on a map that was eroded cell by cell here."""
    costs = make_costs(seed, even=True, size=(12, 14))
    naive = NaiveUnit(costs, unit)
    grid = Grid.read(costs, Options(unit=unit))
    eroded = Grid.read(np.array([[naive.pay(x, y) for x in range(14)] for y in range(12)]), Options())
    standing = np.argwhere(eroded.world.costs > 0)[:, ::-1].tolist()
    if len(standing) < 2:
        return
    start, goal = tuple(standing[0]), tuple(standing[-1])
    found = grid.search(start, [goal], algorithm=algorithm, engine="interpreted")
    lengths = naive.lengths(start)
    assert found.found == (goal in lengths)
    if found.found:
        assert found.cost.travelled == pytest.approx(lengths[goal], rel=1e-9)
    same = eroded.search(start, [goal], algorithm=algorithm, engine="interpreted")
    assert (same.path, same.cost, same.expanded) == (found.path, found.cost, found.expanded)
    batch = grid.solve_all([start], [goal], algorithm=algorithm, engine="interpreted")
    assert batch.costs[0] == pytest.approx(lengths[goal]) if found.found else np.isnan(batch.costs[0])


@pytest.mark.parametrize("algorithm", ["theta-star", "lazy-theta-star", "anya"])
@pytest.mark.parametrize("seed", range(6))
def test_straight_lines_are_those_of_the_eroded_map(seed, algorithm):
    costs = make_costs(seed, even=True, size=(12, 14))
    naive = NaiveUnit(costs, "2x2")
    eroded = Grid.read(np.array([[naive.pay(x, y) for x in range(14)] for y in range(12)]), Options())
    grid = Grid.read(costs, Options(unit="2x2"))
    standing = np.argwhere(eroded.world.costs > 0)[:, ::-1].tolist()
    ends = tuple(standing[0]), [tuple(standing[-1])]
    one, other = (each.search(*ends, algorithm=algorithm, engine="interpreted") for each in (grid, eroded))
    assert (one.path, one.cost) == (other.path, other.cost)


def test_a_two_by_two_unit_sweeps_nine_cells_in_a_diagonal_step():
    """The swept area touches every cell of the square of 3 x 3, also the two that neither end covers."""
    for corner in ((2, 0), (0, 2)):
        costs = np.ones((3, 3), int)
        costs[corner[1], corner[0]] = 0
        grid = Grid.read(costs, Options(unit="2x2"))
        assert grid.search((0, 0), [(1, 1)], engine="interpreted").cost.travelled == 2
    assert Grid.read(np.ones((3, 3), int), Options(unit="2x2")).search((0, 0), [(1, 1)]).cost.travelled == sqrt(2)


def test_water_takes_a_unit_that_is_in_it_as_a_whole(tmp_path):
    (tmp_path / "m.map").write_text("type octile\nheight 4\nwidth 6\nmap\n..WWWW\n..WWWW\n..WWWW\n......\n")
    grid = genastar.load(tmp_path / "m.map", unit="2x2")
    assert grid.format_art().splitlines()[0] == ".-~~~-"
    assert grid.search((2, 0), [(4, 1)]).found
    with pytest.raises(BadInput, match="1,0 has no room for a unit of 2x2"):
        grid.search((1, 0), [(0, 0)])


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("2", "unit is '2'; it must be 2x2 for a square, or 2.0 for a radius"),
        (2, "unit is 2; it must be 2x2 for a square, or 2.0 for a radius"),
        ("2x2x2", "unit is '2x2x2'; it must be a size such as 2x3, or a radius such as 1.5, with sides of 1 to 64 cells"),
        ("0x2", "it must be a size"),
        ("2x65", "it must be a size"),
        ("-1.5", "it must be a size"),
        ("0.0", "it must be a size"),
        (float("nan"), "it must be a size"),
        (1e9, "it must be a size"),
        ("", "it must be a size"),
        (True, "it must be a size"),
    ],
)
def test_what_is_no_size(unit, message):
    with pytest.raises(BadInput) as refused:
        genastar.load([[1]], domain="grid", unit=unit)
    assert message in str(refused.value)


def test_a_cell_without_room_is_told_with_how_much_is_missing():
    grid = genastar.load(["....", ".#..", "...."], domain="grid", unit="2x2")
    with pytest.raises(BadInput, match=r"0,0 has no room for a unit of 2x2: 1 of the 4 cells under it are blocked or outside"):
        grid.search((0, 0), [(2, 0)])
    with pytest.raises(
        BadInput, match=r"3,1 has no room for a unit of 2x2: 2 of the 4 cells .*, such as 4,1; give another cell"
    ):
        grid.search((2, 0), [(3, 1)])
    with pytest.raises(BadInput, match="1,1 is blocked"):
        grid.search((1, 1), [(2, 0)])


def test_pictures_show_the_walls_and_the_middle_of_the_unit(tmp_path):
    costs = np.ones((5, 6), int)
    costs[0, 2] = 0
    grid = Grid.read(costs, Options(unit="2x2"))
    trace = Trace()
    result = grid.search((0, 0), [(4, 0)], observer=trace)
    picture = np.asarray(grid.make_image(layers="map"))
    scale = picture.shape[0] // 5
    colours = picture[scale // 2 :: scale, scale // 2 :: scale]
    assert colours[0, 2].tolist() == [40, 40, 40]
    assert colours[0, 1].tolist() == colours[4, 5].tolist() == [140, 120, 120]
    assert colours[1, 1].tolist() == [255, 255, 255]
    assert grid.view().points(result.path)[0] == (1.0, 1.0)
    grid.draw(result, trace, tmp_path / "way.svg")
    assert (tmp_path / "way.svg").stat().st_size > 0
    assert Grid.read(costs, Options()).view().points(result.path) is None


def test_a_saved_question_keeps_the_cells_and_the_unit(tmp_path):
    grid = genastar.load(["....", "....", "..#."], domain="grid", unit="2x2")
    grid.save(tmp_path / "q.genastar.json", (0, 0), [(2, 0)])
    again = genastar.load(tmp_path / "q.genastar.json")
    assert again.options.unit == "2x2"
    assert again.world.ground.tolist() == grid.world.ground.tolist()
    assert again.search().cost == grid.search((0, 0), [(2, 0)]).cost


def test_both_engines_agree():
    costs = make_costs(5, size=(20, 30))
    grid = Grid.read(costs, Options(unit="1.5", step="mean"))
    standing = np.argwhere(grid.world.costs > 0)[:, ::-1].tolist()
    for goal in standing[::7]:
        one, other = (grid.search(tuple(standing[0]), [tuple(goal)], engine=name) for name in ("interpreted", "auto"))
        assert (one.path, one.cost) == (other.path, other.cost)


@settings(max_examples=10, deadline=None)
@given(SEED, st.sampled_from(["2x2", "1.0"]))
def test_a_replanner_follows_walls_for_a_large_unit(seed, unit):
    costs, random = make_costs(seed, size=(12, 14)), np.random.default_rng(seed)
    grid = Grid.read(costs, Options(unit=unit))
    standing = np.argwhere(grid.world.costs > 0)[:, ::-1].tolist()
    if len(standing) < 2:
        return
    start, goal = tuple(standing[0]), tuple(standing[-1])
    planner, painted = genastar.Replanner(grid, [goal]), grid
    planner.search(start, engine="interpreted")
    for _ in range(3):
        cells = {(int(random.integers(14)), int(random.integers(12))): int(random.integers(3)) for _ in range(2)}
        painted = painted.paint(np.array([y * 14 + x for x, y in cells]), np.array([*cells.values()], float))
        if painted.find_fault(start) or painted.find_fault(goal):
            return
        planner.paint(cells)
        again, fresh = planner.search(start, engine="interpreted"), painted.search(start, [goal], engine="interpreted")
        assert again.found == fresh.found
        assert not fresh.found or again.cost.travelled == pytest.approx(fresh.cost.travelled)


@pytest.mark.parametrize("name", ["radius", "size", "agent_size"])
def test_other_names_of_the_option_are_known(name):
    with pytest.raises(BadInput, match=f"grid has no option '{name}'; did you mean unit\\? .* lists all [0-9]+$"):
        genastar.load([[1, 1]], domain="grid", **{name: 2})
