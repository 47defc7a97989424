"""Maps of Battle for Wesnoth: ``.map``.

A map consists of lines of terrain codes separated by commas; even columns, counted from 0, are offset by half a hex downwards
(``even-q``). A code may follow the name of a place: ``1 Kh`` is the start of the first player. The outermost hexes are a border
that cannot be entered. The game counts coordinates from 1 inside the border, so they equal columns and rows counted from 0 with
the border. Older files begin with a header of ``key=value``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar_hexmap.formats.files import check_hexes
from genastar_hexmap.hexes.layout import Hex, Layout
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Kind, Terrains
from genastar_hexmap.world import HexSource

_HEADER: Final = re.compile(r"\s*([a-z_]+)\s*=\s*(\S*)\s*")
_HEX: Final = re.compile(r"\s*(?:(\w+) +)?([A-Za-z_][A-Za-z]*(?:\^[^\s,]*)?)\s*")

_MOST_NAMED: Final = 8
"""Number of unknown codes that a remark names."""


def read_map(
    name: str, text: str, terrains: Terrains, border: bool, megahexes: int, unknown_cost: float | None = None
) -> HexSource:
    """Read a map.

    Args:
        name: the file, in messages.
        text: its content.
        terrains: the meaning of terrain codes.
        border: whether the outermost hexes may be entered.
        megahexes: largest map to read, in million hexes.
        unknown_cost: cost of codes that no table names; see `Kinds.number_code`. The remark of the source names these codes.

    Raises:
        BadInput: this is no such map; the message names the line and the column.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    header = 0
    while header < len(lines) and _HEADER.fullmatch(lines[header][1]):
        header += 1
    lines = lines[header:]
    width = lines[0][1].count(",") + 1 if lines else 0
    check_hexes(name, width, len(lines), megahexes)
    kinds = Kinds(terrains)
    terrain = np.empty((len(lines), width), np.int16)
    places: dict[str, Hex] = {}
    for y, (number, line) in enumerate(lines):
        texts = line.split(",")
        if len(texts) != width:
            raise BadInput(f"{name}: line {number} has {len(texts)} hexes, but the first line has {width}")
        column = 1
        for x, part in enumerate(texts):
            where = f"{name}: line {number}, column {column + len(part) - len(part.lstrip())}"
            found = _HEX.fullmatch(part)
            if not found:
                raise BadInput(f"{where}: {part.strip()[:30]!r} is no terrain code; expected one such as 'Gg' or '1 Gs^Fp'")
            terrain[y, x] = kinds.number_code(found[2], where, unknown_cost)
            if found[1] is not None:
                if found[1] in places:
                    raise BadInput(f"{where}: the place {found[1]!r} appears twice; remove one")
                places[found[1]] = (x, y)
            column += len(part) + 1
    found_kinds = list(kinds.found)
    unknown = {number: kind.name for number, kind in enumerate(found_kinds) if kind.name in kinds.unknown}
    if not border:
        _close(terrain, found_kinds)
    return HexSource(
        name,
        Layout("even-q"),
        terrain,
        found_kinds,
        places=tuple(places.items()),
        starts=(places["1"],) if "1" in places else (),
        goals=(places["2"],) if "2" in places else (),
        terrains=terrains,
        remark=_describe_unknown_codes(terrain, unknown, unknown_cost),
    )


def _describe_unknown_codes(terrain: NDArray[np.int16], unknown: Mapping[int, str], cost: float | None) -> str:
    """Return which codes are unknown, and on how many hexes, except those of an impassable border."""
    counts = {name: int((terrain == number).sum()) for number, name in unknown.items()}
    counts = {name: count for name, count in counts.items() if count}
    if not counts:
        return ""
    named = ", ".join(f"{name} ({count:,})" for name, count in list(counts.items())[:_MOST_NAMED])
    more = f" and {len(counts) - _MOST_NAMED:,} more" if len(counts) > _MOST_NAMED else ""
    return (
        f"{sum(counts.values()):,} hexes have unknown terrain codes and cost {cost:g} (option unknown_cost), "
        f"or the cost of their base if that is higher: {named}{more}"
    )


def _close(terrain: NDArray[np.int16], kinds: list[Kind]) -> None:
    """Make the border impassable, with the same colours."""
    first = len(kinds)
    kinds += [Kind(kind.name, None, kind.colour) for kind in kinds]
    closed = np.ones(terrain.shape, np.bool_)
    closed[1:-1, 1:-1] = False
    terrain[closed] += np.int16(first)
