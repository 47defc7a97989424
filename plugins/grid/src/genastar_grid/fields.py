"""Distance fields: the lengths of the cheapest ways between some cells and all others, as arrays.

`Surveyed` goes everywhere as the solver within does, and writes down what it sees when it expands: without an estimate each
state is expanded once, and the states of a cell in the order of their lengths, so that its first is the cheapest. To write the
same twice does no harm, which is what an engine may ask of a hook.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar, cast

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Limits, Node, OpenList, Workspace
from genastar.arguments import expect_number
from genastar_grid.info import Options
from genastar_grid.prices import prices_of
from genastar_grid.search import Cell, Dense
from genastar_grid.several import Around, from_several
from genastar_grid.solvers import REACH_OF, everywhere
from genastar_grid.turning import AnyState, State, Turning
from genastar_grid.world import World

C = TypeVar("C", int, float)
S = TypeVar("S", bound=tuple[int, ...])


@frozen(eq=False)
class Field:
    """What `Grid.distances` gives."""

    lengths: NDArray[np.float64] = field(repr=False)
    """Of the cheapest ways, infinite where there is none or where nobody looked, shape (height, width)."""
    towards: NDArray[np.int32] = field(repr=False)
    """The next cell, x and y, on the way to the nearest of the cells that were asked for, which is its own, and -1 where there
    is none; shape (height, width, 2). With turn costs, optimal only for a start from standstill."""


@frozen(eq=False)
class Surveyed(Around[S, C], Generic[S, C]):
    """A solver that fills a field as it goes."""

    lengths: NDArray[np.float64]
    """In the prices of the solver; infinite to begin with."""
    towards: NDArray[np.int32]

    @abstractmethod
    def before(self, node: Node[S, Cost[C]]) -> Cell:
        """The cell that a node was reached from, its own if it is a start."""

    def add_neighbours(self, node: Node[S, Cost[C]], open_list: OpenList[S, Cost[C]]) -> None:
        x, y = node.position[0], node.position[1]
        if node.cost.travelled < self.lengths[y, x]:
            self.lengths[y, x] = node.cost.travelled
            self.towards[y, x, 0], self.towards[y, x, 1] = self.before(node)
        self.solver.add_neighbours(node, open_list)


@frozen(eq=False)
class SurveyedCells(Surveyed[Cell, C], Generic[C]):
    """From cell to cell."""

    def before(self, node: Node[Cell, Cost[C]]) -> Cell:
        x, y = node.position if node.parent is None else node.parent
        return x, y


@frozen(eq=False)
class SurveyedStates(Surveyed[State, C], Generic[C]):
    """From state to state."""

    def before(self, node: Node[State, Cost[C]]) -> Cell:
        x, y, _ = node.position if node.parent is None else node.parent
        return x, y


def field_of(
    world: World,
    options: Options,
    sources: Sequence[AnyState],
    *,
    backwards: bool,
    within: float | None,
    engine: str,
    workspace: Workspace | None,
) -> Field:
    """Search everywhere, or no farther than ``within``, from these states."""
    height, width = world.costs.shape
    found = Field(np.full((height, width), np.inf), np.full((height, width, 2), -1, np.int32))
    prices = prices_of(world, options)
    walk = cast("Dense[float]", everywhere(world, options, backwards))
    surveyed: object = SurveyedCells(walk, found.lengths, found.towards)
    if options.turn:
        turning = Turning(walk, prices.turn, REACH_OF[options.directions])
        surveyed = SurveyedStates(turning, found.lengths, found.towards)
    solver = from_several(cast("AStar[AnyState, Cost[float]]", surveyed), sources)
    if within is not None:
        expect_number("within", within, 0)
    limits = Limits(cost=within).in_units(prices.limit)
    solver.search(sources[0], engine=engine, limits=limits, workspace=workspace)
    np.divide(found.lengths, prices.unit, out=found.lengths)
    return found
