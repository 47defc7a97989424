"""The bitmap domain: an image whose pixels are free or walls, and that answers questions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, cast

import numpy as np
from attrs import AttrsInstance, evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Comparable, Cost, Domain, Result, Trace
from genastar.authoring import DomainInfo, Example
from genastar.files import AnyPath, expect_suffix
from genastar.worlds.view import Brush, Cells, Levels
from genastar_bitmap.ends import close_outside, find_maze_border, find_middle, find_openings, is_mostly_open
from genastar_bitmap.info import INFO, Options
from genastar_bitmap.paints import choose_paints
from genastar_bitmap.read import read_image
from genastar_bitmap.search import Pixel, PixelProblem, cover_with_areas
from genastar_bitmap.threshold import compute_otsu_threshold
from genastar_lattice.directions import Area, Mask, OpenDirections, compute_open_directions, look_again
from genastar_lattice.domain import Lattice
from genastar_lattice.view import CellView
from genastar_picture import canvas
from genastar_picture.palette import Colour, parse_colour
from genastar_picture.scene import Rgb
from genastar_picture.sources.images import check_size
from genastar_picture.writers.draw import draw_search
from genastar_picture.writers.raster import save


@frozen(eq=False)
class Bitmap(Lattice[Pixel, Options, Pixel]):
    """An image as a world. A position is a pixel, ``(x, y)`` from the upper left, which is ``(0, 0)``.

    Costs are ints with ``cost="5/7"`` and floats with ``cost="octile"``.
    """

    info: ClassVar[DomainInfo] = INFO
    noun: ClassVar[str] = "pixel"
    realm: ClassVar[str] = "image"
    is_additive: ClassVar[bool] = False
    saves: ClassVar[tuple[str, ...]] = (".png",)
    unit: ClassVar[float] = 1.0

    name: str
    """Name of the source in messages."""
    options: Options
    image: Rgb = field(repr=False)
    """The colours, shape (height, width, 3)."""
    free: Mask = field(repr=False)
    """Whether each pixel is free, shape (height, width)."""
    border: Area
    """The rectangle to search: the image, or with ``ends="openings"`` the maze without its margin."""
    open_directions: OpenDirections = field(repr=False)
    """The open directions of each pixel; see `genastar_lattice.directions`."""

    @classmethod
    def read(cls, source: object, options: Options) -> Bitmap:
        """Read an image file, a Pillow image or a numpy array; see `read_image`."""
        return cls.of(*read_image(source, options.megapixels), options)

    @classmethod
    def of(cls, name: str, image: Rgb, options: Options) -> Bitmap:
        """Return the world of an image.

        Args:
            name: the image, in messages.
            image: its colours, shape (height, width, 3).
            options: which pixels are free, and which steps exist.
        """
        if options.threshold is None:  # the world keeps it when it is painted
            options = evolve(options, threshold=compute_otsu_threshold(image[..., 0]))
        free = _find_free(image, options)
        border = 0, 0, free.shape[1] - 1, free.shape[0] - 1
        if options.ends == "openings":
            border = find_maze_border(free)
            free = close_outside(free, border)
        return cls(name, options, image, free, border, _compute_open_directions(free, options))

    @classmethod
    def examples(cls) -> Iterable[Example[Pixel]]:
        """Yield a spiral and a yard with obstacles, under every rule for steps, and a closed cell."""
        for options in (
            Options(),
            Options(directions=4),
            Options(diagonals="one-obstacle"),
            Options(diagonals="always", cost="octile"),
            Options(directions=4, cost="octile"),
        ):
            yield _make_example(_SPIRAL, options, (0, 0), ((4, 4),))
            yield _make_example(_YARD, options, (0, 2), ((8, 0), (8, 1), (2, 4)))
        yield _make_example(_CELL, Options(), (0, 0), ((2, 2),))

    def to_state(self, position: Pixel) -> Pixel:
        """Return the pixel as Python's ints.

        Raises:
            BadInput: the pixel is outside the image or a wall.
        """
        return self.entered(position)

    def problem(self, goals: tuple[Pixel, ...], starts: tuple[Pixel, ...] = ()) -> PixelProblem[float]:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal is outside the image or a wall.
        """
        areas = cover_with_areas([self.entered(goal) for goal in goals])
        straight, diagonal = (5, 7) if self.options.cost == "5/7" else (1.0, math.sqrt(2))
        return PixelProblem(
            open_directions=self.open_directions,
            goal=areas[0],
            more_goals=np.array(areas[1:], dtype=np.int64).reshape(-1, 4),
            straight=straight,
            diagonal=diagonal if self.options.directions == 8 and self.options.diagonals != "never" else straight + straight,
        )

    def combine(
        self, questions: Sequence[tuple[Pixel, tuple[Pixel, ...]]]
    ) -> tuple[AStar[Pixel, Cost[float]], Sequence[Pixel], Mapping[str, Sequence[object]]] | None:
        """Prepare questions for one batch, if the goals of each are a pixel or a rectangle; see `DomainHooks.combine`."""
        areas = [cover_with_areas([self.entered(goal) for goal in goals]) for _, goals in questions]
        if any(len(each) != 1 for each in areas):
            return None
        starts = [self.entered(start) for start, _ in questions]
        return self.problem(questions[0][1]), starts, {"goal": [area for (area,) in areas]}

    def default_starts(self) -> tuple[Pixel]:
        """Return, by the option ``ends``, the upper left pixel, the first opening, or the middle of the start's colour."""
        match self.options.ends:
            case "corners":
                return (self._check_corner((0, 0), "start", "upper left"),)
            case "openings":
                return (self._find_openings()[0],)
            case "colours":
                return (find_middle(self._find_colour("start", self.options.start_colour)),)

    def default_goals(self) -> tuple[Pixel, ...]:
        """Return, by the option ``ends``, the bottom right pixel, the second opening, or all pixels of the goal's colour."""
        match self.options.ends:
            case "corners":
                height, width = self.free.shape
                return (self._check_corner((width - 1, height - 1), "goal", "bottom right"),)
            case "openings":
                return (self._find_openings()[1],)
            case "colours":
                y, x = np.nonzero(self._find_colour("goal", self.options.goal_colour))
                return tuple(zip(x.tolist(), y.tolist(), strict=True))

    def with_options(self, options: Options) -> Bitmap:
        """Return the same image under other options."""
        check_size(self.name, self.free.shape[1], self.free.shape[0], options.megapixels)
        return self.of(self.name, self.image, options)

    @property
    def levels(self) -> Levels | None:
        """Return the red values of all pixels, which the option ``threshold`` divides; ``None`` with ``wall_colour``."""
        if self.options.wall_colour is not None or self.options.threshold is None:
            return None
        red = np.ascontiguousarray(self.image[..., 0])
        return Levels("threshold", red.tobytes(), self.options.threshold, compute_otsu_threshold(red), not self.options.invert)

    def view(self) -> CellView[Pixel, Pixel, Bitmap] | None:
        """Return a canvas for painting free pixels and walls; ``None`` if the options leave no colours to paint with.

        With ``ends="openings"``, pixels outside the maze look free but cannot be reached.
        """
        return None if choose_paints(self.options, self.are_free) is None else CellView(self)

    def get_shape(self) -> Cells:
        return Cells(*self.sides, np.ascontiguousarray(self.image).tobytes())

    @property
    def brushes(self) -> tuple[Brush, ...]:
        wall, free = self._paints
        return Brush("free", 1, free), Brush("wall", 0, wall)

    @property
    def values(self) -> Mask:
        return self.are_free(self.image)

    def are_free(self, colours: Rgb) -> Mask:
        """Return whether pixels of these colours are free, shape (..., 3)."""
        return _find_free(colours, self.options)

    def paint(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> Bitmap:
        """Return the same image with other pixels. A pixel that already is free, or a wall, as wanted keeps its colour."""
        unknown = values[(values != 0) & (values != 1)]
        if unknown.size:
            raise BadInput(f"a pixel cannot have the value {unknown[0]:g}; give 1 (free) or 0 (wall)")
        image = self.image.copy()
        pixels = image.reshape(-1, 3)
        other = self.are_free(pixels[places]) != (values == 1)
        places, values = places[other], values[other]
        pixels[places] = np.array(self._paints)[values.astype(np.intp)]
        if self.options.ends == "openings" or not places.size:  # the maze's border may change
            return self.of(self.name, image, self.options)
        free, open_directions = self.free.copy(), self.open_directions.copy()
        y, x = np.divmod(places, free.shape[1])
        free[y, x] = values
        box = int(x.min()), int(y.min()), int(x.max()), int(y.max())
        look_again(open_directions, box, 1, lambda where: _compute_open_directions(free[where], self.options))
        return evolve(self, image=image, free=free, open_directions=open_directions)

    def make_blank(self, width: int, height: int) -> Bitmap:
        columns, rows = canvas.check_blank_size(width, height, self.options.megapixels * 1_000_000)
        image = np.full((rows, columns, 3), self._paints[1], np.uint8)
        return self.of("the blank image", image, evolve(self.options, ends="corners"))

    def save(self, out: AnyPath, start: Pixel, goals: Sequence[Pixel]) -> None:
        """Write the image as PNG, without the question and the options.

        Raises:
            BadInput: the name does not end in ``.png``, or the file cannot be written.
        """
        save(self.image, expect_suffix(out, ".png", "image"))

    @property
    def _paints(self) -> tuple[Colour, Colour]:
        """Return the colours of a wall and of a free pixel."""
        found = choose_paints(self.options, self.are_free)
        if found is None:
            raise BadInput(f"{self.name}: these options leave no colour to paint with; change threshold or the colours")
        return found

    def draw(self, result: Result[Pixel, Cost[float]], trace: Trace[Pixel, Cost[float]], out: AnyPath) -> None:
        """Write the image with the closed pixels in order and the path; a ``.gif`` is an animation."""
        self.check_drawn((result,), trace)
        draw_search(self.image, self.options, trace.list_closed(), result.path, out)

    @property
    def sides(self) -> tuple[int, int]:
        height, width = self.free.shape
        return width, height

    def find_fault(self, position: Pixel) -> str:
        x, y = position
        if self.free[y, x]:
            return ""
        left, top, right, bottom = self.border
        if left <= x <= right and top <= y <= bottom:
            return "is a wall; give a free pixel, or change which pixels are walls (option threshold)"
        return f"is outside the maze, which is from {left},{top} to {right},{bottom}"

    def _check_corner(self, pixel: Pixel, end: str, place: str) -> Pixel:
        x, y = pixel
        if not self.free[y, x]:
            other = "start= or --from" if end == "start" else "goals= or --to"
            raise BadInput(
                f"{self.name}: the {place} pixel {x},{y}, which is the default {end}, is a wall; "
                f"give another ({other} x,y), or set the option ends to openings or colours"
            )
        return pixel

    def _find_openings(self) -> tuple[Pixel, Pixel]:
        """Return the two openings of the maze.

        Raises:
            BadInput: the image has no wall, no wall surrounds a maze, or there are not two openings.
        """
        left, top, right, bottom = self.border
        found = find_openings(self.free, self.border)
        if len(found) == 2 and not is_mostly_open(self.free, self.border):
            return found[0], found[1]
        if self.free.all():
            fault = "every pixel is free, so there is no maze with openings"
        elif not found:
            fault = "the border of this maze has no opening; expected two"
        elif is_mostly_open(self.free, self.border):
            fault = f"most of the border from {left},{top} to {right},{bottom} is free: there is no wall around a maze"
        else:
            some = " ".join(map(self.format, found[:8])) + (" ..." if len(found) > 8 else "")
            count = "one opening" if len(found) == 1 else f"{len(found)} openings"
            fault = f"the border of this maze has {count}; expected two: {some}"
        raise BadInput(
            f"{self.name}: {fault}; give a start and a goal (start= and goals=, or --from x,y --to x,y), or change which "
            "pixels are walls (options threshold, wall_colour, invert)"
        )

    def _find_colour(self, end: str, colour: str) -> Mask:
        mask = _has_colour(self.image, colour)
        if not mask.any():
            raise BadInput(
                f"{self.name}: no pixel has exactly the colour {colour} of the {end}; "
                f"set the option {end}_colour (formats such as JPEG change colours a little: use PNG)"
            )
        return mask


def _find_free(image: Rgb, options: Options) -> Mask:
    if options.wall_colour is None:
        assert options.threshold is not None  # `Bitmap.of` chooses one
        free: Mask = image[..., 0] >= options.threshold
    else:
        free = ~_has_colour(image, options.wall_colour)
    if options.invert:
        free = ~free
    if options.ends == "colours":  # a pure green goal has no red, but must be free
        free = free | _has_colour(image, options.start_colour) | _has_colour(image, options.goal_colour)
    return free


def _compute_open_directions(free: Mask, options: Options) -> OpenDirections:
    return compute_open_directions(free, str(options.directions), options.diagonals)


def _has_colour(image: Rgb, colour: str) -> Mask:
    mask: Mask = (image == np.array(parse_colour(colour), dtype=np.uint8)).all(axis=-1)
    return mask


def _make_example(rows: tuple[str, ...], options: Options, start: Pixel, goals: tuple[Pixel, ...]) -> Example[Pixel]:
    source = np.array([[letter == "." for letter in row] for row in rows])
    world = Bitmap.read(source, options)
    domain = cast("Domain[Pixel, Comparable, AttrsInstance, object]", world)
    return Example(domain, start, goals, source if options == Options() else None)


_SPIRAL = (
    "........",
    "#######.",
    "......#.",
    ".####.#.",
    ".#...##.",
    ".#.###..",
    ".#.....#",
    ".#####..",
    "........",
)
_YARD = (
    ".........",
    "..#.#.##.",
    ".....#...",
    "#.##.#.#.",
    "...#.....",
)
_CELL = (
    ".....",
    ".###.",
    ".#.#.",
    ".###.",
    ".....",
)
