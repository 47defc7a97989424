"""Types of columns of numbers, and checks for them."""

from __future__ import annotations

from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from genastar import BadInput

Bools = NDArray[np.bool_]
Int8 = NDArray[np.int8]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]


def compute_crc(*arrays: NDArray[np.generic]) -> int:
    """Return the CRC-32 of arrays."""
    crc = 0
    for array in arrays:
        crc = crc32(np.ascontiguousarray(array).data, crc)
    return crc


def check_whole(name: str, what: str, values: ArrayLike) -> Int64:
    """Return whole numbers of 64 bits, shape (k,).

    Raises:
        BadInput: the values are not whole numbers of 64 bits; the message begins with ``name``.
    """
    try:
        array = np.asarray(values)
        if array.size == 0:
            return np.empty(0, np.int64)
        if array.ndim != 1:
            raise BadInput(f"{name}: {what} has {array.ndim} dimensions; expected one")
        if array.dtype.kind == "f":
            bad = np.flatnonzero(~(np.isfinite(array) & (array == np.rint(array)) & (np.abs(array) < 2**62)))
            if len(bad):
                raise BadInput(f"{name}: {what} {bad[0]} is {array[bad[0]]}; expected a whole number")
        elif array.dtype.kind == "u" and int(array.max()) > 2**62:
            raise BadInput(f"{name}: {what} holds {array.max()}; expected less than 2^62")
        elif array.dtype.kind not in "iub":
            raise BadInput(f"{name}: {what} holds {array.dtype}; expected whole numbers")
        return array.astype(np.int64)
    except OverflowError as error:
        raise BadInput(f"{name}: {what} holds a number that is too large") from error


def check_degrees(name: str, what: str, values: ArrayLike, most: float) -> Float64:
    """Return degrees from ``-most`` to ``most``, shape (k,).

    Raises:
        BadInput: a value is not a number in this range; the message begins with ``name``.
    """
    try:
        array = np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{name}: {what} contains a value that is not a number") from error
    bad = np.flatnonzero(~(np.abs(array) <= most))
    if array.ndim != 1:
        raise BadInput(f"{name}: {what} has {array.ndim} dimensions; expected one")
    if len(bad):
        raise BadInput(f"{name}: {what} {bad[0]} is {array[bad[0]]}; expected degrees from {-most:g} to {most:g}")
    return array


def check_range(name: str, what: str, numbers: Int64, most: int) -> None:
    """Raise `BadInput` unless all numbers are 0 to ``most``."""
    bad = np.flatnonzero((numbers < 0) | (numbers > most))
    if len(bad):
        edge = int(bad[0])
        fault = "is negative" if numbers[edge] < 0 else f"is more than {most}"
        raise BadInput(f"{name}: the {what} of edge {edge}, {numbers[edge]}, {fault}; expected 0 to {most}")


def check_pairs(name: str, turns: ArrayLike, edges: int) -> Int32:
    """Return pairs of edges, shape (k, 2).

    Raises:
        BadInput: the values are not pairs of edge numbers; the message begins with ``name``.
    """
    pairs = np.asarray(turns)
    if pairs.size == 0:
        return np.empty((0, 2), np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise BadInput(f"{name}: turns have the shape {pairs.shape}; expected pairs of edges, (k, 2)")
    if int(pairs.min()) < 0 or int(pairs.max()) >= edges:
        raise BadInput(f"{name}: turns name an edge that does not exist; edges are numbered 0 to {edges - 1}")
    return pairs.astype(np.int32)


def check_flags(name: str, what: str, values: ArrayLike, size: int) -> NDArray[np.bool_]:
    """Return truth values of edges, shape (size,); all false if there are none.

    Raises:
        BadInput: the values are not as many truth values; the message begins with ``name``.
    """
    array = np.asarray(values)
    if not array.size:
        return np.zeros(size, np.bool_)
    if array.dtype.kind != "b" or array.shape != (size,):
        raise BadInput(
            f"{name}: {what} has the shape {array.shape} of {array.dtype}; expected {size} of True or False, one an edge"
        )
    return array
