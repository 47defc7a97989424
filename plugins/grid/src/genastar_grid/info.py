"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

import re
from typing import Literal

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar.options import number, one_of, switch, whole
from genastar_picture.formats import WRITES
from genastar_picture.options import LayerOptions

Directions = Literal["8", "4", "16", "32", "knight"]
Diagonals = Literal["no-obstacle", "one-obstacle", "always", "never"]
Formula = Literal["auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"]
Wrap = Literal["none", "x", "y", "xy"]
Search = Literal["auto", "astar", "canonical", "jps", "jps+", "subgoal"]


def can_prune(options: Options) -> bool:
    """Whether a search under these options may leave out neighbours, where every free cell costs 1: a diagonal step must cost
    more than one straight step and less than two.
    """
    steps = options.directions == "4" or (options.directions == "8" and _LEAST <= options.diagonal_factor <= _MOST)
    return steps and options.turn == 0 and options.wrap == "none"


def can_join(options: Options) -> bool:
    """Whether there is a graph of corners for these options."""
    return options.directions == "8" and options.diagonals == "no-obstacle" and options.diagonal_factor == 1


_LEAST, _MOST = 0.71, 1.41
"""For the factor of diagonal steps: 1 and 2 divided by the square root of 2, and a little room for whole prices."""


def _fits_the_rules(options: Options, option: Attribute[Search], search: Search) -> None:
    if search in ("auto", "astar"):
        return
    if not can_prune(options) or options.weight != 1:
        raise ValueError(
            f"{option.alias} is {search!r}, which needs directions=4 or 8, diagonal_factor from 0.71 to 1.41, turn=0, weight=1 "
            "and wrap=none; choose search=auto"
        )
    if search == "subgoal" and not can_join(options):
        raise ValueError(
            f"{option.alias} is {search!r}, which needs directions=8, diagonals=no-obstacle and diagonal_factor=1; choose "
            "search=jps+"
        )
    consistent = options.heuristic in ("auto", "octile", "chebyshev", "euclidean", "none")
    straight = options.directions == "4" or options.diagonals == "never"
    if not (consistent or (straight and options.heuristic == "manhattan")) or options.tie_breaker:
        raise ValueError(f"{option.alias} is {search!r}, which needs heuristic=auto and tie_breaker=false; choose search=astar")


@frozen(kw_only=True)
class Options(LayerOptions):
    """How a grid is read, which steps there are, what they cost, and how it is searched."""

    directions: Directions = field(
        default="8",
        validator=one_of("8", "4", "16", "32", "knight"),
        metadata={"help": "moves from a cell: to 8, 4, 16 or 32 cells around, or those of a knight"},
    )
    diagonals: Diagonals = field(
        default="no-obstacle",
        validator=one_of("no-obstacle", "one-obstacle", "always", "never"),
        metadata={
            "help": "how many of the two cells beside a diagonal step may be blocked: 0, 1 or 2; never: no diagonal steps"
        },
    )
    diagonal_factor: float = field(
        default=1.0,
        validator=number(0.01, 100.0),
        metadata={"help": "price of a diagonal step, as a factor of the square root of 2"},
    )
    step: Literal["entered", "mean"] = field(
        default="entered",
        validator=one_of("entered", "mean"),
        metadata={"help": "cost that a step's length is multiplied by: that of the cell it enters, or the mean of both cells"},
    )
    turn: float = field(
        default=0.0, validator=number(0.0, 1000.0), metadata={"help": "price of each change of direction, in straight steps"}
    )
    heuristic: Formula = field(
        default="auto",
        validator=one_of("auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"),
        metadata={"help": "heuristic; auto: the strongest admissible heuristic"},
    )
    weight: float = field(
        default=1.0,
        validator=number(1.0, 1000.0),
        metadata={"help": "factor of the heuristic; a path is at most this times as long as the shortest"},
    )
    tie_breaker: bool = field(
        default=False,
        validator=switch,
        metadata={"help": "prefer cells near the straight line to the goal; the path may be longer"},
    )
    wrap: Wrap = field(
        default="none",
        validator=one_of("none", "x", "y", "xy"),
        metadata={"help": "axes whose ends are joined: a path that leaves at one end enters at the other"},
    )
    search: Search = field(
        default="auto",
        validator=[one_of("auto", "astar", "canonical", "jps", "jps+", "subgoal"), _fits_the_rules],
        metadata={"help": "astar, canonical, jps, jps+, subgoal; auto picks the fastest that is valid"},
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of("red-blue", "colour-blind"),
        metadata={"help": "colours of pictures", "picture": True},
    )
    table: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={
            "help": "file of the table of jps+, or of subgoal (up to 500,000 corners): read if it exists, otherwise made "
            "and written",
            "file": True,
        },
    )
    threshold: int = field(
        default=128, validator=whole(1, 255), metadata={"help": "brightness from which on a pixel of an image is a free cell"}
    )
    unknown: float = field(
        default=0.0,
        validator=number(0.0, 1_000_000.0),
        metadata={"help": "cost of an unknown cell of a robot's map (.yaml); 0: blocked (default 0)"},
    )
    ruleset: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={
            "help": "terrain.ruleset file of freeciv with the terrain costs of a saved game (default: the classic rules)",
            "file": True,
        },
    )
    positions: Literal["auto", "cells", "metres"] = field(
        default="auto",
        validator=one_of("auto", "cells", "metres"),
        metadata={
            "help": "how positions are shown: cells as x,y; metres as 1.5m,2.0m, where the map says its resolution and origin; "
            "auto: metres where it does (default auto)"
        },
    )
    megacells: int = field(
        default=100,
        validator=whole(1, 10_000),
        metadata={"help": "largest grid to read, in million cells", "millions": "places"},
    )
    start: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "start as x,y; separate several with ';'"},
    )
    goal: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "goal as x,y; separate several with ';'"},
    )


ART = ".txt"
"""The suffix of pictures in letters."""

INFO = DomainInfo(
    name="grid",
    summary="square grids: MovingAI maps, terrain costs, text art; every rule for steps; jump points",
    options=Options,
    suffixes=(".map", ".csv", ".tsv", ".txt", ".json", ".npy", ".yaml", ".yml", ".sav", ".genastar.json"),
    magic=(b"type octile\n", b"type octile\r\n", re.compile(rb"\s*\[(savefile|scenario)\]\r?\n")),
    writes=(*WRITES, ART),
    capabilities=frozenset({"compiled", "renderable", "inexact_cost"}),
    api_version="1",
)
"""Not said to be consistent or reversible: with some settings it is neither. See `Grid.guarantee`."""
