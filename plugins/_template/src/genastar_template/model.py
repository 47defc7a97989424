"""The template domain: a map that answers questions."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput, Cost, Domain, Result, Trace
from genastar.authoring import DomainInfo, Example
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.values.arguments import match_text
from genastar_picture.writers.draw import draw_search
from genastar_template.colours import COLOURS
from genastar_template.info import INFO, Options
from genastar_template.read import MUD, WALL, Cell, Map, parse_map, read_map
from genastar_template.search import TemplateProblem
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
        """Read a file of letters; see `read_map`."""
        if not isinstance(source, (str, PathLike)):
            raise BadInput(f"a template world cannot be read from a {type(source).__name__}; give a path")
        return cls(read_map(Path(source)), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Cell]]:
        """Yield small worlds with and without a path, for the conformance kit."""
        for options in (Options(), Options(mud=1)):
            pond = cls(parse_map("the pond", _POND), options)
            yield Example(pond, (0, 0), ((7, 2),))
            yield Example(pond, (4, 2), ((0, 2), (7, 0)))
        yield Example(cls(parse_map("the cell", _CELL), Options()), (0, 0), ((3, 0),))

    def parse(self, text: str) -> Cell:
        """Parse ``x,y`` in whole numbers."""
        found = match_text(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
        if not found:
            raise BadInput(f"{format_value(text)} is no cell; give x,y in whole numbers, the upper left is 0,0")
        return self.map.entered((int(found[1]), int(found[2])))

    def format(self, position: Cell) -> str:
        """Format a cell as ``x,y``."""
        return f"{position[0]},{position[1]}"

    def to_state(self, position: Cell) -> Cell:
        """Return the cell itself.

        Raises:
            BadInput: the cell is outside the map or a wall.
        """
        return self.map.entered(position)

    def problem(self, goals: tuple[Cell, ...], starts: tuple[Cell, ...] = ()) -> TemplateProblem:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal is outside the map or a wall.
        """
        costs = np.ones(self.map.kinds.shape, np.int64)
        costs[self.map.kinds == MUD] = self.options.mud
        costs[self.map.kinds == WALL] = 0
        return TemplateProblem(costs, np.array([self.map.entered(goal) for goal in goals], np.int64).reshape(-1, 2))

    def default_starts(self) -> tuple[Cell, ...]:
        """Return the cell of the first S."""
        if not self.map.starts:
            raise BadInput(f"{self.map.name}: no cell is marked S; give start= or --from x,y")
        return self.map.starts[:1]

    def default_goals(self) -> tuple[Cell, ...]:
        """Return the cells marked G."""
        if not self.map.goals:
            raise BadInput(f"{self.map.name}: no cell is marked G; give goals= or --to x,y")
        return self.map.goals

    def with_options(self, options: Options) -> TemplateWorld:
        """Return the same map under other options."""
        return evolve(self, options=options)

    def view(self) -> TemplateView[TemplateWorld]:
        """Return the map as a canvas."""
        return TemplateView(self.map, lambda found: evolve(self, map=found))

    def draw(self, result: Result[Cell, Cost[int]], trace: Trace[Cell, Cost[int]], out: AnyPath) -> None:
        """Write a picture of the map, the closed cells in order and the path; a ``.gif`` is an animation."""
        draw_search(COLOURS[self.map.kinds], self.options, trace.list_closed(), result.path, out)
