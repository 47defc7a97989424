"""The algorithms of genastar. Each is a frozen value whose fields are its options; see `genastar.algorithm`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genastar.algorithms.any_angle.lazy_theta_star import LazyThetaStar as LazyThetaStar
    from genastar.algorithms.any_angle.theta_star import ThetaStar as ThetaStar
    from genastar.algorithms.anytime.ara_star import Anytime as Anytime
    from genastar.algorithms.anytime.restarting import Restarting as Restarting
    from genastar.algorithms.anytime.weighted import AnytimeWeighted as AnytimeWeighted
    from genastar.algorithms.astar import Astar as Astar
    from genastar.algorithms.bidirectional.averaged import BothWays as BothWays
    from genastar.algorithms.bidirectional.mm import MeetInTheMiddle as MeetInTheMiddle
    from genastar.algorithms.bidirectional.nbs import NearOptimal as NearOptimal
    from genastar.algorithms.bounded.convex import Convex as Convex
    from genastar.algorithms.bounded.focal import Focal as Focal
    from genastar.algorithms.bounded.potential import DynamicPotential as DynamicPotential
    from genastar.algorithms.bounded.weighted import Weighted as Weighted
    from genastar.algorithms.building_blocks.two_sided import Reversible as Reversible
    from genastar.algorithms.dijkstra import Dijkstra as Dijkstra
    from genastar.algorithms.greedy import Greedy as Greedy
    from genastar.algorithms.memory_bounded.beam import Beam as Beam
    from genastar.algorithms.memory_bounded.breadth_first_heuristic import BreadthFirstHeuristic as BreadthFirstHeuristic
    from genastar.algorithms.memory_bounded.deepening import Deepening as Deepening
    from genastar.algorithms.memory_bounded.ida_star import IdaStar as IdaStar
    from genastar.algorithms.memory_bounded.partial_expansion import PartialExpansion as PartialExpansion
    from genastar.algorithms.path_sets.all_optimal import AllOptimal as AllOptimal
    from genastar.algorithms.path_sets.alternatives import Alternatives as Alternatives
    from genastar.algorithms.path_sets.constrained import Constrained as Constrained
    from genastar.algorithms.path_sets.k_shortest import KShortest as KShortest
    from genastar.algorithms.path_sets.pareto import Pareto as Pareto
    from genastar.algorithms.real_time.lss_lrta import LssLrta as LssLrta
    from genastar.algorithms.real_time.rtaa import Rtaa as Rtaa
    from genastar.algorithms.uninformed import BreadthFirst as BreadthFirst
    from genastar.algorithms.uninformed import DepthFirst as DepthFirst
else:
    from genastar.lazy import make_lazy_names

    _HOMES = {
        "any_angle.lazy_theta_star": ["LazyThetaStar"],
        "any_angle.theta_star": ["ThetaStar"],
        "anytime.ara_star": ["Anytime"],
        "anytime.restarting": ["Restarting"],
        "anytime.weighted": ["AnytimeWeighted"],
        "astar": ["Astar"],
        "bounded.convex": ["Convex"],
        "bounded.focal": ["Focal"],
        "bounded.potential": ["DynamicPotential"],
        "bounded.weighted": ["Weighted"],
        "uninformed": ["BreadthFirst", "DepthFirst"],
        "dijkstra": ["Dijkstra"],
        "building_blocks.two_sided": ["Reversible"],
        "bidirectional.averaged": ["BothWays"],
        "bidirectional.mm": ["MeetInTheMiddle"],
        "bidirectional.nbs": ["NearOptimal"],
        "greedy": ["Greedy"],
        "memory_bounded.beam": ["Beam"],
        "memory_bounded.breadth_first_heuristic": ["BreadthFirstHeuristic"],
        "memory_bounded.deepening": ["Deepening"],
        "memory_bounded.ida_star": ["IdaStar"],
        "memory_bounded.partial_expansion": ["PartialExpansion"],
        "real_time.lss_lrta": ["LssLrta"],
        "real_time.rtaa": ["Rtaa"],
        "path_sets.all_optimal": ["AllOptimal"],
        "path_sets.alternatives": ["Alternatives"],
        "path_sets.constrained": ["Constrained"],
        "path_sets.k_shortest": ["KShortest"],
        "path_sets.pareto": ["Pareto"],
    }
    __all__, __getattr__, __dir__ = make_lazy_names(__name__, _HOMES)
