"""Forged files of tables with right digests: refused in one line, or each answer is a free path at the cost of its steps."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from forging import Parts
from genastar import BadInput
from genastar_grid.algorithms import JpsPlus, Subgoal
from genastar_grid.info import Options
from genastar_grid.model import Grid

MADE = {"jps-plus": JpsPlus, "subgoal": Subgoal}
DIAGONALS = ("never", "no-obstacle", "one-obstacle", "always")
HOW = ("set", "set", "set", "nudge", "nudge", "copy", "swap", "roll", "cut", "type", "gone", "shape", "scale")


def rows_of(random: Random) -> list[str]:
    width, height = random.randint(2, 9), random.randint(1, 9)
    return ["".join(random.choice("....#") for _ in range(width)) for _ in range(height)]


def forge(arrays: list[np.ndarray], random: Random) -> str:
    """Change one of the arrays. Return what."""
    number, how = random.randrange(len(arrays)), random.choice(HOW)
    array = arrays[number]
    flat = array.reshape(-1)
    if how == "gone":
        del arrays[number]
    elif how == "type":
        arrays[number] = array.astype(random.choice(("i1", "i2", "i4", "i8", "f8", "c16", "U3", "M8[s]", "i4,i4")))
    elif how == "shape":
        arrays[number] = random.choice((flat, array[None], np.array(3)))
    elif how == "cut":
        arrays[number] = array[: random.randrange(len(array) + 1)]
    elif len(flat):
        at, other = random.randrange(len(flat)), random.randrange(len(flat))
        limits = np.iinfo(array.dtype)
        if how == "set":
            flat[at] = random.choice((limits.min, limits.max, -1, 0, 1, random.randint(-9, 99)))
        elif how == "nudge":
            flat[at] += array.dtype.type(random.choice((-1, 1)))
        elif how == "copy":
            flat[at] = flat[other]
        elif how == "swap":
            flat[at], flat[other] = flat[other], flat[at]
        elif how == "roll":
            arrays[number] = np.roll(array, 1, axis=0)
        else:
            flat *= array.dtype.type(2)
    return f"{how} {number}"


def expect_true(grid: Grid, algorithm: Any, rows: list[str], random: Random) -> None:
    free = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == "."]
    for _ in range(4):
        start, goal = random.choice(free), random.choice(free)
        found = grid.search(start, [goal], algorithm=algorithm, engine="interpreted")
        plain = grid.search(start, [goal], algorithm="astar", engine="interpreted")
        if not found.found:
            continue
        assert plain.found
        assert (found.path[0], found.path[-1]) == (start, goal)
        assert all(place in free for place in found.path)
        steps = [(abs(x - to_x), abs(y - to_y)) for (x, y), (to_x, to_y) in pairwise(found.path)]
        assert set(steps) <= {(0, 1), (1, 0), (1, 1)}
        legs = [grid.search(here, [there], algorithm="astar", engine="interpreted") for here, there in pairwise(found.path)]
        assert all(len(leg.path) == 2 for leg in legs)
        assert found.cost.travelled == pytest.approx(sum(leg.cost.travelled for leg in legs))
        assert found.cost.travelled >= plain.cost.travelled - 1e-9


def try_forged(search: str, seed: int, folder: Path) -> None:
    """Forge tables of a random grid, and ask for some paths."""
    random = Random(seed)
    rows = rows_of(random)
    if not any("." in row for row in rows):
        return
    options = Options(diagonals="no-obstacle" if search == "subgoal" else random.choice(DIAGONALS))
    path = folder / f"{seed}.table"
    algorithm = MADE[search](path)
    expect_true(Grid.read(rows, options), algorithm, rows, random)
    if not path.exists():
        return
    content = path.read_bytes()
    expect_true(Grid.read(rows, options), algorithm, rows, random)  # the file is read
    for _ in range(10):
        parts = Parts(content)
        arrays = list(parts.arrays.values())
        told, refused = forge(arrays, random), ""
        parts.arrays = dict(zip(map(str, range(len(arrays))), arrays, strict=True))
        path.write_bytes(parts.written())
        try:
            expect_true(Grid.read(rows, options), algorithm, rows, random)
        except BadInput as error:
            refused = str(error)
        except Exception as error:
            raise AssertionError(f"{search} {seed}: {told}") from error
        assert "\n" not in refused


@pytest.mark.long
@pytest.mark.parametrize("search", MADE)
def test_a_forged_table_gives_no_wrong_path(search: str, tmp_path: Path) -> None:
    for seed in range(5):
        try_forged(search, seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("search", MADE)
def test_many_forged_tables(search: str, tmp_path: Path) -> None:
    for seed in range(1000, 1200):
        try_forged(search, seed, tmp_path)


def test_shortcuts_in_circles_are_refused(tmp_path: Path) -> None:
    rows = ["." * 30 if y % 2 else ".#" * 15 for y in range(20)]
    path = tmp_path / "comb.table"
    Grid.read(rows, Options()).search((1, 1), [(29, 19)], algorithm=Subgoal(path), engine="interpreted")
    parts = Parts(path.read_bytes())
    nodes = len(parts.arrays["1"]) - 1
    parts.arrays["5"][:] = (np.divmod(parts.arrays["4"], nodes)[1] + 1) % nodes
    path.write_bytes(parts.written())
    with pytest.raises(BadInput, match=r"comb\.table: this table is not that of its map"):
        Grid.read(rows, Options()).search((1, 1), [(29, 19)], algorithm=Subgoal(path), engine="interpreted")
