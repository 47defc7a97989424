"""Scenario files, ``.genastar.json``: a grid, a question and the options, for repeating a search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

import numpy as np
from attrs import asdict, evolve, fields, frozen

from genastar import BadInput
from genastar.errors import format_error_line, format_value
from genastar.files import AnyPath, expect_suffix, parse_json, read_bytes, write_text
from genastar_grid.formats.cost_arrays import convert_costs
from genastar_grid.info import Options
from genastar_grid.rules.passages import Sides
from genastar_grid.world import GridWorld
from genastar_lattice.directions import Mask

Cell = tuple[int, int]

FORMAT: Final = "grid 1"

SUFFIX: Final = ".genastar.json"

_OF_ONE_MACHINE: Final = {"start", "goal", "ruleset", "tiles", "level", "positions", "metric", "exposure"}
"""Options that a scenario leaves out: it stores start and goals beside the options, names no other file to read costs from,
and has no position in metres."""


@frozen(eq=False)
class SavedGrid:
    """The contents of a scenario file."""

    name: str
    """Name of the file."""
    source: object
    """The path of a map, or an array of costs."""
    options: Options
    starts: tuple[Cell, ...]
    goals: tuple[Cell, ...]
    water: Mask | None
    """The water cells; ``None`` if the file has none."""
    passages: Sides | None
    """See `GridWorld.passages`; ``None`` if the file has none."""


def write_scenario(out: AnyPath, world: GridWorld, options: Options, starts: list[Cell], goals: list[Cell]) -> None:
    """Write a scenario.

    Raises:
        BadInput: the name does not end in ``.genastar.json``, or the file cannot be written.
    """
    out = expect_suffix(out, SUFFIX, "scenario")
    if world.stagger is not None:
        raise BadInput(f"{out}: a staggered map cannot be saved as a scenario; keep the map of Tiled")
    changed = {key: value for key, value in asdict(options).items() if value != getattr(Options(), key)}
    for place in _OF_ONE_MACHINE:
        changed.pop(place, None)
    content = {
        "genastar": FORMAT,
        "start": list(starts[0]) if len(starts) == 1 else [list(start) for start in starts],
        "goals": [list(goal) for goal in goals],
        "options": changed,
        "costs": world.ground.tolist(),
    }
    if world.bed is not None:
        content["water"] = world.bed.astype(int).tolist()
    if world.passages is not None:
        content["passages"] = world.passages.tolist()
    write_text(out, json.dumps(content) + "\n")


def read_scenario(path: AnyPath, given: Options) -> SavedGrid:
    """Read a scenario. Given options that differ from their defaults override those of the file.

    Raises:
        BadInput: this is no such file; the message says what was expected.
    """
    path = Path(path)
    found = parse_json(str(path), read_bytes(path, 1_000_000_000))
    if not isinstance(found, dict) or found.get("genastar") != FORMAT:
        raise BadInput(f'{path}: this is no grid scenario; expected it to begin with "genastar": "{FORMAT}"')
    unknown = sorted(set(found) - {"genastar", "start", "goals", "options", "costs", "map", "water", "passages"})
    if unknown:
        raise BadInput(f"{path}: {format_value(unknown[0])} is unknown; expected start, goals, options, and costs or map")
    if ("costs" in found) == ("map" in found):
        raise BadInput(f"{path}: expected either costs, rows of numbers, or map, the name of a file beside this one")
    source: object
    if "map" in found:
        if not isinstance(found["map"], str) or found["map"].lower().endswith(SUFFIX):
            raise BadInput(f"{path}: map is {format_value(found['map'])}; expected the name of a map beside this file")
        source = path.parent / found["map"]
    else:
        source = convert_costs(f"{path}: costs", _make_array(path, found["costs"]))
    goals = found.get("goals")
    if not isinstance(goals, list) or not goals:
        raise BadInput(f"{path}: goals are missing; expected a list of cells, as [[3, 4]]")
    start = found.get("start")
    starts = start if isinstance(start, list) and start and isinstance(start[0], list) else [start]
    return SavedGrid(
        str(path),
        source,
        _parse_options(path, found.get("options", {}), given),
        tuple(_parse_cell(path, "start", each) for each in starts),
        tuple(_parse_cell(path, "goals", goal) for goal in goals),
        _parse_water(path, found, source),
        _parse_passages(path, found, source),
    )


def _make_array(path: Path, rows: object) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    try:
        array = np.array(rows)
    except (ValueError, OverflowError):
        array = np.empty(0)
    if array.ndim != 2 or array.dtype.kind not in "if":
        raise BadInput(f"{path}: costs are not rows of numbers, all of one length")
    return array


def _parse_water(path: Path, found: dict[str, object], source: object) -> Mask | None:
    if "water" not in found:
        return None
    water = _make_array(path, found["water"])
    if not isinstance(source, np.ndarray) or water.shape != source.shape or not np.isin(water, (0, 1)).all():
        raise BadInput(f"{path}: water is no table of 0 and 1 as large as costs")
    return water.astype(np.bool_)


def _parse_passages(path: Path, found: dict[str, object], source: object) -> Sides | None:
    if "passages" not in found:
        return None
    passages = _make_array(path, found["passages"])
    is_table = isinstance(source, np.ndarray) and passages.shape == source.shape and passages.dtype.kind == "i"
    if not is_table or not np.isin(passages, range(256)).all():
        raise BadInput(f"{path}: passages is no table of bytes as large as costs")
    return passages.astype(np.uint8)


def _parse_cell(path: Path, name: str, value: object) -> Cell:
    match value:
        case [int(x), int(y)]:
            return x, y
    raise BadInput(f"{path}: {name}: {format_value(value)} is no cell; expected two whole numbers, as [3, 4]")


def _parse_options(path: Path, saved: object, given: Options) -> Options:
    if not isinstance(saved, dict):
        raise BadInput(f"{path}: options are no object")
    defaults = Options()
    typed = {each.name: getattr(given, each.name) for each in fields(Options)}
    typed = {name: value for name, value in typed.items() if value != getattr(defaults, name)}
    known = {each.name for each in fields(Options)} - _OF_ONE_MACHINE
    for name in saved:
        if name not in known:
            raise BadInput(f"{path}: options: {format_value(name)} is unknown; there are: {', '.join(sorted(known))}")
    try:
        return evolve(defaults, **cast("dict[str, object]", saved | typed))  # type: ignore[arg-type]
    except (ValueError, TypeError) as error:
        raise BadInput(f"{path}: options: {format_error_line(error)}") from error
