"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Literal

from attrs import Attribute, frozen

from genastar.authoring import DomainInfo
from genastar.options import choice, option, switch, whole
from genastar_lattice import options
from genastar_lattice.options import ClimbMetric, Exposure, Formula, Step
from genastar_picture.options import PictureOptions
from genastar_picture.sources.number_files import npy_magic
from genastar_picture.writers.formats import WRITES

Diagonals = Literal["no-obstacle", "passage", "always", "never"]
Wrap = Literal["none", "x", "y", "z", "xy", "xz", "yz", "xyz"]

Neighbours = Literal[26, 18, 6]
Lengths = Literal["euclidean", "uniform", "manhattan"]
View = Literal["slices", "isometric"]


def _check_gravity(options: Options, option: Attribute[Wrap], wrap: Wrap) -> None:
    if options.gravity and "z" in wrap:
        raise ValueError(f"{option.alias} is {wrap!r}, but gravity=true needs a bottom; choose none, x, y or xy")


@frozen(kw_only=True)
class Options(PictureOptions):
    """Options that say how to read a world, which steps exist, their costs, and how to draw the world."""

    neighbours: Neighbours = choice(
        Neighbours, 26, "number of neighbours: 26 (steps along up to 3 axes), 18 (up to 2) or 6 (one)"
    )
    diagonals: Diagonals = choice(
        Diagonals,
        "no-obstacle",
        "condition of a step along several axes: no-obstacle: its whole box is free; passage: straight steps lead "
        "through the box; always: its end is free; never: no such steps",
    )
    lengths: Lengths = choice(
        Lengths,
        "euclidean",
        "lengths of steps along 1, 2 and 3 axes: euclidean: 1 and the roots of 2 and 3; uniform: 1, 1, 1; manhattan: 1, 2, 3",
    )
    step: Step = options.step()
    gravity: bool = option(False, switch, "walk on the ground instead of flying; z points up")
    climb: int = option(1, whole(0, 1000), "maximum rise of a step with gravity, in voxels")
    fall: int = option(3, whole(0, 1000), "maximum fall of a step with gravity, in voxels")
    headroom: int = option(1, whole(1, 100), "height of the walker with gravity, in voxels")
    wrap: Wrap = choice(
        Wrap, "none", "axes whose ends are joined: a path that leaves at one end enters at the other", _check_gravity
    )
    metric: ClimbMetric = options.climb_metric()
    exposure: Exposure = options.exposure()
    unit: str | None = options.unit("xyz", is_round=False)
    heuristic: Formula = options.formula()
    megavoxels: int = option(200, whole(1, 2000), "largest world to read, in million voxels", millions="places")
    start: str | None = options.end("start", "x,y,z")
    goal: str | None = options.end("goal", "x,y,z")
    view: View = choice(View, "slices", "view of pictures: the layers side by side, or an isometric view", picture=True)


INFO = DomainInfo(
    name="voxel",
    summary="voxel worlds: 6, 18 and 26 neighbours, corners, costs, gravity; published 3-D benchmarks",
    options=Options,
    suffixes=(".3dmap", ".3dmap.gz", ".npy", ".vox"),
    magic=(npy_magic(3), b"voxel ", b"VOX \x96\x00\x00\x00", b"VOX \xc8\x00\x00\x00"),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "inexact_cost", "reversible", "straight_lines", "vectors"}),
    api_version="1",
)
"""`consistent` is not declared, since some settings lose it. See `Voxels.describe_guarantee`."""
