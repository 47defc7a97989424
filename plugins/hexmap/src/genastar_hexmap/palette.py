"""What a map may be painted with: its own terrains, and those that its tables know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from genastar_hexmap.terrain import Kind
from genastar_hexmap.world import Source


def palette_of(source: Source) -> tuple[Kind, ...]:
    """The map's own terrains by their numbers, and after them those that its tables know; among them at least one that can be
    entered and one that cannot.
    """
    names = {kind.name for kind in source.kinds}
    kinds = [*source.kinds, *(kind for kind in source.terrains.known() if kind.name not in names)]
    if all(kind.cost is None for kind in kinds):
        kinds.append(Kind("1", Fraction(1)))
    if all(kind.cost is not None for kind in kinds):
        kinds.append(Kind("-", None))
    return tuple(kinds)


def labels(kinds: Sequence[Kind]) -> list[str]:
    """A name for each, unlike all others: the border of a map of Wesnoth has terrains that are as others, and impassable."""
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
    """The terrain that a blank map is made of, and the one that bars the way: the cheapest, of such the one that most hexes of
    the map have; and the one that is made for it, or whichever cannot be entered.
    """
    there = Counter(dict(enumerate(np.bincount(source.terrain[source.terrain >= 0], minlength=len(kinds)).tolist())))
    free = [(kind.cost, -there[number], number) for number, kind in enumerate(kinds) if kind.cost is not None]
    barred = [(kind.name not in ("impassable", "-"), number) for number, kind in enumerate(kinds) if kind.cost is None]
    return min(free)[2], min(barred)[1]
