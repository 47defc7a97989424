"""Pictures: a map of the network, with what a search closed from first to last, and the route."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput, check_cancelled
from genastar.files import AnyPath, named, replacing
from genastar_picture.palette import PALETTES, Colour
from genastar_roads.geo import geojson_of, write_geojson, write_gpx
from genastar_roads.graph import RoadGraph
from genastar_roads.info import WRITES, Options
from genastar_roads.page import write_page
from genastar_roads.route import Route
from genastar_roads.view import Drawing, View, heat_of, shown_points

Int64 = NDArray[np.int64]

_PAPER: Final = (250, 250, 248)
_ROAD: Final = (196, 196, 190)
_INK: Final = (60, 60, 60)
_NOTHING: Final = np.empty(0, np.int64)
_SMOOTH: Final = 2
"""Pixels are drawn so many times as large on each side, and then averaged."""


def draw(route: Route | None, graph: RoadGraph, closed: Sequence[int], options: Options, out: AnyPath) -> None:
    """Write what came of a search, in the format that the name of the file ends in.

    Args:
        route: the way that was found, if any.
        graph: the network.
        closed: the nodes that were closed, in order.
        options: the palette and the width.
        out: ``.geojson``, ``.gpx``, ``.png`` or ``.html``.

    Raises:
        BadInput: the ending is another, the graph has no coordinates, or the file cannot be written.
    """
    draw_routes([] if route is None else [route], graph, options, out, np.array(closed, np.int64))


def draw_routes(routes: Sequence[Route], graph: RoadGraph, options: Options, out: AnyPath, closed: Int64 = _NOTHING) -> None:
    """Write several routes; see `draw`."""
    out = Path(out)
    match out.suffix.lower():
        case ".geojson":
            write_geojson(out, geojson_of(routes, graph))
        case ".gpx":
            write_gpx(out, routes, graph)
        case ".png":
            picture = paint(routes, graph, closed, options)
            with replacing(out) as beside:
                picture.save(beside, "PNG", optimize=True)
        case ".html":
            write_page(out, routes, graph, closed, options)
        case _:
            raise BadInput(f"{named(out)}: no road picture is written with this ending; use one of {', '.join(WRITES)}")


def paint(routes: Sequence[Route], graph: RoadGraph, closed: Int64, options: Options) -> Image.Image:
    """The map as an image.

    Raises:
        BadInput: the graph has no coordinates.
    """
    lines = [route.points for route in routes]
    drawing = Drawing.of(graph, shown_points(graph, closed, np.concatenate([np.empty((0, 2)), *lines])), options.width)
    palette = PALETTES[options.palette]
    view = drawing.view
    image = Image.new("RGB", (view.width * _SMOOTH, view.height * _SMOOTH), _PAPER)
    brush = ImageDraw.Draw(image)
    heat = heat_of(graph, drawing.edges, closed)
    ramp = palette.ramp(256)
    points = drawing.points * _SMOOTH
    order = np.argsort(heat, kind="stable")[::-1]  # what was closed first lies on top of the last, and both on what was not
    for row in (*order[heat[order] < 0], *order[heat[order] >= 0]):
        check_cancelled()
        colour = _ROAD if heat[row] < 0 else ramp[round(255 * float(heat[row]))]
        brush.line(_flat(points[drawing.first[row] : drawing.first[row + 1]]), fill=colour, width=_SMOOTH)
    for line in lines:
        _route(brush, view, line, palette.path)
    _scale_bar(brush, view)
    if graph.credit:
        brush.text((image.width - 8, image.height - 8), graph.credit, fill=_INK, anchor="rs", font_size=11 * _SMOOTH)
    return image.resize((view.width, view.height), Image.Resampling.BOX)


def _route(brush: ImageDraw.ImageDraw, view: View, line: NDArray[np.float64], colour: Colour) -> None:
    pixels = view.pixels(line) * _SMOOTH
    brush.line(_flat(pixels), fill=(255, 255, 255), width=7 * _SMOOTH, joint="curve")
    brush.line(_flat(pixels), fill=colour, width=4 * _SMOOTH, joint="curve")
    for (x, y), fill in ((pixels[0], (255, 255, 255)), (pixels[-1], colour)):
        size = 6 * _SMOOTH
        brush.ellipse((x - size, y - size, x + size, y + size), fill=fill, outline=_INK, width=2 * _SMOOTH)


def _scale_bar(brush: ImageDraw.ImageDraw, view: View) -> None:
    """A bar of 1, 2 or 5 times a power of ten metres, about a fifth of the width."""
    metres = round_length(view.metres(view.width / 5))
    length = view.width / 5 * metres / view.metres(view.width / 5) * _SMOOTH
    x, y = 10.0 * _SMOOTH, (view.height - 10.0) * _SMOOTH
    brush.line((x, y, x + length, y), fill=_INK, width=2 * _SMOOTH)
    text = f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"
    brush.text((x, y - 4 * _SMOOTH), text, fill=_INK, anchor="ls", font_size=11 * _SMOOTH)


def round_length(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20 ... that is no more."""
    power = 10.0 ** int(np.floor(log10(max(most, 1.0))))
    return power * max(step for step in (1, 2, 5) if step * power <= max(most, 1.0))


def _flat(points: NDArray[np.float64]) -> list[float]:
    return [float(each) for each in points.ravel()]
