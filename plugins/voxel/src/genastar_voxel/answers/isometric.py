"""The isometric view: cubes seen from above a corner, x to the lower right, y to the lower left, z up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar_picture.palette import PALETTES, Colour, make_hues
from genastar_picture.scene import MOST_PIXELS, Rgb
from genastar_voxel.frame import Coordinates

_PAPER: Final = (255, 255, 255)
_STONE: Final = (176, 180, 188)
_SHADES: Final = (1.0, 0.86, 0.72)
"""Brightness of the upper, the left and the right face of a cube."""

_SOLID, _VEIL, _GLASS = 255, 22, 90
"""Opacity of walls and the path; of walls in front of the path; and of closed voxels."""

_MOST_FACES: Final = 3_000_000
_LEVELS: Final = 64


@frozen(eq=False)
class IsometricView:
    """The content of the picture. Paths are drawn again as lines on top, because cubes may hide them."""

    free: NDArray[np.bool_]
    """Whether each voxel is free, shape (columns, rows, layers)."""
    closed: Coordinates
    paths: Sequence[Coordinates]
    palette: str
    solid: bool
    """Whether walls are opaque, as for ground; the walls of a cave would hide everything, so they are translucent."""
    scale: int | None = None
    """Half the width of a cube in pixels; by default, the picture is about 800 pixels wide."""

    def list_paths(self) -> list[tuple[Colour, Coordinates]]:
        """Return the paths with their colours; the first is the last, so that it is drawn on top."""
        colours = make_hues(len(self.paths)) if len(self.paths) > 1 else [PALETTES[self.palette].path]
        return [*zip(colours, self.paths, strict=True)][::-1]


@frozen(eq=False)
class _Cubes:
    """Cubes of one kind, and their colours."""

    voxels: Coordinates
    kind: int
    """The kind; faces between cubes of one kind are not painted."""
    colours: NDArray[np.int64]
    """Red, green, blue and opacity, shape (n, 4)."""


def paint(view: IsometricView) -> Rgb:
    """Return the picture.

    Raises:
        BadInput: the picture is too large.
    """
    columns, rows, layers = view.free.shape
    scale = view.scale or max(1, min(32, 800 // (columns + rows)))
    width, height = (columns + rows + 2) * scale, (columns + rows) * scale // 2 + (layers + 2) * scale
    if width * height > MOST_PIXELS:
        raise BadInput(f"a picture of {width} x {height} pixels is too large; choose a scale below {scale}")
    kinds, cubes = np.zeros(np.add(view.free.shape, 1), np.uint8), _make_cubes(view)
    for each in cubes:
        kinds[tuple(each.voxels.T)] = each.kind
    voxels = np.concatenate([each.voxels for each in cubes])
    colours = np.concatenate([each.colours for each in cubes])
    own = np.concatenate([np.full(len(each.voxels), each.kind, np.uint8) for each in cubes])
    current = kinds[tuple(voxels.T)] == own
    faces = np.stack([current & (kinds[tuple((voxels + step).T)] != own) for step in ((0, 0, 1), (0, 1, 0), (1, 0, 0))])
    if faces.sum() > _MOST_FACES:
        raise BadInput(f"an isometric view of {faces.sum():,} faces is too large; choose view=slices")
    image = Image.new("RGB", (width, height), _PAPER)
    pen = ImageDraw.Draw(image, "RGBA")
    x0, y0 = (rows + 1) * scale, (layers + 1) * scale
    order = np.argsort(voxels.sum(axis=1), kind="stable")
    for number in order[faces[:, order].any(axis=0)].tolist():
        x, y, z = voxels[number].tolist()
        left, top = x0 + (x - y) * scale, y0 + (x + y) * scale / 2 - (z + 1) * scale
        middle = (left, top + scale)
        outlines = (
            ((left, top), (left + scale, top + scale / 2), middle, (left - scale, top + scale / 2)),
            ((left - scale, top + scale / 2), middle, (left, top + 2 * scale), (left - scale, top + 1.5 * scale)),
            ((left + scale, top + scale / 2), middle, (left, top + 2 * scale), (left + scale, top + 1.5 * scale)),
        )
        *colour, opacity = colours[number].tolist()
        for outline, shade, seen in zip(outlines, _SHADES, faces[:, number].tolist(), strict=True):
            if seen:
                pen.polygon(outline, (*(int(part * shade) for part in colour), opacity))
    for hue, path in view.list_paths():
        for voxel, following in pairwise(path.tolist()):
            if max(abs(one - other) for one, other in zip(voxel[:2], following, strict=False)) > 1:
                continue  # wraps around
            ends = [(x0 + (x - y) * scale, y0 + (x + y) * scale / 2 - z * scale) for x, y, z in (voxel, following)]
            pen.line(ends, fill=_darken(hue), width=max(1, scale // 5))
    return np.asarray(image)


def _make_cubes(view: IsometricView) -> tuple[_Cubes, ...]:
    """Return walls, closed voxels and the path; later kinds replace earlier ones."""
    palette = PALETTES[view.palette]
    walls = np.argwhere(~view.free).astype(np.int64)
    veiled = _is_in_front(walls, np.concatenate(view.paths), view.free.shape) if view.solid else np.ones(len(walls), np.bool_)
    ramp = np.array(palette.make_ramp(_LEVELS))
    last = {tuple(voxel): place for place, voxel in enumerate(view.closed.tolist())}
    closed = np.array(list(last), np.int64).reshape(-1, 3)
    heat = np.array(list(last.values()), np.int64) * _LEVELS // max(len(view.closed), 1)
    glass = np.column_stack((ramp[heat], np.full(len(closed), _GLASS)))
    return (
        _Cubes(walls[~veiled], 1, _tint(_STONE, _SOLID, int((~veiled).sum()))),
        _Cubes(walls[veiled], 4, _tint(_STONE, _VEIL, int(veiled.sum()))),
        _Cubes(closed, 2, glass),
        *[_Cubes(path, 3, _tint(colour, _SOLID, len(path))) for colour, path in view.list_paths()],
    )


def _darken(colour: Colour) -> Colour:
    red, green, blue = (part * 5 // 8 for part in colour)
    return red, green, blue


def _tint(colour: Colour, opacity: int, count: int) -> NDArray[np.int64]:
    return np.tile(np.array([*colour, opacity]), (count, 1))


def _is_in_front(voxels: Coordinates, path: Coordinates, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which voxels hide a part of the path: those on its lines of sight, closer to the viewer."""
    columns, rows, layers = shape
    nearest = np.full((columns + layers, rows + layers), np.iinfo(np.int64).max)

    def sights(of: Coordinates) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return of[:, 0] - of[:, 2] + layers, of[:, 1] - of[:, 2] + layers

    np.minimum.at(nearest, sights(path), path.sum(axis=1))
    found: NDArray[np.bool_] = voxels.sum(axis=1) > nearest[sights(voxels)]
    return found
