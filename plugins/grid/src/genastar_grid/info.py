"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

import re
from typing import Literal

from attrs import field, frozen, validators

from genastar import DomainInfo
from genastar.options import number, one_of, switch, whole
from genastar_lattice import options
from genastar_lattice.options import Diagonals, Formula, Step
from genastar_picture.formats import WRITES
from genastar_picture.options import LayerOptions

Directions = Literal["8", "4", "16", "32", "knight"]
Wrap = Literal["none", "x", "y", "xy"]


@frozen(kw_only=True)
class Options(LayerOptions):
    """How a grid is read, which steps there are, what they cost, and how it is drawn."""

    directions: Directions = field(
        default="8",
        validator=one_of("8", "4", "16", "32", "knight"),
        metadata={"help": "moves from a cell: to 8, 4, 16 or 32 cells around, or those of a knight"},
    )
    diagonals: Diagonals = options.diagonals()
    diagonal_factor: float = field(
        default=1.0,
        validator=number(0.01, 100.0),
        metadata={"help": "price of a diagonal step, as a factor of the square root of 2"},
    )
    step: Step = options.step()
    turn: float = field(
        default=0.0, validator=number(0.0, 1000.0), metadata={"help": "price of each change of direction, in straight steps"}
    )
    heuristic: Formula = options.formula()
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
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of("red-blue", "colour-blind"),
        metadata={"help": "colours of pictures", "picture": True},
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
    start: str | None = options.end("start", "x,y")
    goal: str | None = options.end("goal", "x,y")


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
