"""Whether A* finds the optimum under given options, and whether pruning is valid; with the reasons if not."""

from __future__ import annotations

from genastar_grid.info import Options
from genastar_grid.rules.heuristics import OwnHeuristic
from genastar_grid.rules.prices import choose_formula, choose_stencil
from genastar_grid.world import GridWorld
from genastar_lattice.guarantee import Guarantee

_TOO_MUCH = {
    "8": {"manhattan": "it counts a diagonal step as two straight ones"},
    "16": {
        "manhattan": "it counts a diagonal step as two straight ones",
        "octile": "a long move is shorter than the steps counted for it",
    },
    "knight": dict.fromkeys(
        ("manhattan", "octile", "chebyshev", "euclidean"), "it counts steps, but a knight's move goes farther than a step"
    ),
    "4": {},
}
_TOO_MUCH["32"] = _TOO_MUCH["16"]

_LEAST, _MOST = 0.71, 1.41
"""The range of ``diagonal_factor`` where pruning is valid: 1 and 2 over the square root of 2, with a margin for rounding."""


def describe_guarantee(options: Options, own: OwnHeuristic | None = None) -> Guarantee:
    """Return the guarantee of these options, with a user's own heuristic if there is one."""
    formula, stencil = choose_formula(options), choose_stencil(options)
    why = []
    if own is not None:
        why.append(f"{type(own).__name__} is your own heuristic: whether it is admissible is not known")
    elif formula == "euclidean-squared":
        why.append("heuristic=euclidean-squared is not admissible: it overestimates")
    elif formula in _TOO_MUCH[stencil]:
        why.append(f"heuristic={formula} overestimates with directions={stencil}: {_TOO_MUCH[stencil][formula]}")
    if options.tie_breaker:
        why.append("tie_breaker adds to the heuristic, which may then overestimate")
    return Guarantee(tuple(why))


def explain_uneven(world: GridWorld, options: Options) -> str:
    """Return why lengths are not those of the plane, or steps not those to neighbours; empty if neither is the case."""
    if options.directions not in ("4", "8"):
        return f"directions={options.directions} has moves other than steps"
    if options.turn:
        return f"turn={options.turn:g} adds a cost for turns"
    if options.wrap != "none":
        return f"wrap={options.wrap} joins edges"
    if world.stagger is not None:
        return "the map is staggered"
    if world.passages is not None:
        return "some tiles are one-way"
    return "" if world.even else "not every free cell costs 1"


def explain_unprunable(world: GridWorld, options: Options, own: OwnHeuristic | None = None) -> str:
    """Return why pruning is not valid in this world, in a few words; empty if it is valid."""
    if fault := explain_uneven(world, options):
        return fault
    if options.directions == "8" and not _LEAST <= options.diagonal_factor <= _MOST:
        return f"diagonal_factor={options.diagonal_factor:g} is outside 0.71 to 1.41"
    return next(iter(describe_guarantee(options, own).why), "")
