"""A domain of hills: digits are heights."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import ClassVar

import numpy as np
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Cost, Domain, Node, OpenList, Result, Trace
from genastar.authoring import DomainInfo, Example
from genastar_picture.palette import COLOUR_BLIND
from genastar_picture.scene import Scene, to_cell_array
from genastar_picture.writers.draw import draw
from genastar_picture.writers.formats import WRITES

Cell = tuple[int, int]


@frozen
class Hills(AStar[Cell, Cost[int]]):
    heights: tuple[tuple[int, ...], ...]
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        x, y = node.position
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if self.has(there):
                climbed = max(self.height(there) - self.height((x, y)), 0)
                open_list.relax(there, node.cost.travelled + 1 + 2 * climbed)

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal

    def estimate(self, position: Cell) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < len(self.heights[0]) and 0 <= cell[1] < len(self.heights)

    def height(self, cell: Cell) -> int:
        return self.heights[cell[1]][cell[0]]


RANGE = (
    (0, 0, 1, 5, 1, 0),
    (0, 2, 4, 5, 2, 0),
    (0, 1, 3, 4, 1, 0),
    (0, 0, 0, 1, 0, 0),
)


def show(heights: tuple[tuple[int, ...], ...], path: tuple[Cell, ...]) -> str:
    """Return the heights, with a star on each cell of the path."""
    rows = [["*" if (x, y) in path else str(height) for x, height in enumerate(row)] for y, row in enumerate(heights)]
    return "\n".join(" ".join(row) for row in rows)


@frozen
class Options:
    """Hills have no options."""


INFO = DomainInfo("hills", "hills drawn in digits", Options, suffixes=(".hills",), writes=WRITES, api_version="1")


@genastar.register
@frozen
class HillWorld(Domain[Cell, Cost[int], Options]):
    """A map of hills. A position is a cell, ``x,y`` from the upper left."""

    info: ClassVar[DomainInfo] = INFO
    heights: tuple[tuple[int, ...], ...]
    options: Options = Options()

    @classmethod
    def read(cls, source: object, options: Options) -> HillWorld:
        lines = Path(str(source)).read_text(encoding="utf-8").split()
        if not lines or not all(line.isdecimal() and len(line) == len(lines[0]) for line in lines):
            raise BadInput(f"{source}: expected lines of digits, all of one length")
        return cls(tuple(tuple(map(int, line)) for line in lines), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Cell]]:
        yield Example(cls(((0, 3), (0, 1))), (0, 0), ((1, 1),))

    def problem(self, goals: tuple[Cell, ...], starts: tuple[Cell, ...] = ()) -> Hills:
        return Hills(self.heights, goals[0])

    def parse(self, text: str) -> Cell:
        try:
            x, y = map(int, text.split(","))
        except ValueError:
            raise BadInput(f"position {text!r}: expected x,y") from None
        return x, y

    def format(self, position: Cell) -> str:
        return f"{position[0]},{position[1]}"

    def to_state(self, position: Cell) -> Cell:
        if not Hills(self.heights, position).has(position):
            raise BadInput(f"{self.format(position)} is outside")
        return position

    def draw(self, result: Result[Cell, Cost[int]], trace: Trace[Cell, Cost[int]], out: str | PathLike[str]) -> None:
        grey = (255 - 25 * np.array(self.heights)).astype(np.uint8)
        closed, path = to_cell_array(trace.list_closed()), to_cell_array(result.path)
        draw(Scene(np.stack([grey] * 3, axis=2), closed, path, COLOUR_BLIND, scale=32), Path(out))
