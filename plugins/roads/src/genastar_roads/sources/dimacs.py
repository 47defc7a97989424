"""DIMACS graphs: ``.gr`` files with the coordinates in a ``.co`` file, plain or ``.gz``, ``.xz``, ``.bz2``.

Three dialects are read: that of the 9th DIMACS Implementation Challenge, ``p sp N M`` and ``a FROM TO WEIGHT``,
numbered from 1; the same without the line ``p``, numbered from 0; and that of the PACE challenges, ``p tw N M`` and
``FROM TO``, where an edge has two directions and costs 1.
"""

from __future__ import annotations

import io
import re
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath, strip_packing
from genastar_roads.graph.columns import Int64
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.sources.packed import read_bytes

_PER_BYTE: Final = 16
"""Maximum nodes per byte of a file: nodes without edges would waste memory."""

_PAIR: Final = (0, 1)
"""The columns of an edge in the files of PACE challenges."""

_WHOLE: Final = re.compile(rb"[-+]?[0-9]{1,18}")


def read_dimacs(path: AnyPath, megabytes: int) -> RoadGraph:
    """Read a graph; with coordinates if a ``.co`` file of the same name lies beside it.

    Raises:
        BadInput: the file cannot be read, a number is out of range, or the line ``p`` gives wrong counts.
    """
    path = Path(path)
    content = read_bytes(path, megabytes)
    problem = _parse_problem_line(path, content)
    if problem is None and not content.strip():
        raise BadInput(f"{path}: this file is empty")
    if problem is None:
        rows = _parse_rows(path, content, (1, 2, 3))
        _check_nodes(path, content, rows)
        return RoadGraph.from_edges(rows[:, 0], rows[:, 1], rows[:, 2], name=str(path))
    kind, nodes, count = problem
    if kind == "tw":
        rows = _parse_rows(path, content, _PAIR)
        rows = np.column_stack((rows, np.ones(len(rows), np.int64)))
    else:
        rows = _parse_rows(path, content, (1, 2, 3))
    if len(rows) != count:
        raise BadInput(f"{path}: its line p promises {count:,} edges, but it has {len(rows):,}; is it cut off?")
    ends = rows[:, :2]
    bad = np.flatnonzero(((ends < 1) | (ends > nodes)).any(axis=1))
    if len(bad):
        tail, head = ends[bad[0]]
        raise BadInput(f"{path}: edge {bad[0] + 1} leads from {tail} to {head}; expected nodes 1 to {nodes:,}, as line p says")
    if kind == "tw":
        rows = np.concatenate((rows, rows[:, [1, 0, 2]]))
    lat, lon = _read_coordinates(path, nodes, megabytes)
    ids = np.arange(1, nodes + 1)
    return RoadGraph.from_edges(rows[:, 0] - 1, rows[:, 1] - 1, rows[:, 2], lat, lon, node_id=ids, name=str(path))


def _parse_problem_line(path: AnyPath, content: bytes) -> tuple[str, int, int] | None:
    found = re.search(rb"^p[ \t]+(.*)$", content[: 1 << 20], re.MULTILINE)
    if found is None:
        return None
    words = re.fullmatch(rb"(sp|tw|edge)[ \t]+([0-9]{1,10})[ \t]+([0-9]{1,10})\s*", found[1])
    if words is None:
        text = found[0][:60].decode("ascii", "replace")
        raise BadInput(f"{path}: {text!r} is not a valid line p; expected p sp NODES EDGES")
    kind = words[1].decode()
    if int(words[2]) > _PER_BYTE * len(content):
        raise BadInput(f"{path}: its line p promises {int(words[2]):,} nodes, too many for {len(content):,} bytes; correct it")
    return kind, int(words[2]), int(words[3])


def _check_nodes(path: AnyPath, content: bytes, rows: Int64) -> None:
    """Raise BadInput if an edge names a node too large for a file of this size."""
    far = np.flatnonzero((rows[:, :2] >= _PER_BYTE * len(content)).any(axis=1))
    if len(far):
        lines = (number for number, line in enumerate(content.splitlines(), 1) if line.strip() and line[:1] not in b"cp")
        line = next(islice(lines, int(far[0]), None))
        node, size = rows[far[0], :2].max(), len(content)
        raise BadInput(f"{path}: line {line} names node {node:,}, too large for {size:,} bytes; number the nodes from 0")


def _read_coordinates(path: Path, nodes: int, megabytes: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return latitudes and longitudes from ``.co`` (millionths of degrees, longitude first); empty if there is no such file."""
    beside = _find_coordinate_file(path)
    if beside is None:
        return np.empty(0), np.empty(0)
    rows = _parse_rows(beside, read_bytes(beside, megabytes), (1, 2, 3))
    if not np.array_equal(np.sort(rows[:, 0]), np.arange(1, nodes + 1)):
        raise BadInput(f"{beside}: expected the coordinates of each node once, 1 to {nodes:,}, for {path.name}")
    places = rows[np.argsort(rows[:, 0]), 1:] / 1e6
    return places[:, 1], places[:, 0]


def _find_coordinate_file(path: Path) -> Path | None:
    stem = re.sub(r"\.gr(\.gz|\.xz|\.bz2)?$", "", path.name, flags=re.IGNORECASE)
    names = (path.with_name(f"{stem}.co{packing}") for packing in ("", ".gz", ".xz", ".bz2"))
    return next((name for name in names if name.is_file()), None)


def _parse_rows(path: AnyPath, content: bytes, columns: tuple[int, ...]) -> Int64:
    """Return the whole numbers of all lines except comments and the line ``p``, shape (rows, columns)."""
    lines = re.sub(rb"^[cp].*$", b"", content, flags=re.MULTILINE)
    if not lines.strip():
        return np.empty((0, len(columns)), np.int64)
    try:
        return np.loadtxt(io.BytesIO(lines), np.int64, comments=None, usecols=columns, ndmin=2, encoding="ascii")
    except (ValueError, UnicodeDecodeError, OverflowError) as error:
        raise _make_row_error(path, content, columns) from error


def _make_row_error(path: AnyPath, content: bytes, columns: tuple[int, ...]) -> BadInput:
    """Return the error for the first line that lacks a whole number in one of these columns."""
    is_places = strip_packing(path).endswith(".co")
    wanted = "v NODE LONGITUDE LATITUDE" if is_places else "a FROM TO WEIGHT" if len(columns) > len(_PAIR) else "FROM TO"
    for number, line in enumerate(content.splitlines(), 1):
        words = line.split()
        if words and line[:1] not in b"cp" and not all(_WHOLE.fullmatch(b" ".join(words[at : at + 1])) for at in columns):
            text = format_value(line.decode("ascii", "replace").strip())
            return BadInput(f"{path}: not a DIMACS file: line {number} is {text}; expected {wanted} in whole numbers")
    return BadInput(f"{path}: not a DIMACS file: a line differs; expected {wanted} in whole numbers of 64 bits in each line")
