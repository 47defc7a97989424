"""The dynamic track of the Grid-Based Path Planning Competition: maps that change between questions.

``GENASTAR_GPPC`` names a folder with the ``.scen`` and ``.patch`` files of github.com/gppc-dev/startkit-dynamic.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from genastar_grid.info import Options
from genastar_grid.model import Grid

pytestmark = pytest.mark.long
FOLDER = os.environ.get("GENASTAR_GPPC")
FILES = sorted(Path(FOLDER).glob("*.scen")) if FOLDER else []
FREE = b".GS"


def patches_of(path: Path) -> list[np.ndarray]:
    """The patches of a file: whether each cell is free."""
    lines = iter(path.read_bytes().split())
    assert [next(lines) for _ in range(3)] == [b"type", b"patch", b"patches"]
    patches = []
    for _ in range(int(next(lines))):
        fields = [next(lines) for _ in range(7)]
        height, width = int(fields[3]), int(fields[5])
        assert (fields[0], fields[2], fields[4], fields[6]) == (b"patch", b"height", b"width", b"map")
        rows = [next(lines) for _ in range(height)]
        assert {len(row) for row in rows} == {width}
        patches.append(np.array([[mark in FREE for mark in row] for row in rows]))
    return patches


def phases_of(path: Path) -> tuple[tuple[int, int], list[np.ndarray], Iterator[tuple[str, list[str]]]]:
    """The height and width of the first map, the patches, and the commands."""
    lines = path.read_text().split("\n")
    head = dict(line.split(maxsplit=1) for line in lines[:5])
    assert lines[5] == "commands"
    commands = ((line[0], line.split()[1:]) for line in lines[6:] if line)
    return (int(head["height"]), int(head["width"])), patches_of(path.with_name(head["patch"])), commands


@pytest.mark.skipif(not FILES, reason="set GENASTAR_GPPC to the folder with the files of the dynamic track")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("algorithm", ["auto", "astar"])
def test_every_question_has_the_published_length(path: Path, algorithm: str) -> None:
    (height, width), patches, commands = phases_of(path)
    free = np.ones((height, width), bool)  # the first map has no obstacles
    grid = Grid.read(free.astype(np.int32), Options())
    waiting = False
    asked = 0
    for kind, fields in commands:
        if kind == "P":
            number, x, y = (int(field) for field in fields[1:])
            rows, columns = patches[number].shape
            free[y : y + rows, x : x + columns] = patches[number]
            waiting = True
            continue
        if waiting:
            places = np.flatnonzero(free != (grid.world.costs > 0))
            grid, waiting = grid.paint(places, free.ravel()[places].astype(np.float64)), False
        sx, sy, gx, gy = (int(field) for field in fields[1:5])
        asked += 1
        length = float(fields[5])  # -1 if there is no path
        if length < 0 and not (free[sy, sx] and free[gy, gx]):
            continue
        result = grid.search((sx, sy), [(gx, gy)], algorithm=algorithm, engine="compiled")
        assert result.found == (length >= 0)
        assert result.cost is None or result.cost.travelled == pytest.approx(length, abs=1e-6)
    assert asked >= 2000
