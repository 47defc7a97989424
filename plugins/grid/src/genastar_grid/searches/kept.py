"""Arrays that are kept in a file from one run to the next, and used only if they are undamaged and belong to this map.

A file begins with `MAGIC`, what it holds (its *kind*) and two digests: that of the map, and that of all that follows, which is
arrays in numpy's format.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Sequence
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from genastar import BadInput
from genastar.files import AnyPath, regular_file, replacing

Arrays = Sequence[np.ndarray[tuple[int, ...], np.dtype[Any]]]

MAGIC: Final = b"genastar grid table 2\n"
"""With the version of the format."""

_HEAD: Final = struct.Struct(f"<{len(MAGIC)}s24s16s16s")


def digest_of(*arrays: np.ndarray[tuple[int, ...], np.dtype[Any]]) -> bytes:
    """Return a digest of these arrays, their shapes and types."""
    found = blake2b(digest_size=16)
    for array in arrays:
        found.update(f"{array.shape} {array.dtype}\n".encode())
        found.update(np.ascontiguousarray(array).data)
    return found.digest()


def kept(path: AnyPath, kind: str, world: bytes, make: Callable[[], Arrays]) -> Arrays:
    """The arrays of a file; where there is none they are made, and the file is written.

    Args:
        path: the file.
        kind: what it holds, in up to 24 letters.
        world: the digest of the map.
        make: makes the arrays.

    Raises:
        BadInput: the file holds something else, is another map's, or is damaged; or it cannot be read or written.
    """
    path = Path(path)
    if os.path.lexists(path):  # a link that leads nowhere is no place for a new file
        return _read(path, kind, world)
    if not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}; make it first, or name a file in another")
    arrays = make()
    buffer = BytesIO()
    for array in arrays:
        np.save(buffer, array, allow_pickle=False)
    content = buffer.getvalue()
    with replacing(path) as beside:
        beside.write_bytes(_HEAD.pack(MAGIC, kind.encode(), world, _digest(content)) + content)
    return arrays


def _read(path: Path, kind: str, world: bytes) -> Arrays:
    try:
        with regular_file(path).open("rb") as file:
            digest = _checked_head(path, file.read(_HEAD.size), kind, world)
            content = file.read()
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    if _digest(content) != digest:
        raise BadInput(f"{path}: this table is damaged; delete the file, and the next search makes it again")
    buffer, arrays = BytesIO(content), []
    try:
        while buffer.tell() < len(content):
            arrays.append(np.load(buffer, allow_pickle=False))
    except (ValueError, EOFError, MemoryError, OverflowError) as error:
        raise BadInput(f"{path}: this table is damaged; delete the file, and the next search makes it again") from error
    return arrays


def _checked_head(path: Path, head: bytes, kind: str, world: bytes) -> bytes:
    """The digest of what follows."""
    if len(head) < _HEAD.size or not head.startswith(MAGIC):
        raise BadInput(f"{path}: this is no table of this version; delete it or name another, and it is made again")
    _, kind_found, world_found, digest = _HEAD.unpack(head)
    if kind_found.rstrip(b"\0") != kind.encode():
        raise BadInput(f"{path}: this is the table of another search than {kind}; name another file, and it is made")
    if world_found != world:
        raise BadInput(f"{path}: this table belongs to another map, or to this map before it was changed; name another file")
    return cast("bytes", digest)


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
