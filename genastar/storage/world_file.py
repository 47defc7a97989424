"""Worlds in files, which workers read, or map into their memory.

The file is a pickle (protocol 5) followed by its arrays, each at a multiple of 64 bytes. If a worker maps the file, its arrays
are the pages of the file, so the workers of one machine share them until one of them writes. The name of the file is the hash
of its content. A worker checks the hash, and does not use a file that was changed. Like any pickle the file is code: keep it in
a folder where only you can write.
"""

from __future__ import annotations

import hashlib
import mmap
import pickle
import struct
from pathlib import Path
from typing import Final

from genastar.errors import BadInput, format_cause
from genastar.files import AnyPath, replace_file

MAGIC: Final = b"genastar world 1"
_COUNTS: Final = struct.Struct("<QQ")
_LENGTH: Final = struct.Struct("<Q")
_PAGE: Final = 64


def save(world: object, folder: AnyPath) -> Path:
    """Write a world into a folder and return the file, named by the hash of its content. An existing file is kept.

    Raises:
        BadInput: the world cannot be pickled, or the file cannot be written.
    """
    folder = Path(folder)
    arrays: list[pickle.PickleBuffer] = []
    try:
        body = pickle.dumps(world, protocol=5, buffer_callback=arrays.append)
        views = [array.raw() for array in arrays]
    except Exception as error:  # pickling a user's class may raise anything
        reason = format_cause(error)
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
        with replace_file(path) as beside, beside.open("wb") as file:
            file.writelines(parts)
    return path


def read(path: AnyPath, is_mapped: bool) -> memoryview | None:
    """Return the content of a file of `save`; ``None`` if there is no file. Changes to it stay in this process.

    Args:
        path: the file.
        is_mapped: whether to map the file instead of reading it.

    Raises:
        BadInput: the content does not match the hash in the name.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            # Only a file that no other program opens is mapped: in a new folder of this batch, which its user alone may enter.
            # Another program that cuts off or writes a mapped file kills the process, or changes what was checked.
            # See docs/decisions/0036-files-are-read.md.
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) if is_mapped else bytearray(file.read()))
    except (OSError, ValueError):  # ValueError: the file is empty
        return None
    if hashlib.sha256(content).hexdigest() != path.stem:
        raise BadInput(f"{path}: this file was changed after it was written; remove it")
    return content


def load(content: memoryview) -> object:
    """Return the world in a content of `save`. Its arrays are views of the content."""
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
