"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal

from attrs import Attribute, field, frozen

from genastar import DomainInfo
from genastar.options import one_of, switch, whole
from genastar_lattice import options
from genastar_lattice.options import Formula, Step
from genastar_picture.formats import WRITES
from genastar_picture.options import PictureOptions

Diagonals = Literal["no-obstacle", "passage", "always", "never"]
Wrap = Literal["none", "x", "y", "z", "xy", "xz", "yz", "xyz"]


def _fits_gravity(options: Options, option: Attribute[Wrap], wrap: Wrap) -> None:
    if options.gravity and "z" in wrap:
        raise ValueError(f"{option.alias} is {wrap!r}, and under gravity=true a world needs a bottom; choose none, x, y or xy")


@frozen(kw_only=True)
class Options(PictureOptions):
    """How a world is read, which steps there are, what they cost, and how it is drawn."""

    neighbours: Literal[26, 18, 6] = field(
        default=26,
        validator=one_of(26, 18, 6),
        metadata={"help": "steps to 26 neighbours (along up to 3 axes), 18 (up to 2) or 6 (one)"},
    )
    diagonals: Diagonals = field(
        default="no-obstacle",
        validator=one_of("no-obstacle", "passage", "always", "never"),
        metadata={
            "help": "what a step along several axes needs: its whole box free, a passage of straight steps through it, or only "
            "its end (always); never: no such steps"
        },
    )
    lengths: Literal["euclidean", "uniform", "manhattan"] = field(
        default="euclidean",
        validator=one_of("euclidean", "uniform", "manhattan"),
        metadata={"help": "lengths of steps along 1, 2 and 3 axes: 1, the roots of 2 and 3 (euclidean); 1, 1, 1; or 1, 2, 3"},
    )
    step: Step = options.step()
    gravity: bool = field(
        default=False, validator=switch, metadata={"help": "walk on the ground instead of flying; down is against z"}
    )
    climb: int = field(default=1, validator=whole(0, 1000), metadata={"help": "with gravity, maximum rise of a step in voxels"})
    fall: int = field(default=3, validator=whole(0, 1000), metadata={"help": "with gravity, maximum fall of a step in voxels"})
    headroom: int = field(default=1, validator=whole(1, 100), metadata={"help": "with gravity, height of the walker in voxels"})
    wrap: Wrap = field(
        default="none",
        validator=[one_of("none", "x", "y", "z", "xy", "xz", "yz", "xyz"), _fits_gravity],
        metadata={"help": "axes whose ends are joined: a path that leaves at one end enters at the other"},
    )
    heuristic: Formula = options.formula()
    megavoxels: int = field(
        default=200,
        validator=whole(1, 2000),
        metadata={"help": "largest world to read, in million voxels", "millions": "places"},
    )
    start: str | None = options.end("start", "x,y,z")
    goal: str | None = options.end("goal", "x,y,z")
    view: Literal["slices", "isometric"] = field(
        default="slices",
        validator=one_of("slices", "isometric"),
        metadata={
            "help": "picture: the layers side by side, or the world from above a corner",
            "picture": True,
        },
    )


INFO = DomainInfo(
    name="voxel",
    summary="voxel worlds: 6, 18 and 26 neighbours, corners, costs, gravity; published 3-D benchmarks",
    options=Options,
    suffixes=(".3dmap", ".3dmap.gz", ".npy", ".vox"),
    magic=(b"voxel ", b"VOX \x96\x00\x00\x00", b"VOX \xc8\x00\x00\x00"),
    writes=WRITES,
    capabilities=frozenset({"compiled", "renderable", "inexact_cost", "reversible"}),
    api_version="1",
)
"""Not said to be consistent: with some settings it is not. See `Voxels.guarantee`."""
