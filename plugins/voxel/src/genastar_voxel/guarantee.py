"""What the answer is worth: whether it is the optimum, and why not."""

from __future__ import annotations

from genastar_lattice.guarantee import Guarantee
from genastar_voxel.info import Options
from genastar_voxel.prices import neighbours_of


def guarantee_of(options: Options) -> Guarantee:
    """Return what these options promise."""
    formula, neighbours, why = options.heuristic, neighbours_of(options), []
    if formula == "euclidean-squared":
        why.append("heuristic=euclidean-squared is not admissible: it overestimates by far, and the search is greedy")
    elif formula == "manhattan" and neighbours > 6 and options.lengths != "manhattan":
        why.append(f"heuristic=manhattan overestimates with neighbours={neighbours}: it counts straight steps alone")
    elif formula == "euclidean" and neighbours > 6 and options.lengths == "uniform":
        why.append("heuristic=euclidean overestimates with lengths=uniform: a diagonal step is longer than its cost of 1")
    return Guarantee(tuple(why))
