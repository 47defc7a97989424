"""Saved games and scenarios of freeciv, ``.sav``, and terrain costs from its ``.ruleset`` files.

Both consist of sections of ``key=value``. The reader uses these parts of a saved game: the rows ``t0000="…"`` of the section
``map``, one letter for each tile; the table ``terrident``, which maps letters to names; the setting ``topology``, and ``wrap``
in newer versions; and the rows ``e00_0000="…"``, which mark rivers, roads and railways, four kinds to a hexadecimal digit. Of
a ruleset it uses the name, the letter, the class and the movement cost of each section ``terrain_…``.

Oceanic terrain is water, which only water leads to. Terrain with cost 0 is blocked. Rivers, roads and railways are ignored,
because their discount depends on both tiles of a step; the remark says how many tiles have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np
from attrs import Factory, define, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.files import AnyPath, read_text
from genastar_grid.formats.cost_arrays import Costs
from genastar_grid.formats.movingai_files import RAISE
from genastar_lattice.costs.limits import MOST_COST
from genastar_lattice.directions import Mask

_MOST_BYTES: Final = 200_000_000
_MOST_BYTES_OF_RULESET: Final = 4_000_000

_ROADS: Final = ("River", "Road", "Railroad", "Maglev")
"""Extras that make steps cheaper in the game."""

_SETTING: Final = re.compile(r'"(?:(topology|wrap)","([A-Z| ]*)"|([xy]size)",([0-9]{1,7}))')

_UNKNOWN: Final = "u"
"""The letter of a tile that the player has not seen."""


@frozen
class Terrain:
    """A kind of terrain."""

    letter: str
    cost: int
    """Movement points; 0: blocked."""
    is_water: bool = False


CLASSIC: Final[Mapping[str, Terrain]] = {
    "Inaccessible": Terrain("i", 0),
    "Lake": Terrain("+", 1, True),
    "Ocean": Terrain(" ", 1, True),
    "Deep Ocean": Terrain(":", 1, True),
    "Glacier": Terrain("a", 2),
    "Desert": Terrain("d", 1),
    "Forest": Terrain("f", 2),
    "Grassland": Terrain("g", 1),
    "Hills": Terrain("h", 2),
    "Jungle": Terrain("j", 2),
    "Mountains": Terrain("m", 3),
    "Plains": Terrain("p", 1),
    "Swamp": Terrain("s", 2),
    "Tundra": Terrain("t", 1),
}
"""The terrains of freeciv's classic rules, version 3.0."""


@frozen(eq=False)
class SavedGame:
    """A saved game."""

    costs: Costs = field(repr=False)
    water: Mask | None = field(repr=False)
    remark: str


@define
class _ParsedSave:
    """The contents of a saved game that the reader uses."""

    rows: dict[int, tuple[str, int]] = Factory(dict)
    """The letters of each row, and the line of the file."""
    extras: dict[tuple[int, int], str] = Factory(dict)
    """The digits of the extras, by group of four kinds and row."""
    kinds: tuple[str, ...] = ()
    names: dict[str, str] = Factory(dict)
    """Terrain names by letter."""
    settings: dict[str, str] = Factory(dict)


def read_freeciv(path: AnyPath, megacells: int, ruleset: str | None) -> SavedGame:
    """Read a saved game.

    Args:
        path: the ``.sav`` file.
        megacells: largest map to read, in million tiles.
        ruleset: the file of a ruleset; ``None`` for `CLASSIC`.

    Raises:
        BadInput: a file is not of the expected kind, or the tiles are hexagonal or isometric; the message says where.
    """
    path = Path(path)
    terrains = CLASSIC if ruleset is None else read_ruleset(Path(ruleset))
    said = _parse_save(path)
    topology, wrap = said.settings.get("topology", ""), said.settings.get("wrap", "")
    if topology.isdigit():  # older versions store bits, in this order
        flags = [name for bit, name in enumerate(("WRAPX", "WRAPY", "ISO", "HEX")) if int(topology) >> bit & 1]
    else:
        flags = re.findall("[A-Z]+", f"{topology} {wrap}")
    if "HEX" in flags or "ISO" in flags:
        tiles = "hexagons" if "HEX" in flags else "isometric"
        raise BadInput(f"{path}: its tiles are {tiles}; expected square tiles: a topology without ISO and HEX")
    letters = _read_letters(path, said, megacells)
    known = {terrain.letter: terrain for terrain in terrains.values()} | {_UNKNOWN: Terrain(_UNKNOWN, 0)}
    costs, water = np.zeros(letters.shape, np.int32), np.zeros(letters.shape, np.bool_)
    for code in np.unique(letters).tolist():
        letter = chr(code)
        found = terrains.get(said.names[letter]) if letter in said.names else known.get(letter)
        here = letters == code
        if found is None:
            y, x = (int(part) for part in np.argwhere(here)[0])
            raise BadInput(
                f"{path}: line {said.rows[y][1]}: tile {x},{y} has the terrain {said.names.get(letter, letter)[:40]!r}, "
                f"which is not in {'the classic rules' if ruleset is None else ruleset}; name a terrain.ruleset that has it "
                "(option ruleset)"
            )
        costs[here], water[here] = found.cost, found.is_water
    rules = "the classic rules" if ruleset is None else str(ruleset)
    parts = [f"terrain costs are those of {rules} (option ruleset)"]
    roads = [f"{name} on {count:,} tiles" for name, count in _count_roads(said, letters.shape[0]).items() if count]
    parts += [f"discounts are left out: {', '.join(roads)}"] if roads else []
    parts += ["in the game a diagonal step costs as much as a straight one (diagonals=always, diagonal_factor=0.70710678)"]
    parts += [f"{count:,} unknown tiles are blocked"] if (count := int((letters == ord(_UNKNOWN)).sum())) else []
    edges = [name for flag, name in (("WRAPX", "left and right"), ("WRAPY", "upper and lower")) if flag in flags]
    parts += [f"the {' and the '.join(edges)} edges meet in the game (option wrap)"] if edges else []
    return SavedGame(costs, water if water.any() else None, "; ".join(parts))


def read_ruleset(path: AnyPath) -> dict[str, Terrain]:
    """Read the terrains of a ``terrain.ruleset``, by name.

    Raises:
        BadInput: this is no such file, or a terrain has no letter or no cost; the message says where.
    """
    path = Path(path)
    found: dict[str, Terrain] = {}
    values: dict[str, str] = {}

    def end(line: int) -> None:
        """Store the terrain that ends here."""
        if not values:
            return
        name = values.get("rule_name", values.get("name", ""))
        cost = values.get("movement_cost", "")
        if not name or len(values.get("identifier", "")) != 1 or not re.fullmatch("[0-9]{1,7}", cost) or int(cost) > MOST_COST:
            raise BadInput(
                f"{path}: line {line}: the terrain {name[:40]!r} is incomplete; expected a name, an identifier of one letter "
                f"and a movement_cost from 0 to {MOST_COST:,}"
            )
        found[name] = Terrain(values["identifier"], int(cost), values.get("class") == "Oceanic")
        values.clear()

    line = 0
    for line, section, text in _read_lines(read_text(path, _MOST_BYTES_OF_RULESET)):
        if text == f"[{section}]":
            end(line)
            if section.startswith("terrain_"):
                values["section"] = section
        elif section.startswith("terrain_"):
            pair = re.match(
                r'(rule_name|name|identifier|class|movement_cost)\s*=\s*(?:_\()?(?:"((?:\?[^:"]*:)?)([^"]*)"|(\d+))', text
            )
            if pair:
                values[pair[1]] = pair[3] if pair[4] is None else pair[4]
    end(line)
    if not found:
        raise BadInput(f"{path}: this is no terrain ruleset; expected sections [terrain_...]")
    return found


def _parse_save(path: Path) -> _ParsedSave:
    said, table = _ParsedSave(), ""
    for number, section, text in _read_lines(read_text(path, _MOST_BYTES)):
        if text.startswith("}"):
            table = ""
        elif table == "terrident":
            pair = re.fullmatch(r'"([^"]*)","(.)"', text)
            if pair:
                said.names[pair[2]] = pair[1]
        elif text.startswith("terrident={"):
            table = "terrident"
        elif section == "map" and (row := re.fullmatch(r't([0-9]{4,7})="([^"]*)"?', text)):
            if int(row[1]) in said.rows:
                raise BadInput(f"{path}: line {number}: row t{row[1]} appears twice; remove one")
            said.rows[int(row[1])] = row[2], number
        elif section == "map" and (row := re.fullmatch(r'e([0-9]{2})_([0-9]{4,7})="([0-9a-f]*)"', text)):
            said.extras[int(row[1]), int(row[2])] = row[3]
        elif text.startswith("extras_vector="):
            said.kinds = tuple(re.findall(r'"([^"]*)"', text))
        elif section == "settings" and (pair := _SETTING.match(text)):
            said.settings[pair[1] or pair[3]] = pair[4] if pair[2] is None else pair[2]
        elif section in ("map", "game") and (pair := re.fullmatch("(topology_id|width|height)=([0-9]{1,7})", text)):
            said.settings[{"topology_id": "topology", "width": "xsize", "height": "ysize"}[pair[1]]] = pair[2]
    return said


def _read_letters(path: Path, said: _ParsedSave, megacells: int) -> NDArray[np.uint32]:
    """Return the letters of the tiles, shape (height, width)."""
    height, width = len(said.rows), len(said.rows.get(0, ("", 0))[0])
    if not width:
        raise BadInput(f'{path}: this is no saved game of freeciv with a map; expected [map] and t0000="..."')
    if height * width > megacells * 1_000_000:
        raise BadInput(f"{path}: {width} x {height} tiles exceed the limit of {megacells} million; {RAISE}")
    said_size = int(said.settings.get("xsize", width)), int(said.settings.get("ysize", height))
    missing = next((number for number in range(max(height, min(said_size[1], height + 1))) if number not in said.rows), None)
    if missing is not None:
        raise BadInput(f"{path}: row t{missing:04} is missing; get a complete copy of the file")
    for number, (row, line) in said.rows.items():
        if len(row) != width:
            raise BadInput(
                f"{path}: line {line}: row t{number:04} has {len(row)} tiles, but t0000 has {width}; get a complete copy"
            )
    if said_size != (width, height):
        raise BadInput(f"{path}: its map has {width} x {height} tiles, but its settings say {said_size[0]} x {said_size[1]}")
    text = "".join(said.rows[number][0] for number in range(height))
    return np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(height, width)


def _count_roads(said: _ParsedSave, height: int) -> dict[str, int]:
    """Count the tiles of each extra that makes steps cheaper."""
    counts = {}
    for number, kind in enumerate(said.kinds):
        if kind in _ROADS:
            rows = [said.extras.get((number // 4, y), "") for y in range(height)]
            counts[kind] = sum(int(digit, 16) >> number % 4 & 1 for row in rows for digit in row)
    return counts


def _read_lines(content: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number, section and text of each line, without comments and without multi-line texts between ``$``."""
    section, script = "", False
    for number, raw in enumerate(content.split("\n"), 1):
        line = raw.strip(" \t\r")
        if script:
            script = not line.endswith("$")
            continue
        if text := re.match(r"\w+\s*=\s*\$", line):
            script = text.end() == len(line) or not line.endswith("$")
            continue
        if head := re.match(r"\[(\w+)\]", line):
            section, line = head[1], head[0]
        if line and line[0] not in ";#":
            yield number, section, line
