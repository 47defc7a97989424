"""Layers: elevations, and the costs of cells from a raster or from a formula over the bands of several rasters."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np
from attrs import evolve

from genastar import BadInput
from genastar.errors import format_value
from genastar_terrain.info import Options
from genastar_terrain.rasters import Layers, Raster
from genastar_terrain.rules.formula import Formula
from genastar_terrain.rules.grounds import Layer, iterate_rows
from genastar_terrain.sources.datasets import make_layer, read_classes, translate_classes
from genastar_terrain.sources.read import check_elevations, read_raster


def read_layers(source: object, options: Options, *, is_flat: bool) -> tuple[Raster, Layers]:
    """Return the first raster of a terrain, with all remarks, and the layers.

    Args:
        source: the raster.
        options: how to read it.
        is_flat: whether slopes cost nothing.

    Raises:
        BadInput: a raster cannot be read, does not lie on the others, or has values that it cannot have; or options contradict
            each other.
    """
    _check_options(options, is_flat=is_flat)
    heights = None if is_flat else read_raster(source, evolve(options, classes=None, slope="length"))
    costs, name = None, ""
    if options.formula is not None:
        costs, name = combine_layers(source, options.formula, options, needs_source=is_flat), " by the formula"
    elif is_flat:
        costs = read_raster(source, options)
    elif options.friction is not None:
        costs = read_raster(options.friction, evolve(options, friction=None, slope="none", band=1))
    found = [each for each in (heights, costs) if each is not None]
    check_match(found[0], found[-1])
    if heights is not None:
        check_elevations(heights)
    friction = None if costs is None else _check_friction(costs.values, costs.name + name)
    factors, added = (None, friction) if options.joins == "add" else (friction, None)
    remark = "; ".join(filter(None, dict.fromkeys(each.remark for each in found)))
    return evolve(found[0], remark=remark), Layers(found[0].frame, factors, None if is_flat else found[0].values, added)


def _check_options(options: Options, *, is_flat: bool) -> None:
    """Raise BadInput if an option would have no effect."""
    has_costs = options.friction is not None or options.formula is not None
    for is_wrong, told in (
        (options.friction and options.formula, "friction=FILE and a formula are both costs; name FILE as rasters=FILE in it"),
        (options.rasters and not options.formula, "rasters=FILES are for a formula; give one, such as formula='b1 + soil'"),
        (is_flat and options.friction, "friction=FILE joins the cost of slopes; name one with slope=…, or leave friction out"),
        (is_flat and options.max_grade, "max_grade needs elevations; name a function of slope with slope=…, or leave it out"),
        (options.joins == "add" and (is_flat or not has_costs), "joins=add adds friction or a formula to slopes; give both"),
        (
            options.classes and not (is_flat or has_costs),
            "classes=FILE is for costs, but the raster has elevations",
        ),
    ):
        if is_wrong:
            raise BadInput(told)


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
    table = None if options.classes is None else read_classes(options.classes)
    translate = None if table is None else partial(translate_classes, costs=table, name="the formula")
    formula = Formula.parse(text, translate)
    others = list_rasters(options.rasters)
    if unused := sorted(set(others) - {name.partition(".")[0] for name in formula.names}):
        raise BadInput(f"formula={format_value(text)} does not name {unused[0]} of rasters=; name it, or leave the file out")
    names = sorted(formula.names, key=lambda name: name.partition(".")[0] in others)
    if needs_source and names[0].partition(".")[0] in others:
        raise BadInput(f"formula={format_value(text)} names no band of the raster itself, such as b1; it would not be used")
    plain = evolve(options, classes=None, slope="length", band=1)  # whose values may mean anything
    rasters = {name: read_raster(*_find_layer(name, source, others, plain)) for name in names}
    first = rasters[names[0]]
    for raster in rasters.values():
        check_match(first, raster)
    shape, closed = (first.frame.height, first.frame.width), 0
    values = make_layer(shape)
    for top, rows in iterate_rows(shape, 250_000):  # a formula may hold a hundred of them at once
        blocks = {name: np.asarray(each.values[top : top + rows], np.float64) for name, each in rasters.items()}
        found = formula.evaluate(blocks)
        closed += int(np.count_nonzero(~np.isfinite(found)) - np.count_nonzero(~np.isfinite(sum(blocks.values()))))
        values[top : top + rows] = found
    note = f"the formula has no value in {closed:,} cells with data, which are closed" if closed > 0 else ""
    remarks = dict.fromkeys((*(each.remark for each in rasters.values()), note))
    return Raster(first.name, first.frame, values, "; ".join(filter(None, remarks)))


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
    place, wanted = (others[first], band or "b1") if first in others else (source, name)
    return place, evolve(options, band=int(wanted[1:]) if re.fullmatch(r"b[0-9]{1,4}", wanted) else wanted)


def check_match(first: Raster, other: Raster) -> None:
    """Raise BadInput if the cells of a raster are not those of another one."""
    if why := first.frame.describe_mismatch(other.frame):
        raise BadInput(f"{other.name} does not lie on {first.name}: {why}; warp one to the other")


def _check_friction(friction: Layer, name: str) -> Layer:
    """Return costs per metre, NaN where they are infinite.

    Raises:
        BadInput: a cost is negative.
    """
    for top, rows in iterate_rows((friction.shape[0], friction.shape[1])):
        block = np.asarray(friction[top : top + rows])
        if (block < 0).any():
            y, x = (int(part) for part in np.argwhere(block < 0)[0])
            raise BadInput(f"{name}: column {x}, row {top + y}: a metre cannot cost {block[y, x]:g}; give 0 or more")
        if (endless := np.isinf(block)).any():
            friction = friction if friction.flags.writeable else friction.copy()
            friction[top : top + rows][endless] = np.nan
    return friction
