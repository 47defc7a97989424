"""Rasters of numbers in image files, such as heights of land, which no threshold divides into black and white."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Final

from PIL import Image
from PIL.TiffImagePlugin import BITSPERSAMPLE, SAMPLEFORMAT, TiffImageFile

from genastar import BadInput
from genastar.files import AnyPath, is_file, strip_packing

_GEOREFERENCES: Final = {
    33550: "ModelPixelScale",
    33922: "ModelTiepoint",
    34264: "ModelTransformation",
    34735: "GeoKeyDirectory",
    42113: "GDAL_NODATA",
}
"""Tags of a TIFF that say where its pixels lie on Earth, or which number stands for no data."""

_WORLD_FILES: Final = (".tfw", ".tifw", ".tiffw", ".wld", ".TFW", ".TIFW", ".TIFFW", ".WLD")
"""Suffixes of a file beside a TIFF that says where its pixels lie on Earth."""

_TIFF: Final = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""First bytes of a TIFF; with ``+`` one of more than 4 GB."""

_WIDE: Final = (";16B", ";16L", ";16N", ";16S")
"""Ends of Pillow's names for samples of 16 bits; ``BGR;16`` is a pixel of 16 bits."""

_MOST_BITS: Final = 8
"""Largest number of bits of a sample of a picture."""

_UNSIGNED: Final = 1
"""The sample format of a picture."""


def check_is_picture(name: str, image: Image.Image) -> None:
    """Check that an image has at most 8 bits a channel, and is no georeferenced TIFF.

    Args:
        name: the image, in messages.
        image: the image, not yet decoded: Pillow scales the channels of a colour image of 16 bits to 8.

    Raises:
        BadInput: the image is a raster of numbers.
    """
    if image.mode == "F":
        raise make_measurements_error(name, "its samples are floats")
    if image.mode.startswith("I") or _is_wide(image):
        raise make_measurements_error(name, "its samples have more than 8 bits")
    if not isinstance(image, TiffImageFile):
        return
    if set(image.tag_v2.get(SAMPLEFORMAT, ())) - {_UNSIGNED}:
        raise make_measurements_error(name, "its samples are signed")
    for tag, meaning in _GEOREFERENCES.items():
        if tag in image.tag_v2:
            raise make_measurements_error(name, f"it has the tag {meaning} of a GeoTIFF")


def check_has_no_world_file(name: str, path: AnyPath) -> None:
    """Check that no world file lies beside a TIFF.

    Raises:
        BadInput: there is one.
    """
    plain = Path(path)
    if strip_packing(plain) != str(plain).lower():
        plain = plain.with_suffix("")
    for suffix in _WORLD_FILES:
        if is_file(plain.with_suffix(suffix)):
            raise make_measurements_error(name, f"it has a world file, {plain.with_suffix(suffix).name}")


def is_tiff(file: IO[bytes]) -> bool:
    """Return whether a file is a TIFF, whether or not Pillow reads its samples."""
    file.seek(0)
    return file.read(4) in _TIFF


def make_measurements_error(name: str, why: str) -> BadInput:
    """Return the error for a raster of numbers.

    Args:
        name: the image, in messages.
        why: how it differs from a picture.
    """
    return BadInput(
        f"{name}: this is a raster of numbers, not a picture in black and white: {why}; read them as costs or elevations "
        "with --domain terrain (pip install 'genastar[terrain]'); or give 8 bits a channel and no georeference"
    )


def _is_wide(image: Image.Image) -> bool:
    if isinstance(image, TiffImageFile):
        return any(bits > _MOST_BITS for bits in image.tag_v2.get(BITSPERSAMPLE, ()))
    for codec, _, _, given in getattr(image, "tile", ()):
        arguments = given if isinstance(given, tuple) else (given,)
        if codec == "SGI16" or any(isinstance(each, str) and each.endswith(_WIDE) for each in arguments):
            return True
        if codec.startswith("ppm") and any(isinstance(each, int) and each >> _MOST_BITS for each in arguments):
            return True  # the value of white
    return False
