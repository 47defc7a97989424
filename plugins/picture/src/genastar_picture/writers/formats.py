"""The formats of pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from genastar import BadInput
from genastar.files import AnyPath, format_path

FORMATS: Final = {
    ".png": "PNG",
    ".gif": "GIF",
    ".bmp": "BMP",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".ppm": "PPM",
    ".tif": "TIFF",
    ".tiff": "TIFF",
    ".webp": "WEBP",
    ".tga": "TGA",
}
"""Suffixes, and Pillow's names of their formats."""

VECTORS: Final = ".svg"
"""The suffix of vector pictures."""

WRITES: Final = (*FORMATS, VECTORS)
"""All suffixes, for `genastar.authoring.DomainInfo.writes`: ``.gif`` is an animation, the others are still images."""

_MOST_SIDE: Final = {"GIF": 65_535, "JPEG": 65_500, "TGA": 65_535, "WEBP": 16_383}


def format_of(out: AnyPath) -> str:
    """Return Pillow's name for the format of a file, by its suffix.

    Raises:
        BadInput: no format has this suffix.
    """
    out = Path(out)
    try:
        return FORMATS[out.suffix.lower()]
    except KeyError:
        raise BadInput(f"{format_path(out)}: unknown picture suffix; use one of {', '.join(WRITES)}") from None


def check_size(out: AnyPath, width: int, height: int) -> None:
    """Check that the format of a file can hold a picture of this size.

    Raises:
        BadInput: a side is too long; the message gives the limit.
    """
    most = _MOST_SIDE.get(format_of(out))
    if most is not None and max(width, height) > most:
        raise BadInput(
            f"{format_path(out)}: {format_of(out)} holds pictures of up to {most} pixels a side, not {width} x {height}; "
            "write a .png, or choose a smaller scale"
        )
