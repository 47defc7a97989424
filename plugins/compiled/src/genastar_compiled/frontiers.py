"""The plans of the frontiers that have a loop or a queue of their own."""

from __future__ import annotations

from typing import Any, Final, cast

from attrs import evolve
from numba.core import types

from genastar.contracts.request import Request
from genastar.frontier import Anytime, Beam, DepthFirst, Focal, Frontier, Layers, Pairs, Partial, Potential, focus_of
from genastar.values.cost import V
from genastar.values.node import K, Node
from genastar_compiled.data.kinds import Kinds
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.kernel import depth_first, transpositions
from genastar_compiled.kernel.anytime import AnytimeOpenList, AnytimeQueue
from genastar_compiled.kernel.beam import BeamOpenList, BeamQueue
from genastar_compiled.kernel.focal import FocalOpenList, FocalQueue
from genastar_compiled.kernel.layers import LayersOpenList, LayersQueue
from genastar_compiled.kernel.pairs import PairsOpenList, PairsQueue
from genastar_compiled.kernel.partial import PartialOpenList, PartialQueue
from genastar_compiled.kernel.potential import PotentialOpenList, PotentialQueue
from genastar_compiled.plan import Plan, Use


class WalkPlan(Plan):
    """A plan for rounds of IDA*."""

    kind = ("DepthFirst",)
    _closest = depth_first.ClosestOnLine
    _indexes = False

    def slots_of(self, request: Request[Any, Any]) -> int:
        return transpositions.slots_for(cast(DepthFirst, request.frontier).table)

    def _setting(self, request: Request[Any, Any]) -> object:
        return cast(DepthFirst, request.frontier).table // 2

    def _use(self, request: Request[K, V]) -> Use:
        return request.observer is not None, cast(DepthFirst, request.frontier).table > 0

    def _fits_cells(self, kinds: Kinds) -> bool:
        return False

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        table = transpositions.Transpositions if tree else transpositions.NoTable
        return {"open_list": depth_first.WaitingList, "queue": depth_first.NoQueue, "table": table}


class QueuePlan(Plan):
    """A plan for a frontier with a queue of its own."""

    objects: tuple[type, type]
    """The classes of the open list and of the queue."""

    def _fits_cells(self, kinds: Kinds) -> bool:
        return False

    def _objects(self, kinds: Kinds, tree: bool) -> dict[str, type]:
        return super()._objects(kinds, tree) | dict(zip(("open_list", "queue"), self.objects, strict=True))


class FocalPlan(QueuePlan):
    """A plan for the focal frontier."""

    kind = ("Focal",)
    objects = FocalOpenList, FocalQueue

    def _setting(self, request: Request[Any, Any]) -> object:
        return cast(Focal, request.frontier).weight

    def _kinds_of(self, start: object, request: Request[Any, Any]) -> Kinds:
        focus = focus_of(request.problem)(Node(request.start, request.cost))
        return evolve(super()._kinds_of(start, request), focus=numba_type(focus))


class PotentialPlan(QueuePlan):
    """A plan for the frontier of potentials."""

    kind = ("Potential",)
    objects = PotentialOpenList, PotentialQueue

    def _setting(self, request: Request[Any, Any]) -> object:
        return cast(Potential, request.frontier).weight

    def _kinds_of(self, start: object, request: Request[Any, Any]) -> Kinds:
        return evolve(super()._kinds_of(start, request), focus=types.float64)


class AnytimePlan(QueuePlan):
    """A plan for the anytime frontier."""

    kind = ("Anytime",)
    objects = AnytimeOpenList, AnytimeQueue

    def _setting(self, request: Request[Any, Any]) -> object:
        frontier = cast(Anytime, request.frontier)
        return float(frontier.first), float(frontier.step), float(frontier.rounds)


class BeamPlan(QueuePlan):
    """A plan for the beam frontier."""

    kind = ("Beam",)
    objects = BeamOpenList, BeamQueue

    def _setting(self, request: Request[Any, Any]) -> object:
        return cast(Beam, request.frontier).width


class PairsPlan(QueuePlan):
    """A plan for the frontier of pairs."""

    kind = ("Pairs",)
    objects = PairsOpenList, PairsQueue


class LayersPlan(QueuePlan):
    """A plan for the frontier of layers."""

    kind = ("Layers",)
    objects = LayersOpenList, LayersQueue

    def _setting(self, request: Request[Any, Any]) -> object:
        return request.frontier


class PartialPlan(QueuePlan):
    """A plan for the frontier of partial expansion."""

    kind = ("Partial",)
    objects = PartialOpenList, PartialQueue


PLANS: Final[dict[type[Frontier], type[Plan]]] = {
    DepthFirst: WalkPlan,
    Focal: FocalPlan,
    Potential: PotentialPlan,
    Anytime: AnytimePlan,
    Beam: BeamPlan,
    Layers: LayersPlan,
    Pairs: PairsPlan,
    Partial: PartialPlan,
}
"""The plans of the frontiers that have plans of their own."""
