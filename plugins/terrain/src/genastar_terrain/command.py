"""``genastar surface``: write the accumulated cost of a raster from one or several sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import numpy as np
from cyclopts import Parameter

from genastar import BadInput
from genastar.cli.console import print_json, print_line
from genastar.cli.options import File, parse_options, parse_pairs
from genastar.cli.parameters import DomainOptions, EngineName, JsonFlag
from genastar.files import format_path, is_same_file
from genastar_terrain.info import INFO, Options
from genastar_terrain.model import TerrainWorld

api_version = "1"


def command(
    source: Annotated[Path, Parameter(name="FILE", help="Raster file.")],
    /,
    *,
    start: Annotated[
        list[str], Parameter(name="--from", help="Source as x,y; repeat it for several.", allow_leading_hyphen=True)
    ],
    out: Annotated[File, Parameter(help="GeoTIFF to write, .tif: bands cost, back (cell before each) and source (from 0).")],
    to: Annotated[
        list[str] | None,
        Parameter(name="--to", help="Write the corridor to this goal, x,y (repeatable).", allow_leading_hyphen=True),
    ] = None,
    share: Annotated[
        float | None, Parameter(help="Largest cost in a corridor, as a multiple of the least, such as 1.05.")
    ] = None,
    within: Annotated[float | None, Parameter(help="Largest cost (default: everything that can be reached).")] = None,
    backwards: Annotated[bool, Parameter(help="Costs from each cell to the sources instead.")] = False,
    option: DomainOptions = (),
    engine: EngineName = "auto",
    json: JsonFlag = False,
) -> int:
    """Write the cost of the cheapest path from the nearest source to each cell of a raster."""
    if is_same_file(out, source):
        raise BadInput(f"{format_path(out)}: the surface would overwrite the source; choose another name")
    options = cast("Options", parse_options(INFO, parse_pairs("--option", option)))
    terrain = TerrainWorld.read(source, options)
    if (to is None) != (share is None) or (to is not None and (backwards or within is not None)):
        raise BadInput("a corridor needs both --to and --share, and neither --within nor --backwards")
    surface = terrain.accumulate(*map(terrain.parse, start), within=within, backwards=backwards, engine=engine)
    costs = surface.costs
    if to is not None and share is not None:
        costs = surface.corridor(terrain.accumulate(*map(terrain.parse, to), backwards=True, engine=engine), share)
    reached = costs[np.isfinite(costs)]
    largest = float(reached.max()) if reached.size else None
    if reached.size:
        surface.write(out, None if to is None else costs)
    if json:
        written = str(out) if reached.size else None
        print_json({"reached": int(reached.size), "cells": terrain.frame.size, "largest": largest, "out": written})
    elif largest is None:
        print_line("not found: no path leads from a start to a goal; no file was written")
    else:
        what = "can be reached" if to is None else "are in the corridor"
        print_line(f"{reached.size:,} of {terrain.frame.size:,} cells {what}; the dearest costs {largest:g}")
        if terrain.remark:
            print_line(f"  note: {terrain.remark}")
        print_line(f"  surface: {out}")
    return 0 if reached.size else 1
