"""Where a unit can get: every hex that costs no more than a bound, by the search that goes everywhere."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from genastar import AStar, Cost, EventKind, Limits, Trace
from genastar.cost import Comparable
from genastar_hexmap.layout import Hex
from genastar_hexmap.search import Cell
from genastar_hexmap.turns import Turns
from genastar_picture.palette import Colour, Palette


@frozen
class Reach:
    """What `HexMap.reach` gives."""

    start: Hex
    costs: Mapping[Hex, Comparable] = field(repr=False)
    """What each hex costs, `Cost` or `Turns`, in the order of the costs; the start is the first."""

    def tints(self, palette: Palette) -> dict[Hex, Colour]:
        """A colour for each hex: by the turn in which it is reached, or by its points."""
        ranks = {place: _rank(cost) for place, cost in self.costs.items()}
        levels = sorted(set(ranks.values()))
        ramp = palette.ramp(max(2, len(levels)))
        colours = dict(zip(levels, ramp, strict=False))
        return {place: colours[rank] for place, rank in ranks.items()}


def reach_of(
    solver: AStar[Cell, Comparable], start: Cell, first: Comparable, bound: Comparable, engine: str
) -> dict[Cell, Comparable]:
    """The cells that a solver without goals closes up to a bound, and their costs."""
    trace: Trace[Cell, Comparable] = Trace()
    solver.search(start, first, engine=engine, limits=Limits(cost=bound), observer=trace)
    return {event.node.position: event.node.cost for event in trace.events if event.kind is EventKind.CLOSED}


def _rank(cost: Comparable) -> float:
    if isinstance(cost, Turns):
        return float(cost.turns)
    assert isinstance(cost, Cost)
    return float(cost.travelled)
