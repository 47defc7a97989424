"""Readers that turn an image file, a Pillow image or a numpy array into colours; see `genastar_picture.sources.images`."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from genastar import BadInput
from genastar.files import format_path
from genastar_picture.scene import Rgb
from genastar_picture.sources.arrays import check_unmasked
from genastar_picture.sources.images import check_size, get_colours, open_image


def read_image(source: object, megapixels: int) -> tuple[str, Rgb]:
    """Return the name of the source for messages, and its colours.

    Args:
        source: a path, of a compressed file too; a Pillow image; or an array of bool (true is white) or uint8,
            of shape (height, width), or of uint8 and shape (height, width, 3 or 4).
        megapixels: largest image to decode, in million pixels.

    Raises:
        BadInput: the file does not exist, is no image, is damaged or too large, or has no pixels.
    """
    if isinstance(source, np.ndarray):
        name = "the array"
        if source.ndim >= 2:
            check_size(name, source.shape[1], source.shape[0], megapixels)
        return name, get_colours(_make_image(name, source))
    if isinstance(source, (str, PathLike, Image.Image)):
        with open_image(source, megapixels) as image:
            return "the image" if isinstance(source, Image.Image) else format_path(Path(source)), get_colours(image)
    raise BadInput(f"a bitmap cannot be read from a {type(source).__name__}; give a path, a Pillow image or a numpy array")


def _make_image(name: str, array: NDArray[np.generic]) -> Image.Image:
    if array.size == 0:
        raise BadInput(f"{name}: an array of shape {array.shape} has no pixels; give at least one")
    check_unmasked(name, array)
    if array.dtype == np.bool_ and array.ndim == 2:
        return Image.fromarray(array.astype(np.uint8) * np.uint8(255))
    if array.dtype == np.uint8 and (array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4))):
        return Image.fromarray(np.ascontiguousarray(array))
    raise BadInput(
        f"{name} has shape {array.shape} and type {array.dtype}; give (height, width) of bool or uint8, "
        'or (height, width, 3 or 4) of uint8; genastar.load(array, "grid") takes other numbers as costs, 0 for blocked'
    )
