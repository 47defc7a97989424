"""The terrains for painting a map: those of the map, and those in its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from genastar_hexmap.terrain import Kind
from genastar_hexmap.world import Source


def palette_of(source: Source) -> tuple[Kind, ...]:
    """Return the terrains of the map by number, followed by those in its tables.

    At least one of them can be entered, and at least one cannot.
    """
    names = {kind.name for kind in source.kinds}
    kinds = [*source.kinds, *(kind for kind in source.terrains.known() if kind.name not in names)]
    if all(kind.cost is None for kind in kinds):
        kinds.append(Kind("1", Fraction(1)))
    if all(kind.cost is not None for kind in kinds):
        kinds.append(Kind("-", None))
    return tuple(kinds)


def labels(kinds: Sequence[Kind]) -> list[str]:
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


def first_two(source: Source, kinds: Sequence[Kind]) -> tuple[int, int]:
    """Return the terrain of a blank map, and the terrain of walls.

    The first is the cheapest; of several, the most frequent on the map. The second is the terrain made for walls if there is
    one, otherwise any impassable terrain.
    """
    there = Counter(dict(enumerate(np.bincount(source.terrain[source.terrain >= 0], minlength=len(kinds)).tolist())))
    free = [(kind.cost, -there[number], number) for number, kind in enumerate(kinds) if kind.cost is not None]
    barred = [(kind.name not in ("impassable", "-"), number) for number, kind in enumerate(kinds) if kind.cost is None]
    return min(free)[2], min(barred)[1]
