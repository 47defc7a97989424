"""Reachable hexes: every hex that costs no more than a bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import field, frozen

from genastar import Cost, Node
from genastar.values.cost import Comparable
from genastar_hexmap.hexes.layout import Hex
from genastar_hexmap.searches.march import HexCell
from genastar_hexmap.searches.turns import TurnCost, Turns
from genastar_picture.palette import Colour, Palette


@frozen
class HexReach:
    """The result of `HexMap.reach`."""

    start: Hex
    costs: Mapping[Hex, Comparable] = field(repr=False)
    """The cost of each hex, `Cost` or `Turns`, ascending, beginning with the start."""

    def colour_hexes(self, palette: Palette) -> dict[Hex, Colour]:
        """Return a colour for each hex, by the turn of arrival or by points."""
        ranks = {place: _rank(cost) for place, cost in self.costs.items()}
        levels = sorted(set(ranks.values()))
        ramp = palette.make_ramp(max(2, len(levels)))
        colours = dict(zip(levels, ramp, strict=False))
        return {place: colours[rank] for place, rank in ranks.items()}


def order(node: Node[HexCell, Comparable]) -> tuple[int, int, HexCell]:
    """Return the sort key of a node: its cost, then its cell."""
    cost = node.cost
    if isinstance(cost, TurnCost):
        return cost.turns, cost.spent, node.position
    return 0, cast("Cost[int]", cost).travelled, node.position


def _rank(cost: Comparable) -> float:
    if isinstance(cost, Turns):
        return float(cost.turns)
    assert isinstance(cost, Cost)
    return float(cost.travelled)
