"""Files that may be compressed, in megabytes."""

from __future__ import annotations

from genastar import files
from genastar.files import AnyPath


def read_bytes(path: AnyPath, megabytes: int) -> bytes:
    """The content of a file; see `genastar.files.read_bytes`.

    Raises:
        BadInput: it cannot be read, is damaged, or has more than so many megabytes.
    """
    return files.read_bytes(path, megabytes * 1_000_000, "if you trust it, raise the option megabytes")
