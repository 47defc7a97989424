"""What the answer is worth: whether it is the optimum, or how far from it at most, and why."""

from __future__ import annotations

from attrs import frozen

from genastar_grid.heuristics import Lengths
from genastar_grid.info import Options
from genastar_grid.prices import formula_of, stencil_of

_TOO_MUCH = {
    "8": {"manhattan": "it counts a diagonal step as two straight ones"},
    "16": {
        "manhattan": "it counts a diagonal step as two straight ones",
        "octile": "a longer move is shorter than the steps that it counts",
    },
    "knight": dict.fromkeys(
        ("manhattan", "octile", "chebyshev", "euclidean"), "it counts steps, and a knight's move goes further than a step"
    ),
    "4": {},
}
_TOO_MUCH["32"] = _TOO_MUCH["16"]


@frozen
class Guarantee:
    """What is promised of a path's length."""

    optimal: bool
    """Whether it is the shortest."""
    bound: float | None
    """It is at most this times the shortest; ``None`` if nothing is known."""
    why: tuple[str, ...]
    """Each setting that loses something, with the reason; empty if it is the shortest."""


def guarantee_of(options: Options, own: Lengths | None = None) -> Guarantee:
    """What these options promise, with a user's own estimate if there is one."""
    formula, stencil = formula_of(options), stencil_of(options)
    why = []
    if own is not None:
        why.append(f"{type(own).__name__} is a heuristic of your own: whether it is admissible is not known")
    elif formula == "euclidean-squared":
        why.append("heuristic=euclidean-squared is not admissible: it overestimates")
    elif formula in _TOO_MUCH[stencil]:
        why.append(f"heuristic={formula} overestimates with directions={stencil}: {_TOO_MUCH[stencil][formula]}")
    if options.tie_breaker:
        why.append("tie_breaker adds to the heuristic, which may then overestimate")
    if why:
        return Guarantee(False, None, tuple(why))
    if options.weight > 1 and formula != "none":
        return Guarantee(False, options.weight, (f"weight={options.weight} trades up to that factor for fewer expansions",))
    return Guarantee(True, 1.0, ())
