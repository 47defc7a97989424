"""The terrains of a map, numbered in order of appearance."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Final

from attrs import define, field

from genastar import BadInput
from genastar_hexmap.terrains.terrain import COLOURS, Kind, Terrains, parse_cost

MOST_KINDS: Final = 10_000


@define
class Kinds:
    """The terrains of one map, by number."""

    terrains: Terrains
    found: list[Kind] = field(factory=list)
    unknown: set[str] = field(factory=set)
    """Terrain codes that no table names; see `number_code`."""
    _numbers: dict[str, int] = field(factory=dict)

    def number_kind(self, name: str, where: str) -> int:
        """Return the number of a terrain.

        Args:
            name: a terrain named in a table.
            where: the place in the source, for the message.

        Raises:
            BadInput: no table names the terrain.
        """
        number = self._numbers.get(name)
        if number is not None:
            return number
        try:
            kind = self.terrains.find_kind(name)
        except KeyError as error:
            unknown = str(error.args[0])
            raise BadInput(
                f"{where}: {name[:30]!r}: the terrain {unknown[:30]!r} is unknown; give its cost in a table "
                f'(option table): {{"terrains": {json.dumps({unknown[:30]: 2})}}}'
            ) from None
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        return self._add(name, kind, where)

    def number_code(self, name: str, where: str, unknown_cost: float | None) -> int:
        """Return the number of a Wesnoth terrain code; otherwise as `number_kind`.

        Args:
            name: a base, ``Gg``, or a base and an overlay, ``Gs^Fp``.
            where: the place in the source, for the message.
            unknown_cost: cost of an unknown code; 0: impassable; ``None``: refuse such codes. A code with an unknown overlay
                costs at least as much as its base, so a wall stays a wall.

        Raises:
            BadInput: the code is unknown, and ``unknown_cost`` is ``None``.
        """
        if unknown_cost is not None and name not in self._numbers:
            try:
                self.terrains.find_kind(name)
            except KeyError:
                self.unknown.add(name)
                return self._add(name, self._make_unknown(name, parse_cost(where, unknown_cost)), where)
            except BadInput:
                pass  # a cyclic mixture, which is reported below
        return self.number_kind(name, where)

    def _make_unknown(self, name: str, cost: Fraction | None) -> Kind:
        base, caret, _ = name.partition("^")
        try:
            below = self.terrains.find_kind(base) if caret else Kind(base, cost)
        except KeyError:
            below = Kind(base, cost)
        either = None if cost is None or below.cost is None else max(cost, below.cost)
        return Kind(name, either, below.colour, is_named=True)

    def price(self, value: object, where: str) -> int:
        """Return the number of a terrain that is given by its cost.

        Raises:
            BadInput: the value is no cost.
        """
        cost = parse_cost(where, value)
        name = "-" if cost is None else str(cost)
        number = self._numbers.get(name)
        return self._add(name, Kind(name, cost), where) if number is None else number

    def number_name_or_cost(self, value: object, where: str) -> int:
        """Return the number of a terrain that is given by its name or its cost. A name in a table takes precedence.

        Raises:
            BadInput: the value is neither a terrain nor a cost.
        """
        if isinstance(value, str):
            text = value.strip()
            if text in self._numbers:
                return self._numbers[text]
            if (text != "-" and not text[:1].isdigit()) or text in self.terrains.table.terrains:
                return self.number_kind(text, where)
        return self.price(value, where)

    def number_stated(self, name: str, cost: Fraction | None, where: str, kind: str = "") -> int:
        """Return the number of a terrain whose cost the source gives; its colour is that of its kind."""
        number = self._numbers.get(name)
        colour = self.terrains.table.colours.get(kind, COLOURS.get(kind))
        return self._add(name, Kind(name, cost, colour), where) if number is None else number

    def _add(self, name: str, kind: Kind, where: str) -> int:
        if len(self.found) == MOST_KINDS:
            raise BadInput(f"{where}: there are more than {MOST_KINDS:,} different terrains; use fewer")
        self._numbers[name] = len(self.found)
        self.found.append(kind)
        return len(self.found) - 1
