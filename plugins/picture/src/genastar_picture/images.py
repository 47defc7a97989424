"""Image files, packed ones too, are opened within bounds and become arrays of colours or of grey.

Of every image the colours are those that a person sees:

- grey is red, green and blue alike; a 1-bit pixel has 0 or 255; a pixel of a palette has the palette's colour;
- what is transparent shows a white page behind it;
- samples of more than 8 bits are brought down to 0...255 and rounded up, so that only 0 becomes 0;
- a photograph is turned as its camera says; of several frames the first counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from os import PathLike
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from genastar import BadInput
from genastar.errors import line_of
from genastar.files import named, read_bytes, regular_file, unpacked_name
from genastar_picture.arrays import unwarned
from genastar_picture.scene import Rgb

_BYTES_FOR_A_PIXEL: Final = 4
"""What a packed file may unpack to, for each pixel that an image may have."""

MEGAPIXELS: Final = "megapixels"
"""The usual name of the option that bounds an image."""


@contextmanager
def opened_image(source: str | PathLike[str] | Image.Image, megapixels: int, option: str = MEGAPIXELS) -> Iterator[Image.Image]:
    """Open an image, not decoded yet; what goes wrong within the block becomes one line as well.

    Args:
        source: a path, of a packed file too (see `genastar.files.opened`), or a Pillow image.
        megapixels: more million pixels than this are refused before they are decoded.
        option: the option that says so, for the message.

    Raises:
        BadInput: there is no such file, it is no image, it is damaged or too large, or it has no pixel.
    """
    if isinstance(source, Image.Image):
        with refusing("the image"):
            _check("the image", source, megapixels, option)
            yield source
        return
    name = named(source)
    with refusing(name), ExitStack() as stack:
        path = regular_file(source)
        if unpacked_name(path) == str(path).lower():
            image = stack.enter_context(Image.open(path))
        else:
            most = _BYTES_FOR_A_PIXEL * megapixels * 1_000_000
            image = stack.enter_context(Image.open(BytesIO(read_bytes(path, most, _raise(option)))))
        _check(name, image, megapixels, option)
        yield image


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Turn whatever Pillow says against an image into one clear line.

    Decoders of damaged images raise nearly anything. Warnings are silenced: those about size are errors here, and the others
    are about metadata that nobody asked for.

    Raises:
        BadInput: the block failed; the message begins with ``name``.
    """
    try:
        with unwarned():
            yield
    except BadInput:
        raise
    except UnidentifiedImageError as error:
        raise BadInput(f"{name}: this is no image, or of a kind that Pillow does not read; give a PNG") from error
    except Image.DecompressionBombError as error:
        raise BadInput(f"{name}: too many pixels: Pillow draws its own line at twice PIL.Image.MAX_IMAGE_PIXELS") from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:  # of the disk, not of the decoder
            raise BadInput(f"{name}: cannot read this file: {error.strerror}") from error
        raise BadInput(
            f"{name}: this image is damaged or of a rare kind: {line_of(error)}; get a whole copy, or save it anew as PNG"
        ) from error


def check_size(name: str, width: int, height: int, megapixels: int, option: str = MEGAPIXELS) -> None:
    """Raise BadInput if there are more than so many million pixels."""
    if width * height > megapixels * 1_000_000:
        raise BadInput(f"{name}: an image of {width} x {height} has more than {megapixels} million pixels; {_raise(option)}")


def colours_of(image: Image.Image) -> Rgb:
    """Return the colours that a person sees, shape (height, width, 3)."""
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith(("I", "F")):
        grey = _eight_bits(image)
        return np.stack((grey, grey, grey), axis=-1)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return np.array(image.convert("RGB"))


def greys_of(image: Image.Image) -> NDArray[np.uint8]:
    """Return how bright each pixel is to a person (ITU-R 601), shape (height, width)."""
    return np.asarray(Image.fromarray(colours_of(image)).convert("L"))


def _eight_bits(image: Image.Image) -> NDArray[np.uint8]:
    """Grey samples of 16 or 32 bits, or floats on a scale of 255, rounded up to 8 bits."""
    samples = np.asarray(image)
    if image.mode == "F":
        samples = np.ceil(np.nan_to_num(samples).clip(0, 255))
    else:
        samples = (samples.clip(0, 65535).astype(np.uint32) + 256) // 257
    return samples.astype(np.uint8, copy=False)


def _check(name: str, image: Image.Image, megapixels: int, option: str) -> None:
    """Raise BadInput if the image may not be decoded."""
    width, height = image.size
    if width == 0 or height == 0:
        raise BadInput(f"{name}: an image of {width} x {height} has no pixel")
    check_size(name, width, height, megapixels, option)
    if image.format == "EPS":
        raise BadInput(f"{name}: EPS is a program that draws, and is not run; save it as PNG")


def _raise(option: str) -> str:
    return f"if you trust it, raise the option {option}"
