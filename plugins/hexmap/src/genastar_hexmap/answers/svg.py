"""SVG pictures: one path for all hexes of one colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from genastar import BadInput
from genastar.files import AnyPath, format_path, write_text
from genastar_hexmap.answers.drawing import HexDrawing
from genastar_hexmap.hexes.geometry import compute_centre, compute_corners
from genastar_hexmap.hexes.layout import Hex
from genastar_picture.palette import Colour

_MOST_HEXES: Final = 200_000

SHARE: Final = 0.62
"""Opacity of a tint over the terrain."""


def write(drawing: HexDrawing, out: AnyPath) -> None:
    """Write a picture as SVG.

    Raises:
        BadInput: the map has too many hexes for an SVG, or the file cannot be written.
    """
    if len(drawing.hexes) > _MOST_HEXES:
        raise BadInput(
            f"{format_path(out)}: {len(drawing.hexes):,} hexes exceed the limit of {_MOST_HEXES:,} for an .svg; write a .png"
        )
    write_text(out, "\n".join(_format_lines(drawing)))


def _format_lines(drawing: HexDrawing) -> Iterable[str]:
    width, height = drawing.size
    side = drawing.side
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield '<rect width="100%" height="100%" fill="#ffffff"/>'
    yield f'<g stroke="#000000" stroke-opacity="0.25" stroke-width="{side * 0.08:.2f}">'
    yield from _format_layer(drawing, drawing.hexes)
    yield "</g>"
    yield f'<g fill-opacity="{SHARE}">'
    yield from _format_layer(drawing, drawing.tints)
    yield "</g>"
    for one, other, colour in drawing.walls:
        (x, y), (to_x, to_y) = drawing.locate_side(one, other)
        yield (
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{_format_colour(colour)}" '
            f'stroke-width="{side * 0.22:.2f}" stroke-linecap="round"/>'
        )
    for is_rim, thick in ((True, 0.5), (False, 0.3)):
        for colour, piece in drawing.paths:
            shade = "#1e1e22" if is_rim else _format_colour(colour)
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(drawing.locate, piece))
            yield (
                f'<polyline points="{points}" fill="none" stroke="{shade}" stroke-width="{side * thick:.2f}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )
    for number, place in enumerate(drawing.ends):
        x, y = drawing.locate(place)
        inside = "#ffffff" if number == 0 else _format_colour(drawing.colour)
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{side * 0.48:.2f}" fill="{inside}" stroke="#1e1e22" '
            f'stroke-width="{side * 0.14:.2f}"/>'
        )
    yield "</svg>\n"


def _format_layer(drawing: HexDrawing, colours: Mapping[Hex, Colour]) -> Iterable[str]:
    shapes: dict[Colour, list[str]] = {}
    left, top, _, _ = drawing.box
    flat, side = drawing.layout.is_flat, drawing.side
    for place, colour in colours.items():
        around = compute_corners(compute_centre(*place, flat=flat), flat=flat)
        text = "L".join(f"{(x - left) * side:.1f},{(y - top) * side:.1f}" for x, y in around)
        shapes.setdefault(colour, []).append(f"M{text}Z")
    for colour, parts in shapes.items():
        yield f'<path fill="{_format_colour(colour)}" d="{"".join(parts)}"/>'


def _format_colour(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
