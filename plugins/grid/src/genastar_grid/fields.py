"""Distance fields: the lengths of the cheapest ways between one cell and all others, as arrays."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, EventKind, Trace
from genastar_grid.turning import AnyState
from genastar_grid.world import World

Cell = tuple[int, int]


@frozen(eq=False)
class Field:
    """What `Grid.distances` gives."""

    lengths: NDArray[np.float64] = field(repr=False)
    """Of the cheapest ways, infinite where there is none, shape (height, width)."""
    towards: NDArray[np.int32] = field(repr=False)
    """The next cell, x and y, on the way to the one cell, which is its own, and -1 where there is none; shape (height, width,
    2)."""


def field_of(solver: AStar[AnyState, Cost[float]], source: Cell, world: World, unit: float, engine: str) -> Field:
    """Search everywhere and write down what was closed."""
    height, width = world.costs.shape
    lengths = np.full((height, width), np.inf)
    towards = np.full((height, width, 2), -1, np.int32)
    trace: Trace[AnyState, Cost[float]] = Trace()
    solver.search(source, engine=engine, observer=trace)
    for event in trace.events:
        if event.kind is EventKind.CLOSED:
            x, y = event.node.position[:2]
            lengths[y, x] = event.node.cost.travelled / unit
            towards[y, x] = (event.node.parent or (x, y))[:2]
    return Field(lengths, towards)
