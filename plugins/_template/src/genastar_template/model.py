"""The model: a map as a world that can be asked questions."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput, Cost, Domain, DomainInfo, Example, Result, Trace
from genastar.arguments import matched
from genastar.errors import shown
from genastar.files import AnyPath
from genastar_template.draw import draw_search
from genastar_template.info import INFO, Options
from genastar_template.read import MUD, WALL, Cell, Map, map_of, read_map
from genastar_template.search import TemplateSolver
from genastar_template.view import TemplateView

_POND = """\
S..~....
.##~###.
...~..#G
"""
_CELL = """\
..#.
..##
"""


@frozen(eq=False)
class TemplateWorld(Domain[Cell, Cost[int], Options]):
    """A map as a world. A position is a cell, ``(x, y)`` from the upper left, which is ``(0, 0)``."""

    info: ClassVar[DomainInfo] = INFO

    map: Map
    options: Options

    @classmethod
    def read(cls, source: object, options: Options) -> TemplateWorld:
        """A file of letters; see `read_map`."""
        if not isinstance(source, (str, PathLike)):
            raise BadInput(f"a template world is read from a path, not from a {type(source).__name__}")
        return cls(read_map(Path(source)), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Cell]]:
        """Small worlds, with and without an answer: what the conformance kit asks."""
        for options in (Options(), Options(mud=1)):
            pond = cls(map_of("the pond", _POND), options)
            yield Example(pond, (0, 0), ((7, 2),))
            yield Example(pond, (4, 2), ((0, 2), (7, 0)))
        yield Example(cls(map_of("the cell", _CELL), Options()), (0, 0), ((3, 0),))

    def parse(self, text: str) -> Cell:
        """``x,y`` in whole numbers."""
        found = matched(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
        if not found:
            raise BadInput(f"{shown(text)} is no cell; give x,y in whole numbers, the upper left is 0,0")
        return self._entered((int(found[1]), int(found[2])))

    def format(self, position: Cell) -> str:
        """``x,y``."""
        return f"{position[0]},{position[1]}"

    def start(self, position: Cell) -> Cell:
        """The cell itself.

        Raises:
            BadInput: it is outside the map, or a wall.
        """
        return self._entered(position)

    def solver(self, goals: tuple[Cell, ...]) -> TemplateSolver:
        """The solver that ends at any of these cells.

        Raises:
            BadInput: one of them is outside the map, or a wall.
        """
        costs = np.ones(self.map.kinds.shape, np.int64)
        costs[self.map.kinds == MUD] = self.options.mud
        costs[self.map.kinds == WALL] = 0
        return TemplateSolver(costs, np.array([self._entered(goal) for goal in goals], np.int64).reshape(-1, 2))

    def default_start(self) -> Cell:
        """The cell of the first S."""
        if not self.map.starts:
            raise BadInput(f"{self.map.name}: no cell is marked S, so give a start with --from")
        return self.map.starts[0]

    def default_goals(self) -> tuple[Cell, ...]:
        """The cells that are marked G."""
        if not self.map.goals:
            raise BadInput(f"{self.map.name}: no cell is marked G, so give a goal with --to")
        return self.map.goals

    def configured(self, options: Options) -> TemplateWorld:
        """The same map under other options."""
        return evolve(self, options=options)

    def view(self) -> TemplateView:
        """The map as a canvas."""
        return TemplateView(self)

    def draw(self, result: Result[Cell, Cost[int]], trace: Trace[Cell, Cost[int]], out: AnyPath) -> None:
        """The map, what was closed from first to last, and the path; an animation in a ``.gif``."""
        draw_search(self.map, self.options, result, trace, out)

    def _entered(self, position: Cell) -> Cell:
        """The position, if one can stand there."""
        x, y = position
        height, width = self.map.kinds.shape
        if not (0 <= x < width and 0 <= y < height):
            raise BadInput(f"{self.map.name}: {x},{y} is outside; x is from 0 to {width - 1}, y from 0 to {height - 1}")
        if self.map.kinds[y, x] == WALL:
            raise BadInput(f"{self.map.name}: {x},{y} is a wall; give another cell")
        return position
