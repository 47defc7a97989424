"""MagicaVoxel's ``.vox`` files with one model (format: github.com/ephtracy/voxel-model).

After ``VOX `` and the version follows a chunk MAIN that contains the other chunks. A chunk consists of a name of four letters,
the length of its content, the length of its child chunks, and both. SIZE contains columns, rows and layers; XYZI contains a
number n, then n voxels of four bytes: x, y, z and a colour from 1. All numbers have 32 bits, lowest byte first. Every voxel
with a colour is blocked. Colours, materials, cameras and the like are skipped. See docs/decisions/0007 for why no library is
used.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np

from genastar import BadInput
from genastar.files import AnyPath, read_bytes
from genastar_voxel.frame import VoxelFrame
from genastar_voxel.world import VoxelWorld, make_world_of_blocked

_MOST_SIDE: Final = 256
"""Largest side, because coordinates are bytes."""

_MOST_BYTES: Final = 4 * _MOST_SIDE**3 + (16 << 20)
"""Largest size of a file with one model."""


def read_vox(path: AnyPath) -> VoxelWorld:
    """Read the world of a file.

    Raises:
        BadInput: this is no such file, or it has no model or several; the message names the byte.
    """
    content = read_bytes(path, _MOST_BYTES, "a .vox file with one model is never larger")
    if content[:4] != b"VOX " or content[8:12] != b"MAIN":
        raise BadInput(f"{path}: byte 0: expected 'VOX ', a version and 'MAIN', not {content[:12]!r}")
    frame: VoxelFrame | None = None
    blocked = None
    for at, name, body in _read_chunks(path, content):
        if name == b"SIZE":
            if frame is not None:
                raise BadInput(
                    f"{path}: byte {at}: the file has a second model; merge the models in the editor, or save only one"
                )
            sizes = struct.unpack("<3I", body) if len(body) == 12 else (0, 0, 0)
            if not all(0 < size <= _MOST_SIDE for size in sizes):
                raise BadInput(f"{path}: byte {at}: expected three sizes from 1 to {_MOST_SIDE}, not {_format_numbers(sizes)}")
            frame = VoxelFrame(*sizes)
        elif name == b"XYZI":
            if frame is None:
                raise BadInput(f"{path}: byte {at}: expected a chunk SIZE before the voxels; save the model again")
            count = int.from_bytes(body[:4], "little")
            if len(body) != 4 + 4 * count:
                raise BadInput(f"{path}: byte {at}: expected {count} voxels, but there are {max(0, len(body) // 4 - 1)}")
            voxels = np.frombuffer(body, np.uint8, offset=4).reshape(-1, 4)[:, :3].astype(np.int64)
            outside = (voxels >= frame.shape).any(axis=1)
            if outside.any():
                first = voxels[int(np.argmax(outside))].tolist()
                raise BadInput(
                    f"{path}: byte {at}: voxel {_format_numbers(first, ',')} is outside a model of "
                    f"{_format_numbers(frame.shape)}"
                )
            blocked = voxels
    if frame is None or blocked is None:
        raise BadInput(f"{path}: the file has no model; expected chunks SIZE and XYZI")
    return make_world_of_blocked(frame, [blocked])


def _read_chunks(path: AnyPath, content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the offset, name and content of each chunk in MAIN. None of them has child chunks."""
    at, end = 20 + int.from_bytes(content[12:16], "little"), len(content)
    while at < end:
        if at + 12 > end:
            raise BadInput(f"{path}: byte {at}: the file ends within the head of a chunk; get a complete copy")
        name, length, inner = struct.unpack_from("<4sII", content, at)
        if at + 12 + length + inner > end:
            raise BadInput(f"{path}: byte {at}: the file ends within the chunk {name!r}; get a complete copy")
        yield at, name, content[at + 12 : at + 12 + length]
        at += 12 + length + inner


def _format_numbers(numbers: object, between: str = " x ") -> str:
    return between.join(map(str, np.asarray(numbers).tolist()))
