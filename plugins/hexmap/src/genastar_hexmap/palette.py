"""The terrains for painting a map: those of the map, and those in its tables, one brush for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from genastar_hexmap.terrains.terrain import COLOURS, Kind, Terrains
from genastar_hexmap.world import HexSource
from genastar_picture.palette import Colour


def list_palette(source: HexSource) -> tuple[Kind, ...]:
    """Return the terrains of the map by number, followed by those in its tables.

    At least one of them can be entered, and at least one cannot.
    """
    names = {kind.name for kind in source.kinds}
    kinds = [*source.kinds, *(kind for kind in source.terrains.iterate_known() if kind.name not in names)]
    if all(kind.cost is None for kind in kinds):
        kinds.append(Kind("1", Fraction(1)))
    if all(kind.cost is not None for kind in kinds):
        kinds.append(Kind("-", None))
    return tuple(kinds)


def choose_brushes(kinds: Sequence[Kind], colours: Sequence[Colour]) -> list[int]:
    """Return for each terrain the number of the terrain that stands for it among the brushes.

    Terrains of equal cost and colour are one kind, named after its basic terrain: the grasses of a Wesnoth map are all
    ``flat``. The impassable copies of terrains on the border of such a map are walls.
    """
    wall = _choose_wall(kinds)
    passable = {kind.name for kind in kinds if kind.cost is not None}
    found: dict[tuple[object, Colour], int] = {}
    for number in sorted(range(len(kinds)), key=lambda number: kinds[number].name not in COLOURS):  # basic terrains first
        found.setdefault((kinds[number].cost, colours[number]), number)
    stands = [found[kind.cost, colour] for kind, colour in zip(kinds, colours, strict=True)]
    borders = [kind.cost is None and not kind.is_named and kind.name in passable for kind in kinds]
    return [stands[wall] if border else number for number, border in zip(stands, borders, strict=True)]


def name_brush(name: str, terrains: Terrains) -> str:
    """Return the name of a brush: that of its terrain, in words; of a Wesnoth code, the basic terrains that it mixes."""
    words = terrains.list_basic_names(name)
    return (" ".join(sorted(words, key=list(COLOURS).index)) if words else name).replace("_", " ")


def name_labels(kinds: Sequence[Kind]) -> list[str]:
    """Return a unique name for each terrain; border terrains of a Wesnoth map share names with passable ones."""
    found: list[str] = []
    taken: set[str] = set()
    for kind in kinds:
        name = kind.name.strip() or "nameless"
        if name in taken and kind.cost is None:
            name += " (impassable)"
        plain, number = name, 2
        while name in taken:
            name, number = f"{plain} ({number})", number + 1
        taken.add(name)
        found.append(name)
    return found


def choose_first_two(source: HexSource, kinds: Sequence[Kind], stands: Sequence[int]) -> tuple[int, int]:
    """Return the terrain of a blank map, and the terrain of walls.

    The first is the cheapest; of several, the most frequent on the map. The second is the terrain made for walls if there is
    one, otherwise any impassable terrain.

    Args:
        source: the map.
        kinds: its terrains; see `list_palette`.
        stands: for each terrain, the one that stands for it; see `choose_brushes`.
    """
    there: Counter[int] = Counter()
    for number, count in enumerate(np.bincount(source.terrain[source.terrain >= 0], minlength=len(kinds)).tolist()):
        there[stands[number]] += count
    free = [(kinds[number].cost, -there[number], number) for number in set(stands) if kinds[number].cost is not None]
    return min(free)[2], stands[_choose_wall(kinds)]


def _choose_wall(kinds: Sequence[Kind]) -> int:
    barred = [(kind.name not in ("impassable", "-"), number) for number, kind in enumerate(kinds) if kind.cost is None]
    return min(barred)[1]
