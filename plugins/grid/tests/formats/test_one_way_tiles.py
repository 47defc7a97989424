"""Tiles that are entered and left on some sides alone, against a naive search."""

from collections import deque
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiled_maps import ledge, load, tmx

import genastar
from genastar import BadInput
from genastar_grid.info import Options

H, V, D = 0x80000000, 0x40000000, 0x20000000
TURNED = {0: "nesw", H: "nwse", V: "senw", D: "wsen", D | H: "eswn", D | V: "wnes", H | V: "swne", D | H | V: "enws"}
"""Where the sides n, e, s, w of a tile are after its flips: the letters that Tiled shows, worked out by hand from a drawing."""


@pytest.mark.parametrize("flips", TURNED)
@pytest.mark.parametrize("side", "nesw")
def test_a_one_way_tile_turns_with_its_flips(tmp_path, flips, side):
    """A ledge in the middle of nine cells is entered from one side alone."""
    gids = [1] * 9
    gids[4] = 4 | flips
    data = f'<data encoding="csv">{",".join(map(str, gids))}</data>'
    grid = load(tmp_path, tmx(data, tiles=ledge("enter", side), size=(3, 3)), directions="4")
    turned = TURNED[flips]["nesw".index(side)]
    for name, (x, y) in {"n": (1, 0), "e": (2, 1), "s": (1, 2), "w": (0, 1)}.items():
        found = grid.search((x, y), [(1, 1)], engine="interpreted")
        assert (found.cost.travelled == 1) == (name == turned)
        assert grid.search((1, 1), [(x, y)], engine="interpreted").cost.travelled == 1


COMPASS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}


def naive_steps(free, enter, leave, rule, x, y):
    """The cells that a step leads to, by the sides of the cells that it touches."""

    def may(x, y, side, is_blocked=False):
        dx, dy = COMPASS[side]
        there = (x + dx, y + dy)
        return (
            (is_blocked or (free.get(there) and free.get((x, y))))
            and side in leave.get((x, y), "nesw")
            and BACK[side] in enter.get(there, "nesw")
        )

    for side, (dx, dy) in COMPASS.items():
        if may(x, y, side):
            yield x + dx, y + dy
    for across in "ew" if rule != "never" else "":
        for down in "ns":
            dx, dy = COMPASS[across][0], COMPASS[down][1]
            over = rule == "always"
            ways = [may(x, y, one, over) and may(*(a + b for a, b in zip((x, y), COMPASS[one], strict=True)), other, over)
                    for one, other in ((across, down), (down, across))]  # fmt: skip
            if sum(map(bool, ways)) >= (2 if rule == "no-obstacle" else 1) and free.get((x + dx, y + dy)):
                yield x + dx, y + dy


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["no-obstacle", "one-obstacle", "always", "never"]))
def test_one_way_cells_by_a_naive_search(tmp_path_factory, seed, rule):
    random, folder = Random(seed), tmp_path_factory.mktemp("one-way")
    tiles, gids, width, height = "", [], 5, 4
    kinds = [(random.choice(["enter", "leave"]), random.sample("nesw", random.randint(1, 3))) for _ in range(4)]
    for number, (name, sides) in enumerate(kinds, 3):
        tiles += f'<tile id="{number}"><properties><property name="{name}" value="{", ".join(sides)}"/></properties></tile>'
    gids = [random.choice([0, 1, 1, 1, 4, 5, 6, 7]) for _ in range(width * height)]
    grid = load(
        folder, tmx(f'<data encoding="csv">{",".join(map(str, gids))}</data>', tiles, size=(width, height)), diagonals=rule
    )
    free, enter, leave = {}, {}, {}
    for place, gid in enumerate(gids):
        cell = place % width, place // width
        free[cell] = gid > 0
        if gid > 3:
            (enter if kinds[gid - 4][0] == "enter" else leave)[cell] = kinds[gid - 4][1]
    starts = [cell for cell in free if free[cell]]
    if not starts:
        return
    start = random.choice(starts)
    reached, waiting = {start}, deque([start])
    while waiting:
        for cell in naive_steps(free, enter, leave, rule, *waiting.popleft()):
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    assert set(grid.explore(start, engine="interpreted")) == reached
    goal = random.choice(starts)
    one, other = (grid.search(start, [goal], algorithm=name, engine="interpreted") for name in ("astar", "both-ways"))
    assert one.found == other.found == (goal in reached)
    assert not one.found or one.cost.travelled == pytest.approx(other.cost.travelled)
    field = grid.compute_distances(goal, backwards=True, engine="interpreted")
    assert field.lengths[start[1], start[0]] == (pytest.approx(one.cost.travelled, rel=1e-5) if one.found else np.inf)
    with pytest.raises(BadInput, match=r"tiles are one-way|not every free cell"):
        grid.search(start, [goal], algorithm="jps")


def test_a_looser_rule_loses_no_step(tmp_path):
    data = f'<data encoding="csv">{",".join(map(str, [4, 1, 1, 1]))}</data>'
    grids = [
        load(tmp_path, tmx(data, tiles=ledge("leave", "e"), size=(2, 2)), diagonals=rule)
        for rule in ("never", "no-obstacle", "one-obstacle", "always")
    ]
    assert [grid.search((0, 0), [(1, 1)]).cost.travelled for grid in grids] == pytest.approx([2, 2, 2**0.5, 2**0.5])


def test_a_ledge_is_kept_in_a_saved_question_and_after_a_change(tmp_path):
    data = f'<data encoding="csv">{",".join(map(str, [1, 1, 1, 4, 4, 4, 1, 1, 1]))}</data>'
    grid = load(tmp_path, tmx(data, tiles=ledge("enter", "n"), size=(3, 3)))
    assert grid.search((0, 0), [(2, 2)]).found
    assert not grid.search((2, 2), [(0, 0)]).found
    grid.save(tmp_path / "q.genastar.json", (2, 2), [(0, 0)])
    again = genastar.load(tmp_path / "q.genastar.json")
    assert not again.search().found
    again.change([(0, 1)], 0)
    again.change([(0, 1)], 1)
    assert not again.search().found
    assert genastar.load(tmp_path / "m.tmx").with_options(Options(directions="4")).search((0, 0), [(2, 2)]).cost.travelled == 4
    with pytest.raises(BadInput, match="one-way tiles need directions=4 or 8, not 16"):
        genastar.load(tmp_path / "m.tmx", directions=16)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["2x2", "1x2", "1.0"]))
def test_a_large_unit_on_one_way_cells(tmp_path_factory, seed, unit):
    """A straight step needs every cell under the unit to allow it; a diagonal one both ways beside it."""
    random, folder = Random(seed), tmp_path_factory.mktemp("one-way")
    kinds = {"enter": {}, "leave": {}}
    gids, width, height = [], 7, 6
    for place in range(width * height):
        gids.append(random.choice([1] * 12 + [0, 4, 5]))
        if gids[-1] > 1:
            kinds["enter" if gids[-1] == 4 else "leave"][place % width, place // width] = "nwe" if gids[-1] == 4 else "es"
    tiles = ledge("enter", "n,w,e") + ledge("leave", "e,s").replace('id="3"', 'id="4"')
    data = f'<data encoding="csv">{",".join(map(str, gids))}</data>'
    grid = load(folder, tmx(data, tiles, size=(width, height)), unit=unit)
    offsets = {"2x2": [(0, 0), (1, 0), (0, 1), (1, 1)], "1x2": [(0, 0), (0, 1)]}.get(
        unit, [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    )

    def free(x, y):
        return 0 <= x < width and 0 <= y < height and gids[y * width + x] > 0

    def may(x, y, side):
        dx, dy = COMPASS[side]
        under = [(x + ox, y + oy) for ox, oy in offsets]
        return all(
            free(cx, cy)
            and free(cx + dx, cy + dy)
            and side in kinds["leave"].get((cx, cy), "nesw")
            and BACK[side] in kinds["enter"].get((cx + dx, cy + dy), "nesw")
            for cx, cy in under
        )

    for x in range(width):
        for y in range(height):
            if not all(free(x + ox, y + oy) for ox, oy in offsets):
                continue
            wanted = {(x + dx, y + dy) for side, (dx, dy) in COMPASS.items() if may(x, y, side)}
            for across in "ew":
                for down in "ns":
                    dx, dy = COMPASS[across][0], COMPASS[down][1]
                    if all(
                        may(x, y, one) and may(x + COMPASS[one][0], y + COMPASS[one][1], other)
                        for one, other in ((across, down), (down, across))
                    ):
                        wanted.add((x + dx, y + dy))
            tree = grid.explore((x, y), within=1.5, engine="interpreted")
            assert {cell for cell, node in tree.items() if node.parent == (x, y)} == wanted


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["astar", "both-ways"])
def test_both_engines_on_one_way_cells(tmp_path, algorithm):
    random = Random(3)
    gids = [random.choice([1, 1, 1, 4, 0]) for _ in range(400)]
    gids[0] = gids[-1] = 1
    data = f'<data encoding="csv">{",".join(map(str, gids))}</data>'
    grid = load(tmp_path, tmx(data, tiles=ledge("enter", "n,w"), size=(20, 20)))
    one, other = (grid.search((0, 0), [(19, 19)], algorithm=algorithm, engine=name) for name in ("interpreted", "compiled"))
    assert one.found
    assert (one.path, one.cost, one.expanded) == (other.path, other.cost, other.expanded)
