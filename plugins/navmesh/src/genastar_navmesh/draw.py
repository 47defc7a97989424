"""Pictures of meshes: the polygons, those that were expanded from first to last, and the path."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, format_path, replace_file, write_text
from genastar_navmesh.info import WRITES, Options
from genastar_navmesh.mesh import Mesh
from genastar_navmesh.search import Floats, Point, State
from genastar_picture.palette import PALETTES, Colour

_PAPER: Final = (60, 60, 60)
_FREE: Final = (255, 255, 255)
_SIDE: Final = (200, 200, 200)
_SMOOTH: Final = 2
"""Oversampling: pictures are drawn larger by this factor on each side and then averaged."""
_MOST_PIXELS: Final = 100_000_000


def draw(mesh: Mesh, options: Options, closed: Sequence[State], path: Sequence[Point], out: AnyPath) -> None:
    """Write a picture in the format that the file's suffix names.

    Raises:
        BadInput: the suffix is unknown, the picture is too large, or the file cannot be written.
    """
    out = Path(out)
    match out.suffix.lower():
        case ".geojson":
            text = json.dumps(make_geojson(path))
        case ".svg":
            text = _format_svg(mesh, options, closed, path)
        case ".png":
            picture = _paint(mesh, options, closed, path)
            with replace_file(out) as beside:
                picture.save(beside, "PNG", optimize=True)
            return
        case _:
            raise BadInput(f"{format_path(out)}: meshes cannot be written with this ending; use one of {', '.join(WRITES)}")
    write_text(out, text)


def make_geojson(path: Sequence[Point]) -> dict[str, object]:
    """Return a path as a GeoJSON feature: a line, a point if it has one position, nothing if it has none."""
    points = [list(point) for point in path]
    kind = "LineString" if len(points) > 1 else "Point"
    geometry = {"type": kind, "coordinates": points if len(points) > 1 else points[0]} if points else None
    return {"type": "Feature", "properties": {}, "geometry": geometry}


def _choose_colours(mesh: Mesh, options: Options, closed: Sequence[State]) -> list[Colour]:
    """Return the colour of each polygon: of the first interval expanded in it."""
    colours: list[Colour] = [_FREE] * mesh.size
    ramp, seen = PALETTES[options.palette].make_ramp(256), set[int]()
    for order, state in enumerate(closed):
        if state[0] >= 0 and (polygon := int(mesh.polygon[state[0]])) not in seen:
            seen.add(polygon)
            red, green, blue = ramp[255 * order // len(closed)]
            colours[polygon] = int(red), int(green), int(blue)
    return colours


def _measure_frame(mesh: Mesh, options: Options) -> tuple[Floats, float, int, int]:
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    scale = (options.width - 20) / max(float(high[0] - low[0]), 1e-300)
    height = round(float(high[1] - low[1]) * scale) + 20
    if options.width * height * _SMOOTH * _SMOOTH > _MOST_PIXELS:
        raise BadInput(f"the picture of {mesh.name} would have {options.width} x {height} pixels; give a smaller width")
    return low, scale, options.width, height


def _paint(mesh: Mesh, options: Options, closed: Sequence[State], path: Sequence[Point]) -> Image.Image:
    low, scale, width, height = _measure_frame(mesh, options)
    image = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), _PAPER)
    brush = ImageDraw.Draw(image)
    points = ((mesh.points - low) * scale + 10) * _SMOOTH
    for polygon, colour in enumerate(_choose_colours(mesh, options, closed)):
        check_cancelled()
        ring = points[mesh.corners[mesh.first[polygon] : mesh.first[polygon + 1]]]
        brush.polygon([(float(x), float(y)) for x, y in ring], fill=colour, outline=_SIDE)
    line = ((np.array(path).reshape(-1, 2) - low) * scale + 10) * _SMOOTH
    colour = PALETTES[options.palette].path
    if len(line) > 1:
        brush.line([(float(x), float(y)) for x, y in line], fill=colour, width=3 * _SMOOTH, joint="curve")
    for x, y in line.tolist():
        size = 4 * _SMOOTH
        brush.ellipse((x - size, y - size, x + size, y + size), fill=colour)
    return image.resize((width, height), Image.Resampling.BOX)


def _format_svg(mesh: Mesh, options: Options, closed: Sequence[State], path: Sequence[Point]) -> str:
    low, scale, width, height = _measure_frame(mesh, options)

    def format_places(points: Floats) -> str:
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in ((points - low) * scale + 10).tolist())

    def format_colour(colour: Colour) -> str:
        return "#" + bytes(colour).hex()

    polygons = "\n".join(
        f'<polygon points="{format_places(mesh.get_outline(polygon))}" '
        f'fill="{format_colour(colour)}" stroke="{format_colour(_SIDE)}"/>'
        for polygon, colour in enumerate(_choose_colours(mesh, options, closed))
    )
    line = format_places(np.array(path, np.float64).reshape(-1, 2))
    route = f'<polyline points="{line}" fill="none" stroke="{format_colour(PALETTES[options.palette].path)}" stroke-width="3"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f'<rect width="100%" height="100%" fill="{format_colour(_PAPER)}"/>\n{polygons}\n{route}\n</svg>\n'
    )
