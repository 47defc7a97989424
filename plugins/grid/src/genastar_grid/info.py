"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

import re
from typing import Literal

from attrs import frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, number, option, switch, text, whole
from genastar_lattice import options
from genastar_lattice.options import TILED_SQUARES, Diagonals, Exposure, Formula, Metric, Step
from genastar_picture.options import LayerOptions
from genastar_picture.sources.number_files import ESRI_ASCII, npy_magic
from genastar_picture.writers.formats import WRITES

Directions = Literal["8", "4", "16", "32", "knight"]
Wrap = Literal["none", "x", "y", "xy"]

Palette = Literal["red-blue", "colour-blind"]
Positions = Literal["auto", "cells", "metres"]


@frozen(kw_only=True)
class Options(LayerOptions):
    """Options that say how to read a grid, which steps exist, their costs, and how to draw the grid."""

    directions: Directions = choice(
        Directions, "8", "number of directions: 4, 8, 16 or 32; or knight for a knight's moves (default 8)"
    )
    diagonals: Diagonals = options.diagonals()
    diagonal_factor: float = option(
        1.0, number(0.01, 100.0), "cost of a diagonal step, in multiples of the square root of 2 (default 1)"
    )
    step: Step = options.step()
    turn: float = option(0.0, number(0.0, 1000.0), "cost of each change of direction, in straight steps (default 0)")
    heuristic: Formula = options.formula()
    tie_breaker: bool = option(
        False, switch, "prefer cells near the straight line to the goal; the path may no longer be the shortest"
    )
    wrap: Wrap = choice(Wrap, "none", "axes whose ends are joined: a path that leaves at one end enters at the other")
    palette: Palette = choice(Palette, "colour-blind", "colour palette of pictures", picture=True)
    threshold: int = option(128, whole(1, 255), "least brightness of a free pixel, 1 to 255 (default 128)")
    unknown: float = option(
        0.0, number(0.0, 1_000_000.0), "cost of an unknown cell in a robot map (.yaml); 0: blocked (default 0)"
    )
    ruleset: str | None = option(
        None,
        validators.optional(text),
        "freeciv terrain.ruleset file with the terrain costs of a saved game (default: the classic rules)",
        file=True,
    )
    tiles: str | None = option(
        None,
        validators.optional(text),
        "CSV file with the columns tile,cost: costs of the tiles of Tiled and LDtk maps, and of the numbers in a .csv",
        file=True,
    )
    level: str | None = option(None, validators.optional(text), "name of the level of an LDtk project (default: its only one)")
    metric: Metric = options.metric()
    exposure: Exposure = options.exposure()
    unit: str | None = options.unit("xy", is_round=True)
    positions: Positions = choice(
        Positions,
        "auto",
        "format of shown positions: cells as x,y; metres as 1.5m,2.0m, if the map has a resolution and an origin; "
        "auto: metres where possible (default auto)",
    )
    megacells: int = option(100, whole(1, 10_000), "largest grid to read, in million cells (default 100)", millions="places")
    start: str | None = options.end("start", "x,y")
    goal: str | None = options.end("goal", "x,y")


ART = ".txt"
"""The suffix of text art."""

INFO = DomainInfo(
    name="grid",
    summary="square grids: MovingAI, Tiled and LDtk maps, terrain costs, text art; every rule for diagonal steps; jump points",
    options=Options,
    suffixes=(
        *(".map", ".tmx", ".tmj", ".ldtk", ".csv", ".tsv", ".txt", ".json", ".npy", ".yaml", ".yml", ".sav", ".genastar.json"),
    ),
    magic=(
        b"type octile\n",
        b"type octile\r\n",
        npy_magic(2),
        ESRI_ASCII,
        re.compile(rb"\s*\[(savefile|scenario)\]\r?\n"),
        TILED_SQUARES,
    ),
    writes=(*WRITES, ART),
    capabilities=frozenset({"compiled", "renderable", "inexact_cost", "straight_lines", "vectors"}),
    api_version="1",
)
"""`consistent` and `reversible` are not declared, since some settings lose them. See `Grid.describe_guarantee`."""
