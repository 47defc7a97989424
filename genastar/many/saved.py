"""A world in a file, which workers map into their memory.

The file is a pickle (protocol 5) with its arrays behind it, each at a multiple of 64 bytes: a worker's arrays are the pages of
the file, so that the workers of one machine share them until one of them writes. Its name is the hash of its content, which a
worker looks at before it opens it: a file that was changed is not used. Like any pickle it is code: keep the folder where none
but you can write.
"""

from __future__ import annotations

import hashlib
import mmap
import pickle
import struct
from pathlib import Path
from typing import Final

from genastar.errors import BadInput
from genastar.files import AnyPath, replacing

MAGIC: Final = b"genastar world 1"
_COUNTS: Final = struct.Struct("<QQ")
_LENGTH: Final = struct.Struct("<Q")
_PAGE: Final = 64


def save(world: object, folder: AnyPath) -> Path:
    """Write a world into the folder, under the name of its content, unless it is there.

    Raises:
        BadInput: the world cannot be pickled, or the file cannot be written.
    """
    folder = Path(folder)
    arrays: list[pickle.PickleBuffer] = []
    try:
        body = pickle.dumps(world, protocol=5, buffer_callback=arrays.append)
        views = [array.raw() for array in arrays]
    except Exception as error:  # whatever the pickling of a class may raise
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInput(
            f"a {type(world).__name__} cannot be sent to other processes ({reason}); define it in a module, or use threads"
        ) from error
    head = MAGIC + _COUNTS.pack(len(body), len(views)) + b"".join(_LENGTH.pack(view.nbytes) for view in views)
    parts: list[bytes | memoryview] = [head, body]
    at = len(head) + len(body)
    for view in views:
        parts += [b"\0" * (-at % _PAGE), view]
        at += -at % _PAGE + view.nbytes
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    path = folder / f"{digest.hexdigest()}.world"
    if not path.exists():
        with replacing(path) as beside, beside.open("wb") as file:
            file.writelines(parts)
    return path


def read(path: AnyPath) -> memoryview | None:
    """The content of a file of `save`, mapped: what is written to it stays in this process. ``None`` if there is none.

    Raises:
        BadInput: its content is not what its name says.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    except (OSError, ValueError):  # ValueError: it is empty
        return None
    if hashlib.sha256(content).hexdigest() != path.stem:
        raise BadInput(f"{path}: this file was changed after it was written; remove it")
    return content


def load(content: memoryview) -> object:
    """The world in a content of `save`, whose arrays are views of it."""
    length, count = _COUNTS.unpack_from(content, len(MAGIC))
    at = len(MAGIC) + _COUNTS.size
    sizes = [size for (size,) in _LENGTH.iter_unpack(content[at : at + count * _LENGTH.size])]
    at += count * _LENGTH.size
    body = content[at : at + length]
    at += length
    arrays = []
    for size in sizes:
        at += -at % _PAGE
        arrays.append(content[at : at + size])
        at += size
    return pickle.loads(body, buffers=arrays)
