"""Bytes and text of sources, within bounds."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from genastar import BadInput


def read_text(path: Path, most: int) -> str:
    """The text of a file, in UTF-8, unpacked if its name ends in ``.gz``.

    Raises:
        BadInput: there is no such file, it cannot be unpacked, is no text, or has more bytes than ``most``.
    """
    try:
        if path.name.lower().endswith(".gz"):
            with gzip.open(path) as packed:
                content = packed.read(most + 1)
        else:
            with path.open("rb") as plain:
                content = plain.read(most + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(f"{path}: this gzip file is damaged: {error}; get a whole copy") from error
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{str(path)!r}: this is no name of a file: {error}") from error
    if len(content) > most:
        raise BadInput(f"{path}: this file has more than {most:,} bytes; if you trust it, raise the option megahexes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: this is no text: byte {error.start} is not UTF-8") from error


def check_hexes(name: str, width: int, height: int, megahexes: int) -> None:
    """Refuse a map that is empty or too large.

    Raises:
        BadInput: it is.
    """
    if width < 1 or height < 1:
        raise BadInput(f"{name}: there are no hexes")
    if width * height > megahexes * 1_000_000:
        raise BadInput(
            f"{name}: {width:,} x {height:,} hexes are more than {megahexes} million; "
            "if you trust it, raise the option megahexes"
        )
