"""SVG pictures: sharp at every size, and small where a world has large areas of one colour.

Adjacent cells of one colour in a row form a rectangle, as do equal runs in consecutive rows. All rectangles of a colour form
one SVG path, so a file has a few shapes for each wall instead of one for each cell.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final
from xml.etree.ElementTree import Element, ElementTree, SubElement

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, format_path, replace_file
from genastar_picture.palette import Colour
from genastar_picture.scene import Rgb, Scene
from genastar_picture.writers.ink import compute_arrow_lines, is_dark

MOST_SHAPES: Final = 200_000
"""Limit of rectangles and arrows: some five megabytes, which browsers still show."""

_LEVELS: Final = 48
"""Number of colours of the ramp: fewer than in rasters, so that more cells share one."""

Rectangles = NDArray[np.int64]
"""Rectangles, shape (n, 5), as rows of colour, x, y, width and height."""


def save(scene: Scene, out: AnyPath) -> None:
    """Write a scene as SVG.

    Raises:
        BadInput: the scene needs more than `MOST_SHAPES` shapes, or the file cannot be written.
    """
    colours = scene.paint_cells(_LEVELS, path=False)
    found = merge_rectangles(colours)
    shapes = len(found) + len(scene.arrows)
    if shapes > MOST_SHAPES:
        raise BadInput(f"{format_path(out)}: {shapes:,} shapes exceed the limit of {MOST_SHAPES:,} for an .svg; write a .png")
    tree = ElementTree(_make_picture(scene, colours, found))
    with replace_file(out) as beside:
        tree.write(beside, encoding="utf-8", xml_declaration=True)


def merge_rectangles(colours: Rgb) -> Rectangles:
    """Return the picture as rectangles: runs of one colour in each row, joined with equal runs in the next row."""
    height, width, _ = colours.shape
    packed = colours.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    begins = np.ones((height, width), np.bool_)
    begins[:, 1:] = packed[:, 1:] != packed[:, :-1]
    y, left = np.nonzero(begins)
    ends = np.append(left[1:], 0)
    right = np.where(ends == 0, width, ends)
    order = np.lexsort((y, right, left, packed[y, left]))
    colour, left, right, y = packed[y, left][order], left[order], right[order], y[order]
    new = np.ones(len(y), np.bool_)
    new[1:] = (np.diff(colour) != 0) | (np.diff(left) != 0) | (np.diff(right) != 0) | (np.diff(y) != 1)
    first = np.flatnonzero(new)
    rows = np.diff(np.append(first, len(y)))
    return np.stack((colour[first], left[first], y[first], (right - left)[first], rows), axis=1)


def _make_picture(scene: Scene, colours: Rgb, found: Rectangles) -> Element:
    height, width, _ = colours.shape
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=str(scene.width),
        height=str(scene.height),
        viewBox=f"0 0 {width} {height}",
    )
    kinds, areas = np.unique(found[:, 0], return_inverse=True)[0], found[:, 3] * found[:, 4]
    behind = max(kinds.tolist(), key=lambda kind: int(areas[found[:, 0] == kind].sum()))
    SubElement(root, "rect", width=str(width), height=str(height), fill=_format_colour(behind))
    cells = SubElement(root, "g", {"shape-rendering": "crispEdges"})
    splits = np.flatnonzero(np.diff(found[:, 0])) + 1
    for group in np.split(found, splits):
        check_cancelled()
        if group[0, 0] != behind:
            parts = (f"M{x} {y}h{columns}v{rows}h-{columns}z" for _, x, y, columns, rows in group.tolist())
            SubElement(cells, "path", fill=_format_colour(int(group[0, 0])), d="".join(parts))
    _add_paths(root, scene)
    _add_arrows(root, scene)
    for number, (x, y) in enumerate(scene.marks.tolist()):
        inside, rim = ("#ffffff", "#000000") if number == 0 else ("#000000", "#ffffff")
        style = {"fill": inside, "stroke": rim, "stroke-width": ".08"}
        SubElement(root, "circle", {"cx": f"{x + 0.5}", "cy": f"{y + 0.5}", "r": ".28", **style})
    return root


def _add_arrows(root: Element, scene: Scene) -> None:
    dark = is_dark(scene.paint_cells(_LEVELS))[scene.arrows[:, 1], scene.arrows[:, 0]]
    lines = compute_arrow_lines(scene)
    for ink, chosen in (("#000000", lines[~dark]), ("#ffffff", lines[dark])):
        if len(chosen):
            parts = ("M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in line) for line in chosen.tolist())
            SubElement(root, "path", {"d": "".join(parts), "fill": "none", "stroke": ink, "stroke-width": ".07"})


def _add_paths(root: Element, scene: Scene) -> None:
    """Add lines through the middles of the cells or the points, broken where a step wraps around an edge."""
    height, width, _ = scene.world.shape
    for colour, path in scene.list_paths():
        if not len(path):
            continue
        parts = [f"M{float(path[0][0]) + 0.5} {float(path[0][1]) + 0.5}"]
        for (x, y), (to_x, to_y) in pairwise(path.tolist()):
            around = scene.wraps and (2 * abs(to_x - x) > width or 2 * abs(to_y - y) > height)
            parts.append(f"{'M' if around else 'L'}{to_x + 0.5} {to_y + 0.5}")
        style = {
            "fill": "none",
            "stroke": _format_colour(_pack_colour(colour)),
            "stroke-width": f"{max(0.4, min(1, 2 / scene.scale)):.4g}",
        }
        SubElement(root, "path", {"d": "".join(parts), "stroke-linecap": "round", "stroke-linejoin": "round", **style})


def _pack_colour(colour: Colour) -> int:
    red, green, blue = colour
    return red << 16 | green << 8 | blue


def _format_colour(colour: int) -> str:
    return f"#{colour:06x}"
