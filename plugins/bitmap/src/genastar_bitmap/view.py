"""The image as a screen shows it: places are pixels in the order of reading, free ones have the value 1 and walls 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath, named
from genastar.view import Brush, Canvas, Cells, checked_place
from genastar_bitmap.search import Pixel
from genastar_picture.canvas import checked_size, strokes
from genastar_picture.palette import Colour, parse_colour
from genastar_picture.raster import save

if TYPE_CHECKING:
    from genastar_bitmap.model import Bitmap

_WHITES: Final[tuple[Colour, ...]] = ((255, 255, 255), (255, 255, 254), (255, 254, 255))
_BLACKS: Final[tuple[Colour, ...]] = ((0, 0, 0), (0, 0, 1), (0, 1, 0))
"""Colours to paint with: of each, one that is neither the start's nor the goal's."""


@frozen(eq=False)
class BitmapView(Canvas[Pixel, Pixel, "Bitmap"]):
    """A canvas of free pixels and walls. With ``ends="openings"`` what is outside the maze is free, and out of reach."""

    saves: ClassVar[tuple[str, ...]] = (".png",)

    world: Bitmap
    free: Colour
    """To paint what is free with."""
    wall: Colour
    """To paint walls with."""

    @property
    def shape(self) -> Cells:
        """The pixels in their own colours."""
        height, width, _ = self.world.image.shape
        return Cells(width, height, np.ascontiguousarray(self.world.image).tobytes())

    def place(self, position: Pixel) -> int:
        """The number of a pixel."""
        x, y = position
        height, width = self.world.free.shape
        if not (0 <= x < width and 0 <= y < height):
            raise BadInput(f"{self.world.format(position)} is outside the image, which is {width} x {height}")
        return y * int(width) + x

    def position(self, place: int) -> Pixel:
        """The pixel of a number, if it is free."""
        y, x = divmod(checked_place(place, self.world.free.size), self.world.free.shape[1])
        return self.world.start((x, y))

    @property
    def brushes(self) -> tuple[Brush, ...]:
        """Free and wall."""
        return Brush("free", 1, self.free), Brush("wall", 0, self.wall)

    @property
    def values(self) -> bytes:
        """1 for each free pixel, 0 for each wall."""
        return self.world.are_free(self.world.image).astype("<f8").tobytes()

    def painted(self, changes: Mapping[int, float]) -> Bitmap:
        """The same image with other pixels. One that is already what it shall be keeps its colour."""
        places, values = strokes(changes, self.world.free.size)
        unknown = values[(values != 0) & (values != 1)]
        if unknown.size:
            raise BadInput(f"a pixel cannot have the value {unknown[0]:g}; 1 is free, 0 is a wall")
        image = self.world.image.copy()
        pixels = image.reshape(-1, 3)
        other = self.world.are_free(pixels[places]) != (values == 1)
        places = places[other]
        pixels[places] = np.where(values[other, None] == 1, self.free, self.wall)
        return self.world.painted(image, places)

    def blank(self, width: int, height: int) -> Bitmap:
        """An image of free pixels. It has neither openings nor colours, so its ends are its corners."""
        world = self.world
        columns, rows = checked_size(width, height, world.options.megapixels * 1_000_000)
        image = np.full((rows, columns, 3), self.free, np.uint8)
        return world.of("the blank image", image, evolve(world.options, ends="corners"))

    def save(self, out: AnyPath, start: Pixel, goals: Sequence[Pixel]) -> None:
        """Write the image as PNG: the pixels alone, without the question and the options."""
        out = Path(out)
        if out.suffix.lower() not in self.saves:
            raise BadInput(f"{named(out)}: an image is saved as .png")
        save(self.world.image, out)


def view_of(world: Bitmap) -> BitmapView | None:
    """The canvas; ``None`` if the options know no colour of a wall, or of what is free, but those of the ends."""
    options = world.options
    paints = [*_WHITES, *_BLACKS, *([] if options.wall_colour is None else [parse_colour(options.wall_colour)])]
    if options.ends == "colours":
        ends = parse_colour(options.start_colour), parse_colour(options.goal_colour)
        paints = [paint for paint in paints if paint not in ends]
    are_free = world.are_free(np.array(paints, np.uint8)).tolist()
    if all(are_free) or not any(are_free):
        return None
    return BitmapView(world, paints[are_free.index(True)], paints[are_free.index(False)])
