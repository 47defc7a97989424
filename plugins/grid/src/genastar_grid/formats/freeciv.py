"""Saved games and scenarios of freeciv, ``.sav``, and the terrain costs of its ``.ruleset`` files.

Both are sections of ``key=value``. Of a saved game these count: the rows ``t0000="…"`` of the section ``map``, a letter for
each tile; the table ``terrident``, which names the letters; the setting ``topology``, and ``wrap`` of newer versions; and the
rows ``e00_0000="…"``, which say where rivers, roads and railways lie, four kinds to a hexadecimal digit. Of a ruleset, the
name, the letter, the class and the movement cost of each section ``terrain_…`` count.

Oceanic terrain is water, which only water leads to, as for ships; a cost of 0 is blocked. What a river, a road or a railway
makes cheaper depends on both tiles of a step, so they change nothing here; the remark says on how many tiles they lie.
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
from genastar_grid.formats.movingai_files import RAISE
from genastar_grid.world import Costs
from genastar_lattice.costs import MOST_COST
from genastar_lattice.ways import Mask

_MOST_BYTES: Final = 200_000_000
_MOST_BYTES_OF_RULESET: Final = 4_000_000

_ROADS: Final = ("River", "Road", "Railroad", "Maglev")
"""What makes steps cheaper in the game."""

_SETTING: Final = re.compile(r'"(?:(topology|wrap)","([A-Z| ]*)"|([xy]size)",([0-9]{1,7}))')

_UNKNOWN: Final = "u"
"""The letter of a tile that nobody has seen."""


@frozen
class Terrain:
    """What a terrain is to those who move."""

    letter: str
    cost: int
    """Movement points; 0 where nobody enters."""
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
    """What was read."""

    costs: Costs = field(repr=False)
    water: Mask | None = field(repr=False)
    remark: str


@define
class _Said:
    """What a file says of its map."""

    rows: dict[int, tuple[str, int]] = Factory(dict)
    """The letters of each row, and its line."""
    extras: dict[tuple[int, int], str] = Factory(dict)
    """The digits of each four kinds of extras and each row."""
    kinds: tuple[str, ...] = ()
    names: dict[str, str] = Factory(dict)
    """Of terrains, by letter."""
    settings: dict[str, str] = Factory(dict)


def read_freeciv(path: AnyPath, megacells: int, ruleset: str | None) -> SavedGame:
    """Read a saved game.

    Args:
        path: of the ``.sav`` file.
        megacells: more million tiles than this are refused.
        ruleset: the file of a ruleset; ``None`` for `CLASSIC`.

    Raises:
        BadInput: one of the two is no such file, or the tiles are hexagons, or isometric; the message says where.
    """
    path = Path(path)
    terrains = CLASSIC if ruleset is None else read_ruleset(Path(ruleset))
    said = _said(path)
    topology, wrap = said.settings.get("topology", ""), said.settings.get("wrap", "")
    if topology.isdigit():  # of older versions: bits, in this order
        flags = [name for bit, name in enumerate(("WRAPX", "WRAPY", "ISO", "HEX")) if int(topology) >> bit & 1]
    else:
        flags = re.findall("[A-Z]+", f"{topology} {wrap}")
    if "HEX" in flags or "ISO" in flags:
        tiles = "hexagons" if "HEX" in flags else "isometric, in rows that are shoved by half a tile"
        raise BadInput(f"{path}: its tiles are {tiles}; only maps of squares are read: a topology without ISO and HEX")
    letters = _letters(path, said, megacells)
    known = {terrain.letter: terrain for terrain in terrains.values()} | {_UNKNOWN: Terrain(_UNKNOWN, 0)}
    costs, water = np.zeros(letters.shape, np.int32), np.zeros(letters.shape, np.bool_)
    for code in np.unique(letters).tolist():
        letter = chr(code)
        found = terrains.get(said.names[letter]) if letter in said.names else known.get(letter)
        here = letters == code
        if found is None:
            y, x = (int(part) for part in np.argwhere(here)[0])
            raise BadInput(
                f"{path}: line {said.rows[y][1]}: tile {x},{y} is {said.names.get(letter, letter)[:40]!r}, which "
                f"{'the classic rules do' if ruleset is None else f'{ruleset} does'} not know; name a terrain.ruleset that "
                "does (option ruleset)"
            )
        costs[here], water[here] = found.cost, found.is_water
    rules = "the classic rules" if ruleset is None else str(ruleset)
    parts = [f"terrain costs are those of {rules} (option ruleset)"]
    roads = [f"{name} on {count:,} tiles" for name, count in _roads(said, letters.shape[0]).items() if count]
    parts += [f"what makes steps cheaper is left out: {', '.join(roads)}"] if roads else []
    parts += ["in the game a diagonal step costs what a straight one does (diagonals=always, diagonal_factor=0.70710678)"]
    parts += [f"{count:,} unknown tiles are blocked"] if (count := int((letters == ord(_UNKNOWN)).sum())) else []
    edges = [name for flag, name in (("WRAPX", "left and right"), ("WRAPY", "upper and lower")) if flag in flags]
    parts += [f"the {' and the '.join(edges)} edges meet in the game (option wrap)"] if edges else []
    return SavedGame(costs, water if water.any() else None, "; ".join(parts))


def read_ruleset(path: AnyPath) -> dict[str, Terrain]:
    """Read the terrains of a ``terrain.ruleset`` by name.

    Raises:
        BadInput: this is no such file, or a terrain has no letter or no cost; the message says where.
    """
    path = Path(path)
    found: dict[str, Terrain] = {}
    values: dict[str, str] = {}

    def end(line: int) -> None:
        """Keep the terrain that was read."""
        if not values:
            return
        name = values.get("rule_name", values.get("name", ""))
        cost = values.get("movement_cost", "")
        if not name or len(values.get("identifier", "")) != 1 or not re.fullmatch("[0-9]{1,7}", cost) or int(cost) > MOST_COST:
            raise BadInput(
                f"{path}: line {line}: the terrain {name[:40]!r} ends here; expected a name, an identifier of one letter, "
                f"and a movement_cost from 0 to {MOST_COST:,}"
            )
        found[name] = Terrain(values["identifier"], int(cost), values.get("class") == "Oceanic")
        values.clear()

    line = 0
    for line, section, text in _lines(read_text(path, _MOST_BYTES_OF_RULESET)):
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
        raise BadInput(f"{path}: this is no ruleset of terrains: it has no section [terrain_...]")
    return found


def _said(path: Path) -> _Said:
    said, table = _Said(), ""
    for number, section, text in _lines(read_text(path, _MOST_BYTES)):
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
                raise BadInput(f"{path}: line {number}: a second row t{row[1]}")
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


def _letters(path: Path, said: _Said, megacells: int) -> NDArray[np.uint32]:
    """The letters of the tiles, shape (height, width)."""
    height, width = len(said.rows), len(said.rows.get(0, ("", 0))[0])
    if not width:
        raise BadInput(f'{path}: this is no saved game of freeciv with a map: [map] and t0000="..." were expected')
    if height * width > megacells * 1_000_000:
        raise BadInput(f"{path}: {width} x {height} tiles are more than {megacells} million; {RAISE}")
    said_size = int(said.settings.get("xsize", width)), int(said.settings.get("ysize", height))
    missing = next((number for number in range(max(height, min(said_size[1], height + 1))) if number not in said.rows), None)
    if missing is not None:
        raise BadInput(f"{path}: row t{missing:04} is missing; get a whole copy")
    for number, (row, line) in said.rows.items():
        if len(row) != width:
            raise BadInput(f"{path}: line {line}: row t{number:04} has {len(row)} tiles, and t0000 has {width}")
    if said_size != (width, height):
        raise BadInput(f"{path}: its map has {width} x {height} tiles, and its settings say {said_size[0]} x {said_size[1]}")
    text = "".join(said.rows[number][0] for number in range(height))
    return np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(height, width)


def _roads(said: _Said, height: int) -> dict[str, int]:
    """On how many tiles there is what makes steps cheaper."""
    counts = {}
    for number, kind in enumerate(said.kinds):
        if kind in _ROADS:
            rows = [said.extras.get((number // 4, y), "") for y in range(height)]
            counts[kind] = sum(int(digit, 16) >> number % 4 & 1 for row in rows for digit in row)
    return counts


def _lines(content: str) -> Iterator[tuple[int, str, str]]:
    """Each line with its number and its section, without comments, and without texts of several lines between ``$``."""
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
