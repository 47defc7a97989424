"""Maps of the network, with the closed positions in order, and the route."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, format_path, replace_file
from genastar_picture.palette import PALETTES, Colour, make_hues
from genastar_picture.profile import round_scale_length
from genastar_roads.answers.geo import make_geojson, write_geojson, write_gpx
from genastar_roads.answers.guide import format_distance, time_in_words
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import WRITES, Options
from genastar_roads.output.page import write_page
from genastar_roads.output.projection import MapDrawing, Projection, compute_heat, list_shown_points

_PAPER: Final = (250, 250, 248)
_ROAD: Final = (196, 196, 190)
_INK: Final = (60, 60, 60)
_NOTHING: Final = np.empty(0, np.int64)
_LONGEST: Final = 20
"""Rows of a legend, at most."""
_SMOOTH: Final = 2
"""Oversampling: maps are drawn larger by this factor on each side and then averaged."""


def draw(routes: Sequence[Route], graph: RoadGraph, closed: Sequence[int], options: Options, out: AnyPath) -> None:
    """Write the outcome of a search in the format that the file's suffix names.

    Args:
        routes: the routes that were found.
        graph: the network.
        closed: the closed nodes, in order.
        options: the palette and the width.
        out: ``.geojson``, ``.gpx``, ``.png`` or ``.html``.

    Raises:
        BadInput: the suffix is unknown, the graph has no coordinates, or the file cannot be written.
    """
    draw_routes(routes, graph, options, out, np.array(closed, np.int64))


def draw_routes(routes: Sequence[Route], graph: RoadGraph, options: Options, out: AnyPath, closed: Int64 = _NOTHING) -> None:
    """Write several routes; see `draw`."""
    out = Path(out)
    match out.suffix.lower():
        case ".geojson":
            write_geojson(out, make_geojson(routes, graph))
        case ".gpx":
            write_gpx(out, routes, graph)
        case ".png":
            picture = paint(routes, graph, closed, options)
            with replace_file(out) as beside:
                picture.save(beside, "PNG", optimize=True)
        case ".html":
            write_page(out, routes, graph, closed, options)
        case _:
            raise BadInput(f"{format_path(out)}: routes cannot be written with this ending; use one of {', '.join(WRITES)}")


def paint(routes: Sequence[Route], graph: RoadGraph, closed: Int64, options: Options) -> Image.Image:
    """Return the map as an image.

    Raises:
        BadInput: the graph has no coordinates.
    """
    lines = [route.points for route in routes]
    drawing = MapDrawing.of(graph, list_shown_points(graph, closed, np.concatenate([np.empty((0, 2)), *lines])), options.width)
    palette = PALETTES[options.palette]
    projection = drawing.projection
    image = Image.new("RGB", (projection.width * _SMOOTH, projection.height * _SMOOTH), _PAPER)
    brush = ImageDraw.Draw(image)
    heat = compute_heat(graph, drawing.edges, closed)
    ramp = palette.make_ramp(256)
    points = drawing.points * _SMOOTH
    order = np.argsort(heat, kind="stable")[::-1]  # draw edges closed first on top, and closed edges above the rest
    for row in (*order[heat[order] < 0], *order[heat[order] >= 0]):
        check_cancelled()
        colour = _ROAD if heat[row] < 0 else ramp[round(255 * float(heat[row]))]
        brush.line(_flatten(points[drawing.first[row] : drawing.first[row + 1]]), fill=colour, width=_SMOOTH)
    is_front = len(routes) > 1 and graph.facts is not None and len(graph.facts.metrics) > 0
    colours = make_hues(len(routes)) if is_front else [palette.path] * len(routes)
    _draw_routes(brush, [projection.to_pixels(line) * _SMOOTH for line in lines], colours)
    if is_front:
        _draw_legend(brush, routes[:_LONGEST], colours)
    _scale_bar(brush, projection)
    if graph.credit:
        brush.text((image.width - 8, image.height - 8), graph.credit, fill=_INK, anchor="rs", font_size=11 * _SMOOTH)
    return image.resize((projection.width, projection.height), Image.Resampling.BOX)


def _draw_routes(brush: ImageDraw.ImageDraw, lines: Sequence[Float64], colours: Sequence[Colour]) -> None:
    for margins, width in (([(255, 255, 255)] * len(lines), 7), (colours, 4)):  # all first, so that none covers a route
        for line, fill in zip(lines, margins, strict=True):
            brush.line(_flatten(line), fill=fill, width=width * _SMOOTH, joint="curve")
    for line, colour in zip(lines, colours, strict=True):
        for (x, y), fill in ((line[0], (255, 255, 255)), (line[-1], colour)):
            size = 6 * _SMOOTH
            brush.ellipse((x - size, y - size, x + size, y + size), fill=fill, outline=_INK, width=2 * _SMOOTH)


def _draw_legend(brush: ImageDraw.ImageDraw, routes: Sequence[Route], colours: Sequence[Colour]) -> None:
    """Draw a row for each route of a front: its colour, time, distance and climb."""
    for row, (route, colour) in enumerate(zip(routes, colours, strict=False)):
        parts = [time_in_words(route.seconds), format_distance(route.metres)]
        parts += [] if isnan(route.climb) else [f"{route.climb:.0f} m up"]
        y = (14 + 14 * row) * _SMOOTH
        brush.line((10 * _SMOOTH, y, 30 * _SMOOTH, y), fill=colour, width=4 * _SMOOTH)
        brush.text((36 * _SMOOTH, y), ", ".join(parts), fill=_INK, anchor="lm", font_size=11 * _SMOOTH)


def _scale_bar(brush: ImageDraw.ImageDraw, projection: Projection) -> None:
    """Draw a bar of 1, 2 or 5 times a power of ten metres, about a fifth of the width."""
    metres = round_scale_length(projection.to_metres(projection.width / 5))
    length = projection.width / 5 * metres / projection.to_metres(projection.width / 5) * _SMOOTH
    x, y = 10.0 * _SMOOTH, (projection.height - 10.0) * _SMOOTH
    brush.line((x, y, x + length, y), fill=_INK, width=2 * _SMOOTH)
    text = f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"
    brush.text((x, y - 4 * _SMOOTH), text, fill=_INK, anchor="ls", font_size=11 * _SMOOTH)


def _flatten(points: Float64) -> list[float]:
    return [float(each) for each in points.ravel()]
