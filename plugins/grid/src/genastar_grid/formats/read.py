"""Readers that turn a file, an array, an image or rows of text into costs."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import make_csv_error, open_unpacked, parse_json, read_text, strip_packing
from genastar_grid.formats.cost_arrays import Costs, convert_costs
from genastar_grid.formats.frame import RosFrame
from genastar_grid.formats.freeciv import read_freeciv
from genastar_grid.formats.ldtk import read_ldtk
from genastar_grid.formats.movingai_files import RAISE, read_map
from genastar_grid.formats.ros import read_ros
from genastar_grid.formats.tile_table import NO_TILE, price_numbers, read_tile_table
from genastar_grid.formats.tiled import read_tiled_grid
from genastar_grid.info import Options
from genastar_grid.rules.passages import Sides
from genastar_grid.rules.stagger import Stagger
from genastar_lattice.costs.limits import MOST_COST
from genastar_lattice.directions import Mask
from genastar_lattice.tiled.layers import TileLimits
from genastar_picture.sources.arrays import check_unmasked, read_npy
from genastar_picture.sources.images import compute_brightness, open_image
from genastar_picture.sources.number_files import ESRI_ASCII

Cell = tuple[int, int]

ART: Final = {".": 1, " ": 1, "#": 0, "@": 0, "S": 1, "G": 1, **{str(digit): digit for digit in range(1, 10)}}
"""The cost of each letter in text art."""

_LETTERS: Final = (
    ". or space (free), # or @ (blocked), 1 to 9 (a cost), S (a start) or G (a goal); rows of numbers belong in a .csv"
)

_NUMBERS_APART: Final = re.compile(r" *\d+(?: +\d+)+ *")
"""A row of numbers as `numpy.savetxt` writes them."""


@frozen(eq=False)
class GridSource:
    """A grid that was read."""

    name: str
    """Name of the source in messages."""
    costs: Costs = field(repr=False)
    water: Mask | None = field(default=None, repr=False)
    swamp: Mask | None = field(default=None, repr=False)
    frame: RosFrame | None = None
    """Position of the grid in the world, in metres; ``None`` if the source has none."""
    remark: str = ""
    """What the reader assumed or left out."""
    starts: tuple[Cell, ...] = ()
    goals: tuple[Cell, ...] = ()
    passages: Sides | None = field(default=None, repr=False)
    """See `GridWorld.passages`."""
    stagger: Stagger | None = None
    """See `GridWorld.stagger`."""


def read_source(source: object, options: Options) -> GridSource:
    """Read a grid.

    Args:
        source: a path; an array of costs, shape (height, width), of bool (true is free), whole numbers or floats; the same as
            lists of lists; a Pillow image; or rows of text art, as a list of strings.
        options: the size limit, and the options for images, robot maps and saved games.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    megacells = options.megacells
    match source:
        case np.ndarray():
            check_unmasked("the array", source)
            check_size("the array", source.shape, megacells)
            return GridSource("the array", convert_costs("the array", source))
        case Image.Image():
            return GridSource("the image", _threshold_image(source, options))
        case list() | tuple() if all(isinstance(row, str) for row in source):
            return _convert_art("the rows", list(source), megacells)
        case list() | tuple() if all(isinstance(row, (list, tuple)) for row in source):
            return read_source(_stack_lists(source), options)
        case str() | PathLike():
            return _read_file(Path(source), options)
    raise BadInput(
        f"a grid cannot be read from a {type(source).__name__}; give a path, an array, lists of costs, an image or rows of text"
    )


def _stack_lists(rows: Sequence[Sequence[object]]) -> NDArray[Any]:
    """Return lists of costs as an array.

    Raises:
        BadInput: the rows differ in length, or hold something other than numbers.
    """
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BadInput(f"row {number} has {len(row)} costs and row 0 has {len(rows[0])}; give rows of one length")
        for cost in row:
            if not isinstance(cost, (int, float, np.number, np.bool_)):
                raise BadInput(f"row {number} has the cost {format_value(cost)}; expected a number")
    return np.array(rows)


def _read_file(path: Path, options: Options) -> GridSource:
    name, megacells = strip_packing(path.name), options.megacells
    with open_unpacked(path) as file:
        head = file.read(256)
    if ESRI_ASCII.match(head):
        raise BadInput(
            f"{path}: the numbers of an ESRI ASCII grid may be heights or costs; read it with --domain terrain (pip "
            "install 'genastar[terrain]')"
        )
    if options.ruleset is not None and not name.endswith(".sav"):
        raise BadInput(f"{path}: the option ruleset is for saved games of freeciv (.sav) only; leave it out")
    if options.tiles is not None and not name.endswith((".csv", ".tsv", ".tmx", ".tmj", ".json", ".ldtk")):
        raise BadInput(f"{path}: the option tiles is for maps of Tiled and LDtk, and for .csv; leave it out")
    if options.level is not None and not name.endswith(".ldtk"):
        raise BadInput(f"{path}: the option level is for projects of LDtk (.ldtk) only; leave it out")
    if name.endswith(".map"):
        return GridSource(str(path), *read_map(path, megacells))
    least = 2 * megacells * 1_000_000 + 1000  # a character and a separator for each cell
    bounds = 8 * least, RAISE, least // 4  # elements take more memory than their text
    if name.endswith((".csv", ".tsv")):
        return GridSource(str(path), _read_table(path, read_text(path, 8 * least, RAISE, least), options))
    if name.endswith((".tmx", ".tmj")):
        return _read_tiled(path, read_text(path, *bounds), options)
    if name.endswith(".ldtk"):
        level = read_ldtk(path, read_text(path, *bounds), options.level, read_tile_table(options.tiles), options.tiles)
        check_size(str(path), level.costs.shape, megacells)
        return GridSource(str(path), convert_costs(str(path), level.costs), starts=level.starts, goals=level.goals)
    if name.endswith(".txt"):
        return _convert_art(str(path), read_text(path, least, RAISE).splitlines(), megacells)
    if name.endswith(".json"):
        return _read_json(path, read_text(path, *bounds), options)
    if name.endswith(".npy"):
        if name != path.name.lower():
            raise BadInput(f"{path}: a compressed .npy file cannot be read; decompress it first")
        return _read_npy(path, megacells)
    if name.endswith((".yaml", ".yml")):
        robot = read_ros(path, megacells, options.unknown)
        return GridSource(str(path), robot.costs, frame=robot.frame, remark=robot.remark)
    if name.endswith(".sav"):
        game = read_freeciv(path, megacells, options.ruleset)
        return GridSource(str(path), game.costs, game.water, remark=game.remark)
    if head.startswith(b"type octile"):
        return GridSource(str(path), *read_map(path, megacells))
    try:
        return GridSource(str(path), _threshold_image(path, options))
    except BadInput as error:
        if not isinstance(error.__cause__, UnidentifiedImageError):
            raise
        raise BadInput(
            f"{path}: this file is no map, table, text art or image that can be read; "
            "give a .map, .tmx, .ldtk, .csv, .txt, .json, .npy, .yaml or .sav file, or an image"
        ) from error


def _read_tiled(path: Path, text: str, options: Options) -> GridSource:
    megacells = options.megacells
    limits = TileLimits(lambda name, width, height: check_size(name, (height, width), megacells), megacells, RAISE)
    found = read_tiled_grid(path, text, read_tile_table(options.tiles), options.tiles, limits)
    name = str(path)
    costs = convert_costs(name, found.costs)
    ends = found.starts, found.goals
    return GridSource(name, costs, None, None, None, found.remark, *ends, found.passages, found.stagger)


def _read_table(path: Path, text: str, options: Options) -> Costs:
    """Return costs separated by tabs or semicolons if the first line has such, otherwise by commas."""
    first = text.partition("\n")[0]
    delimiter = next((each for each in "\t;" if each in first), ",")
    reader = csv.reader(text.removesuffix("\n").split("\n"), delimiter=delimiter, strict=True)
    rows: list[tuple[str, list[str]]] = []
    try:
        for row in filter(None, reader):
            rows.append((f"line {reader.line_num}", row))
            check_size(str(path), (len(rows), len(rows[0][1])), options.megacells)  # before the rest is kept
    except csv.Error as error:
        raise make_csv_error(str(path), reader.line_num) from error
    return _convert_rows(str(path), rows, options)


def _convert_rows(name: str, rows: Sequence[tuple[str, list[object]] | tuple[str, list[str]]], options: Options) -> Costs:
    """Convert rows of costs, or of numbers of tiles with the option ``tiles``, each with its name for messages."""
    if not rows:
        raise BadInput(f"{name}: the grid has no cells; give at least one")
    width = len(rows[0][1])
    check_size(name, (len(rows), width), options.megacells)
    values = np.empty((len(rows), width), np.float64)
    for number, (place, row) in enumerate(rows):
        if len(row) != width:
            raise BadInput(f"{name}: {place} has {len(row)} cells, but {rows[0][0]} has {width}; give rows of equal length")
        for column, cell in enumerate(row):
            try:
                values[number, column] = cost = float(cell)  # type: ignore[arg-type]  # raises for anything but a number
            except (ValueError, TypeError, OverflowError):
                raise BadInput(f"{name}: {place}, column {column + 1}: {str(cell)[:20]!r} is no cost; give a number") from None
            if options.tiles is None and not 0 <= cost <= MOST_COST:
                hint = "; for numbers of tiles, give their costs in a table (option tiles)" if cost == NO_TILE else ""
                raise BadInput(
                    f"{name}: {place}, column {column + 1}: cost {str(cell)[:20].strip()} is outside 0..{MOST_COST:,}; "
                    f"give 0 to block the cell, or a cost in this range{hint}"
                )
    if options.tiles is not None:
        values = price_numbers(name, values, read_tile_table(options.tiles), options.tiles)
    return convert_costs(name, values)


def _convert_art(name: str, rows: list[str], megacells: int) -> GridSource:
    """Convert text art; see `ART`. Rows shorter than the longest are filled up with walls."""
    width = max(map(len, rows), default=0)
    if width == 0:
        raise BadInput(f"{name}: the grid has no cells; give at least one")
    check_size(name, (len(rows), width), megacells)
    if all(_NUMBERS_APART.fullmatch(row) for row in rows if row):
        raise BadInput(
            f"{name}: line 1 holds numbers with spaces between them, and a space is a cell here; write them to a .csv"
        )
    costs = np.zeros((len(rows), width), np.int32)
    ends: dict[str, list[Cell]] = {"S": [], "G": []}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in ART:
                raise BadInput(f"{name}: line {y + 1}, column {x + 1}: {letter!r} is no cell; expected {_LETTERS}")
            costs[y, x] = ART[letter]
            if letter in ends:
                ends[letter].append((x, y))
    short = next((y for y, row in enumerate(rows) if len(row) < width), None)
    remark = "" if short is None else f"line {short + 1} has {len(rows[short])} of {width} cells; the missing ones are walls"
    return GridSource(name, costs, starts=tuple(ends["S"]), goals=tuple(ends["G"]), remark=remark)


def _read_json(path: Path, text: str, options: Options) -> GridSource:
    """Read rows of costs, a list of lists; or a map that Tiled exported."""
    found = parse_json(str(path), text)
    if isinstance(found, dict) and "orientation" in found:
        return _read_tiled(path, text, options)
    if not (isinstance(found, list) and all(isinstance(row, list) for row in found)):
        raise BadInput(f"{path}: expected a list of rows, each a list of costs")
    rows = [(f"row {number}", row) for number, row in enumerate(found, 1)]
    return GridSource(str(path), _convert_rows(str(path), rows, options))


def _read_npy(path: Path, megacells: int) -> GridSource:
    def check(shape: tuple[int, ...]) -> None:
        if len(shape) != 2:
            raise BadInput(
                f"{path}: an array of shape {format_value(shape)} is no grid; expected costs of shape (height, width)"
            )
        check_size(str(path), shape, megacells)

    return GridSource(str(path), convert_costs(str(path), np.array(read_npy(path, check))))


def _threshold_image(source: Path | Image.Image, options: Options) -> NDArray[np.int32]:
    """Return 1 for the pixels of an image that are bright enough, 0 for others."""
    with open_image(source, options.megacells, "megacells") as image:
        return (compute_brightness(image) >= options.threshold).astype(np.int32)


def check_size(name: str, shape: tuple[int, ...], megacells: int) -> None:
    """Raise BadInput if the grid has more than ``megacells`` million cells."""
    if len(shape) == 2 and shape[0] * shape[1] > megacells * 1_000_000:
        raise BadInput(
            f"{name}: {shape[1]} x {shape[0]} cells exceed the limit of {megacells} million; "
            "if you trust it, raise the option megacells"
        )
