"""Pictures: terrain as hexagons, with the closed hexes in order, or the reachable hexes, and the path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.files import AnyPath, format_path
from genastar_hexmap.answers import svg
from genastar_hexmap.answers.drawing import HexDrawing
from genastar_hexmap.hexes.geometry import compute_centres, find_hexes_at
from genastar_hexmap.hexes.layout import Hex, Layout
from genastar_hexmap.terrains.terrain import COLOURS, Kind
from genastar_hexmap.world import HexWorld
from genastar_picture.palette import Colour, Palette, make_hues
from genastar_picture.writers import raster

LEVELS: Final = 48
"""Number of colours of the ramp from the first closed hex to the last."""

_INK: Final = (30, 30, 34)
_RIVER: Final = (30, 90, 200)
_PAPER: Final = (255, 255, 255)
_CHEAP: Final = np.array((222, 226, 196))
_DEAR: Final = np.array((138, 104, 70))
_MOST_PIXELS: Final = 60_000_000
_MOST_SIDE: Final = 20_000
_FINE: Final = 2
"""Pictures are painted this many times larger and then reduced, for smooth edges."""


def write(drawing: HexDrawing, out: AnyPath) -> None:
    """Write a picture in the format of the suffix.

    Raises:
        BadInput: the suffix is unknown, the picture is too large, or the file cannot be written.
    """
    out = Path(out)
    match out.suffix.lower():
        case ".svg":
            svg.write(drawing, out)
        case ".png":
            raster.save(paint(drawing), out)
        case _:
            raise BadInput(f"{format_path(out)}: a hex map can be drawn as .png or .svg only")


def paint(drawing: HexDrawing) -> NDArray[np.uint8]:
    """Return the picture as pixels, shape (height, width, 3).

    Raises:
        BadInput: the picture is too large.
    """
    width, height = drawing.size
    if width * height * _FINE**2 > _MOST_PIXELS or max(width, height) > _MOST_SIDE:
        raise BadInput(f"a picture of {width:,} x {height:,} pixels is too large; choose a smaller scale")
    image = Image.fromarray(_paint_ground(drawing, width * _FINE, height * _FINE))
    pen, side = ImageDraw.Draw(image), drawing.side * _FINE
    for one, other, colour in drawing.walls:
        ends = [(x * _FINE, y * _FINE) for x, y in drawing.locate_side(one, other)]
        pen.line(ends, colour, width=max(2, round(side * 0.22)))
    lines = [(colour, [(x * _FINE, y * _FINE) for x, y in map(drawing.locate, piece)]) for colour, piece in drawing.paths]
    for rim, thick in ((_INK, 0.5), (None, 0.3)):
        for own, line in lines:
            colour = rim or own
            pen.line(line, colour, width=max(1, round(side * thick)), joint="curve")
            for x, y in line:
                _draw_dot(pen, x, y, side * thick / 2, colour)
    for number, place in enumerate(drawing.ends):
        x, y = drawing.locate(place)
        _draw_dot(pen, x * _FINE, y * _FINE, side * 0.55, _INK)
        _draw_dot(pen, x * _FINE, y * _FINE, side * 0.42, _PAPER if number == 0 else drawing.colour)
    return np.asarray(image.reduce(_FINE))


def _paint_ground(drawing: HexDrawing, width: int, height: int) -> NDArray[np.uint8]:
    """Paint terrain, tints and fine lines along the sides; each pixel looks up its hex."""
    left, top, _, _ = drawing.box
    places = np.array(
        [drawing.layout.from_axial(q, r) for q, r in drawing.hexes], np.int64
    )  # the map's box is never much too large
    low, high = places.min(axis=0), places.max(axis=0)
    table = np.full((*(high - low + 1), 3), 255, np.uint8)
    there = np.zeros(table.shape[:2], np.bool_)
    colours = [blend(colour, drawing.tints.get(place)) for place, colour in drawing.hexes.items()]
    table[tuple((places - low).T)] = colours
    there[tuple((places - low).T)] = True
    picture = np.full((height, width, 3), 255, np.uint8)
    x = (np.arange(width, dtype=np.float64) + 0.5) / (drawing.side * _FINE) + left
    line = 1 - min(0.12, 1.0 / drawing.side)
    for y in range(height):
        across, down, near = find_hexes_at(
            x, np.full(width, (y + 0.5) / (drawing.side * _FINE) + top), flat=drawing.layout.is_flat
        )
        across, down = drawing.layout.from_axial(across, down)
        across, down = across - low[0], down - low[1]
        inside = (across >= 0) & (across < table.shape[0]) & (down >= 0) & (down < table.shape[1])
        inside[inside] = there[across[inside], down[inside]]
        row = table[across[inside], down[inside]]
        row[near[inside] > line] = row[near[inside] > line] * 0.8
        picture[y, inside] = row
    return picture


def make_drawing(
    world: HexWorld,
    scale: int | None,
    palette: Palette,
    closed: Iterable[Hex] = (),
    paths: Sequence[Sequence[Hex]] = (),
    tints: Mapping[Hex, Colour] | None = None,
) -> HexDrawing:
    """Return the picture of a search in a world.

    Args:
        world: the world that was searched.
        scale: the width of a hex in pixels; ``None`` for one that fits.
        palette: colours of the closed hexes and the path.
        closed: closed hexes in order, in the map's coordinates.
        paths: the hexes of the path, or of several.
        tints: colours of hexes, instead of the order of closing.
    """
    layout, source = world.layout, world.source
    colours = choose_colours(source.kinds)
    hexes = {}
    for y, x in np.argwhere(source.terrain >= 0).tolist():
        place = layout.to_axial(x + source.origin[0], y + source.origin[1])
        hexes[place] = colours[source.terrain[y, x]]
    if tints is None:
        ramp, order = palette.make_ramp(LEVELS), {place: number for number, place in enumerate(closed)}
        tints = {place: ramp[number * LEVELS // max(1, max(order.values()) + 1)] for place, number in order.items()}
    first = paths[0] if paths else ()
    ends = (first[0], first[-1]) if len(first) > 1 else tuple(first)
    shades = make_hues(len(paths)) if len(paths) > 1 else [palette.path]
    pieces = [
        (shade, piece)
        for shade, path in zip(shades, paths, strict=False)
        for piece in _split_path([layout.to_axial(*place) for place in path])
    ]
    box = _measure_box(hexes, layout)
    return HexDrawing(
        layout,
        hexes,
        {layout.to_axial(*place): colour for place, colour in tints.items()},
        [(layout.to_axial(*one), layout.to_axial(*other), colour_edge(extra)) for one, other, extra in source.edges],
        pieces[::-1],  # the first is drawn on top
        tuple(layout.to_axial(*place) for place in ends),
        shades[0],
        _choose_side(box, layout, scale),
        box,
    )


def colour_edge(extra: Fraction | None) -> Colour:
    """Return the colour of an edge by its extra cost; ``None``: impassable."""
    return _INK if extra is None else _RIVER


def blend(under: Colour, over: Colour | None) -> Colour:
    """Return the colour of a tint over terrain."""
    if over is None:
        return under
    red, green, blue = (round(a + (b - a) * svg.SHARE) for a, b in zip(under, over, strict=True))
    return red, green, blue


def choose_colours(kinds: Sequence[Kind]) -> list[Colour]:
    """Return the colours of terrains. A terrain without a colour is light if cheap and brown if dear."""
    costs = [float(kind.cost) for kind in kinds if kind.cost is not None and kind.colour is None]
    return [kind.colour or _colour_cost(kind, costs) for kind in kinds]


def _colour_cost(kind: Kind, costs: Sequence[float]) -> Colour:
    """Return the colour of a cost, relative to the other costs."""
    if kind.cost is None:
        return COLOURS["impassable"]
    least, most = min(costs), max(costs)
    share = np.log(float(kind.cost) / least) / np.log(most / least) if most > least else 0.0
    red, green, blue = (round(float(part)) for part in _CHEAP + (_DEAR - _CHEAP) * share)
    return red, green, blue


def _split_path(path: Sequence[Hex]) -> list[list[Hex]]:
    pieces: list[list[Hex]] = []
    for place in path:
        if pieces and max(abs(place[0] - pieces[-1][-1][0]), abs(place[1] - pieces[-1][-1][1])) <= 1:
            pieces[-1].append(place)
        else:
            pieces.append([place])
    return pieces


def _choose_side(box: tuple[float, float, float, float], layout: Layout, scale: int | None) -> float:
    """Return the side of a hexagon in pixels. By default, maps get at most 900 pixels, and hexes at most 48."""
    wide = 2.0 if layout.is_flat else 3**0.5
    left, top, right, bottom = box
    return (scale or max(2.0, min(48.0, 900 / max(right - left, bottom - top) * wide))) / wide


def _measure_box(hexes: Iterable[Hex], layout: Layout) -> tuple[float, float, float, float]:
    x, y = compute_centres(np.array(list(hexes), np.float64).reshape(-1, 2), flat=layout.is_flat)
    return float(x.min()) - 1.1, float(y.min()) - 1.1, float(x.max()) + 1.1, float(y.max()) + 1.1


def _draw_dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Colour) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
