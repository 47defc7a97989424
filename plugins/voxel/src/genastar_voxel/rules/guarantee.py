"""Whether A* finds the optimum under given options, with the reasons if not."""

from __future__ import annotations

from genastar_lattice.guarantee import Guarantee
from genastar_voxel.info import Options
from genastar_voxel.rules.prices import count_neighbours


def describe_guarantee(options: Options) -> Guarantee:
    """Return the guarantee of these options."""
    formula, neighbours, why = options.heuristic, count_neighbours(options), []
    if formula == "euclidean-squared":
        why.append("heuristic=euclidean-squared is not admissible: it overestimates by far and makes the search greedy")
    elif formula == "manhattan" and neighbours > 6 and options.lengths != "manhattan":
        why.append(f"heuristic=manhattan overestimates with neighbours={neighbours}: it counts straight steps only")
    elif formula == "euclidean" and neighbours > 6 and options.lengths == "uniform":
        why.append("heuristic=euclidean overestimates with lengths=uniform: a diagonal step is longer than its cost of 1")
    return Guarantee(tuple(why))
