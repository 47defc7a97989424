"""MagicaVoxel's ``.vox`` files: the model of a file that holds one (the format's description is at
github.com/ephtracy/voxel-model).

After ``VOX `` and the version there is a chunk MAIN with chunks in it. Each is a name of four letters, the length of its
content, the length of the chunks in it, and these. SIZE is columns, rows and layers; XYZI is a number n, then n voxels of
four bytes: x, y, z and a colour from 1 on. All numbers are 32 bits, the lowest byte first. Whatever has a colour is blocked.
Colours, materials, cameras and the like are passed over. See docs/decisions/0007 for why no library reads them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np

from genastar import BadInput
from genastar.files import AnyPath, read_bytes
from genastar_voxel.frame import Frame
from genastar_voxel.world import World, world_of_blocked

_MOST_SIDE: Final = 256
"""Coordinates are bytes."""

_MOST_BYTES: Final = 4 * _MOST_SIDE**3 + (16 << 20)
"""No file of one model is longer, whatever else it holds."""


def read_vox(path: AnyPath) -> World:
    """The world of a file.

    Raises:
        BadInput: this is no such file, or it holds no model, or several; the message names the byte.
    """
    content = read_bytes(path, _MOST_BYTES, "a .vox file of one model has no more")
    if content[:4] != b"VOX " or content[8:12] != b"MAIN":
        raise BadInput(f"{path}: byte 0: 'VOX ', a version and 'MAIN' were expected, not {content[:12]!r}")
    frame: Frame | None = None
    blocked = None
    for at, name, body in _chunks(path, content):
        if name == b"SIZE":
            if frame is not None:
                raise BadInput(f"{path}: byte {at}: a second model; merge the models in the editor, or save one")
            sizes = struct.unpack("<3I", body) if len(body) == 12 else (0, 0, 0)
            if not all(0 < size <= _MOST_SIDE for size in sizes):
                raise BadInput(f"{path}: byte {at}: three sizes from 1 to {_MOST_SIDE} were expected, not {_shown(sizes)}")
            frame = Frame(*sizes)
        elif name == b"XYZI":
            if frame is None:
                raise BadInput(f"{path}: byte {at}: voxels before their SIZE")
            count = int.from_bytes(body[:4], "little")
            if len(body) != 4 + 4 * count:
                raise BadInput(f"{path}: byte {at}: {count} voxels were promised, and there are {max(0, len(body) // 4 - 1)}")
            voxels = np.frombuffer(body, np.uint8, offset=4).reshape(-1, 4)[:, :3].astype(np.int64)
            outside = (voxels >= frame.shape).any(axis=1)
            if outside.any():
                first = voxels[int(np.argmax(outside))].tolist()
                raise BadInput(f"{path}: byte {at}: voxel {_shown(first, ',')} is outside a model of {_shown(frame.shape)}")
            blocked = voxels
    if frame is None or blocked is None:
        raise BadInput(f"{path}: there is no model; chunks SIZE and XYZI were expected")
    return world_of_blocked(frame, [blocked])


def _chunks(path: AnyPath, content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Where each chunk in MAIN begins, its name, and its content. None holds others."""
    at, end = 20 + int.from_bytes(content[12:16], "little"), len(content)
    while at < end:
        if at + 12 > end:
            raise BadInput(f"{path}: byte {at}: the file ends within the head of a chunk; get a whole copy")
        name, length, inner = struct.unpack_from("<4sII", content, at)
        if at + 12 + length + inner > end:
            raise BadInput(f"{path}: byte {at}: the file ends within the chunk {name!r}; get a whole copy")
        yield at, name, content[at + 12 : at + 12 + length]
        at += 12 + length + inner


def _shown(numbers: object, between: str = " x ") -> str:
    return between.join(map(str, np.asarray(numbers).tolist()))
