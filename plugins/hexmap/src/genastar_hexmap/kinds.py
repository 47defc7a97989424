"""Terrains of a map, numbered as they turn up."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Final

from attrs import define, field

from genastar import BadInput
from genastar_hexmap.terrain import COLOURS, Kind, Terrains, cost_of

MOST_KINDS: Final = 10_000


@define
class Kinds:
    """The terrains of one map, each with a number."""

    terrains: Terrains
    found: list[Kind] = field(factory=list)
    unknown: set[str] = field(factory=set)
    """The codes that nobody knows, see `code`."""
    _numbers: dict[str, int] = field(factory=dict)

    def number(self, name: str, where: str) -> int:
        """The number of a terrain.

        Args:
            name: a terrain that the tables know.
            where: the place in the source, for the message.

        Raises:
            BadInput: nobody knows it.
        """
        number = self._numbers.get(name)
        if number is not None:
            return number
        try:
            kind = self.terrains.kind(name)
        except KeyError as error:
            unknown = str(error.args[0])
            raise BadInput(
                f"{where}: {name[:30]!r}: nobody knows the terrain {unknown[:30]!r}; name its cost in a table "
                f'(option table): {{"terrains": {json.dumps({unknown[:30]: 2})}}}'
            ) from None
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        return self._add(name, kind, where)

    def code(self, name: str, where: str, unknown_cost: float | None) -> int:
        """The number of a terrain code of Wesnoth, else as `number`.

        Args:
            name: a base, ``Gg``, or a base and an overlay, ``Gs^Fp``.
            where: the place in the source, for the message.
            unknown_cost: what a code costs that nobody knows; 0 for impassable. With an unknown overlay it costs as much as
                its base if that is more: a wall stays a wall. ``None`` refuses such codes.

        Raises:
            BadInput: nobody knows it, and no cost was given for that.
        """
        if unknown_cost is not None and name not in self._numbers:
            try:
                self.terrains.kind(name)
            except KeyError:
                self.unknown.add(name)
                return self._add(name, self._unknown(name, cost_of(where, unknown_cost)), where)
            except BadInput:
                pass  # of a mixture that leads back to itself, which is said below
        return self.number(name, where)

    def _unknown(self, name: str, cost: Fraction | None) -> Kind:
        base, caret, _ = name.partition("^")
        try:
            below = self.terrains.kind(base) if caret else Kind(base, cost)
        except KeyError:
            below = Kind(base, cost)
        either = None if cost is None or below.cost is None else max(cost, below.cost)
        return Kind(name, either, below.colour, is_named=True)

    def price(self, value: object, where: str) -> int:
        """The number of a terrain that is known by its cost alone.

        Raises:
            BadInput: it is no cost.
        """
        cost = cost_of(where, value)
        name = "-" if cost is None else str(cost)
        number = self._numbers.get(name)
        return self._add(name, Kind(name, cost), where) if number is None else number

    def either(self, value: object, where: str) -> int:
        """The number of a terrain that is given by its name or by its cost. A name that the tables know comes first.

        Raises:
            BadInput: it is neither.
        """
        if isinstance(value, str):
            text = value.strip()
            if text in self._numbers:
                return self._numbers[text]
            if (text != "-" and not text[:1].isdigit()) or text in self.terrains.table.terrains:
                return self.number(text, where)
        return self.price(value, where)

    def stated(self, name: str, cost: Fraction | None, where: str, kind: str = "") -> int:
        """The number of a terrain whose cost the source itself says; it has the colour of its kind."""
        number = self._numbers.get(name)
        colour = self.terrains.table.colours.get(kind, COLOURS.get(kind))
        return self._add(name, Kind(name, cost, colour), where) if number is None else number

    def _add(self, name: str, kind: Kind, where: str) -> int:
        if len(self.found) == MOST_KINDS:
            raise BadInput(f"{where}: there are more than {MOST_KINDS:,} different terrains")
        self._numbers[name] = len(self.found)
        self.found.append(kind)
        return len(self.found) - 1
