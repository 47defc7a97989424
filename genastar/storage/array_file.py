"""Array files: read as a whole, versioned, and checked before use.

Layout, little-endian: the magic (eight bytes); the version, the length of the header and its CRC-32 (four bytes each); the
header (JSON in UTF-8); then the arrays, each aligned to 64 bytes. The header contains the kind of the file, its facts, and for
each array its type, shape, position and CRC-32.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator, Mapping
from io import BufferedReader
from math import prod
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from zlib import crc32

import numpy as np
from attrs import asdict, frozen
from numpy.typing import NDArray

from genastar.errors import BadInput, format_value, shorten_text
from genastar.files import AnyPath, check_regular_file, replace_file
from genastar.values.limits import check_while_iterating

AnyArray = NDArray[np.generic]
N = TypeVar("N", bound=np.generic)
Fact = str | int | float | bool | list[str]

MAGIC: Final = b"GENARRAY"
VERSION: Final = 1
_PREFIX: Final = struct.Struct("<8sIII")
_ALIGNED: Final = 64
_LONGEST_HEADER: Final = 1 << 28
_PIECE: Final = 1 << 24
"""Bytes that are read or written between two looks at the cancel flag."""
_DTYPES: Final = frozenset({"|i1", "|u1", "<i2", "<u2", "<i4", "<i8", "<f4", "<f8"})
"""The types of arrays. No other text reaches numpy, whose parser raises errors of many kinds."""
_RANKS: Final = (1, 2, 3)


@frozen
class _Entry:
    dtype: str
    shape: tuple[int, ...]
    start: int
    crc: int


@frozen(eq=False)
class Stored:
    """Contents of a file, in memory."""

    path: Path
    kind: str
    facts: dict[str, Fact]
    arrays: dict[str, AnyArray]

    def expect_fingerprint(self, fingerprint: int) -> None:
        """Raise BadInput unless the file was made from the graph with this fingerprint.

        Raises:
            BadInput: it was made from another.
        """
        if self.facts.get("fingerprint") != fingerprint:
            which = f"these {self.kind} belong" if self.kind.partition(" of ")[0].endswith("s") else f"this {self.kind} belongs"
            raise BadInput(f"{self.path}: {which} to another graph; delete the file, or prepare the graph again")

    def get_int32(self, name: str, dimensions: int = 1) -> NDArray[np.int32]:
        """Return the array with this name.

        Raises:
            BadInput: there is no such array, or it has another type or rank.
        """
        return self._get_array(name, np.int32, dimensions)

    def get_int8(self, name: str, dimensions: int = 1) -> NDArray[np.int8]:
        """Return the array with this name; see `get_int32`."""
        return self._get_array(name, np.int8, dimensions)

    def get_int64(self, name: str, dimensions: int = 1) -> NDArray[np.int64]:
        """Return the array with this name; see `get_int32`."""
        return self._get_array(name, np.int64, dimensions)

    def get_float32(self, name: str, dimensions: int = 1) -> NDArray[np.float32]:
        """Return the array with this name; see `get_int32`."""
        return self._get_array(name, np.float32, dimensions)

    def get_float64(self, name: str, dimensions: int = 1) -> NDArray[np.float64]:
        """Return the array with this name; see `get_int32`."""
        return self._get_array(name, np.float64, dimensions)

    def get_float(self, name: str, dimensions: int = 1) -> NDArray[np.float32 | np.float64]:
        """Return the array with this name, of float32 or float64; see `get_int32`."""
        return self._get_of_kinds(name, dimensions, np.float64, np.float32)

    def get_number(self, name: str, dimensions: int = 1) -> NDArray[np.int32 | np.int64 | np.float64]:
        """Return the array with this name, of int32, int64 or float64; see `get_int32`."""
        return self._get_of_kinds(name, dimensions, np.int32, np.int64, np.float64)

    def get_small(self, name: str, dimensions: int = 1) -> NDArray[np.uint16 | np.int32]:
        """Return the array with this name, of uint16 or int32; see `get_int32`."""
        return self._get_of_kinds(name, dimensions, np.int32, np.uint16)

    def _get_of_kinds(self, name: str, dimensions: int, *kinds: type[Any]) -> NDArray[Any]:
        """Return the array of one of these types."""
        found = self.arrays.get(name)
        return self._get_array(
            name, next((kind for kind in kinds if found is not None and found.dtype == kind), kinds[0]), dimensions
        )

    def _get_array(self, name: str, kind: type[N], dimensions: int) -> NDArray[N]:
        array = self.arrays.get(name)
        if array is None or array.dtype != np.dtype(kind) or array.ndim != dimensions:
            raise BadInput(f"{self.path}: its array {name!r} is missing or of another type; save it again from its source")
        return cast("NDArray[N]", array)


def save_arrays(path: AnyPath, kind: str, facts: Mapping[str, Fact], arrays: Mapping[str, AnyArray]) -> None:
    """Write arrays and facts about them, atomically.

    Args:
        path: the file.
        kind: kind of file, such as ``"graph"``; `open_arrays` checks it.
        facts: further facts to store, as JSON.
        arrays: arrays of numbers by name.

    Raises:
        BadInput: the file cannot be written.
        Cancelled: the governing token was cancelled; then there is no file.
    """
    entries, contents, start = {}, [], 0
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        entries[name] = _Entry(plain.dtype.str, plain.shape, start, _compute_crc(plain))
        contents.append(plain)
        start = _align(start + plain.nbytes)
    described = {name: asdict(entry) for name, entry in entries.items()}
    header = json.dumps({"kind": kind, "facts": dict(facts), "arrays": described}).encode()
    with replace_file(path) as beside, beside.open("wb") as file:
        file.write(_PREFIX.pack(MAGIC, VERSION, len(header), crc32(header)) + header)
        first = _align(file.tell())
        for entry, content in zip(entries.values(), contents, strict=True):
            file.write(b"\0" * (first + entry.start - file.tell()))
            for piece in _iterate_pieces(content):
                file.write(piece)


def open_arrays(path: AnyPath, kind: str) -> Stored:
    """Read a file that `save_arrays` wrote.

    It is read, not mapped into memory: what was checked stays as it is, whatever becomes of the file, and a file that is cut
    off while it is mapped kills the process. See docs/decisions/0036-files-are-read.md.

    Raises:
        BadInput: the file cannot be read, has another kind or version, or is damaged.
    """
    path = check_regular_file(path)
    try:
        with path.open("rb") as file:
            prefix = file.read(_PREFIX.size)
            if len(prefix) < _PREFIX.size or not prefix.startswith(MAGIC):
                raise BadInput(f"{path}: not a file saved by genastar")
            _, version, length, crc = _PREFIX.unpack(prefix)
            if version != VERSION:
                raise BadInput(
                    f"{path}: saved as version {version}, but this program reads {VERSION}; save it again from its source"
                )
            header = file.read(length) if length <= _LONGEST_HEADER else b""
            if len(header) < length or crc32(header) != crc:
                raise BadInput(f"{path}: its header is damaged; save it again from its source")
            kind_found, facts, entries = _parse_header(path, header)
            if kind_found != kind:
                raise BadInput(f"{path}: this file is for another method: {shorten_text(kind_found)}; expected: {kind}")
            size, first = os.fstat(file.fileno()).st_size, _align(_PREFIX.size + length)
            arrays, start = {}, 0
            for name, entry in entries.items():
                arrays[name] = _read(path, name, entry, start, file, first, size)
                start = _align(start + arrays[name].nbytes)
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    except MemoryError as error:
        raise BadInput(f"{path}: this file does not fit into memory; close other programs, or prepare less") from error
    return Stored(path, kind, facts, arrays)


def _parse_header(path: Path, text: bytes) -> tuple[str, dict[str, Fact], dict[str, _Entry]]:
    """Return the kind, the facts and the entries of the arrays."""
    try:
        kind, facts, arrays = _take(json.loads(text), "kind", "facts", "arrays")
        entries = {name: _Entry(*_take(entry, "dtype", "shape", "start", "crc")) for name, entry in arrays.items()}
        is_sound = isinstance(kind, str) and all(map(_is_fact, facts.values())) and all(map(_is_sound, entries.values()))
    except (AttributeError, TypeError, ValueError, RecursionError):
        is_sound = False
    if not is_sound:
        raise BadInput(f"{path}: its header has an unexpected form; save it again from its source")
    return kind, facts, entries


def _take(found: Any, *names: str) -> Iterator[Any]:
    """Return the values of an object of JSON that has these names alone."""
    if not isinstance(found, dict) or found.keys() != set(names):
        raise ValueError
    return map(found.__getitem__, names)


def _is_fact(value: object) -> bool:
    return isinstance(value, str | int | float) or (isinstance(value, list) and all(isinstance(each, str) for each in value))


def _is_sound(entry: _Entry) -> bool:
    numbers = (*entry.shape, entry.start, entry.crc)
    return isinstance(entry.dtype, str) and all(type(number) is int and number >= 0 for number in numbers)


def _read(path: Path, name: str, entry: _Entry, start: int, file: BufferedReader, first: int, size: int) -> AnyArray:
    """Return an array of a file of this size, whose arrays begin at ``first``, and this one ``start`` bytes after."""
    if entry.dtype not in _DTYPES or len(entry.shape) not in _RANKS or entry.start != start:
        raise BadInput(f"{path}: its array {format_value(name)} has an unexpected form; save it again from its source")
    dtype = np.dtype(entry.dtype)
    length = prod(entry.shape) * dtype.itemsize
    # Without elements, the other sides may have any length, which numpy refuses.
    if first + start + length > size or max(entry.shape) > size:
        raise BadInput(f"{path}: its array {format_value(name)} is cut off; save it again from its source")
    array = np.empty(entry.shape, dtype)
    file.seek(first + start)
    crc = 0
    for piece in _iterate_pieces(array):
        if file.readinto(piece) < len(piece):
            raise BadInput(f"{path}: its array {format_value(name)} is cut off; save it again from its source")
        crc = crc32(piece, crc)
    if crc != entry.crc:
        raise BadInput(
            f"{path}: its array {format_value(name)} is damaged (its checksum differs); save it again from its source"
        )
    return array.astype(dtype.newbyteorder("="), copy=False)


def _iterate_pieces(array: AnyArray) -> Iterator[memoryview]:
    """Yield the bytes of an array in pieces, and look before each whether the work was cancelled."""
    content = memoryview(array.reshape(-1).view(np.uint8).data)
    for begin in check_while_iterating(range(0, len(content), _PIECE)):
        yield content[begin : begin + _PIECE]


def _compute_crc(array: AnyArray) -> int:
    crc = 0
    for piece in _iterate_pieces(array):
        crc = crc32(piece, crc)
    return crc


def _align(place: int) -> int:
    return -(-place // _ALIGNED) * _ALIGNED
