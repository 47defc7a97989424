"""The grid as a screen shows it: places are cells in the order of reading, values are costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar.view import Brush, Canvas, Cells, checked_place
from genastar_grid.draw import WALL, colours_of, greys_of
from genastar_grid.prices import prices_of
from genastar_grid.scenario import SUFFIX
from genastar_grid.search import Cell
from genastar_grid.turning import AnyState
from genastar_grid.world import World
from genastar_picture.canvas import checked_size, strokes

if TYPE_CHECKING:
    from genastar_grid.model import Grid

_GROUND: Final = (("free", 1), ("wall", 0), ("grass", 2), ("sand", 3), ("mud", 5), ("swamp", 9))
"""Brushes, and what a cell costs that was painted with each."""

_DEAREST: Final = 9.0
"""The darkest grey is this cost's, so that cells look like their brushes in any grid whose cells cost no more."""


@frozen(eq=False)
class GridView(Canvas[Cell, AnyState, "Grid"]):
    """A canvas of costs; 0 bars the way."""

    is_additive: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = (SUFFIX,)

    grid: Grid

    @property
    def shape(self) -> Cells:
        """The cells, in the colours of pictures."""
        world = self.grid.world
        height, width = world.costs.shape
        return Cells(width, height, colours_of(world, _DEAREST).tobytes(), wraps=world.wrap != "none")

    @property
    def unit(self) -> float:
        """What a straight step between cells of cost 1 costs in a trace."""
        return prices_of(self.grid.world, self.grid.options).unit

    def place(self, position: Cell) -> int:
        """The number of a cell.

        Raises:
            BadInput: it is outside.
        """
        x, y = self.grid.world.inside(position)
        return y * int(self.grid.world.costs.shape[1]) + x

    def position(self, place: int) -> Cell:
        """The cell of a number, if it can be entered."""
        costs = self.grid.world.costs
        y, x = divmod(checked_place(place, costs.size), int(costs.shape[1]))
        return self.grid.parse(f"{x},{y}")

    def place_of_state(self, state: AnyState) -> int:
        """The number of the cell of a state, whatever its heading."""
        return state[1] * int(self.grid.world.costs.shape[1]) + state[0]

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Costs, in the greys that they have in this grid."""
        greys = greys_of([cost for _, cost in _GROUND], self.grid.world, _DEAREST).tolist()
        colours = [WALL if cost == 0 else (grey, grey, grey) for (_, cost), grey in zip(_GROUND, greys, strict=True)]
        return tuple(Brush(name, cost, colour) for (name, cost), colour in zip(_GROUND, colours, strict=True))

    @property
    def values(self) -> bytes:
        """The cost of each cell."""
        return self.grid.world.costs.astype("<f8").tobytes()

    def painted(self, changes: Mapping[int, float]) -> Grid:
        """The same grid with other costs. Water stays water, and ends that were painted over are ends no more."""
        world = self.grid.world.painted(*strokes(changes, self.grid.world.costs.size))
        starts, goals = (tuple(end for end in ends if _is_free(world, end)) for ends in self.grid.ends)
        options = self.grid.options
        if starts != self.grid.ends[0]:
            options = evolve(options, start=None)
        if goals != self.grid.ends[1]:
            options = evolve(options, goal=None)
        return evolve(self.grid, world=world, options=options, ends=(starts, goals))

    def blank(self, width: int, height: int) -> Grid:
        """A grid of free cells, with no ends."""
        options = evolve(self.grid.options, start=None, goal=None, table=None, positions="auto")
        columns, rows = checked_size(width, height, options.megacells * 1_000_000)
        costs = np.ones((rows, columns), np.int32)
        world = World(costs, None, options.directions, options.diagonals, options.wrap)
        blank = evolve(self.grid, name="the blank grid", options=options, world=world, ends=((), ()), frame=None, remark="")
        return blank.checked()

    def save(self, out: AnyPath, start: Cell, goals: Sequence[Cell]) -> None:
        """A scenario, see `Grid.save`."""
        self.grid.save(out, start, goals)


def _is_free(world: World, cell: Cell) -> bool:
    try:
        x, y = world.inside(cell)
    except BadInput:
        return False
    return bool(world.costs[y, x] > 0)
