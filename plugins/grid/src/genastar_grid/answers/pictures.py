"""Pictures of a grid, of searches in it and of its distance fields."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from PIL import Image

from genastar import BadInput, Cost, Result, Trace
from genastar.authoring import StepMeasure
from genastar.files import AnyPath
from genastar.worlds.view import Brush, Cells
from genastar_grid.answers.draw import (
    GROUND,
    AnyTrace,
    colour_cells,
    draw_search,
    format_art,
    get_cost_range,
    make_field_scene,
    make_image,
)
from genastar_grid.answers.fields import DistanceField
from genastar_grid.info import Options
from genastar_grid.rules.measures import make_cell_measure
from genastar_grid.steps.step_problems import Cell
from genastar_grid.steps.turning import AnyState
from genastar_grid.world import GridWorld
from genastar_lattice.domain import Lattice
from genastar_lattice.metrics import MeasuredSteps
from genastar_lattice.shades import DEAREST, make_brushes
from genastar_lattice.sizes import Footprint, describe_clearance
from genastar_picture.writers.draw import draw
from genastar_picture.writers.raster import paint


class PicturedGrid(MeasuredSteps[AnyState], Lattice[Cell, Options, AnyState]):
    """A grid that can be drawn, with costs of one number or several."""

    options: Options
    world: GridWorld

    def make_measure(self, name: str) -> StepMeasure[AnyState]:
        return make_cell_measure(name, self.world, self.options, self.read_exposure)

    def get_shape(self) -> Cells:
        height, width = self.world.costs.shape
        return Cells(width, height, colour_cells(self.world, DEAREST).tobytes(), wraps=self.world.wrap != "none")

    @property
    def footprint(self) -> Footprint | None:
        return self.world.footprint

    @property
    def fits(self) -> NDArray[np.bool_]:
        return self.world.costs > 0

    def describe_clearance(self, position: Cell) -> str:
        world = self.world
        unit = world.footprint
        return "" if unit is None else describe_clearance(world.list_shore(position), position, unit, world.wrap)

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return make_brushes(GROUND, *get_cost_range(self.world, DEAREST))

    def draw(self, result: Result[Cell, Cost[float]], trace: AnyTrace, out: AnyPath, layers: str | None = None) -> None:
        """Write a picture of a search. The layers are those of the options, unless given; the suffix chooses the format.

        Raises:
            BadInput: the picture is too large, or the file cannot be written.
        """
        self.check_drawn((result,), trace)
        draw_search(self.world, self._with_layers(layers), trace, [result.path], out)

    def draw_all(self, results: Sequence[Result[Cell, Cost[float]]], trace: AnyTrace, out: AnyPath) -> None:
        self.check_drawn(results, trace)
        draw_search(self.world, self.options, trace, [each.path for each in results if each.path], out)

    def make_image(
        self, result: Result[Cell, Cost[float]] | None = None, trace: AnyTrace | None = None, layers: str | None = None
    ) -> Image.Image:
        """Return a picture of a search as an image; without a result, of the grid alone."""
        path = () if result is None else result.path
        return make_image(self.world, self._with_layers(layers), trace or Trace(), path)

    def make_field_image(self, found: DistanceField, layers: str = "g") -> Image.Image:
        """Return the lengths of `distances` as a heat map; with ``arrows`` in the layers, with arrows to the next cells.

        Raises:
            BadInput: the picture is too large.
        """
        return Image.fromarray(paint(make_field_scene(self.world, self._with_layers(layers), found)))

    def draw_field(self, found: DistanceField, out: AnyPath, layers: str = "g") -> None:
        """Write the picture of `make_field_image` to a file.

        Raises:
            BadInput: the picture is too large, or the file cannot be written.
        """
        draw(make_field_scene(self.world, self._with_layers(layers), found), out)

    def format_art(
        self, result: Result[Cell, Cost[float]] | None = None, trace: AnyTrace | None = None, layers: str = "closed,path"
    ) -> str:
        """Return the grid as text art; see `genastar_grid.answers.draw.format_art`."""
        return format_art(self.world, () if result is None else result.path, trace, layers)

    def _repr_png_(self) -> bytes:
        buffer = BytesIO()
        self.make_image().save(buffer, "PNG")
        return buffer.getvalue()

    def _with_layers(self, layers: str | None) -> Options:
        """Return the options with these layers."""
        try:
            return self.options if layers is None else evolve(self.options, layers=layers)
        except ValueError as error:
            raise BadInput(str(error)) from error
