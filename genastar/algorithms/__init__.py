"""The algorithms of genastar. Each is a frozen value whose fields are its options; see `genastar.algorithm`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.algorithms.any_angle.lazy_theta_star import LazyThetaStar
    from genastar.algorithms.any_angle.theta_star import ThetaStar
    from genastar.algorithms.anytime.repairing import Anytime
    from genastar.algorithms.anytime.restarting import Restarting
    from genastar.algorithms.anytime.weighted import AnytimeWeighted
    from genastar.algorithms.astar import Astar
    from genastar.algorithms.bounded.convex import Convex
    from genastar.algorithms.bounded.focal import Focal
    from genastar.algorithms.bounded.potential import DynamicPotential
    from genastar.algorithms.bounded.weighted import Weighted
    from genastar.algorithms.by_steps import BreadthFirst, DepthFirst
    from genastar.algorithms.dijkstra import Dijkstra
    from genastar.algorithms.ends.both_ends import Reversible
    from genastar.algorithms.ends.both_ways import BothWays
    from genastar.algorithms.ends.meet import MeetInTheMiddle
    from genastar.algorithms.ends.pairs import NearOptimal
    from genastar.algorithms.greedy import Greedy
    from genastar.algorithms.memory.beam import Beam
    from genastar.algorithms.memory.breadth_first import BreadthFirstHeuristic
    from genastar.algorithms.memory.deepening import Deepening
    from genastar.algorithms.memory.ida_star import IdaStar
    from genastar.algorithms.memory.partial_expansion import PartialExpansion
    from genastar.algorithms.real_time.lss_lrta import LssLrta
    from genastar.algorithms.real_time.rtaa import Rtaa
    from genastar.algorithms.several.all_optimal import AllOptimal
    from genastar.algorithms.several.alternatives import Alternatives
    from genastar.algorithms.several.k_shortest import KShortest

__all__ = [
    "AllOptimal",
    "Alternatives",
    "Anytime",
    "AnytimeWeighted",
    "Astar",
    "Beam",
    "BothWays",
    "BreadthFirst",
    "BreadthFirstHeuristic",
    "Convex",
    "Deepening",
    "DepthFirst",
    "Dijkstra",
    "DynamicPotential",
    "Focal",
    "Greedy",
    "IdaStar",
    "KShortest",
    "LazyThetaStar",
    "LssLrta",
    "MeetInTheMiddle",
    "NearOptimal",
    "PartialExpansion",
    "Restarting",
    "Reversible",
    "Rtaa",
    "ThetaStar",
    "Weighted",
]

# Each is imported at its first use: a search by A* does not need the others.
_HOMES = {
    "AllOptimal": "several.all_optimal",
    "Alternatives": "several.alternatives",
    "Anytime": "anytime.repairing",
    "AnytimeWeighted": "anytime.weighted",
    "Astar": "astar",
    "Beam": "memory.beam",
    "BothWays": "ends.both_ways",
    "BreadthFirst": "by_steps",
    "BreadthFirstHeuristic": "memory.breadth_first",
    "Convex": "bounded.convex",
    "Deepening": "memory.deepening",
    "DepthFirst": "by_steps",
    "Dijkstra": "dijkstra",
    "DynamicPotential": "bounded.potential",
    "Focal": "bounded.focal",
    "Greedy": "greedy",
    "IdaStar": "memory.ida_star",
    "KShortest": "several.k_shortest",
    "LazyThetaStar": "any_angle.lazy_theta_star",
    "LssLrta": "real_time.lss_lrta",
    "MeetInTheMiddle": "ends.meet",
    "NearOptimal": "ends.pairs",
    "PartialExpansion": "memory.partial_expansion",
    "Restarting": "anytime.restarting",
    "Reversible": "ends.both_ends",
    "Rtaa": "real_time.rtaa",
    "ThetaStar": "any_angle.theta_star",
    "Weighted": "bounded.weighted",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'genastar.algorithms' has no attribute {name!r}")
    value: object = getattr(import_module(f"genastar.algorithms.{_HOMES[name]}"), name)
    globals()[name] = value  # next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
