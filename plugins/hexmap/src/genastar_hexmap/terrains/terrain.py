"""Terrain costs: names, mixtures of names, and tables for movement types, all of which a user's table may change.

A *terrain* is a name: ``flat``, ``forest``, or a name used by a map, ``Gg`` or ``7``. Its cost is a number or a *mixture*:
names of other terrains, of which the cheapest counts, or the dearest if the mixture begins with ``worst``; ``base`` stands
for the base below an overlay. A Wesnoth code, ``Gs^Fp``, consists of a base and an overlay. The table of the movement type
gives the cost of basic names; a name without a cost is impassable.

A user's table is a JSON object, which takes precedence over the built-in tables:

    {"movement": {"smallfoot": {"forest": 1}, "catapult": {"flat": 2, "hills": "-"}},
     "terrains": {"meadow": "flat", "bog": 4, "lava": "-", "^Zz": "worst base forest"},
     "colours": {"bog": "#40604f"}}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Final

from attrs import Factory, frozen

from genastar import BadInput
from genastar.errors import format_value
from genastar_hexmap.terrains.wesnoth_terrain import CODES, MOVEMENT
from genastar_lattice.costs.limits import MOST_COST
from genastar_picture.palette import Colour, parse_colour

MOST_PARTS: Final = 1_000
"""Largest common denominator of costs with fractions."""

_MOST_WORDS: Final = 40
_DEEPEST: Final = 8

COLOURS: Final[dict[str, Colour]] = {
    "flat": (150, 190, 95),
    "frozen": (226, 236, 242),
    "sand": (228, 208, 150),
    "shallow_water": (120, 175, 215),
    "deep_water": (58, 100, 160),
    "reef": (110, 190, 185),
    "swamp_water": (110, 135, 105),
    "cave": (125, 110, 95),
    "rails": (120, 105, 90),
    "fungus": (150, 110, 150),
    "hills": (180, 150, 95),
    "mountains": (140, 125, 115),
    "forest": (58, 115, 62),
    "castle": (170, 165, 160),
    "village": (200, 110, 80),
    "unwalkable": (60, 40, 45),
    "impassable": (40, 40, 44),
}
"""Colours of basic names. A mixture has the colour of the last of its names in this table."""

_RANKS: Final = {name: rank for rank, name in enumerate(COLOURS)}


@frozen
class Kind:
    """A terrain of a map: its name, its cost (``None``: impassable), and its own colour if it has one."""

    name: str
    cost: Fraction | None
    colour: Colour | None = None
    is_named: bool = False
    """Whether its cost follows from its name, by the tables and the movement type."""


@frozen
class TerrainTable:
    """The user's table, checked."""

    movement: Mapping[str, Mapping[str, Fraction | None]] = Factory(dict)
    terrains: Mapping[str, Fraction | str | None] = Factory(dict)
    colours: Mapping[str, Colour] = Factory(dict)

    def get_costs(self, movement: str) -> dict[str, Fraction | None]:
        """Return the costs of a movement type, by terrain.

        Raises:
            BadInput: the movement type is unknown.
        """
        if movement not in self.movement and movement not in MOVEMENT:
            known = ", ".join(sorted({*MOVEMENT, *self.movement}))
            raise BadInput(f"movement={format_value(movement)} is unknown; use one of: {known}")
        built_in: dict[str, Fraction | None] = {name: Fraction(cost) for name, cost in MOVEMENT.get(movement, {}).items()}
        return built_in | dict(self.movement.get(movement, {}))


@frozen
class Terrains:
    """The costs of all terrains for one movement type."""

    table: TerrainTable
    costs: Mapping[str, Fraction | None]

    def find_kind(self, name: str) -> Kind:
        """Return the terrain of a name, or of a Wesnoth code with base and overlay.

        Raises:
            KeyError: the name is unknown.
            BadInput: its mixture is cyclic.
        """
        cost, words = self._resolve_mixture(name, 0)
        colour = self.table.colours.get(name)
        if colour is None and words:
            colour = COLOURS.get(max(words, key=lambda word: _RANKS.get(word, -1)))
        return Kind(name, cost, colour, is_named=True)

    def list_basic_names(self, name: str) -> frozenset[str]:
        """Return the basic names that a Wesnoth code mixes; none for other names."""
        if name not in CODES and "^" not in name:
            return frozenset()
        try:
            return self._resolve_mixture(name, 0)[1] & COLOURS.keys()
        except KeyError:
            return frozenset()

    def iterate_known(self) -> Iterator[Kind]:
        """Yield all named terrains except overlays and Wesnoth codes, basic names first."""
        for name in dict.fromkeys((*COLOURS, *self.costs, *self.table.terrains)):
            with suppress(KeyError, BadInput):  # an invalid mixture that no map uses
                if not name.startswith("^"):
                    yield self.find_kind(name)

    def with_movement(self, movement: str) -> Terrains:
        """Return the terrains for another movement type.

        Raises:
            BadInput: the movement type is unknown.
        """
        return make_terrains(self.table, movement)

    def add_defaults(self, lower: TerrainTable) -> Terrains:
        """Return these terrains, with those and the colours of a map's own table as defaults."""
        mine = self.table
        table = TerrainTable(mine.movement, {**lower.terrains, **mine.terrains}, {**lower.colours, **mine.colours})
        return Terrains(table, self.costs)

    def _resolve_mixture(self, name: str, depth: int, base: str = "") -> tuple[Fraction | None, frozenset[str]]:
        """Return the cost of a terrain, and the basic names that determine it."""
        if depth > _DEEPEST:
            raise BadInput(f"terrain {name!r}: its mixture refers to itself, or passes more than {_DEEPEST} others")
        known = self.table.terrains.get(name, CODES.get(name, ...))
        if known is None or isinstance(known, Fraction):
            return known, frozenset()
        if isinstance(known, str):
            return self._mix_parts(known, depth, base)
        under, caret, overlay = name.partition("^")
        if caret and under and overlay:
            return self._resolve_mixture(f"^{overlay}", depth + 1, under)
        if name in COLOURS or name in self.costs:
            return self.costs.get(name), frozenset({name})
        raise KeyError(name)

    def _mix_parts(self, mixture: str, depth: int, base: str) -> tuple[Fraction | None, frozenset[str]]:
        words = mixture.split()
        worst = words[:1] == ["worst"]
        parts = [self._resolve_mixture(base if word == "base" else word, depth + 1) for word in words[worst:]]
        costs = [cost for cost, _ in parts]
        names = frozenset[str]().union(*(names for _, names in parts))
        passable = [cost for cost in costs if cost is not None]
        if not passable or (worst and len(passable) < len(costs)):
            return None, names
        return max(passable) if worst else min(passable), names


def make_terrains(table: TerrainTable, movement: str) -> Terrains:
    """Return the terrain costs for a movement type.

    Raises:
        BadInput: the movement type is unknown.
    """
    return Terrains(table, table.get_costs(movement))


def parse_table(name: str, found: object) -> TerrainTable:
    """Return the table in a JSON file, called ``name`` in messages.

    Raises:
        BadInput: the value is no such table; the message says where.
    """
    parts = _parse_sections(name, found, ("movement", "terrains", "colours"))
    movement = {
        str(kind): {terrain: parse_cost(f"{name}: movement: {kind}: {terrain}", cost) for terrain, cost in row.items()}
        for kind, row in ((kind, _expect_object(f"{name}: movement: {kind}", row)) for kind, row in parts["movement"].items())
    }
    terrains = {
        terrain: _parse_terrain(f"{name}: terrains: {terrain}", value, movement) for terrain, value in parts["terrains"].items()
    }
    return TerrainTable(movement, terrains, parse_colours(name, parts["colours"]))


def parse_colours(name: str, found: Mapping[str, object]) -> dict[str, Colour]:
    """Return colours by terrain, from JSON.

    Raises:
        BadInput: a value is no colour.
    """
    colours = {}
    for terrain, text in found.items():
        try:
            colours[terrain] = parse_colour(text if isinstance(text, str) else repr(text))
        except ValueError as error:
            raise BadInput(f"{name}: colours: {terrain}: {error}") from None
    return colours


def _parse_sections(name: str, found: object, known: tuple[str, ...]) -> dict[str, dict[str, object]]:
    """Return the sections of a JSON object, empty if they are missing."""
    found = _expect_object(name, found)
    for key in found:
        if key not in known:
            raise BadInput(f"{name}: {key!r} is an unknown key; expected {', '.join(known)}")
    return {key: _expect_object(f"{name}: {key}", found.get(key, {})) for key in known}


def _expect_object(name: str, found: object) -> dict[str, object]:
    if not isinstance(found, dict) or not all(isinstance(key, str) for key in found):
        raise BadInput(f"{name}: expected an object, {{...}}, but found {str(found)[:30]!r}")
    return found


def parse_cost(where: str, value: object) -> Fraction | None:
    """Return a cost: a number above 0; or ``None`` (impassable) for 0, ``"-"`` and ``null``.

    Raises:
        BadInput: the value is neither.
    """
    if value is None or value == "-":
        return None
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        text = str(value)
    elif isinstance(value, str):
        text = value.strip()
    else:
        text = "no number"
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,4})?", text):
        try:
            cost = Fraction(text)
        except ZeroDivisionError:
            cost = Fraction(-1)
        if 0 <= cost <= MOST_COST:
            return cost or None
    raise BadInput(f"{where}: {str(value)[:20]!r} is no cost; give a number up to {MOST_COST:,}, or 0 or '-' for impassable")


def _parse_terrain(where: str, value: object, movement: Mapping[str, object]) -> Fraction | str | None:
    if not isinstance(value, str) or re.fullmatch(r"\s*([-0-9./]+)\s*", value):
        return parse_cost(where, value)
    words = value.split()
    if not words or words == ["worst"] or len(words) > _MOST_WORDS:
        raise BadInput(f"{where}: {value[:30]!r} is no mixture; give a cost, or names of terrains as in 'worst base forest'")
    return value


def make_empty_terrains() -> Terrains:
    """Return terrains without any table."""
    return Terrains(make_empty_table(), {})


@cache
def make_empty_table() -> TerrainTable:
    """Return an empty table."""
    return TerrainTable()
