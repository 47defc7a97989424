"""The formats that pictures are written in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from genastar import BadInput
from genastar.files import AnyPath, named

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
"""Suffixes, and Pillow's names for what they stand for."""

VECTORS: Final = ".svg"
"""The suffix of pictures made of shapes."""

WRITES: Final = (*FORMATS, VECTORS)
"""The suffixes, for `genastar.DomainInfo.writes`. All are stills but ``.gif``, which is an animation."""

_MOST_SIDE: Final = {"GIF": 65_535, "JPEG": 65_500, "TGA": 65_535, "WEBP": 16_383}


def format_of(out: AnyPath) -> str:
    """Pillow's name for the format of a file, by its suffix.

    Raises:
        BadInput: the suffix stands for none that is written.
    """
    out = Path(out)
    try:
        return FORMATS[out.suffix.lower()]
    except KeyError:
        raise BadInput(f"{named(out)}: no picture is written with this ending; use one of {', '.join(WRITES)}") from None


def check_size(out: AnyPath, width: int, height: int) -> None:
    """Refuse a picture whose sides are too long for the format of the file.

    Raises:
        BadInput: they are; the message says how long they may be.
    """
    most = _MOST_SIDE.get(format_of(out))
    if most is not None and max(width, height) > most:
        raise BadInput(
            f"{named(out)}: {format_of(out)} holds pictures of up to {most} pixels a side, not {width} x {height}; "
            "write a .png, or choose a smaller scale"
        )
