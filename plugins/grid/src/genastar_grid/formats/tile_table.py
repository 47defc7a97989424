"""Tables of the costs of tiles: a CSV file with the columns ``tile`` and ``cost``.

A tile is named by its number on the map (gid), by its class, or by its tileset and its number there, as in ``town:7``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import make_csv_error, read_text
from genastar_lattice.costs.limits import MOST_COST

TileTable = Mapping[str, float]
"""The cost of each tile by name, 0 for blocked."""

_MOST_BYTES = 4_000_000

NO_TILE = -1
"""The number that Tiled writes in a CSV for no tile."""


def read_tile_table(path: str | None) -> TileTable:
    """Return the table in a file; an empty one for ``None``.

    Raises:
        BadInput: the file cannot be read, a column is missing, or a cost is none; the message says where.
    """
    if path is None:
        return {}
    text = read_text(path, _MOST_BYTES)
    reader = csv.DictReader(io.StringIO(text), strict=True)
    table: dict[str, float] = {}
    try:
        if not {"tile", "cost"} <= set(reader.fieldnames or ()):
            raise BadInput(f"{path}: line 1: expected the columns tile,cost")
        for row in reader:
            tile, where = (row["tile"] or "").strip(), f"{path}: line {reader.line_num}"
            if not tile or tile in table:
                raise BadInput(f"{where}: the tile {tile[:40]!r} is {'given twice' if tile else 'empty'}; name each tile once")
            table[tile] = parse_tile_cost(where, row["cost"] or "")
    except csv.Error as error:
        raise make_csv_error(path, reader.line_num) from error
    return table


def parse_tile_cost(where: str, text: str) -> float:
    """Return the cost in a text.

    Raises:
        BadInput: the text is no number, or one outside the range of costs.
    """
    try:
        cost = float(text)
    except ValueError:
        cost = -1.0
    if not 0 <= cost <= MOST_COST:
        raise BadInput(f"{where}: {text[:20]!r} is no cost; give 0 to block the tile, or a number up to {MOST_COST:,}")
    return cost


def price_numbers(name: str, numbers: NDArray[np.float64], table: TileTable, path: str) -> NDArray[np.float64]:
    """Return the costs of tiles by their numbers, as Tiled exports them to CSV; -1 stands for no tile, which is blocked.

    Raises:
        BadInput: a number is not in the table.
    """
    known, places = np.unique(numbers, return_inverse=True)
    costs = np.zeros(len(known))
    for place, number in enumerate(known.tolist()):
        text = f"{number:g}"
        if text in table:
            costs[place] = table[text]
        elif number != NO_TILE:
            raise BadInput(f"{name}: the table {path} has no cost for the tile {text}; add a line: {text},1")
    return costs[places.reshape(numbers.shape)]
