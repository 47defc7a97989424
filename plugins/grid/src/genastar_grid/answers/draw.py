"""Pictures: the grid in greys with the chosen layers of a search; and the same as text art."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from genastar import Cost, EventKind, Trace
from genastar.files import AnyPath, write_text
from genastar_grid.answers.fields import DistanceField
from genastar_grid.info import ART, Options
from genastar_grid.rules.prices import has_lines
from genastar_grid.steps.turning import AnyState
from genastar_grid.world import GridWorld
from genastar_lattice.positions import shorten_moves
from genastar_lattice.shades import LIGHTEST, WALL, compute_greys
from genastar_picture.layers import ARROWED_SCALE, make_search_scene
from genastar_picture.options import parse_layers
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Rgb, Scene, choose_scale, to_cell_array
from genastar_picture.writers.draw import draw
from genastar_picture.writers.raster import paint

Cell = tuple[int, int]
AnyTrace = Trace[AnyState, Cost[float]]

GROUND: Final = {"free": 1, "wall": 0, "grass": 2, "sand": 3, "mud": 5, "swamp": 9}
"""The name of each brush, and the cost of a cell painted with it."""

_WATER: Final = (150, 170, 190)
_SWAMP: Final = (205, 215, 190)
_NARROW: Final = (140, 120, 120)
"""A free cell where the unit has no room."""


def colour_cells(world: GridWorld, dearest: float = 0.0) -> Rgb:
    """Return the colours of the cells, shape (height, width, 3).

    The cheapest cell is white; dearer cells are darker, on a logarithmic scale. Walls are nearly black, water has a bluish tint
    and swamp a greenish one. Free cells that are no position of a large unit are reddish grey.

    Args:
        world: the world to draw.
        dearest: the cost of the darkest grey, if no cell costs more.
    """
    grey = compute_greys(world.ground, *get_cost_range(world, dearest))
    picture = np.stack((grey, grey, grey), axis=-1)
    for kind, colour in ((world.swamp, _SWAMP), (world.bed, _WATER)):
        if kind is not None:
            picture[kind] = np.array(colour) * grey[kind][:, None] // LIGHTEST
    picture[world.costs == 0] = _NARROW
    picture[world.ground == 0] = WALL
    return picture


def get_cost_range(world: GridWorld, dearest: float = 0.0) -> tuple[float, float]:
    """Return the costs of the lightest and of the darkest cell; see `colour_cells`."""
    paid = world.ground[world.ground > 0] if world.footprint is not None else world.ground
    least = float(paid.min(initial=world.least)) if world.footprint is not None else world.least
    return least, max(float(paid.max(initial=0)), least, dearest)


def make_scene(world: GridWorld, options: Options, trace: AnyTrace, paths: Sequence[Sequence[Cell]]) -> Scene:
    """Return the scene of a search in this world.

    Raises:
        BadInput: the picture would be too large.
    """
    points: list[Sequence[tuple[float, float]]] = [*paths] or [()]
    is_line = _is_line(world, options, paths[0]) if paths else False
    if world.footprint is not None and any(world.footprint.middle):  # the middle of the unit is between cells
        right, down = world.footprint.middle
        points, is_line = [[(x + right, y + down) for x, y in path] for path in points], world.wrap == "none"
    first, *others = points
    wraps = world.wrap != "none"
    return make_search_scene(colour_cells(world), options, trace, first, _get_cell, wraps, is_line, others)


def _is_line(world: GridWorld, options: Options, path: Sequence[Cell]) -> bool:
    """Return whether a path goes along straight lines at any angle."""
    return options.directions in ("4", "8") and has_lines(path, world)


def draw_search(world: GridWorld, options: Options, trace: AnyTrace, paths: Sequence[tuple[Cell, ...]], out: AnyPath) -> None:
    """Write a picture of a search to a file.

    The suffix chooses the format: ``.txt`` text art, ``.gif`` an animation, ``.svg`` shapes, others a still image.

    Raises:
        BadInput: the suffix names no format, the picture is too large, or the file cannot be written.
    """
    out = Path(out)
    if out.suffix.lower() == ART:
        path = tuple(cell for each in paths for cell in each)
        write_text(out, format_art(world, path, trace, options.layers) + "\n")
    else:
        draw(make_scene(world, options, trace, paths), out, frames=options.frames, seconds=options.seconds)


def make_image(world: GridWorld, options: Options, trace: AnyTrace, path: tuple[Cell, ...]) -> Image.Image:
    """Return a picture of a search as an image."""
    return Image.fromarray(paint(make_scene(world, options, trace, [path])))


def make_field_scene(world: GridWorld, options: Options, field: DistanceField) -> Scene:
    """Return the scene of a distance field: lengths as heat; with ``arrows`` in the layers, an arrow to the next cell."""
    height, width = world.costs.shape
    y, x = np.nonzero(np.isfinite(field.lengths))
    known = np.stack((x, y), axis=1)
    arrowed = "arrows" in parse_layers(options.layers)
    scale = options.scale or max(choose_scale(width, height), ARROWED_SCALE if arrowed else 1)
    moves = shorten_moves(field.towards[y, x] - known, (width, height), world.wrap)
    moving = moves.any(axis=1)
    return Scene(
        colour_cells(world),
        known.astype(np.intp),
        to_cell_array(()),
        PALETTES[options.palette],
        scale,
        values=field.lengths[y, x],
        arrows=np.concatenate((known, moves), axis=1)[moving & arrowed].astype(np.intp),
        marks=known[~moving].astype(np.intp)[::-1],
        wraps=world.wrap != "none",
    )


def format_art(world: GridWorld, path: tuple[Cell, ...] = (), trace: AnyTrace | None = None, layers: str = "path") -> str:
    """Return the world as text art. Of a path along straight lines, the cells that the lines pass through are marked.

    ``#`` wall, ``.`` free, ``-`` no room for the unit, ``~`` water, ``o`` closed, ``+`` open, ``*`` path, ``S`` and ``G`` its
    ends. A cell that costs more than the cheapest shows the rounded factor as a digit, 9 at most.
    """
    wanted = parse_layers(layers)
    letters = np.where(world.ground == 0, "#", np.where(world.costs == 0, "-", "."))
    if not world.even:
        factor = np.round(world.costs / world.least).astype(np.int64)
        letters = np.where((factor > 1) & (factor <= 9), factor.astype("<U1"), letters)
        letters[factor > 9] = "9"
    if world.water is not None:
        letters[world.water & (world.costs > 0)] = "~"
    for event in trace.events if trace is not None and wanted else ():
        x, y = _get_cell(event.node.position)
        if event.kind is not EventKind.CLOSED and "open" in wanted:
            letters[y, x] = "+"
        if event.kind is EventKind.CLOSED and wanted & {"closed", "g", "h", "f"}:
            letters[y, x] = "o"
    if "path" in wanted:
        for x, y in _list_passed_cells(path, world):
            letters[y, x] = "*"
    for (x, y), letter in zip((*path[:1], *path[-1:]), "SG", strict=False):
        letters[y, x] = letter
    return "\n".join("".join(row) for row in letters)


def _list_passed_cells(path: Sequence[Cell], world: GridWorld) -> Sequence[Cell]:
    """Return the cells of a path; the free cells that its lines pass through, if it has lines."""
    if not has_lines(path, world):
        return path
    found: dict[Cell, None] = {}
    for here, there in pairwise(path):
        points = np.linspace(here, there, 16 * int(np.ptp((here, there), axis=0).max() + 1))[1:-1]
        for near in (np.floor(points + 0.5), np.ceil(points - 0.5)):  # on a side of two cells, both
            inside = near.astype(int).clip(0, np.array(world.costs.shape[::-1]) - 1)
            found |= dict.fromkeys((x, y) for x, y in inside.tolist() if world.costs[y, x] > 0)
    return list(found)


def _get_cell(state: AnyState) -> Cell:
    return state[0], state[1]
