"""Image files, opened within size limits and converted to arrays of colours or greys.

Colours are converted to what a viewer sees:

- grey has equal red, green and blue; a 1-bit pixel is 0 or 255; palette indices become colours;
- transparent pixels show a white background;
- a photograph is rotated as its metadata says; of several frames the first is used.

Rasters of numbers, such as heights in a GeoTIFF, are refused; see `genastar_picture.sources.measurements`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from os import PathLike
from typing import IO, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from genastar import BadInput
from genastar.errors import format_error_line
from genastar.files import check_regular_file, format_path, read_bytes, strip_packing
from genastar_picture.scene import Rgb
from genastar_picture.sources.arrays import silence_warnings
from genastar_picture.sources.measurements import check_has_no_world_file, check_is_picture, is_tiff, make_measurements_error
from genastar_picture.sources.number_files import domain_of_numbers

_BYTES_FOR_A_PIXEL: Final = 4
"""Largest number of decompressed bytes for each allowed pixel of an image."""

_HEAD: Final = 256
"""Number of bytes that tell a file of numbers."""

MEGAPIXELS: Final = "megapixels"
"""The usual name of the option that limits the size of an image."""


@contextmanager
def open_image(source: str | PathLike[str] | Image.Image, megapixels: int, option: str = MEGAPIXELS) -> Iterator[Image.Image]:
    """Open an image without decoding it. Errors in the block also become BadInput.

    Args:
        source: a path, of a compressed file too (see `genastar.files.open_unpacked`), or a Pillow image.
        megapixels: largest image to decode, in million pixels.
        option: name of the option that sets this limit, for messages.

    Raises:
        BadInput: the file does not exist, is no image, is damaged or too large, has no pixels, or is a raster of numbers.
    """
    if isinstance(source, Image.Image):
        with refuse_image_errors("the image"):
            _check("the image", source, megapixels, option)
            yield source
        return
    name = format_path(source)
    with refuse_image_errors(name), ExitStack() as stack:
        path = check_regular_file(source)
        if strip_packing(path) == str(path).lower():
            file: IO[bytes] = stack.enter_context(path.open("rb"))
        else:
            most = _BYTES_FOR_A_PIXEL * megapixels * 1_000_000
            file = BytesIO(read_bytes(path, most, _raise(option)))
        try:
            image = stack.enter_context(Image.open(file))
        except UnidentifiedImageError:
            if is_tiff(file):
                raise make_measurements_error(name, "its samples are of a kind that pictures do not have") from None
            file.seek(0)
            if domain := domain_of_numbers(file.read(_HEAD)):
                raise BadInput(f"{name}: this is a file of numbers, not a picture; try: --domain {domain}") from None
            raise
        if image.format == "TIFF":
            check_has_no_world_file(name, path)
        _check(name, image, megapixels, option)
        yield image


@contextmanager
def refuse_image_errors(name: str) -> Iterator[None]:
    """Convert any error of Pillow in the block into one clear line.

    Decoders raise many kinds of errors for damaged images. Warnings about size become errors; other warnings, which are about
    metadata, are silenced.

    Raises:
        BadInput: the block failed; the message begins with ``name``.
    """
    try:
        with silence_warnings():
            yield
    except BadInput:
        raise
    except UnidentifiedImageError as error:
        raise BadInput(f"{name}: cannot read this image; use PNG, JPEG, GIF, BMP or PPM") from error
    except Image.DecompressionBombError as error:
        most = 2 * (Image.MAX_IMAGE_PIXELS or 0)
        raise BadInput(
            f"{name}: more than {most / 1e6:,.0f} million pixels, which Pillow does not read; use a smaller image"
        ) from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:  # an error of the disk, not of the decoder
            raise BadInput(f"{name}: cannot read this file: {error.strerror}") from error
        raise BadInput(
            f"{name}: this image is damaged or of a rare kind: {format_error_line(error)}; get a complete copy, or save "
            "it again as PNG"
        ) from error


def check_size(name: str, width: int, height: int, megapixels: int, option: str = MEGAPIXELS) -> None:
    """Raise BadInput if the image has more than ``megapixels`` million pixels."""
    if width * height > megapixels * 1_000_000:
        raise BadInput(f"{name}: {width} x {height} pixels exceed the limit of {megapixels} million; {_raise(option)}")


def get_colours(image: Image.Image) -> Rgb:
    """Return the visible colours, shape (height, width, 3)."""
    image = ImageOps.exif_transpose(image)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return np.array(image.convert("RGB"))


def compute_brightness(image: Image.Image) -> NDArray[np.uint8]:
    """Return the brightness of each pixel (luma of ITU-R BT.601), shape (height, width)."""
    return np.asarray(Image.fromarray(get_colours(image)).convert("L"))


def _check(name: str, image: Image.Image, megapixels: int, option: str) -> None:
    """Raise BadInput if the image must not be decoded."""
    width, height = image.size
    if width == 0 or height == 0:
        raise BadInput(f"{name}: an image of {width} x {height} pixels is empty; give at least one pixel")
    check_size(name, width, height, megapixels, option)
    if image.format == "EPS":
        raise BadInput(f"{name}: EPS files are programs and are not run; save the image as PNG")
    check_is_picture(name, image)


def _raise(option: str) -> str:
    return f"if you trust it, raise the option {option}"
