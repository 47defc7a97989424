"""Surfaces: the cost of the cheapest path to each cell of a raster."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput, Limits, check_cancelled
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar_terrain.frame import Frame
from genastar_terrain.rules.grounds import FrictionGround
from genastar_terrain.search import TerrainProblem
from genastar_terrain.sources.datasets import write_geotiff


@frozen(eq=False)
class Surface:
    """Accumulated costs; see `TerrainWorld.accumulate`."""

    frame: Frame
    costs: NDArray[np.float64] = field(repr=False)
    """The cost of the cheapest path, shape (height, width); infinite where there is none."""
    back: NDArray[np.int64] = field(repr=False)
    """The number of the cell before, shape (height, width); a source has its own, and a cell without a path -1."""

    direction: str
    """``"from"`` the sources or ``"to"`` them; ``"both"`` if costs there and back are equal."""

    def allocate(self) -> NDArray[np.int64]:
        """Return the number of the cheapest source of each cell, shape (height, width); -1 where there is none."""
        found = self.back.ravel()
        known = found >= 0
        found = np.where(known, found, np.arange(len(found)))
        while True:  # each round doubles the number of steps that a cell looks back
            farther = found[found]
            if (farther == found).all():
                return np.where(known, found, -1).reshape(self.back.shape)
            found = farther

    def corridor(self, other: Surface, share: float) -> NDArray[np.bool_]:
        """Return the cells on paths between the sources of two surfaces that cost little more than the cheapest.

        Args:
            other: the surface of the other end; backwards, if ways there and back differ.
            share: the largest cost, as a multiple of the least.
        """
        if self.costs.shape != other.costs.shape or not share >= 1:
            raise BadInput(f"corridor() needs a surface of the same raster and a share of at least 1, not {share!r}")
        if self.direction == other.direction != "both":
            raise BadInput(
                "corridor() needs the costs from one end and those to the other; give accumulate(..., backwards=True)"
            )
        total = self.costs + other.costs
        found: NDArray[np.bool_] = np.isfinite(total) & (total <= total.min() * share)
        return found

    def write(self, out: AnyPath) -> None:
        """Write a GeoTIFF of two bands: the costs, and the numbers of the cells before as floats.

        Raises:
            BadInput: the name does not end in ``.tif``, or the file cannot be written.
        """
        with replace_file(expect_suffix(Path(out), ".tif", "surface")) as beside:
            costs = np.where(np.isfinite(self.costs), self.costs, np.nan)
            write_geotiff(np.stack((costs, np.where(self.back < 0, np.nan, self.back))), self.frame, beside, float("nan"))


def compute_surface(
    problem: TerrainProblem, sources: list[int], frame: Frame, within: float | None, engine: str, backwards: bool
) -> Surface:
    """Return the surface of these cells, up to the cost ``within``.

    Raises:
        BadInput: the raster is too large for a surface.
    """
    if not problem.is_indexed:
        raise BadInput(
            f"a surface of {frame.size:,} cells is too large; read a part with window=…, or fewer cells with overview=2"
        )
    limits = None if within is None else Limits(cost=within)
    travelled, parent, settled = problem.explore(*sources, engine=engine, limits=limits).to_arrays()
    check_cancelled()  # a cancelled search is incomplete
    shape = frame.height, frame.width
    costs = np.where(settled, travelled, np.inf).reshape(shape)
    direction = "both" if isinstance(problem.ground, FrictionGround) else "to" if backwards else "from"
    return Surface(frame, costs, np.where(settled, parent, -1).reshape(shape), direction)
