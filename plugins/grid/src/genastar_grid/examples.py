"""Small grids and questions for the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar_grid.info import Options
from genastar_grid.steps.step_problems import Cell

_MUD: Final[NDArray[np.int32]] = np.array(
    [
        [1, 1, 1, 1, 5, 1, 1, 1, 1],
        [1, 0, 1, 2, 5, 2, 0, 1, 1],
        [1, 1, 1, 0, 0, 3, 1, 1, 1],
        [0, 4, 1, 1, 1, 3, 0, 1, 1],
        [1, 4, 2, 1, 0, 1, 1, 1, 1],
        [1, 1, 1, 1, 1, 1, 0, 2, 1],
        [1, 1, 0, 1, 1, 1, 1, 1, 1],
    ],
    np.int32,
)
_PARTED: Final = ["..#.", "..#."]
_YARD: Final = [
    ".........",
    "..#.#.##.",
    ".....#...",
    "#.##.#.#.",
    "...#.....",
]


def iterate_questions() -> Iterator[tuple[object, Options, tuple[Cell, ...], bool]]:
    """Yield the source, options, goals from start 0,0, and whether the source alone, without the options, gives that grid."""
    for options in (
        Options(),
        Options(directions="4"),
        Options(diagonals="always", wrap="xy"),
        Options(directions="16", step="mean"),
        Options(turn=1.5, diagonals="one-obstacle"),
        Options(directions="knight"),
    ):
        yield _MUD, options, ((8, 4),), options == Options()
    yield _YARD, Options(), ((8, 4),), True
    yield _YARD, Options(), ((8, 4), (8, 0)), True
    yield _PARTED, Options(), ((3, 0),), True
