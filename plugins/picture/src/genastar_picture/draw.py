"""A scene to a file: an animation where the suffix is ``.gif``, shapes where it is ``.svg``, a still otherwise."""

from __future__ import annotations

from pathlib import Path

from genastar.files import AnyPath
from genastar_picture import gif, raster, vector
from genastar_picture.formats import VECTORS, format_of
from genastar_picture.scene import Scene


def draw(scene: Scene, out: AnyPath, *, frames: int = 100, seconds: float = 5.0) -> None:
    """Write a picture of a search.

    Raises:
        BadInput: the suffix names no format, the format cannot hold the picture, or the file cannot be written.
    """
    out = Path(out)
    if out.suffix.lower() == VECTORS:
        vector.save(scene, out)
    elif format_of(out) == "GIF":
        gif.save(scene, out, frames, seconds)
    else:
        raster.save(raster.paint(scene), out)
