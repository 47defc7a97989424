"""The frontiers that have a loop or a queue of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, cast

from attrs import field, frozen

from genastar import Cost
from genastar.contracts.frontier import (
    AnytimeFrontier,
    BeamFrontier,
    DepthFirstFrontier,
    FocalFrontier,
    Frontier,
    LayersFrontier,
    PairsFrontier,
    PartialFrontier,
    PotentialFrontier,
    UndominatedFrontier,
)
from genastar.contracts.request import Request
from genastar.contracts.run import NEVER
from genastar.values.node import Node
from genastar.values.vector import Vector
from genastar_compiled.kernel.open_lists import depth_first, fronts, transpositions
from genastar_compiled.kernel.open_lists.anytime import AnytimeOpenList, AnytimeQueue
from genastar_compiled.kernel.open_lists.beam import BeamOpenList, BeamQueue
from genastar_compiled.kernel.open_lists.focal import FocalOpenList, FocalQueue
from genastar_compiled.kernel.open_lists.layers import LayersOpenList, LayersQueue
from genastar_compiled.kernel.open_lists.pairs import PairsOpenList, PairsQueue
from genastar_compiled.kernel.open_lists.partial import PartialOpenList, PartialQueue
from genastar_compiled.kernel.open_lists.potential import PotentialOpenList, PotentialQueue
from genastar_compiled.plans.order import Order


class OrderInRows(Order):
    """An order whose open list keeps rows."""

    def fits_cells(self) -> bool:
        return False


class DepthFirst(OrderInRows):
    """The order of rounds of IDA*."""

    def slots_of(self, request: Request[Any, Any]) -> int:
        return transpositions.slots_for(cast(DepthFirstFrontier, request.frontier).table)

    def setting(self, request: Request[Any, Any]) -> object:
        return cast(DepthFirstFrontier, request.frontier).table // 2

    def wants_table(self, request: Request[Any, Any]) -> bool:
        return cast(DepthFirstFrontier, request.frontier).table > 0

    def objects(self, request: Request[Any, Any], narrow: bool) -> Mapping[str, type]:
        return {**self.classes, "table": transpositions.Transpositions if self.wants_table(request) else transpositions.NoTable}


@frozen
class Queued(OrderInRows):
    """An order of a queue of its own."""

    setting_of: Callable[[Any], object] = field(kw_only=True, default=lambda frontier: None)
    """Returns the parameters of the frontier."""
    focus_of: Callable[[Request[Any, Any]], object] = field(kw_only=True, default=lambda request: None)

    def setting(self, request: Request[Any, Any]) -> object:
        return self.setting_of(request.frontier)

    def focus(self, request: Request[Any, Any]) -> object:
        return self.focus_of(request)


class Fronts(OrderInRows):
    """The order of searches over fronts."""

    def objects(self, request: Request[Any, Any], narrow: bool) -> Mapping[str, type]:
        cost = request.cost.total if isinstance(request.cost, Cost) else request.cost
        if type(cost) is not Vector:
            return {"open_list": fronts.FrontsOpenList, "queue": fronts.RowHeap}
        is_pair = narrow and [*map(type, cost.numbers)] == [int, int]
        return {
            "open_list": fronts.NarrowVectorsOpenList if narrow else fronts.VectorsOpenList,
            "queue": fronts.PairLadderQueue if is_pair else fronts.RowHeap,
        }

    def setting(self, request: Request[Any, Any]) -> object:
        frontier = cast(UndominatedFrontier, request.frontier)
        return float(frontier.epsilon), frontier.most or NEVER, frontier.within


def _classes(open_list: type, queue: type) -> Mapping[str, type]:
    return {"open_list": open_list, "queue": queue}


def _focus_of(request: Request[Any, Any]) -> object:
    return request.problem.focus(Node(request.start, request.cost))


def _weights(frontier: AnytimeFrontier) -> tuple[float, float, float]:
    return float(frontier.first), float(frontier.step), float(frontier.rounds)


_WEIGHT: Final = attrgetter("weight")

ORDERS: Final[Mapping[type[Frontier], Order]] = {
    DepthFirstFrontier: DepthFirst(
        _classes(depth_first.WaitingList, depth_first.NoQueue), depth_first.ClosestOnLine, indexes=False
    ),
    FocalFrontier: Queued(_classes(FocalOpenList, FocalQueue), setting_of=_WEIGHT, focus_of=_focus_of),
    PotentialFrontier: Queued(_classes(PotentialOpenList, PotentialQueue), setting_of=_WEIGHT, focus_of=lambda _: 0.0),
    AnytimeFrontier: Queued(_classes(AnytimeOpenList, AnytimeQueue), setting_of=_weights),
    BeamFrontier: Queued(_classes(BeamOpenList, BeamQueue), setting_of=attrgetter("width")),
    LayersFrontier: Queued(_classes(LayersOpenList, LayersQueue), setting_of=lambda frontier: frontier),
    PairsFrontier: Queued(_classes(PairsOpenList, PairsQueue)),
    PartialFrontier: Queued(_classes(PartialOpenList, PartialQueue)),
    UndominatedFrontier: Fronts(closest=fronts.ClosestRow),
}
"""The order of each of these frontiers."""
