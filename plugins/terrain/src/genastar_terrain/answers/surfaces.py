"""Surfaces: the cost of the cheapest path to each cell of a raster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput, Limits
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar_terrain.frame import Floats, Frame
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
    sources: tuple[int, ...]
    """The numbers of the cells of the sources."""
    direction: str
    """``"from"`` the sources or ``"to"`` them; ``"both"`` if costs there and back are equal."""

    def allocate(self) -> NDArray[np.int64]:
        """Return the cheapest source of each cell by its place among the sources, shape (height, width); -1 without a path."""
        found = self.back.ravel()
        known = found >= 0
        found = np.where(known, found, np.arange(len(found)))
        while not np.array_equal(farther := found[found], found):  # each round doubles the steps that a cell looks back
            found = farther
        cells, places = np.unique(self.sources, return_index=True)
        allocated = np.full(len(found), -1)
        allocated[known] = places[np.searchsorted(cells, found[known])]
        return allocated.reshape(self.back.shape)

    def corridor(self, other: Surface, share: float) -> Floats:
        """Return the cost of the cheapest path through each cell between the sources of two surfaces; infinite if dear.

        Args:
            other: the surface of the other end; backwards, if ways there and back differ.
            share: the largest cost, as a multiple of the least.

        Raises:
            BadInput: the surfaces do not fit each other, or the share is less than 1.
        """
        if self.costs.shape != other.costs.shape or not share >= 1:
            raise BadInput(f"corridor() needs a surface of the same raster and a share of at least 1, not {share!r}")
        if self.direction == other.direction != "both":
            raise BadInput(
                "corridor() needs the costs from one end and those to the other; give accumulate(..., backwards=True)"
            )
        total = self.costs + other.costs
        return np.where(total <= total.min() * share, total, np.inf)

    def write(self, out: AnyPath, values: NDArray[Any] | None = None) -> None:
        """Write a GeoTIFF.

        Args:
            out: the file.
            values: an array on the same cells, such as a corridor or an allocation; infinite numbers and -1 are no data. By
                default the surface, in bands named cost, back and source.

        Raises:
            BadInput: the name does not end in ``.tif``, the array has another shape, or the file cannot be written.
        """
        layers = (self.costs, self.back, self.allocate()) if values is None else (np.asarray(values),)
        if layers[0].shape != self.costs.shape:
            raise BadInput(f"an array of shape {layers[0].shape} does not lie on the surface of shape {self.costs.shape}")
        bands = [np.where((each == -1) if each.dtype.kind == "i" else ~np.isfinite(each), np.nan, each) for each in layers]
        with replace_file(expect_suffix(Path(out), ".tif", "surface")) as beside:
            write_geotiff(
                np.stack(bands), self.frame, beside, float("nan"), ("cost", "back", "source") if values is None else ()
            )


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
    return Surface(frame, costs, np.where(settled, parent, -1).reshape(shape), tuple(sources), direction)
