"""3-D maps and scenarios of MovingAI (Brewer and Sturtevant, Benchmarks for Pathfinding in 3D Voxel Space, SoCS 2018).

A map, ``.3dmap``, is a line ``voxel COLUMNS ROWS LAYERS``, then a line ``x y z`` for each blocked voxel. A scenario file,
``.3dscen``, is a line ``version 1``, a line with the name of the map, and a line for each question: start, goal, the length
of the shortest path with 26 neighbours, and its ratio to the estimate. Both may be compressed with gzip.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from math import prod
from typing import IO, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, open_unpacked
from genastar_voxel.frame import Coordinates, Voxel, VoxelFrame
from genastar_voxel.world import VoxelWorld, make_world_of_blocked

_PORTION: Final = 1 << 20
"""Bytes read at once: about 100,000 voxels."""

_MOST_NUMBERS: Final = (1 << 32) - 1
"""Limit of voxel numbers, because problems divide them in 32 bits."""

_LONGEST_LINE: Final = 10_000

_SPARE_LINES: Final = 1000
"""Number of extra lines to accept, for example empty ones."""

_MOST_SCENARIOS: Final = 10_000_000

_TOLERANCE: Final = 1e-6


Portion = tuple[NDArray[np.float64], NDArray[np.int64]]
"""The numbers in some lines of a file, one row for each line, and the line numbers."""


@frozen
class VoxelScenario:
    """One row of a scenario file."""

    line: int
    """Line of the file, counted from 1."""
    start: Voxel
    goal: Voxel
    length: float
    """Published length of the shortest path."""
    tolerance: float = _TOLERANCE
    """Largest accepted difference from the published length."""


@frozen
class Scenarios:
    """A scenario file."""

    map_name: str
    rows: tuple[VoxelScenario, ...]


def read_map(path: AnyPath, megavoxels: int) -> VoxelWorld:
    """Read a map in portions; beside the world this needs only a few megabytes.

    Raises:
        BadInput: this is no such map, or it has more than ``megavoxels`` million voxels; the message names the line.
    """
    with open_unpacked(path) as file:
        header = file.readline(200)
        found = re.fullmatch(rb"voxel\s+([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})\s*", header)
        if not found or b"0" in (sizes := [size.lstrip(b"0") or b"0" for size in found.groups()]):
            raise BadInput(f"{path}: line 1: expected 'voxel COLUMNS ROWS LAYERS', not {_format_text(header)}")
        frame = VoxelFrame(*map(int, sizes))
        check_size(str(path), frame.shape, megavoxels)
        most = frame.columns * frame.rows * frame.layers + _SPARE_LINES
        return make_world_of_blocked(frame, _check_inside(path, frame, _read_portions(path, file, 3, 2, most)))


def read_scenarios(path: AnyPath) -> Scenarios:
    """Read a scenario file.

    Raises:
        BadInput: this is no such file; the message names the file and the line.
    """
    with open_unpacked(path) as file:
        header = file.readline(200)
        if not re.fullmatch(rb"version\s+1(\.0)?\s*", header):
            raise BadInput(f"{path}: line 1: expected 'version 1', not {_format_text(header)}")
        name = file.readline(1000).decode("utf-8", errors="replace").strip()
        if not name:
            raise BadInput(f"{path}: line 2: expected the name of the map, but the line is empty")
        rows: list[VoxelScenario] = []
        for numbers, lines in _read_portions(path, file, 8, 3, _MOST_SCENARIOS):
            for line, row in zip(lines.tolist(), numbers, strict=True):
                rows.append(_parse_scenario(path, line, row))
    return Scenarios(name, tuple(rows))


def check_size(name: str, shape: tuple[int, ...], megavoxels: int) -> None:
    """Check that a world is not too large.

    Raises:
        BadInput: it has more than ``megavoxels`` million voxels, or its rows are so short that padding makes it too large.
    """
    size = " x ".join(map(str, shape))
    if prod(shape) > megavoxels * 1_000_000:
        raise BadInput(
            f"{name}: {size} voxels exceed the limit of {megavoxels} million; if you trust it, raise the option megavoxels"
        )
    if len(shape) == 3 and VoxelFrame(*shape).size > _MOST_NUMBERS:
        raise BadInput(f"{name}: {size} voxels have rows that are too short to pack; transpose the world, longest side first")


def _parse_scenario(path: AnyPath, line: int, row: NDArray[np.float64]) -> VoxelScenario:
    ends, length = row[:6], float(row[6])
    if not (np.abs(ends) < 1e9).all() or (ends % 1 != 0).any():
        raise BadInput(
            f"{path}: line {line}: expected start and goal as six whole numbers, not {' '.join(f'{x:g}' for x in ends)}"
        )
    if not 0 <= length < float("inf"):
        raise BadInput(f"{path}: line {line}: length {length} is not valid; expected a finite number of 0 or more")
    x, y, z, to_x, to_y, to_z = (int(part) for part in ends)
    return VoxelScenario(line, (x, y, z), (to_x, to_y, to_z), length)


def _check_inside(
    path: AnyPath, frame: VoxelFrame, portions: Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]
) -> Iterator[Coordinates]:
    """Yield portions of voxels, after checking that they are in the world."""
    for numbers, lines in portions:
        with np.errstate(invalid="ignore"):  # caused by infinity
            wrong = ((numbers < 0) | (numbers >= frame.shape) | (numbers % 1 != 0)).any(axis=1)
        if wrong.any():
            first = int(np.argmax(wrong))
            shown, size = " ".join(f"{x:g}" for x in numbers[first]), " x ".join(map(str, frame.shape))
            raise BadInput(f"{path}: line {lines[first]}: voxel {shown} is outside a world of {size}, counted from 0")
        yield numbers.astype(np.int64)


def _read_portions(path: AnyPath, file: IO[bytes], columns: int, line: int, most: int) -> Iterator[Portion]:
    """Yield the numbers in the remaining lines of a file, in portions.

    Args:
        path: the file, for messages.
        file: the file, at the first line to read.
        columns: how many numbers each line has; empty lines are skipped.
        line: the number of the next line.
        most: largest number of lines, so that a file that decompresses without end is not read in full.
    """
    rest, count = b"", 0
    while True:
        portion = file.read(_PORTION)
        text, newline, rest = (rest + portion).rpartition(b"\n") if portion else (rest, b"", b"")
        texts = text.split(b"\n") if text or newline else []
        if len(rest) > _LONGEST_LINE:
            raise BadInput(f"{path}: line {line + len(texts)}: expected {columns} numbers, not {_format_text(rest)}")
        lines = np.array([line + offset for offset, each in enumerate(texts) if each.strip()], np.int64)
        count += len(texts)
        if count > most:
            raise BadInput(f"{path}: line {line + len(texts)}: there are more lines than {most:,}, the limit for this file")
        if len(lines):
            yield _parse_numbers(path, texts, columns, line), lines
        line += len(texts) if newline else 0
        if not portion:
            return


def _parse_numbers(path: AnyPath, texts: list[bytes], columns: int, line: int) -> NDArray[np.float64]:
    """Return the numbers in some lines."""
    filled = [stripped.decode("latin-1") for each in texts if (stripped := each.strip())]
    try:
        numbers: NDArray[np.float64] = np.loadtxt(io.StringIO("\n".join(filled)), comments=None, ndmin=2)
        if numbers.shape[1] == columns:
            return numbers
    except ValueError:
        pass
    for number, text in enumerate(texts, line):
        if text.strip() and not _are_numbers(text, columns):
            raise BadInput(f"{path}: line {number}: expected {columns} numbers, not {_format_text(text)}")
    raise BadInput(f"{path}: line {line}: expected {columns} numbers in this line and the following ones")


def _are_numbers(text: bytes, columns: int) -> bool:
    parts = text.split()
    try:
        return len([float(part) for part in parts]) == columns
    except ValueError:
        return False


def _format_text(text: bytes) -> str:
    return repr(text[:40].decode("utf-8", errors="replace"))
