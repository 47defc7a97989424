"""Read files that may be compressed, with a size limit in megabytes."""

from __future__ import annotations

from genastar import files
from genastar.files import AnyPath


def read_bytes(path: AnyPath, megabytes: int) -> bytes:
    """Return the content of a file; see `genastar.files.read_bytes`.

    Raises:
        BadInput: the file cannot be read, is damaged, or unpacks to more than ``megabytes``.
    """
    return files.read_bytes(path, megabytes * 1_000_000, "if you trust it, raise the option megabytes")
