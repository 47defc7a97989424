"""The plans of the frontiers that have a loop or a queue of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any, Final, cast

from attrs import evolve
from numba.core import types

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
from genastar.values.cost import V
from genastar.values.node import K, Node
from genastar.values.vector import Vector
from genastar_compiled.data.kinds import Kinds
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values.values import Instance
from genastar_compiled.kernel.open_lists import depth_first, fronts, transpositions
from genastar_compiled.kernel.open_lists.anytime import AnytimeOpenList, AnytimeQueue
from genastar_compiled.kernel.open_lists.beam import BeamOpenList, BeamQueue
from genastar_compiled.kernel.open_lists.focal import FocalOpenList, FocalQueue
from genastar_compiled.kernel.open_lists.layers import LayersOpenList, LayersQueue
from genastar_compiled.kernel.open_lists.pairs import PairsOpenList, PairsQueue
from genastar_compiled.kernel.open_lists.partial import PartialOpenList, PartialQueue
from genastar_compiled.kernel.open_lists.potential import PotentialOpenList, PotentialQueue
from genastar_compiled.plans.asked import Use
from genastar_compiled.plans.plan import Plan


class WalkPlan(Plan):
    """A plan for rounds of IDA*."""

    _closest = depth_first.ClosestOnLine
    _indexes = False

    def slots_of(self, request: Request[Any, Any]) -> int:
        return transpositions.slots_for(cast(DepthFirstFrontier, request.frontier).table)

    def _setting(self, request: Request[Any, Any]) -> object:
        return cast(DepthFirstFrontier, request.frontier).table // 2

    def _use(self, request: Request[K, V]) -> Use:
        return request.observer is not None, cast(DepthFirstFrontier, request.frontier).table > 0

    def _fits_cells(self, kinds: Kinds) -> bool:
        return False

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        table = transpositions.Transpositions if tree else transpositions.NoTable
        return {"open_list": depth_first.WaitingList, "queue": depth_first.NoQueue, "table": table}


class QueuePlan(Plan):
    """A plan for a frontier with a queue of its own.

    Args:
        request: one of the requests.
        objects: the classes of the open list and of the queue.
        setting: returns the parameters of a frontier for machine code; ``None`` if it has none.
        focus: returns the type of what the queue orders nodes by, beside their costs; ``None`` if there is nothing else.
    """

    def __init__(
        self,
        request: Request[Any, Any],
        *,
        objects: tuple[type, type],
        setting: Callable[[Any], object] | None = None,
        focus: Callable[[Request[Any, Any]], types.Type] | None = None,
    ) -> None:
        self._classes = dict(zip(("open_list", "queue"), objects, strict=True))
        self._setting_of = setting
        self._focus_of = focus
        super().__init__(request)

    def _fits_cells(self, kinds: Kinds) -> bool:
        return False

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        return super()._objects(kinds, tree) | self._classes

    def _setting(self, request: Request[Any, Any]) -> object:
        return self._setting_of and self._setting_of(request.frontier)

    def _kinds_of(self, start: object, request: Request[Any, Any]) -> Kinds:
        kinds = super()._kinds_of(start, request)
        return kinds if self._focus_of is None else evolve(kinds, focus=self._focus_of(request))


class FrontsPlan(Plan):
    """A plan for searches over fronts."""

    _closest = fronts.ClosestRow

    def _fits_cells(self, kinds: Kinds) -> bool:
        return False

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        travelled = kinds.cost.fields["travelled"] if kinds.add else kinds.cost
        numbers: Any = travelled.fields["numbers"] if isinstance(travelled, Instance) and travelled.cls is Vector else ()
        is_narrow = self._fits_packed and len(numbers) > 0
        kind = fronts.NarrowVectorsOpenList if is_narrow else fronts.VectorsOpenList if len(numbers) else fronts.FrontsOpenList
        is_pair = is_narrow and tuple(numbers) == (types.int64, types.int64)
        queue = fronts.PairLadderQueue if is_pair else fronts.RowHeap
        return super()._objects(kinds, tree) | {"open_list": kind, "queue": queue}

    def _setting(self, request: Request[Any, Any]) -> object:
        frontier = cast(UndominatedFrontier, request.frontier)
        return float(frontier.epsilon), frontier.most or NEVER, frontier.within


def _focus_of(request: Request[Any, Any]) -> types.Type:
    return numba_type(request.problem.focus(Node(request.start, request.cost)))


def _weights(frontier: AnytimeFrontier) -> tuple[float, float, float]:
    return float(frontier.first), float(frontier.step), float(frontier.rounds)


PLANS: Final[dict[type[Frontier], Callable[[Request[Any, Any]], Plan]]] = {
    DepthFirstFrontier: WalkPlan,
    FocalFrontier: partial(QueuePlan, objects=(FocalOpenList, FocalQueue), setting=attrgetter("weight"), focus=_focus_of),
    PotentialFrontier: partial(
        QueuePlan, objects=(PotentialOpenList, PotentialQueue), setting=attrgetter("weight"), focus=lambda _: types.float64
    ),
    AnytimeFrontier: partial(QueuePlan, objects=(AnytimeOpenList, AnytimeQueue), setting=_weights),
    BeamFrontier: partial(QueuePlan, objects=(BeamOpenList, BeamQueue), setting=attrgetter("width")),
    LayersFrontier: partial(QueuePlan, objects=(LayersOpenList, LayersQueue), setting=lambda frontier: frontier),
    PairsFrontier: partial(QueuePlan, objects=(PairsOpenList, PairsQueue)),
    PartialFrontier: partial(QueuePlan, objects=(PartialOpenList, PartialQueue)),
    UndominatedFrontier: FrontsPlan,
}
"""Makers of plans for the frontiers that have plans of their own."""
