"""The frame: how voxels are numbered and packed.

A voxel (x, y, z) has the number ``((z + 1) (rows + 1) + y + 1) width + x``, where ``width`` is the next multiple of 8 above the
number of columns. So there is at least one blocked voxel after each row, a blocked row before each layer, and a blocked layer
before the first and after the last. Every step leads to a valid number, and hooks need no test for the sides of the world.

Along joined axes, there are two blocked columns after each row, or two rows before each layer. A place just beyond an end is an
*image* of the voxel at the other end and has the same bit.

Free voxels are bits, ten to a word of 16: word w holds the voxels with numbers 8w - 1 ... 8w + 8 of one row. So the three
neighbours x - 1, x, x + 1 are in one word, and reading the 27 voxels around a voxel takes nine loads and shifts. This uses **a
quarter of a byte for each voxel**, a sixteenth of a table of 26 open directions, and fits the processor's caches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

Voxel = tuple[int, int, int]
"""A position: x, y and z, each from 0. With gravity, z points up."""

Bits = NDArray[np.int16]
"""Packed bits of voxels; see the module."""

Coordinates = NDArray[np.int64]
"""Voxels as rows of x, y, z, shape (n, 3)."""


@frozen
class VoxelFrame:
    """The numbering of the voxels of a world."""

    columns: int
    rows: int
    layers: int
    wrap: str = field(default="none", kw_only=True)
    """The axes whose ends are joined, such as ``"x"`` or ``"xyz"``."""
    width: int = field(init=False)
    """Difference between the numbers of adjacent rows."""
    area: int = field(init=False)
    """Difference between the numbers of adjacent layers."""

    @width.default
    def _next_multiple_of_8(self) -> int:
        return ((self.columns + ("x" in self.wrap)) // 8 + 1) * 8

    @area.default
    def _width_times_rows(self) -> int:
        return self.width * self.lines

    @property
    def lines(self) -> int:
        """Return the number of rows in a layer, including padding."""
        return self.rows + 1 + ("y" in self.wrap)

    @property
    def shape(self) -> Voxel:
        """Return the number of columns, rows and layers."""
        return self.columns, self.rows, self.layers

    @property
    def size(self) -> int:
        """Return the number of numbers, including padding."""
        return self.area * (self.layers + 2) + self.width

    def to_number(self, voxel: Voxel) -> int:
        """Return the number of a voxel."""
        x, y, z = voxel
        return (z + 1) * self.area + (y + 1) * self.width + x

    def to_voxel(self, number: int) -> Voxel:
        """Return the voxel of a number."""
        z, rest = divmod(number, self.area)
        y, x = divmod(rest, self.width)
        return x, y - 1, z - 1

    def to_numbers(self, voxels: Coordinates) -> NDArray[np.int64]:
        """Return the numbers of many voxels."""
        found: NDArray[np.int64] = voxels @ np.array([1, self.width, self.area], np.int64) + (self.area + self.width)
        return found

    def to_voxels(self, numbers: Sequence[int] | NDArray[np.int64]) -> Coordinates:
        """Return the voxels of many numbers."""
        each = np.asarray(numbers, np.int64)
        rest = each % self.area
        return np.stack((rest % self.width, rest // self.width - 1, each // self.area - 1), axis=-1)

    def make_no_bits(self) -> Bits:
        """Return bits with no voxel set."""
        return np.zeros(self.size // 8, np.int16)

    def make_all_bits(self) -> Bits:
        """Return bits with every voxel of the world set."""
        bits = self.make_no_bits()
        row = self._pack_rows(np.ones((1, self.columns), np.bool_))
        for layer in self._iterate_layers(bits):
            layer[:] = row
        self.set(bits, self._list_ends(), True)
        return bits

    def pack(self, costs: NDArray[np.float64]) -> Bits:
        """Return bits with the voxels of nonzero cost set; ``costs`` has shape (columns, rows, layers)."""
        bits = self.make_no_bits()
        for z, layer in enumerate(self._iterate_layers(bits)):
            layer[:] = self._pack_rows(costs[:, :, z].T > 0)
        ends = self._list_ends()
        x, y, z = self.to_voxels(ends).T
        self.set(bits, ends[costs[x, y, z] > 0], True)
        return bits

    def unpack(self, bits: Bits) -> NDArray[np.bool_]:
        """Return packed bits as a mask, shape (columns, rows, layers)."""
        mask = np.empty(self.shape, np.bool_)
        for z, layer in enumerate(self._iterate_layers(bits)):
            inner = layer[:, :, None] >> np.arange(1, 9, dtype=np.int16) & 1
            mask[:, :, z] = inner.reshape(self.rows, self.width)[:, : self.columns].T
        return mask

    def set(self, bits: Bits, numbers: NDArray[np.int64], value: bool) -> None:
        """Set or clear the bits of some voxels and of their images."""
        if self.wrap != "none":
            numbers = self._add_images(numbers)
        places = numbers & 7
        before, after = numbers[(places == 0) & (numbers % self.width > 0)], numbers[places == 7]
        for words, ones in (
            (numbers[numbers >= 0] >> 3, np.left_shift(2, places[numbers >= 0])),
            ((before >> 3) - 1, 512),
            ((after >> 3) + 1, 1),
        ):
            change = np.broadcast_to(np.asarray(ones, np.int16), words.shape)
            if value:
                np.bitwise_or.at(bits, words, change)
            else:
                np.bitwise_and.at(bits, words, ~change)

    def has_bit(self, bits: Bits, number: int) -> bool:
        """Return whether the bit of a number is set."""
        return bool(bits[number >> 3] >> ((number & 7) + 1) & 1)

    def _iterate_layers(self, bits: Bits) -> Iterator[NDArray[np.int16]]:
        """Yield the rows of each layer of the world as a view, shape (rows, words)."""
        words = self.area // 8
        for z in range(1, self.layers + 1):
            yield bits[z * words : (z + 1) * words].reshape(self.lines, -1)[1 : self.rows + 1]

    def _list_ends(self) -> NDArray[np.int64]:
        """Return the numbers of the voxels at the joined ends of axes."""
        voxels = [np.zeros((0, 3), np.int64)]
        for axis, name in enumerate("xyz"):
            if name in self.wrap:
                sides = [np.arange(side) for side in self.shape]
                sides[axis] = np.unique([0, self.shape[axis] - 1])
                voxels.append(np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 3))
        return self.to_numbers(np.concatenate(voxels))

    def _add_images(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return these voxels and all their images beyond joined ends."""
        voxels = self.to_voxels(numbers)
        for axis, name in enumerate("xyz"):
            if name in self.wrap:
                around = (self.columns, self.rows * self.width, self.layers * self.area)[axis]
                first, last = voxels[:, axis] == 0, voxels[:, axis] == self.shape[axis] - 1
                numbers = np.concatenate((numbers, numbers[first] + around, numbers[last] - around))
                voxels = np.concatenate((voxels, voxels[first], voxels[last]))
        return numbers

    def _pack_rows(self, rows: NDArray[np.bool_]) -> NDArray[np.int16]:
        """Return the words of some rows of the world."""
        framed = np.zeros((len(rows), self.width + 2), np.int16)
        framed[:, 1 : self.columns + 1] = rows
        words = np.zeros((len(rows), self.width // 8), np.int16)
        for place in range(10):
            words |= framed[:, place : place + self.width : 8] << place
        return words
