"""Sources: an image file, a Pillow image or a numpy array becomes one array of colours.

Of every image the red that counts is the one that a person sees:

- grey is its own red; a 1-bit pixel has 0 or 255; a pixel of a palette has the palette's red;
- what is transparent shows a white page behind it;
- samples of more than 8 bits are brought down to 0...255 and rounded up, so that only 0 becomes 0;
- a photograph is turned as its camera says; of several frames the first counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from genastar import BadInput
from genastar.errors import line_of
from genastar.files import named, regular_file
from genastar_picture.arrays import unwarned
from genastar_picture.scene import Rgb


def read_image(source: object, megapixels: int) -> tuple[str, Rgb]:
    """What to call the source in messages, and its colours.

    Args:
        source: a path; a Pillow image; or an array of bool (true is white), uint8 or uint16, of shape (height, width), or of
            uint8 and shape (height, width, 3 or 4).
        megapixels: more million pixels than this are refused before they are decoded.

    Raises:
        BadInput: there is no such file, it is no image, it is damaged or too large, or it has no pixel.
    """
    if isinstance(source, np.ndarray):
        name = "the array"
        with _refusing(name):
            return name, _colours(_checked(name, _image(name, source), megapixels))
    if isinstance(source, Image.Image):
        name = "the image"
        with _refusing(name):
            return name, _colours(_checked(name, source, megapixels))
    if isinstance(source, (str, PathLike)):
        name = named(Path(source))
        with _refusing(name), Image.open(regular_file(source)) as image:
            return name, _colours(_checked(name, image, megapixels))
    raise BadInput(f"a bitmap is read from a path, a Pillow image or a numpy array, not from a {type(source).__name__}")


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Whatever Pillow says against an image becomes one clear line.

    Decoders of damaged images raise nearly anything. Warnings are silenced: of those about size `_checked` makes errors, and
    the others are about metadata that nobody asked for.
    """
    try:
        with unwarned():
            yield
    except BadInput:
        raise
    except UnidentifiedImageError as error:
        raise BadInput(f"{name}: this is no image, or of a kind that Pillow does not read; give a PNG, say") from error
    except Image.DecompressionBombError as error:
        raise BadInput(f"{name}: too many pixels: Pillow draws its own line at twice PIL.Image.MAX_IMAGE_PIXELS") from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:  # of the disk, not of the decoder
            raise BadInput(f"{name}: cannot read this file: {error.strerror}") from error
        raise BadInput(
            f"{name}: this image is damaged or of a rare kind: {line_of(error)}; get a whole copy, or save it anew as PNG"
        ) from error


def _checked(name: str, image: Image.Image, megapixels: int) -> Image.Image:
    """The image, if it may be decoded."""
    width, height = image.size
    if width == 0 or height == 0:
        raise BadInput(f"{name}: an image of {width} x {height} has no pixel")
    check_size(name, width, height, megapixels)
    if image.format == "EPS":
        raise BadInput(f"{name}: EPS is a program that draws, and is not run; save it as PNG")
    return image


def check_size(name: str, width: int, height: int, megapixels: int) -> None:
    """Raise BadInput if there are more than so many million pixels."""
    if width * height > megapixels * 1_000_000:
        raise BadInput(
            f"{name}: an image of {width} x {height} has more than {megapixels} million pixels; "
            "if you trust it, raise the option megapixels"
        )


def _image(name: str, array: NDArray[np.generic]) -> Image.Image:
    if array.size == 0:
        raise BadInput(f"{name}: an array of shape {array.shape} has no pixel")
    if array.dtype == np.bool_ and array.ndim == 2:
        return Image.fromarray(array.astype(np.uint8) * np.uint8(255))
    if (array.dtype == np.uint16 and array.ndim == 2) or (
        array.dtype == np.uint8 and (array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4)))
    ):
        return Image.fromarray(np.ascontiguousarray(array))
    raise BadInput(
        f"{name} has shape {array.shape} and type {array.dtype}; give (height, width) of bool, uint8 or uint16, "
        "or (height, width, 3 or 4) of uint8"
    )


def _colours(image: Image.Image) -> Rgb:
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith(("I", "F")):
        grey = _eight_bits(image)
        return np.stack((grey, grey, grey), axis=-1)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return np.array(image.convert("RGB"))


def _eight_bits(image: Image.Image) -> NDArray[np.uint8]:
    """Grey samples of 16 or 32 bits, or floats on a scale of 255, rounded up to 8 bits."""
    samples = np.asarray(image)
    if image.mode == "F":
        samples = np.ceil(np.nan_to_num(samples).clip(0, 255))
    else:
        samples = (samples.clip(0, 65535).astype(np.uint32) + 256) // 257
    return samples.astype(np.uint8, copy=False)
