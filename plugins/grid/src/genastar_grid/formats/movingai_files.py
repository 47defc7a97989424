"""Maps and scenarios of MovingAI (Sturtevant, Benchmarks for Grid-Based Pathfinding, TCIAIG 2012; movingai.com).

``.`` and ``G`` are ground; ``S`` is swamp and costs the same as ground; ``W`` is water, which only water leads to; ``@``,
``O`` and ``T`` (trees) are blocked.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, read_bytes
from genastar_lattice.directions import Mask

GROUND: Final = b".GS"
WATER: Final = b"W"
SWAMP: Final = b"S"
BLOCKED: Final = b"@OT"

RAISE: Final = "if you trust it, raise the option megacells"
"""The advice for a file that is too large."""

Cell = tuple[int, int]


@frozen
class GridScenario:
    """One row of a scenario file."""

    line: int
    """Line of the file, counted from 1."""
    map_name: str
    width: int
    height: int
    start: Cell
    goal: Cell
    length: float
    """Published length of the shortest path."""
    tolerance: float
    """Largest accepted difference from the published length."""


def read_map(path: AnyPath, megacells: int) -> tuple[NDArray[np.int32], Mask | None, Mask | None]:
    """Return the costs (1 free, 0 blocked), the water cells (``None`` if there are none) and the swamp cells.

    Raises:
        BadInput: this is no such map; the message names the file and the line.
    """
    most = megacells * 1_000_000
    lines = read_bytes(path, 2 * most + 1000, RAISE).split(b"\n")
    lines = [line.removesuffix(b"\r") for line in lines]
    if lines[0].strip() != b"type octile":
        raise BadInput(f"{path}: line 1: expected 'type octile', not {_format_text(lines[0])}")
    height = _parse_size(path, lines, 2, b"height")
    width = _parse_size(path, lines, 3, b"width")
    if height * width > most:
        raise BadInput(f"{path}: {width} x {height} cells exceed the limit of {megacells} million; {RAISE}")
    if len(lines) < 4 or lines[3].strip() != b"map":
        raise BadInput(f"{path}: line 4: expected 'map', not {_format_text(lines[3]) if len(lines) > 3 else 'the end'}")
    rows = lines[4:]
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) > height:
        raise BadInput(f"{path}: line {5 + height}: expected {height} rows as in the header, but there are {len(rows)}")
    if len(rows) < height:
        raise BadInput(f"{path}: line {4 + len(rows)}: expected {height} rows as in the header, but there are {len(rows)}")
    for number, row in enumerate(rows, 5):
        if len(row) != width:
            raise BadInput(f"{path}: line {number}: expected {width} cells as in the header, but this row has {len(row)}")
    letters = np.frombuffer(b"".join(rows), np.uint8).reshape(height, width)
    ground, water = (np.isin(letters, list(kind)) for kind in (GROUND, WATER))
    unknown = np.argwhere(~(ground | water | np.isin(letters, list(BLOCKED))))
    if len(unknown):
        y, x = (int(part) for part in unknown[0])
        letter = _format_text(bytes([letters[y, x]]))
        raise BadInput(f"{path}: line {y + 5}, column {x + 1}: {letter} is no cell; expected one of . G S W @ O T")
    swamp = letters == SWAMP[0]
    return (ground | water).astype(np.int32), water if water.any() else None, swamp if swamp.any() else None


def read_scenarios(path: AnyPath) -> list[GridScenario]:
    """Read the rows of a scenario file.

    Raises:
        BadInput: this is no such file; the message names the file and the line.
    """
    text = read_bytes(path, 200_000_000).decode("utf-8", errors="replace")
    lines = text.splitlines()
    if not lines or not re.fullmatch(r"version\s+1(\.0)?\s*", lines[0]):
        raise BadInput(f"{path}: line 1: expected 'version 1', not {_format_text(lines[0].encode() if lines else b'')}")
    return [_parse_scenario(path, number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]


def _parse_scenario(path: AnyPath, number: int, line: str) -> GridScenario:
    parts = line.strip().split("\t") if "\t" in line else line.split()
    try:
        _, name, *sizes, published = parts
        width, height, start_x, start_y, goal_x, goal_y = map(int, sizes)
        length = float(published)
    except ValueError:
        raise BadInput(
            f"{path}: line {number}: expected bucket, map, width, height, start x and y, goal x and y, length; "
            f"not {_format_text(line.encode())}"
        ) from None
    if not 0 <= length < float("inf"):
        raise BadInput(f"{path}: line {number}: length {published} is not valid; expected a number of 0 or more")
    return GridScenario(
        number, name, width, height, (start_x, start_y), (goal_x, goal_y), length, _compute_tolerance(published.strip(), length)
    )


def _compute_tolerance(published: str, length: float) -> float:
    """Return the largest accepted difference from a published length.

    This is half a unit of the last published digit plus a millionth of the length, for rounding errors of the publisher. In
    numbers printed with six significant digits, which lose trailing zeros, the last digit is the sixth.
    """
    digits = len(published.partition(".")[2])
    if digits != 2 and digits < 8 and length > 0:
        digits = max(digits, 5 - int(np.floor(np.log10(length))))
    return float(0.501 * 10.0**-digits + 1e-6 * length)


def _parse_size(path: AnyPath, lines: list[bytes], number: int, word: bytes) -> int:
    line = lines[number - 1] if number <= len(lines) else b""
    found = re.fullmatch(rb"\s*" + word + rb"\s+([0-9]{1,9})\s*", line)
    if not found or int(found[1]) == 0:
        raise BadInput(f"{path}: line {number}: expected '{word.decode()} N', not {_format_text(line)}")
    return int(found[1])


def _format_text(text: bytes) -> str:
    return repr(text[:40].decode("utf-8", errors="replace"))
