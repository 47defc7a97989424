"""Arrays kept in a file between runs. They are used only if the file is undamaged and belongs to this map.

A file consists of `MAGIC`, the *kind* of its content, the digest of the map, the digest of the rest, and the arrays in numpy's
format.
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
from genastar.files import AnyPath, check_regular_file, replace_file

Arrays = Sequence[np.ndarray[tuple[int, ...], np.dtype[Any]]]

MAGIC: Final = b"genastar grid table 2\n"
"""The first bytes, with the version of the format."""

_HEAD: Final = struct.Struct(f"<{len(MAGIC)}s24s16s16s")


def compute_digest(*arrays: np.ndarray[tuple[int, ...], np.dtype[Any]]) -> bytes:
    """Return a digest of arrays, their shapes and their types."""
    found = blake2b(digest_size=16)
    for array in arrays:
        found.update(f"{array.shape} {array.dtype}\n".encode())
        found.update(np.ascontiguousarray(array).data)
    return found.digest()


def load_or_build(path: AnyPath, kind: str, world: bytes, make: Callable[[], Arrays], fits: Callable[[Arrays], bool]) -> Arrays:
    """Read the arrays of a file; if it does not exist, make them and write it.

    Args:
        path: the file.
        kind: the kind of content, up to 24 letters.
        world: the digest of the map.
        make: makes the arrays.
        fits: returns whether arrays of a file can be those of this map.

    Raises:
        BadInput: the file has other content, belongs to another map, is damaged, or cannot be read or written.
    """
    path = Path(path)
    if os.path.lexists(path):  # a broken link counts as a file, and is refused
        found = _read(path, kind, world)
        if not fits(found):
            raise BadInput(f"{path}: this table is not that of its map; delete the file, and the next search writes it again")
        return found
    if not path.parent.is_dir():
        raise BadInput(f"{path}: the folder {path.parent} does not exist; create it, or choose another")
    arrays = make()
    buffer = BytesIO()
    for array in arrays:
        np.save(buffer, array, allow_pickle=False)
    content = buffer.getvalue()
    with replace_file(path) as beside:
        beside.write_bytes(_HEAD.pack(MAGIC, kind.encode(), world, _compute_digest(content)) + content)
    return arrays


def _read(path: Path, kind: str, world: bytes) -> Arrays:
    try:
        with check_regular_file(path).open("rb") as file:
            digest = _check_head(path, file.read(_HEAD.size), kind, world)
            content = file.read()
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    if _compute_digest(content) != digest:
        raise BadInput(f"{path}: this table is damaged; delete the file, and the next search writes it again")
    buffer, arrays = BytesIO(content), []
    try:
        while buffer.tell() < len(content):
            arrays.append(np.load(buffer, allow_pickle=False))
    except Exception as error:  # the parser of headers raises many kinds of errors
        raise BadInput(f"{path}: this table is damaged; delete the file, and the next search writes it again") from error
    return arrays


def _check_head(path: Path, head: bytes, kind: str, world: bytes) -> bytes:
    """Return the digest of the rest."""
    if len(head) < _HEAD.size or not head.startswith(MAGIC):
        raise BadInput(f"{path}: this is no table of this version; delete the file or name another, and the search writes it")
    _, kind_found, world_found, digest = _HEAD.unpack(head)
    if kind_found.rstrip(b"\0") != kind.encode():
        raise BadInput(f"{path}: this table is not for {kind}; name another file, and the search writes it")
    if world_found != world:
        raise BadInput(f"{path}: this table belongs to another map, or to an earlier version of this map; name another file")
    return cast("bytes", digest)


def _compute_digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
