"""Array files: mapped into memory on opening, versioned, and checked before use.

Layout, little-endian: the magic (eight bytes); the version, the length of the header and its CRC-32 (four bytes each); the
header (JSON in UTF-8); then the arrays, each aligned to 64 bytes. The header contains the kind of the file, its facts, and for
each array its type, shape, position and CRC-32.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from zlib import crc32

import numpy as np
from attrs import frozen
from cattrs import Converter
from cattrs.errors import BaseValidationError
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, regular_file, replacing
from genastar_prepare.polled import polled

AnyArray = NDArray[np.generic]
N = TypeVar("N", bound=np.generic)
Fact = str | int | float | bool | list[str]

MAGIC: Final = b"GENROADS"
VERSION: Final = 1
_PREFIX: Final = struct.Struct("<8sIII")
_ALIGNED: Final = 64
_LONGEST_HEADER: Final = 1 << 28
_PIECE: Final = 1 << 24
"""Bytes that are read or written between two looks at the cancel flag."""


@frozen
class _Entry:
    dtype: str
    shape: tuple[int, ...]
    start: int
    crc: int


@frozen
class _Header:
    kind: str
    facts: dict[str, Fact]
    arrays: dict[str, _Entry]


@frozen(eq=False)
class Stored:
    """Contents of a file. Its arrays are views of the file; writing to them does not change the file."""

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

    def int32(self, name: str, dimensions: int = 1) -> NDArray[np.int32]:
        """Return the array with this name.

        Raises:
            BadInput: there is no such array, or it has another type or rank.
        """
        return self._of(name, np.int32, dimensions)

    def int64(self, name: str, dimensions: int = 1) -> NDArray[np.int64]:
        """Return the array with this name; see `int32`."""
        return self._of(name, np.int64, dimensions)

    def float32(self, name: str, dimensions: int = 1) -> NDArray[np.float32]:
        """Return the array with this name; see `int32`."""
        return self._of(name, np.float32, dimensions)

    def float64(self, name: str, dimensions: int = 1) -> NDArray[np.float64]:
        """Return the array with this name; see `int32`."""
        return self._of(name, np.float64, dimensions)

    def number(self, name: str, dimensions: int = 1) -> NDArray[np.int32 | np.int64 | np.float64]:
        """Return the array with this name, of int32, int64 or float64; see `int32`."""
        return self._among(name, dimensions, np.int32, np.int64, np.float64)

    def small(self, name: str, dimensions: int = 1) -> NDArray[np.uint16 | np.int32]:
        """Return the array with this name, of uint16 or int32; see `int32`."""
        return self._among(name, dimensions, np.int32, np.uint16)

    def _among(self, name: str, dimensions: int, *kinds: type[Any]) -> NDArray[Any]:
        """Return the array of one of these types."""
        found = self.arrays.get(name)
        return self._of(name, next((kind for kind in kinds if found is not None and found.dtype == kind), kinds[0]), dimensions)

    def _of(self, name: str, kind: type[N], dimensions: int) -> NDArray[N]:
        array = self.arrays.get(name)
        if array is None or array.dtype != np.dtype(kind) or array.ndim != dimensions:
            raise BadInput(f"{self.path}: its array {name!r} is missing or of another type; save it again from its source")
        return cast("NDArray[N]", array)


_converter = Converter(forbid_extra_keys=True)
_converter.register_structure_hook(Fact, lambda value, _: value)
_converter.register_unstructure_hook(Fact, lambda value: value)


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
        entries[name] = _Entry(plain.dtype.str, plain.shape, start, _crc(plain))
        contents.append(plain)
        start = _aligned(start + plain.nbytes)
    header = json.dumps(_converter.unstructure(_Header(kind, dict(facts), entries))).encode()
    with replacing(path) as beside, beside.open("wb") as file:
        file.write(_PREFIX.pack(MAGIC, VERSION, len(header), crc32(header)) + header)
        first = _aligned(file.tell())
        for entry, content in zip(entries.values(), contents, strict=True):
            file.write(b"\0" * (first + entry.start - file.tell()))
            for piece in _pieces(content):
                file.write(piece)


def open_arrays(path: AnyPath, kind: str) -> Stored:
    """Open a file that `save_arrays` wrote. Its content is read once to check it, and stays in the page cache.

    Raises:
        BadInput: the file cannot be read, has another kind or version, or is damaged.
    """
    path = regular_file(path)
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
            # Copy on write: a plain array for its user, of the same type as a computed one.
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    except BadInput:
        raise
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    try:
        found = _converter.structure(json.loads(header), _Header)
    except (ValueError, RecursionError, BaseValidationError) as error:
        raise BadInput(f"{path}: its header has an unexpected form; save it again from its source") from error
    if found.kind != kind:
        raise BadInput(f"{path}: this file is for another method: {found.kind}; expected: {kind}")
    first = _aligned(_PREFIX.size + length)
    return Stored(
        path, kind, found.facts, {name: _array(path, name, content, first, entry) for name, entry in found.arrays.items()}
    )


def _array(path: Path, name: str, content: mmap.mmap, first: int, entry: _Entry) -> AnyArray:
    try:
        dtype = np.dtype(entry.dtype)
        count = int(np.prod(entry.shape, dtype=object)) if entry.shape else 1
        if dtype.kind not in "iufb" or min(entry.shape, default=0) < 0 or entry.start < 0:
            raise ValueError(entry.dtype)
        flat = np.frombuffer(content, dtype, count, first + entry.start) if count else np.empty(0, dtype)
        array = flat.reshape(entry.shape)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadInput(f"{path}: its array {name!r} is cut off or damaged; save it again from its source") from error
    if _crc(array) != entry.crc:
        raise BadInput(f"{path}: its array {name!r} is damaged (its checksum differs); save it again from its source")
    return array if sys.byteorder == "little" else array.astype(dtype.newbyteorder("="))


def _pieces(array: AnyArray) -> Iterator[memoryview]:
    """Yield the bytes of an array in pieces, and look before each whether the work was cancelled."""
    content = memoryview(array.reshape(-1).view(np.uint8).data)
    for begin in polled(range(0, len(content), _PIECE)):
        yield content[begin : begin + _PIECE]


def _crc(array: AnyArray) -> int:
    crc = 0
    for piece in _pieces(array):
        crc = crc32(piece, crc)
    return crc


def _aligned(place: int) -> int:
    return -(-place // _ALIGNED) * _ALIGNED
