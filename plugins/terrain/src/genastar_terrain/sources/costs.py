"""Costs of cells: a raster of costs, or a formula over the bands of several rasters."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np
from attrs import evolve

from genastar import BadInput
from genastar.errors import format_value
from genastar_terrain.info import Options
from genastar_terrain.rasters import Raster
from genastar_terrain.rules.formula import Formula
from genastar_terrain.rules.grounds import iterate_rows
from genastar_terrain.sources.datasets import make_layer, read_classes, translate_classes
from genastar_terrain.sources.read import read_raster


def read_costs(source: object, options: Options, *, is_flat: bool) -> Raster | None:
    """Return the costs of each cell; ``None`` if only its slope costs anything. They are not yet checked.

    Args:
        source: the raster.
        options: how to read it.
        is_flat: whether slopes cost nothing.

    Raises:
        BadInput: a raster cannot be read, does not lie on the others, or options contradict each other.
    """
    if options.formula is not None:
        if options.friction is not None:
            raise BadInput(
                "friction=FILE and a formula are both costs; give the file as rasters=FILE, and name it in the formula"
            )
        return combine_layers(source, options.formula, options, needs_source=is_flat)
    if options.rasters is not None:
        raise BadInput("rasters=FILES are layers of a formula; give one, such as --option 'formula=b1 + soil'")
    if is_flat and options.friction is not None:
        raise BadInput("friction=FILE joins the cost of slopes; name one with slope=…, or leave friction out")
    if options.friction is not None:
        return read_raster(options.friction, evolve(options, friction=None, slope="none", band=1))
    return read_raster(source, options) if is_flat else None


def combine_layers(source: object, text: str, options: Options, *, needs_source: bool) -> Raster:
    """Return the values of a formula; NaN where a layer has none.

    Args:
        source: the raster whose bands it may name.
        text: the formula.
        options: how to read all rasters.
        needs_source: whether it must name a band of the source.

    Raises:
        BadInput: the formula is none, names an unknown layer or leaves out a raster, or layers do not lie on each other.
    """
    translate = None
    if options.classes is not None:
        translate = partial(translate_classes, costs=read_classes(options.classes), name="the formula")
    formula = Formula.parse(text, translate)
    others = list_rasters(options.rasters)
    if unused := sorted(set(others) - {name.partition(".")[0] for name in formula.names}):
        raise BadInput(f"formula={format_value(text)} does not name {unused[0]} of rasters=; name it, or leave the file out")
    names = sorted(formula.names, key=lambda name: name.partition(".")[0] in others)
    if needs_source and names[0].partition(".")[0] in others:
        raise BadInput(f"formula={format_value(text)} names no band of the raster itself, such as b1; it would not be used")
    plain = evolve(options, classes=None, slope="length", band=1)  # whose values may mean anything
    rasters = {name: read_raster(*_find_layer(name, source, others, plain)) for name in names}
    first = next(iter(rasters.values()))
    for raster in rasters.values():
        check_match(first, raster)
    shape = first.frame.height, first.frame.width
    values, closed = make_layer(shape), 0
    for top, rows in iterate_rows(shape):
        blocks = {name: np.asarray(each.values[top : top + rows], np.float64) for name, each in rasters.items()}
        found = formula.evaluate(blocks)
        closed += int(np.count_nonzero(~np.isfinite(found)) - np.count_nonzero(~np.isfinite(sum(blocks.values()))))
        values[top : top + rows] = found
    note = f"the formula has no value in {closed:,} cells with data, which are closed" if closed > 0 else ""
    remark = "; ".join(filter(None, (*dict.fromkeys(each.remark for each in rasters.values()), note)))
    return Raster(first.name, first.frame, values, remark)


def list_rasters(files: str | None) -> dict[str, str]:
    """Return the files of the option ``rasters`` by the names that a formula has for them.

    Raises:
        BadInput: two files have one name, or a name that a formula cannot have.
    """
    found: dict[str, str] = {}
    for file in filter(None, (each.strip() for each in (files or "").split(","))):
        name = re.sub(r"\W", "_", Path(file).stem)
        if name in found or not name.isidentifier() or re.fullmatch(r"b[0-9]+", name):
            raise BadInput(f"rasters={format_value(files)}: {name!r} cannot be the name of a layer, or is one; rename the file")
        found[name] = file
    return found


def _find_layer(name: str, source: object, others: dict[str, str], options: Options) -> tuple[object, Options]:
    """Return the source of a layer, and how to read it."""
    first, _, band = name.partition(".")
    if first in others:
        return others[first], evolve(options, band=_to_band(band)) if band else options
    return source, evolve(options, band=_to_band(name))


def _to_band(name: str) -> int | str:
    return int(name[1:]) if re.fullmatch(r"b[0-9]{1,4}", name) else name


def check_match(first: Raster, other: Raster) -> None:
    """Raise BadInput if the cells of a raster are not those of another one."""
    if why := first.frame.describe_mismatch(other.frame):
        raise BadInput(f"{other.name} does not lie on {first.name}: {why}; warp one to the other")
