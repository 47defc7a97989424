"""Maps as one HTML file that loads nothing from other addresses."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from math import isnan
from string import Template
from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar.files import AnyPath, write_text
from genastar_picture.palette import PALETTES, Colour
from genastar_roads.answers.guide import make_steps
from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import Options
from genastar_roads.output.projection import MapDrawing, compute_heat, list_shown_points

_BANDS: Final = 24
"""Number of colours for the closed positions, from first to last."""


def write_page(out: AnyPath, routes: Sequence[Route], graph: RoadGraph, closed: Int64, options: Options) -> None:
    """Write the map with the directions of each route beside it. The wheel zooms and the pointer moves it.

    Raises:
        BadInput: the graph has no coordinates, or the file cannot be written.
    """
    lines = [route.points for route in routes]
    drawing = MapDrawing.of(graph, list_shown_points(graph, closed, np.concatenate([np.empty((0, 2)), *lines])), options.width)
    projection, palette = drawing.projection, PALETTES[options.palette]
    heat = compute_heat(graph, drawing.edges, closed)
    band = np.where(heat < 0, -1, np.minimum(heat * _BANDS, _BANDS - 1).astype(np.int64))
    shapes = [_format_path(_list_lines(drawing, band == -1), "road")]
    for number, colour in enumerate(palette.make_ramp(_BANDS)):
        if (band == number).any():
            shapes.append(_format_path(_list_lines(drawing, band == number), "closed", colour))
    routed = [projection.to_pixels(line) for line in lines]
    shapes += [_format_path([pixels], "casing") for pixels in routed]  # all casings first, so that none covers another route
    shapes += [_format_path([pixels], "route", palette.path) for pixels in routed]
    for pixels in routed:
        shapes += [_end(pixels[0], (255, 255, 255)), _end(pixels[-1], palette.path)]
    template = Template((files("genastar_roads.output") / "page.html").read_text(encoding="utf-8"))
    text = template.substitute(
        width=projection.width,
        height=projection.height,
        west=projection.west,
        south=projection.south,
        up=projection.scale,
        across=projection.scale * projection.squeeze,
        shapes="\n".join(shapes),
        guides="\n".join(map(_guide, routes)) or "<p>No path was found.</p>",
        closed=f"{len(closed):,}",
        credit=escape(graph.credit),
    )
    write_text(out, text)


def _list_lines(drawing: MapDrawing, chosen: NDArray[np.bool_]) -> list[Float64]:
    return [drawing.points[drawing.first[row] : drawing.first[row + 1]] for row in np.flatnonzero(chosen)]


def _format_path(lines: Sequence[Float64], kind: str, colour: Colour | None = None) -> str:
    """Return lines as one SVG path, in tenths of pixels."""
    text = "".join("M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in line) for line in lines)
    style = "" if colour is None else f' stroke="rgb{colour}"'
    return f'<path class="{kind}"{style} d="{text}"/>'


def _end(point: Float64, colour: Colour) -> str:
    return f'<circle class="end" fill="rgb{colour}" cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="6"/>'


def _guide(route: Route) -> str:
    time = "" if isnan(route.seconds) else f", {route.seconds / 60:,.1f} min"
    steps = "\n".join(
        f"<li>{escape(step.text)} <small>{_format_distance(step.metres)}</small></li>" for step in make_steps(route)
    )
    return f"<h2>{_format_distance(route.metres)}{time}</h2>\n<ol>\n{steps}\n</ol>"


def _format_distance(metres: float) -> str:
    return "" if not metres else f"{metres / 1000:,.1f} km" if metres >= 1000 else f"{metres:.0f} m"
