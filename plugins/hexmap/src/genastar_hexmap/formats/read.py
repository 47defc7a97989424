"""Readers that turn a file, a JSON object or an array into terrain numbers and terrain costs."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np

from genastar import BadInput
from genastar.files import parse_json, read_text, strip_packing
from genastar_hexmap.formats.files import RAISE, check_hexes
from genastar_hexmap.formats.tables import TableReading, read_csv, read_object
from genastar_hexmap.formats.tiled import read_tiled_hexes
from genastar_hexmap.formats.wesnoth import read_map
from genastar_hexmap.info import Options
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Terrains, TerrainTable, make_empty_table, make_terrains, parse_table
from genastar_hexmap.world import HexSource
from genastar_picture.sources.arrays import check_unmasked

_MOST_BYTES_OF_TABLE: Final = 4_000_000
_BYTES_FOR_A_HEX: Final = 64
_PACKED_BYTES_FOR_A_HEX: Final = 8
"""The same in a packed file, beside what its size allows."""


def read_source(source: object, options: Options) -> HexSource:
    """Read a map.

    Args:
        source: a path: a map of Wesnoth (``.map``), of Tiled (``.tmx``, ``.tmj``), or a table (``.csv``, ``.json``), each
            optionally compressed (``.gz``); an object as in a JSON file; hexes with their terrain, ``{(q, r): 2, ...}``, a
            map of any shape; or an array of costs, shape (height, width), 0 for impassable.
        options: the movement, the table, the layout, and the size limit.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    terrains = make_terrains(_read_table(options), options.movement)
    match source:
        case str() | PathLike():
            return _read_file(Path(source), terrains, options)
        case np.ndarray():
            return _convert_array(source, TableReading("the array", terrains, options.layout, options.megahexes))
        case Mapping():
            reading = TableReading("the map", terrains, options.layout, options.megahexes)
            if source and all(isinstance(key, tuple) for key in source):
                return read_object({"cells": [[*key, terrain] for key, terrain in source.items()]}, reading)
            return read_object(dict(source), reading)
    raise BadInput(f"a hex map cannot be read from a {type(source).__name__}; give a path, a dictionary or an array")


def _read_file(path: Path, terrains: Terrains, options: Options) -> HexSource:
    name = strip_packing(path.name)
    hexes = options.megahexes * 1_000_000
    text = read_text(path, _BYTES_FOR_A_HEX * hexes, RAISE, _PACKED_BYTES_FOR_A_HEX * hexes)
    reading = TableReading(str(path), terrains, options.layout, options.megahexes)
    if name.endswith(".csv"):
        return read_csv(text, reading)
    is_tiled = name.endswith((".tmx", ".tmj")) or text.lstrip().startswith("<")
    if name.endswith(".json") and not is_tiled:
        found = parse_json(str(path), text)
        is_tiled = isinstance(found, dict) and "orientation" in found
        if not is_tiled:
            return read_object(found, reading)
    if options.layout != "auto":
        raise BadInput(
            f"{path}: layout={options.layout} is for tables only; this file has its own layout: leave the option out"
        )
    if is_tiled:
        return read_tiled_hexes(path, text, terrains, options.cost_property, options.megahexes)
    return read_map(str(path), text, terrains, options.border, options.megahexes, options.unknown_cost)


def _convert_array(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]], reading: TableReading) -> HexSource:
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise BadInput(f"the array has shape {array.shape} of {array.dtype}; expected costs of shape (height, width)")
    check_unmasked("the array", array)
    height, width = array.shape
    check_hexes("the array", width, height, reading.megahexes)
    values, numbers = np.unique(array, return_inverse=True)
    kinds = Kinds(reading.terrains)
    known = np.array([kinds.price(value.item(), "the array") for value in values * 1], np.int16)
    layout = reading.choose_layout(None, "odd-r")
    return HexSource("the array", layout, known[numbers.reshape(array.shape)], tuple(kinds.found), terrains=kinds.terrains)


def _read_table(options: Options) -> TerrainTable:
    if options.table is None:
        return make_empty_table()
    return parse_table(options.table, parse_json(options.table, read_text(Path(options.table), _MOST_BYTES_OF_TABLE)))
