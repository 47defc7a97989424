"""Files that may be compressed, in megabytes."""

from __future__ import annotations

from pathlib import Path

from genastar import files


def read_bytes(path: Path, megabytes: int) -> bytes:
    """The content of a file; see `genastar.files.read_bytes`.

    Raises:
        BadInput: it cannot be read, is damaged, or has more than so many megabytes.
    """
    return files.read_bytes(path, megabytes * 1_000_000, "if you trust it, raise the option megabytes")
