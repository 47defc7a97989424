"""The model: an image as a world of free pixels and walls."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import ClassVar, cast

import numpy as np
from attrs import AttrsInstance, evolve, field, frozen
from numpy.typing import NDArray

from genastar import AStar, BadInput, Comparable, Cost, Domain, DomainInfo, Example, Result, Trace
from genastar.arguments import matched
from genastar.errors import shown
from genastar.files import AnyPath
from genastar_bitmap.draw import draw_search
from genastar_bitmap.ends import Mask, closed_outside, is_mostly_open, maze_border, middle, openings
from genastar_bitmap.info import INFO, Options
from genastar_bitmap.read import read_image
from genastar_bitmap.search import Area, Pixel, Walk, areas_of, ways_around, ways_of
from genastar_bitmap.view import BitmapView, view_of
from genastar_picture.images import check_size
from genastar_picture.palette import parse_colour
from genastar_picture.scene import Rgb


@frozen(eq=False)
class Bitmap(Domain[Pixel, Cost[float], Options]):
    """An image as a world. A position is a pixel, ``(x, y)`` from the upper left, which is ``(0, 0)``.

    Costs are ints with ``cost="5/7"`` and floats with ``cost="octile"``.
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """The source, in messages."""
    options: Options
    image: Rgb = field(repr=False)
    """The colours, shape (height, width, 3)."""
    free: Mask = field(repr=False)
    """Which pixels are free, shape (height, width)."""
    border: Area
    """The rectangle that is searched: the image, or with ``ends="openings"`` the maze without its margin."""
    ways: NDArray[np.uint8] = field(repr=False)
    """The open directions of each pixel; see `ways_of`."""

    @classmethod
    def read(cls, source: object, options: Options) -> Bitmap:
        """An image file, a Pillow image or a numpy array; see `read_image`."""
        return cls.of(*read_image(source, options.megapixels), options)

    @classmethod
    def of(cls, name: str, image: Rgb, options: Options) -> Bitmap:
        """The world of an image.

        Args:
            name: what to call it in messages.
            image: its colours, shape (height, width, 3).
            options: what of it is free, and which steps there are.
        """
        free = _free(image, options)
        border = 0, 0, free.shape[1] - 1, free.shape[0] - 1
        if options.ends == "openings":
            border = maze_border(free)
            free = closed_outside(free, border)
        return cls(name, options, image, free, border, ways_of(free, options.directions, options.corners))

    @classmethod
    def examples(cls) -> Iterable[Example[Pixel]]:
        """A spiral and a yard with obstacles, under every rule for steps, and a cell without a door."""
        for options in (
            Options(),
            Options(directions=4),
            Options(corners="one"),
            Options(corners="always", cost="octile"),
            Options(directions=4, cost="octile"),
        ):
            yield _example(_SPIRAL, options, (0, 0), ((4, 4),))
            yield _example(_YARD, options, (0, 2), ((8, 0), (8, 1), (2, 4)))
        yield _example(_CELL, Options(), (0, 0), ((2, 2),))

    def parse(self, text: str) -> Pixel:
        """``x,y`` in whole numbers."""
        found = matched(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", text)
        if not found:
            raise BadInput(f"{shown(text)} is no pixel; give x,y in whole numbers, the upper left is 0,0")
        return self._entered((int(found[1]), int(found[2])))

    def format(self, position: Pixel) -> str:
        """``x,y``."""
        return f"{position[0]},{position[1]}"

    def start(self, position: Pixel) -> Pixel:
        """The pixel itself, in Python's ints.

        Raises:
            BadInput: it is outside the image or a wall.
        """
        return self._entered(position)

    def solver(self, goals: tuple[Pixel, ...]) -> Walk[float]:
        """The solver that ends at any of these pixels.

        Raises:
            BadInput: one of them is outside the image or a wall.
        """
        areas = areas_of([self._entered(goal) for goal in goals])
        straight, diagonal = (5, 7) if self.options.cost == "5/7" else (1.0, math.sqrt(2))
        return Walk(
            ways=self.ways,
            goal=areas[0],
            more_goals=np.array(areas[1:], dtype=np.int64).reshape(-1, 4),
            straight=straight,
            diagonal=diagonal if self.options.directions == 8 else straight + straight,
        )

    def many(
        self, questions: Sequence[tuple[Pixel, tuple[Pixel, ...]]]
    ) -> tuple[AStar[Pixel, Cost[float]], Sequence[Pixel], Mapping[str, Sequence[object]]] | None:
        """One solver for all, where the goals of each question are a pixel or a rectangle; see `Domain.many`."""
        areas = [areas_of([self._entered(goal) for goal in goals]) for _, goals in questions]
        if any(len(each) != 1 for each in areas):
            return None
        starts = [self._entered(start) for start, _ in questions]
        return self.solver(questions[0][1]), starts, {"goal": [area for (area,) in areas]}

    def default_start(self) -> Pixel:
        """By the option ``ends``: the upper left pixel, the first opening, or the middle of what has the start's colour."""
        match self.options.ends:
            case "corners":
                return self._corner((0, 0), "start", "upper left")
            case "openings":
                return self._openings()[0]
            case "colours":
                return middle(self._of_colour("start", self.options.start_colour))

    def default_goals(self) -> tuple[Pixel, ...]:
        """By the option ``ends``: the bottom right pixel, the second opening, or all that have the goal's colour."""
        match self.options.ends:
            case "corners":
                height, width = self.free.shape
                return (self._corner((width - 1, height - 1), "goal", "bottom right"),)
            case "openings":
                return (self._openings()[1],)
            case "colours":
                y, x = np.nonzero(self._of_colour("goal", self.options.goal_colour))
                return tuple(zip(x.tolist(), y.tolist(), strict=True))

    def configured(self, options: Options) -> Bitmap:
        """The same image under other options."""
        check_size(self.name, self.free.shape[1], self.free.shape[0], options.megapixels)
        return self.of(self.name, self.image, options)

    def view(self) -> BitmapView | None:
        """The image as a canvas, unless the options leave no colours to paint with."""
        return view_of(self)

    def are_free(self, colours: Rgb) -> Mask:
        """Whether pixels of these colours are free, shape (..., 3)."""
        return _free(colours, self.options)

    def painted(self, image: Rgb, places: NDArray[np.int64]) -> Bitmap:
        """The same world with another image, which differs in these pixels, numbered in the order of reading."""
        if self.options.ends == "openings" or not places.size:  # the maze may begin elsewhere
            return self.of(self.name, image, self.options)
        free, ways = self.free.copy(), self.ways.copy()
        y, x = np.divmod(places, free.shape[1])
        free[y, x] = self.are_free(image[y, x])
        box = int(x.min()), int(y.min()), int(x.max()), int(y.max())
        ways_around(ways, box, free, self.options.directions, self.options.corners)
        return evolve(self, image=image, free=free, ways=ways)

    def draw(self, result: Result[Pixel, Cost[float]], trace: Trace[Pixel, Cost[float]], out: AnyPath) -> None:
        """A copy of the image with the closed pixels in the order of closing and the path; an animation in a ``.gif``."""
        draw_search(self.image, self.options, result, trace, out)

    def _entered(self, position: Pixel) -> Pixel:
        """The position in Python's ints, if it is a free pixel."""
        try:
            x, y = (index(part) for part in position)
        except (TypeError, ValueError):
            raise BadInput(f"{shown(position)} is no pixel; give (x, y) in whole numbers") from None
        height, width = self.free.shape
        if not (0 <= x < width and 0 <= y < height):
            raise BadInput(f"{self.name}: {x},{y} is outside the image; x is from 0 to {width - 1}, y from 0 to {height - 1}")
        if not self.free[y, x]:
            left, top, right, bottom = self.border
            if left <= x <= right and top <= y <= bottom:
                raise BadInput(f"{self.name}: {x},{y} is a wall; give a free pixel, or change what a wall is (see threshold)")
            raise BadInput(f"{self.name}: {x},{y} is outside the maze, which is from {left},{top} to {right},{bottom}")
        return x, y

    def _corner(self, pixel: Pixel, end: str, place: str) -> Pixel:
        x, y = pixel
        if not self.free[y, x]:
            other = "--from" if end == "start" else "--to"
            raise BadInput(
                f"{self.name}: the {place} pixel {x},{y}, the {end} when none is given, is a wall; "
                f"give another ({other} x,y), or set the option ends to openings or colours"
            )
        return pixel

    def _openings(self) -> tuple[Pixel, Pixel]:
        """The two openings of the maze.

        Raises:
            BadInput: there is no wall, or no wall around, or there are not two openings.
        """
        left, top, right, bottom = self.border
        found = openings(self.free, self.border)
        if len(found) == 2 and not is_mostly_open(self.free, self.border):
            return found[0], found[1]
        if self.free.all():
            fault = "every pixel is free, so there is no maze with openings"
        elif not found:
            fault = "the border of this maze has no opening, and two were expected"
        elif is_mostly_open(self.free, self.border):
            fault = f"most of the border from {left},{top} to {right},{bottom} is free: there is no wall around a maze"
        else:
            some = " ".join(map(self.format, found[:8])) + (" ..." if len(found) > 8 else "")
            count = "one opening" if len(found) == 1 else f"{len(found)} openings"
            fault = f"the border of this maze has {count}, and two were expected: {some}"
        raise BadInput(
            f"{self.name}: {fault}; give a start and a goal (--from x,y --to x,y), or change what a wall is "
            "(options threshold, wall_colour, invert)"
        )

    def _of_colour(self, end: str, colour: str) -> Mask:
        mask = _has_colour(self.image, colour)
        if not mask.any():
            raise BadInput(
                f"{self.name}: no pixel has exactly the colour {colour} of the {end}; "
                f"set the option {end}_colour (formats such as JPEG change colours a little: use PNG)"
            )
        return mask


def _free(image: Rgb, options: Options) -> Mask:
    if options.wall_colour is None:
        free: Mask = image[..., 0] >= options.threshold
    else:
        free = ~_has_colour(image, options.wall_colour)
    if options.invert:
        free = ~free
    if options.ends == "colours":  # green has no red, and yet a green goal is meant to be reached
        free = free | _has_colour(image, options.start_colour) | _has_colour(image, options.goal_colour)
    return free


def _has_colour(image: Rgb, colour: str) -> Mask:
    mask: Mask = (image == np.array(parse_colour(colour), dtype=np.uint8)).all(axis=-1)
    return mask


def _example(rows: tuple[str, ...], options: Options, start: Pixel, goals: tuple[Pixel, ...]) -> Example[Pixel]:
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
