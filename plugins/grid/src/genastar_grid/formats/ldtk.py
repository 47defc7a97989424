"""Levels of the LDtk editor, ``.ldtk``: IntGrid layers, whose values get their costs from a table.

A value is named by its number, by its identifier, or by its layer and its number, as in ``Collisions:1``. Of several layers,
the uppermost with a value counts; a cell without a value costs 1, unless the table has a cost for 0. Entities with the fields
``blocked`` or ``cost`` cover the free cells that they overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, is_file, parse_json, read_text
from genastar_grid.formats.tile_table import TileTable, parse_tile_cost
from genastar_lattice.tiled.cells import Cell, SquareCells
from genastar_lattice.tiled.documents import find_cost
from genastar_lattice.tiled.objects import MapObject
from genastar_lattice.tiled.values import add_objects, find_ends

_MOST_BYTES = 100_000_000
_SIZES = ("__cHei", "__cWid", "__gridSize")
_OFFSETS = ("__pxTotalOffsetX", "__pxTotalOffsetY")


@frozen(eq=False)
class LdtkLevel:
    """The costs of a level."""

    costs: NDArray[np.float64]
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]


def read_ldtk(path: AnyPath, text: str, level: str | None, table: TileTable, table_name: str | None) -> LdtkLevel:
    """Read a level of a project.

    Args:
        path: the file of the project.
        text: its content.
        level: the name of the level; ``None`` for the only one.
        table: the costs of values.
        table_name: the file of the table, in messages.

    Raises:
        BadInput: the project is damaged, has no such level, or the table misses a value; the message says where.
    """
    path = Path(path)
    name = str(path)
    project = parse_json(name, text)
    try:
        found = _choose_level(name, project, level)
        if found.get("layerInstances") is None and isinstance(found.get("externalRelPath"), str):
            found = _read_external(path, found["externalRelPath"])
        return _read_level(f"{name}: level {str(found['identifier'])[:40]!r}", found, _list_values(project), table, table_name)
    except BadInput:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else "a value has another type than LDtk writes"
        raise BadInput(f"{name}: this is no LDtk project: {what}; save it again in LDtk") from error


def _choose_level(name: str, project: Any, level: str | None) -> dict[str, Any]:
    levels = [each for part in (project, *project.get("worlds", [])) for each in part["levels"]]
    names = [str(each["identifier"]) for each in levels]
    known = ", ".join(names[:12])
    if not levels:
        raise BadInput(f"{name}: the project has no levels; add one in LDtk")
    if level is None and len(levels) != 1:
        raise BadInput(f"{name}: the project has {len(levels)} levels; name one with the option level: {known}")
    if level is not None and level not in names:
        raise BadInput(f"{name}: level={level[:40]!r} is no level of this project; it has: {known}")
    chosen: dict[str, Any] = levels[0 if level is None else names.index(level)]
    return chosen


def _read_external(path: Path, name: str) -> dict[str, Any]:
    file = path.parent / name
    if Path(name).is_absolute() or "\\" in name or not name.lower().endswith(".ldtkl"):
        raise BadInput(f"{path}: level file {name[:60]!r}: expected the name of a .ldtkl file relative to the project")
    if not is_file(file):
        raise BadInput(f"{path}: the level file {name[:60]!r} is missing; put it there")
    found: dict[str, Any] = dict(parse_json(str(file), read_text(file, _MOST_BYTES)))  # type: ignore[call-overload]  # raises
    return found


def _list_values(project: Any) -> dict[tuple[int, int], str]:
    """Return the identifiers of values, by the number of their layer's definition and their own."""
    return {
        (int(layer["uid"]), int(value["value"])): str(value.get("identifier") or "")
        for layer in project["defs"]["layers"]
        for value in layer.get("intGridValues", [])
    }


def _read_level(
    where: str, level: Mapping[str, Any], names: Mapping[tuple[int, int], str], table: TileTable, table_name: str | None
) -> LdtkLevel:
    layers = [each for each in level["layerInstances"] if each["__type"] == "IntGrid"]
    if not layers:
        raise BadInput(f"{where}: it has no IntGrid layer; add one with the walls")
    grids = {(*(int(each[key]) for key in _SIZES), *(int(each.get(key, 0)) for key in _OFFSETS)) for each in layers}
    if len(grids) > 1:
        raise BadInput(f"{where}: its IntGrid layers differ in the size or place of their cells; use one grid")
    height, width, side, left, top = grids.pop()
    for each in layers:
        if len(each["intGridCsv"]) != height * width:
            name, count = str(each["__identifier"])[:40], len(each["intGridCsv"])
            raise BadInput(f"{where}: layer {name!r} has {count} cells; expected {width} x {height}")
    costs = np.full((height, width), table.get("0", 1.0))
    is_set = np.zeros((height, width), np.bool_)
    unknown: list[str] = []
    for each in layers:  # the uppermost comes first
        values = np.array(each["intGridCsv"], np.int64).reshape(height, width)
        for value in np.unique(values[values != 0]).tolist():
            label = names.get((int(each["layerDefUid"]), value), "")
            known = [name for name in (f"{each['__identifier']}:{value}", label, str(value)) if name in table]
            if not known:
                unknown.append(f"{value} ({label})" if label else str(value))
                continue
            costs[(values == value) & ~is_set] = table[known[0]]
        is_set |= values != 0
    if unknown:
        source = f"the table {table_name}" if table_name else "a table (option tiles) with the columns tile,cost"
        raise BadInput(f"{where}: no cost is known for the values {', '.join(unknown[:8])}; give them in {source}")
    cells, entities = SquareCells((side, side), shape=(height, width)), [*_list_entities(where, level, left, top)]
    add_objects(cells, [outline for outline, _ in entities], _price_fields, lambda costs: costs > 0, costs)
    starts, goals = (find_ends(cells, [foot for _, foot in entities], name) for name in ("start", "goal"))
    return LdtkLevel(costs, starts, goals)


def _list_entities(where: str, level: Mapping[str, Any], left: int, top: int) -> Iterator[tuple[MapObject, MapObject]]:
    """Yield the outline of each entity, with the fields that have a value, and the point that LDtk counts as its place.

    Both are in pixels from the first cell.
    """
    for layer in level["layerInstances"]:
        for entity in layer["entityInstances"]:
            x, y = (int(part) for part in entity["px"])
            width, height = int(entity.get("width", 0)), int(entity.get("height", 0))
            pivot_x, pivot_y = entity.get("__pivot", (0, 0))
            x, y = x + int(layer.get(_OFFSETS[0], 0)) - left, y + int(layer.get(_OFFSETS[1], 0)) - top
            foot = np.array([(x - (pivot_x == 1), y - (pivot_y == 1))], np.float64)
            x, y = x - round(pivot_x * width), y - round(pivot_y * height)
            corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float64)
            fields = entity.get("fieldInstances", [])
            given = {str(each["__identifier"]).lower(): str(each["__value"]) for each in fields if each["__value"] is not None}
            name = str(entity["__identifier"])
            outline = MapObject(f"{where}: entity {name[:40]!r}", name, "", corners, True, given, "")
            yield outline, evolve(outline, corners=foot)


def _price_fields(where: str, fields: Mapping[str, str]) -> float | None:
    cost = find_cost(where, fields)
    return None if cost is None else parse_tile_cost(f"{where}: property 'cost'", cost)
