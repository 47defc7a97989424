"""Maps as tables: ``.hex.csv``, ``.hex.json``, and the same in Python.

CSV has a row for each row of hexes and a field for each hex: a cost, the name of a terrain, ``-`` or 0 for impassable, or empty
for no hex. JSON has an object with

    layout    odd-r, even-r, odd-q, even-q; for maps of any shape: pointy, flat
    rows      a list of rows, each a list of fields as in CSV; "" or null for no hex
    radius    instead of rows: a hexagon around 0,0, all of the terrain "fill" (default 1)
    cells     a list of [x, y, terrain]: a map of any shape; or, with "rows" or "radius", hexes that differ
    terrains  costs by name, "-" for impassable; or mixtures. "colours" by name, as #rrggbb
    edges     a list of [[x, y], [x, y], cost]: extra cost between two neighbours, "wall" for impassable
    wrap      none, x, y, xy
    start, goals   [x, y], and a list of these
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import Final, Literal, cast, get_args

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import make_csv_error
from genastar_hexmap.formats.files import check_hexes
from genastar_hexmap.hexes.layout import Hex, Layout, LayoutName
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Terrains, parse_cost, parse_table
from genastar_hexmap.world import Edge, HexSource
from genastar_lattice.costs.limits import MOST_COST

_KEYS: Final = ("layout", "rows", "radius", "fill", "cells", "terrains", "colours", "edges", "wrap", "start", "goals")
_FARTHEST: Final = 1_000_000
"""Largest absolute coordinate."""

Wraps = Literal["none", "x", "y", "xy"]


@frozen
class TableReading:
    """The parameters for reading a table."""

    name: str
    """Name of the source in messages."""
    terrains: Terrains
    layout: str
    """The option: ``auto`` means as in the source."""
    megahexes: int

    def choose_layout(self, said: object, default: LayoutName) -> Layout:
        """Return the layout of the option, of the source, or the default.

        Raises:
            BadInput: the layout is unknown.
        """
        text = self.layout if self.layout != "auto" else default if said is None else said
        if text not in get_args(LayoutName):
            raise BadInput(f"{self.name}: layout is {str(text)[:20]!r}; expected one of {', '.join(get_args(LayoutName))}")
        return Layout(cast(LayoutName, text))


def read_csv(text: str, reading: TableReading) -> HexSource:
    """Read the rows of a CSV file.

    Raises:
        BadInput: a cell is no terrain, or rows differ in length; the message says where.
    """
    lines = csv.reader(text.removesuffix("\n").split("\n"), strict=True)
    rows: list[list[str]] = []
    try:
        for row in filter(None, lines):
            rows.append(row)
            check_hexes(reading.name, len(rows[0]), len(rows), reading.megahexes)  # before the rest is kept
    except csv.Error as error:
        raise make_csv_error(reading.name, lines.line_num) from error
    kinds = Kinds(reading.terrains)
    terrain = _convert_rows(rows, kinds, reading)
    return HexSource(reading.name, reading.choose_layout(None, "odd-r"), terrain, tuple(kinds.found), terrains=kinds.terrains)


def read_object(found: object, reading: TableReading) -> HexSource:
    """Read a map from the Python value of a JSON file.

    Raises:
        BadInput: the value is no such object; the message says where.
    """
    name = reading.name
    if not isinstance(found, dict):
        raise BadInput(f"{name}: expected an object, {{...}}, but found {str(found)[:30]!r}")
    for key in found:
        if key not in _KEYS:
            raise BadInput(f"{name}: {str(key)[:30]!r} is an unknown key; expected {', '.join(_KEYS)}")
    own = parse_table(name, {key: found[key] for key in ("terrains", "colours") if key in found})
    reading = evolve(reading, terrains=reading.terrains.add_defaults(own))
    kinds = Kinds(reading.terrains)
    bodies = [key for key in ("rows", "radius", "cells") if key in found]
    if bodies[:1] == ["rows"] and "radius" not in bodies:
        layout, origin, radius = reading.choose_layout(found.get("layout"), "odd-r"), (0, 0), None
        if not isinstance(found["rows"], list) or not all(isinstance(row, list) for row in found["rows"]):
            raise BadInput(f"{name}: rows must be a list of rows, each a list of hexes")
        terrain = _convert_rows(found["rows"], kinds, reading)
    elif bodies[:1] == ["radius"]:
        layout, radius = reading.choose_layout(found.get("layout"), "pointy"), found["radius"]
        terrain, origin = _make_hexagon(radius, found.get("fill", 1), layout, kinds, reading)
    elif bodies == ["cells"]:
        layout, radius = reading.choose_layout(found.get("layout"), "pointy"), None
        terrain, origin = _make_free_form(_parse_cells(found["cells"], name), reading)
    else:
        raise BadInput(f"{name}: expected rows, or radius, or cells alone; but found {' and '.join(bodies) or 'none of them'}")
    for (x, y), value, where in _parse_cells(found.get("cells", []), name):
        height, width = terrain.shape
        if not (0 <= x - origin[0] < width and 0 <= y - origin[1] < height):
            raise BadInput(f"{where}: {x},{y} is not on the map; give a hex of it")
        terrain[y - origin[1], x - origin[0]] = _number_hex(value, kinds, where)
    wrap = found.get("wrap")
    if wrap is not None and wrap not in get_args(Wraps):
        raise BadInput(f"{name}: wrap is {str(wrap)[:20]!r}; expected one of {', '.join(get_args(Wraps))}")
    return HexSource(
        name,
        layout,
        terrain,
        tuple(kinds.found),
        origin,
        _parse_edges(found.get("edges", []), name),
        cast("int | None", radius),
        cast("str | None", wrap),
        starts=() if found.get("start") is None else (_parse_pair(found["start"], f"{name}: start"),),
        goals=tuple(
            _parse_pair(goal, f"{name}: goals: {n + 1}") for n, goal in enumerate(_list(found.get("goals", []), name, "goals"))
        ),
        terrains=kinds.terrains,
    )


def _convert_rows(rows: Sequence[Sequence[object]], kinds: Kinds, reading: TableReading) -> NDArray[np.int16]:
    width = len(rows[0]) if rows else 0
    check_hexes(reading.name, width, len(rows), reading.megahexes)
    terrain = np.empty((len(rows), width), np.int16)
    for y, row in enumerate(rows):
        if len(row) != width:
            raise BadInput(f"{reading.name}: row {y + 1} has {len(row)} hexes, but the first row has {width}")
        for x, value in enumerate(row):
            terrain[y, x] = _number_hex(value, kinds, f"{reading.name}: row {y + 1}, column {x + 1}")
    return terrain


def _number_hex(value: object, kinds: Kinds, where: str) -> int:
    """Return the number of a terrain, -1 for no hex."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return -1
    return kinds.number_name_or_cost(value, where)


def _make_hexagon(
    radius: object, fill: object, layout: Layout, kinds: Kinds, reading: TableReading
) -> tuple[NDArray[np.int16], Hex]:
    if not isinstance(radius, int) or isinstance(radius, bool) or not 0 <= radius <= _FARTHEST:
        raise BadInput(f"{reading.name}: radius is {str(radius)[:20]!r}; expected a whole number")
    if not layout.is_axial:
        raise BadInput(f"{reading.name}: radius needs layout pointy or flat, not {layout.name}")
    side = 2 * radius + 1
    check_hexes(reading.name, side, side, reading.megahexes)
    r, q = np.indices((side, side)) - radius
    there = np.abs(q + r) <= radius
    return np.where(there, _number_hex(fill, kinds, f"{reading.name}: fill"), -1).astype(np.int16), (-radius, -radius)


def _make_free_form(cells: Iterable[tuple[Hex, object, str]], reading: TableReading) -> tuple[NDArray[np.int16], Hex]:
    """Return an empty array around these hexes, and its origin."""
    places = [place for place, _, _ in cells]
    if not places:
        raise BadInput(f"{reading.name}: the map has no hexes; give at least one")
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width, height = max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1
    check_hexes(reading.name, width, height, reading.megahexes)
    return np.full((height, width), -1, np.int16), (left, top)


def _parse_cells(found: object, name: str) -> list[tuple[Hex, object, str]]:
    cells = []
    for number, each in enumerate(_list(found, name, "cells"), 1):
        where = f"{name}: cells: {number}"
        if not isinstance(each, (list, tuple)) or len(each) != 3:
            raise BadInput(f"{where}: expected [x, y, terrain], but found {str(each)[:30]!r}")
        cells.append((_parse_pair(each[:2], where), each[2], where))
    return cells


def _parse_edges(found: object, name: str) -> tuple[Edge, ...]:
    edges: list[Edge] = []
    for number, each in enumerate(_list(found, name, "edges"), 1):
        where = f"{name}: edges: {number}"
        if not isinstance(each, (list, tuple)) or len(each) != 3:
            raise BadInput(f"{where}: expected [[x, y], [x, y], cost], but found {str(each)[:30]!r}")
        extra = None if each[2] == "wall" else parse_cost(where, each[2])
        if extra is None and each[2] != "wall":
            raise BadInput(f"{where}: {str(each[2])[:20]!r} is no edge cost; give a number up to {MOST_COST:,}, or 'wall'")
        edges.append((_parse_pair(each[0], where), _parse_pair(each[1], where), extra))
    return tuple(edges)


def _parse_pair(found: object, where: str) -> Hex:
    if (
        isinstance(found, (list, tuple))
        and len(found) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) and abs(part) <= _FARTHEST for part in found)
    ):
        return int(found[0]), int(found[1])
    raise BadInput(f"{where}: {str(found)[:30]!r} is no hex; expected [x, y] in whole numbers up to {_FARTHEST:,}")


def _list(found: object, name: str, key: str) -> list[object]:
    if not isinstance(found, (list, tuple)):
        raise BadInput(f"{name}: {key} must be a list, but is {str(found)[:30]!r}")
    return list(found)
