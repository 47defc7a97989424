"""Unpacked size of OpenStreetMap files, checked before anything is stored."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import IO, Final

from genastar import BadInput
from genastar.files import AnyPath, open_unpacked

_LARGEST_HEADER: Final = 64 * 1024
_LARGEST_BLOB: Final = 32 * 1024 * 1024
"""Limits from the format's description, https://wiki.openstreetmap.org/wiki/PBF_Format."""

_CHUNK: Final = 1 << 20


def check_size(path: AnyPath, megabytes: int) -> None:
    """Refuse a file that unpacks to more than ``megabytes``, is cut off, or is not an OpenStreetMap file.

    A compressed file is unpacked once for this without storing it; of a PBF file only the block headers are read.

    Raises:
        BadInput: the file is refused; the message says why, and where.
    """
    path = Path(path)
    most, name = megabytes * 1_000_000, path.name.lower()
    with open_unpacked(path) as file:
        if name.endswith(".pbf"):
            size = _measure_unpacked_pbf(path, file, most)
        elif name.endswith((".gz", ".bz2")):
            size = _measure_unpacked(path, file, most)
        else:
            _check_xml(path, file.read(1024))
            size = path.stat().st_size
    if size > most:
        raise BadInput(f"{path}: unpacks to more than {megabytes:,} MB; if you trust it, raise the option megabytes")


def _measure_unpacked(path: Path, file: IO[bytes], most: int) -> int:
    chunk = file.read(_CHUNK)
    _check_xml(path, chunk[:1024])
    size = len(chunk)
    while chunk and size <= most:
        chunk = file.read(_CHUNK)
        size += len(chunk)
    return size


def _check_xml(path: Path, head: bytes) -> None:
    if b"<osm" not in head and b"<?xml" not in head:
        raise BadInput(f"{path}: not an OpenStreetMap file: expected XML with the root element osm")


def _measure_unpacked_pbf(path: Path, file: IO[bytes], most: int) -> int:
    """Return the sum of the unpacked sizes that the blocks declare; libosmium enforces them."""
    end = file.seek(0, 2)
    file.seek(0)
    place = size = 0
    while place < end and size <= most:
        prefix = file.read(4)
        length = struct.unpack(">I", prefix)[0] if len(prefix) == 4 else 0
        if length > _LARGEST_HEADER or (place == 0 and length == 0):
            raise BadInput(f"{path}: not an OpenStreetMap PBF file: no block begins at byte {place}")
        header = _decode_varints(file.read(length))
        blob = header.get(3, 0)
        begin = place + 4 + length
        if begin + blob > end or len(prefix) < 4:
            raise BadInput(f"{path}: cut off: the block at byte {place} continues after the end of the file, at byte {end}")
        if not 0 < blob <= _LARGEST_BLOB:
            raise BadInput(f"{path}: not an OpenStreetMap PBF file: no block begins at byte {place}")
        size += _decode_varints(file.read(32)).get(2, blob)
        place = file.seek(begin + blob)
    if place == 0:
        raise BadInput(f"{path}: this file is empty")
    return size


def _decode_varints(message: bytes) -> dict[int, int]:
    """Return the whole numbers of a protocol-buffer message by field, as far as the bytes go; texts are skipped."""
    found: dict[int, int] = {}
    place = 0
    while place < len(message):
        key, place = _decode_varint(message, place)
        value, place = _decode_varint(message, place)
        match key & 7:
            case 0:
                found[key >> 3] = value
            case 2:
                place += value
            case _:
                break
    return found


def _decode_varint(message: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(message) and shift < 64:
        byte = message[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            break
    return value, place
