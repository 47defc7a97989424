"""Files that may be compressed, read whole, and never more of them than is allowed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from pathlib import Path

from genastar import BadInput


def read_bytes(path: Path, megabytes: int) -> bytes:
    """The content of a file, unpacked if its name ends in ``.gz``, ``.xz`` or ``.bz2``.

    Raises:
        BadInput: it cannot be read, is damaged, or has more than so many megabytes.
    """
    most = megabytes * 1_000_000
    try:
        match path.suffix.lower():
            case ".gz":
                with gzip.open(path) as file:
                    content = file.read(most + 1)
            case ".xz":
                with lzma.open(path) as file:
                    content = file.read(most + 1)
            case ".bz2":
                with bz2.open(path) as file:
                    content = file.read(most + 1)
            case _:
                with path.open("rb") as file:
                    content = file.read(most + 1)
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise BadInput(f"{path}: cut off or damaged: {error}") from error
    except OSError as error:
        what = "cannot read this file" if error.errno else "cut off or damaged"  # bz2 has no errno for its own
        raise BadInput(f"{path}: {what}: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{str(path)!r}: this is no name of a file: {error}") from error
    if len(content) > most:
        raise BadInput(f"{path}: it has more than {megabytes:,} MB; if you trust it, raise the option megabytes")
    return content
