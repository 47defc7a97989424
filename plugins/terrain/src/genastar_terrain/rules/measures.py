"""Measures of steps over a raster, for costs of several numbers."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar.algorithms.building_blocks.measures import round_measure
from genastar.authoring import StepMeasure
from genastar_terrain.frame import Steps
from genastar_terrain.rules.grounds import Ground, Layer


@frozen(eq=False)
class GroundMeasure(StepMeasure[int]):
    """The cost of a step over another ground."""

    ground: Ground
    width: int
    lengths: NDArray[np.float64] = field(repr=False)
    """The length in metres of each step from each row, shape (height, steps)."""
    steps: NDArray[np.int64] = field(repr=False)
    """The number of each step, by its rows and columns from the greatest upwards and to the left."""

    def measure(self, before: int, after: int) -> float:
        y, to_y = before // self.width, after // self.width
        x, to_x = before - y * self.width, after - to_y * self.width
        reach = len(self.steps) // 2
        length = float(self.lengths[y, self.steps[to_y - y + reach, to_x - x + reach]])
        return self.ground.price(x, y, to_x, to_y, length)


@frozen(eq=False)
class ClimbMeasure(StepMeasure[int]):
    """The metres upwards between two cells. Heights are rounded, so that all ways up a slope climb exactly as much."""

    width: int
    heights: Layer = field(repr=False)

    def measure(self, before: int, after: int) -> float:
        y, to_y = before // self.width, after // self.width
        above = round_measure(float(self.heights[to_y, after - to_y * self.width]))
        return max(above - round_measure(float(self.heights[y, before - y * self.width])), 0.0)


def number_steps(steps: Steps) -> NDArray[np.int64]:
    """Return the table of `GroundMeasure.steps`."""
    reach = int(max(np.abs(steps.across).max(), np.abs(steps.along).max()))
    found = np.zeros((2 * reach + 1, 2 * reach + 1), np.int64)
    found[steps.along + reach, steps.across + reach] = np.arange(len(steps.across))
    return found
