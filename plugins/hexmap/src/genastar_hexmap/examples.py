"""Small maps and questions for the conformance kit."""

from __future__ import annotations

from collections.abc import Iterator

from genastar_hexmap.hexes.layout import Hex
from genastar_hexmap.info import Options

_ROWS = [
    [1, 1, 2, 1, 1, 1],
    [1, 0, 0, 0, 2, 1],
    [1, 3, 1, 0, 1, 1],
    [2, 1, 1, 0, 1, 4],
    [1, 1, 0, 1, 1, 1],
    [1, 1, 1, 1, 3, 1],
]

_NAMED = {
    "layout": "even-q",
    "rows": [
        ["flat", "forest", "flat", "hills"],
        ["flat", "mountains", "bog", ""],
        ["flat", "shallow_water", "bog", "flat"],
        ["village", "flat", "-", "castle"],
    ],
    "terrains": {"bog": 2.5},
    "edges": [[[0, 1], [0, 2], "wall"], [[1, 0], [2, 0], 1.5], [[2, 2], [3, 2], 2]],
    "start": [0, 0],
    "goals": [[3, 3]],
}

_HEXAGON = {"radius": 3, "cells": [[0, 0, 0], [1, -1, 4], [-1, 1, 3]], "wrap": "xy"}

_FREE = {(0, 0): 1, (1, 0): 2, (1, 1): 1, (0, 2): 1, (-1, 2): 5, (-1, 1): 1, (2, -1): 1, (5, 5): 1}


def iterate_questions() -> Iterator[tuple[object, Options, Hex, tuple[Hex, ...]]]:
    """Yield sources, options, starts and goals."""
    rows = {"rows": _ROWS}
    yield rows, Options(), (0, 0), ((5, 5),)
    yield rows, Options(), (2, 2), ((5, 3), (5, 5))
    yield rows, Options(layout="even-r", wrap="xy"), (2, 0), ((3, 5),)
    yield rows, Options(layout="odd-q", wrap="x"), (0, 2), ((5, 2),)
    yield rows, Options(moves=5), (0, 0), ((5, 3),)
    yield rows, Options(moves=4, wrap="y"), (2, 2), ((4, 4), (5, 0))
    yield _NAMED, Options(), (0, 0), ((3, 3),)
    yield _NAMED, Options(moves=3), (0, 0), ((3, 3),)
    yield _HEXAGON, Options(), (-3, 1), ((3, -1),)
    yield _FREE, Options(), (0, 0), ((-1, 1),)
    yield _FREE, Options(), (0, 0), ((5, 5),)  # no path
