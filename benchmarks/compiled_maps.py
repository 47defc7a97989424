"""The maps and scenarios of MovingAI (Sturtevant 2012, https://movingai.com/benchmarks), as arrays.

They are not kept in the repository: the environment variable ``GENASTAR_DATA`` names a folder that has them, at any depth,
each as ``NAME.map`` and ``NAME.map.scen``, packed by gzip or not.
"""

from __future__ import annotations

import gzip
import os
import random
from functools import cache
from pathlib import Path

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

NAMES = ("AR0011SR", "Berlin_1_1024", "maze512-8-0", "random512-10-0")
SCENARIOS = 200

Cell = tuple[int, int]
"""Column and row."""

COMPASS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions by bit: straight where the bit's number is even, diagonal where it is odd."""

_GROUND = np.frombuffer(b".GS", np.uint8)


@frozen
class Scenario:
    """A question and the length of its shortest way, as it was published: no corner is cut."""

    start: Cell
    goal: Cell
    length: float


@frozen(eq=False)
class Map:
    """A map with a wall of one cell around it, so that no cell on the ground has a neighbour outside."""

    name: str
    free: NDArray[np.bool_] = field(repr=False)
    """By row and column."""
    scenarios: tuple[Scenario, ...] = field(repr=False)

    @property
    def width(self) -> int:
        return int(self.free.shape[1])

    def passable(self) -> NDArray[np.uint8]:
        """By row and column: the bit of each direction of `COMPASS` in which a step leads to the ground and cuts no corner."""
        bits = np.zeros(self.free.shape, np.uint8)
        for bit, (dx, dy) in enumerate(COMPASS):
            whole = self.free & self._beside(dx, dy) & self._beside(dx, 0) & self._beside(0, dy)
            bits |= whole.astype(np.uint8) << np.uint8(bit)
        return bits

    def _beside(self, dx: int, dy: int) -> NDArray[np.bool_]:
        return np.roll(self.free, (-dy, -dx), (0, 1))


@cache
def folder() -> Path | None:
    """Return the folder of the maps."""
    named = os.environ.get("GENASTAR_DATA")
    return Path(named) if named else None


@cache
def read(name: str) -> Map:
    """Return a map with some of its scenarios, always the same.

    Raises:
        FileNotFoundError: it is not there.
    """
    lines = _text(f"{name}.map").splitlines()
    rows = lines[lines.index("map") + 1 :]
    ground = np.array([np.isin(np.frombuffer(row.encode(), np.uint8), _GROUND) for row in rows if row])
    published = [line.split() for line in _text(f"{name}.map.scen").splitlines()[1:]]
    chosen = random.Random(0).sample([words for words in published if words], SCENARIOS)
    scenarios = tuple(
        Scenario((int(x) + 1, int(y) + 1), (int(to_x) + 1, int(to_y) + 1), float(length))
        for _, _, _, _, x, y, to_x, to_y, length in chosen
    )
    return Map(name, np.pad(ground, 1), scenarios)


def _text(name: str) -> str:
    root = folder()
    found = [] if root is None else [*root.rglob(name), *root.rglob(f"{name}.gz")]
    if not found:
        raise FileNotFoundError(f"{name} is not in the folder that GENASTAR_DATA names")
    data = found[0].read_bytes()
    return (gzip.decompress(data) if found[0].suffix == ".gz" else data).decode()


def made(size: int, blocked: float, seed: int = 0) -> Map:
    """Return a map blocked at random to this share, with one question from the upper left to the lower right corner.

    The length is not known: 0.
    """
    free = np.random.default_rng(seed).random((size, size)) >= blocked
    free[:3, :3] = free[-3:, -3:] = True
    return Map(f"{size} × {size}", np.pad(free, 1), (Scenario((1, 1), (size, size), 0.0),))
