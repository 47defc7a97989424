"""Measures of steps from cell to cell, for costs of several numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar.authoring import StepMeasure
from genastar_grid.formats.read import read_source
from genastar_grid.info import Options
from genastar_grid.rules.edges import EdgeRule
from genastar_grid.rules.prices import make_edges
from genastar_grid.world import GridWorld
from genastar_lattice.metrics import ExposureMeasure

ReadExposure = Callable[[Callable[[Any], NDArray[Any]], NDArray[np.bool_]], NDArray[np.float64]]
"""`MeasuredSteps.read_exposure`."""


@frozen(eq=False)
class CellLength(StepMeasure[Any]):
    """The length of a step between the middles of two cells, whose states begin with x and y."""

    edges: EdgeRule

    def measure(self, before: Any, after: Any) -> float:
        dx, dy = self.edges.step(after[0] - before[0], after[1] - before[1])
        return hypot(dx, dy)


@frozen(eq=False)
class CellExposure(ExposureMeasure[Any]):
    """An exposure of cells, by row and column."""

    def get_value(self, state: Any) -> float:
        return float(self.values[state[1], state[0]])


def make_cell_measure(name: str, world: GridWorld, options: Options, read: ReadExposure) -> StepMeasure[Any]:
    """Return the measure of a metric; ``read`` reads an exposure."""
    length = CellLength(make_edges(world))
    if name == "length":
        return length
    return CellExposure(read(lambda file: read_source(file, options).costs, world.costs > 0), length)
