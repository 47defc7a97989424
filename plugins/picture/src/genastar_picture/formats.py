"""The formats that pictures are written in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from genastar import BadInput

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

WRITES: Final = tuple(FORMATS)
"""The suffixes, for `genastar.DomainInfo.writes`. All are stills but ``.gif``, which is an animation."""


def format_of(out: Path) -> str:
    """Pillow's name for the format of a file, by its suffix.

    Raises:
        BadInput: the suffix stands for none that is written.
    """
    try:
        return FORMATS[out.suffix.lower()]
    except KeyError:
        raise BadInput(f"{out}: no picture is written with this ending; use one of {', '.join(WRITES)}") from None
