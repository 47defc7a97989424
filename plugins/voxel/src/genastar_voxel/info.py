"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar_picture.formats import WRITES
from genastar_picture.options import PictureOptions, number, one_of, switch, whole

Corners = Literal["no-obstacle", "passage", "always", "never"]
Formula = Literal["auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"]
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
        metadata={"help": "steps along one, two or three axes; along one or two; or along one alone"},
    )
    corners: Corners = field(
        default="no-obstacle",
        validator=one_of("no-obstacle", "passage", "always", "never"),
        metadata={
            "help": "a step along several axes needs its whole box free, or a way of straight steps through it, or nothing; "
            "or is never taken"
        },
    )
    lengths: Literal["euclidean", "uniform", "manhattan"] = field(
        default="euclidean",
        validator=one_of("euclidean", "uniform", "manhattan"),
        metadata={"help": "steps along one, two and three axes cost 1 and the roots of 2 and 3; or 1, 1, 1; or 1, 2, 3"},
    )
    step: Literal["entered", "mean"] = field(
        default="entered",
        validator=one_of("entered", "mean"),
        metadata={"help": "a step costs its length times the cost of the voxel it enters, or times the mean of both voxels"},
    )
    gravity: bool = field(
        default=False, validator=switch, metadata={"help": "walk on the ground, against z, instead of flying"}
    )
    climb: int = field(
        default=1, validator=whole(0, 1000), metadata={"help": "under gravity, a step rises by at most so many voxels"}
    )
    fall: int = field(
        default=3, validator=whole(0, 1000), metadata={"help": "under gravity, a step falls by at most so many voxels"}
    )
    headroom: int = field(
        default=1, validator=whole(1, 100), metadata={"help": "under gravity, how many free voxels a body needs, upwards"}
    )
    wrap: Wrap = field(
        default="none",
        validator=[one_of("none", "x", "y", "z", "xy", "xz", "yz", "xyz"), _fits_gravity],
        metadata={"help": "axes whose ends are joined: a path that leaves at one end enters at the other"},
    )
    heuristic: Formula = field(
        default="auto",
        validator=one_of("auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"),
        metadata={"help": "the formula of what is left; auto is the cheapest way through an empty world"},
    )
    weight: float = field(
        default=1.0,
        validator=number(1.0, 1000.0),
        metadata={"help": "what the estimate is multiplied by; it bounds the excess"},
    )
    megavoxels: int = field(
        default=200,
        validator=whole(1, 2000),
        metadata={"help": "a world with more million voxels is refused", "millions": "places"},
    )
    start: str | None = field(
        default=None, validator=validators.optional(validators.instance_of(str)), metadata={"help": "where to begin, as x,y,z"}
    )
    goal: str | None = field(
        default=None, validator=validators.optional(validators.instance_of(str)), metadata={"help": "where to go, as x,y,z"}
    )
    view: Literal["slices", "isometric"] = field(
        default="slices",
        validator=one_of("slices", "isometric"),
        metadata={
            "help": "a picture of the layers side by side, or of the world seen from above one of its corners",
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
    capabilities=frozenset({"compiled", "renderable", "inexact_cost"}),
    api_version="1",
)
"""Not said to be consistent or reversible: with some settings it is neither. See `Voxels.guarantee`."""
