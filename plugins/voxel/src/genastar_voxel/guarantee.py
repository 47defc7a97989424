"""What the answer is worth: whether it is the optimum, or how far from it at most, and why."""

from __future__ import annotations

from attrs import frozen

from genastar_voxel.info import Options
from genastar_voxel.prices import neighbours_of


@frozen
class Guarantee:
    """What is promised of a path's length."""

    optimal: bool
    """Whether it is the shortest."""
    bound: float | None
    """It is at most this times the shortest; ``None`` if nothing is known."""
    why: tuple[str, ...]
    """Each setting that loses something, with the reason; empty if it is the shortest."""


def guarantee_of(options: Options) -> Guarantee:
    """What these options promise."""
    formula, neighbours, why = options.heuristic, neighbours_of(options), []
    if formula == "euclidean-squared":
        why.append("heuristic=euclidean-squared is not admissible: it overestimates by far, and the search is greedy")
    elif formula == "manhattan" and neighbours > 6 and options.lengths != "manhattan":
        why.append(f"heuristic=manhattan overestimates with neighbours={neighbours}: it counts straight steps alone")
    elif formula == "euclidean" and neighbours > 6 and options.lengths == "uniform":
        why.append("heuristic=euclidean overestimates with lengths=uniform: a diagonal step is longer than its cost of 1")
    if why:
        return Guarantee(False, None, tuple(why))
    if options.weight > 1 and formula != "none":
        return Guarantee(False, options.weight, (f"weight={options.weight} trades up to that factor for fewer expansions",))
    return Guarantee(True, 1.0, ())
