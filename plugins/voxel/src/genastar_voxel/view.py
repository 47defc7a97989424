"""The world as a screen shows it: places are voxels, layer by layer from below, values are costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath, named, replacing
from genastar.view import Brush, Canvas, Cells, checked_place
from genastar_picture.canvas import checked_size, strokes
from genastar_voxel.draw import WALL, colours_of, dearest_of, greys_of
from genastar_voxel.frame import Frame, Voxel
from genastar_voxel.map_files import check_size
from genastar_voxel.prices import prices_of
from genastar_voxel.world import World

if TYPE_CHECKING:
    from genastar_voxel.model import Voxels

_GROUND: Final = (("free", 1), ("wall", 0), ("cost 2", 2), ("cost 3", 3), ("cost 5", 5), ("cost 9", 9))
"""Brushes, and what a voxel costs that was painted with each."""

_DEAREST: Final = 9.0
"""The darkest grey is this cost's, so that voxels look like their brushes where none costs more."""


@frozen(eq=False)
class VoxelView(Canvas[Voxel, int, "Voxels"]):
    """A canvas of costs in layers; 0 bars the way."""

    is_additive: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = (".npy",)

    voxels: Voxels

    @property
    def shape(self) -> Cells:
        """The layers, in the colours of pictures."""
        world = self.voxels.world
        columns, rows, layers = world.frame.shape
        most = max(dearest_of(world), _DEAREST)
        colours = b"".join(colours_of(world, z, most).tobytes() for z in range(layers))
        return Cells(columns, rows, colours, layers, wraps=bool(set("xy") & set(world.frame.wrap)))

    @property
    def unit(self) -> float:
        """What a straight step between voxels of cost 1 costs in a trace."""
        return prices_of(self.voxels.world, self.voxels.options).unit

    def place(self, position: Voxel) -> int:
        """The number of a voxel.

        Raises:
            BadInput: it is outside.
        """
        x, y, z = self.voxels.world.inside(position)
        columns, rows, _ = self.voxels.world.frame.shape
        return (z * rows + y) * columns + x

    def position(self, place: int) -> Voxel:
        """The voxel of a number, if it can be entered, and stood in under gravity."""
        columns, rows, layers = self.voxels.world.frame.shape
        rest, x = divmod(checked_place(place, columns * rows * layers), columns)
        z, y = divmod(rest, rows)
        self.voxels.start((x, y, z))  # refuses what cannot be entered
        return x, y, z

    def place_of_state(self, state: int) -> int:
        """The number of a solver's voxel."""
        columns, rows, _ = self.voxels.world.frame.shape
        x, y, z = self.voxels.world.frame.voxel(state)
        return (z * rows + y) * columns + x

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Costs, in the greys that they have in this world."""
        world = self.voxels.world
        greys = greys_of([cost for _, cost in _GROUND], world.least, max(dearest_of(world), _DEAREST)).tolist()
        colours = [WALL if cost == 0 else (grey, grey, grey) for (_, cost), grey in zip(_GROUND, greys, strict=True)]
        return tuple(Brush(name, cost, colour) for (name, cost), colour in zip(_GROUND, colours, strict=True))

    @property
    def values(self) -> bytes:
        """The cost of each voxel."""
        return self.voxels.world.costs_of_all().T.astype("<f8").tobytes()

    def painted(self, changes: Mapping[int, float]) -> Voxels:
        """The same world with other costs."""
        frame = self.voxels.world.frame
        columns, rows, layers = frame.shape
        places, costs = strokes(changes, columns * rows * layers)
        rest, x = np.divmod(places, columns)
        z, y = np.divmod(rest, rows)
        numbers = frame.numbers(np.stack((x, y, z), axis=1))
        return evolve(self.voxels, world=self.voxels.world.painted(numbers, costs))

    def blank(self, width: int, height: int) -> Voxels:
        """A world of free voxels with as many layers as this one has."""
        layers, options = self.voxels.world.frame.layers, evolve(self.voxels.options, start=None, goal=None)
        columns, rows = checked_size(width, height, options.megavoxels * 1_000_000 // layers)
        check_size("the blank world", (columns, rows, layers), options.megavoxels)
        frame = Frame(columns, rows, layers, wrap=options.wrap)
        return evolve(self.voxels, name="the blank world", options=options, world=World(frame, frame.every()))

    def save(self, out: AnyPath, start: Voxel, goals: Sequence[Voxel]) -> None:
        """Write the costs as an array of numpy, without the question and the options."""
        out = Path(out)
        if out.suffix.lower() not in self.saves:
            raise BadInput(f"{named(out)}: a voxel world is saved as .npy")
        with replacing(out) as beside, beside.open("wb") as file:
            np.save(file, self.voxels.world.costs_of_all(), allow_pickle=False)
