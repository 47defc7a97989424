"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal

from attrs import Attribute, field, frozen, validators

from genastar import DomainInfo
from genastar_picture.formats import WRITES
from genastar_picture.options import LayerOptions, number, one_of, switch, whole

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


def can_keep(options: Options) -> bool:
    """Whether jumps under these options can be kept in a table."""
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
    if search in ("jps+", "subgoal") and not can_keep(options):
        raise ValueError(
            f"{option.alias} is {search!r}, which needs directions=8, diagonals=no-obstacle and diagonal_factor=1; choose "
            "search=jps"
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
        metadata={"help": "the neighbours of a cell: eight, four, sixteen, thirty-two, or those of a knight"},
    )
    diagonals: Diagonals = field(
        default="no-obstacle",
        validator=one_of("no-obstacle", "one-obstacle", "always", "never"),
        metadata={"help": "a diagonal step passes two cells: none blocked, at most one, both if need be; or never step so"},
    )
    diagonal_factor: float = field(
        default=1.0,
        validator=number(0.01, 100.0),
        metadata={"help": "a diagonal step costs this times the square root of 2; more than 1 makes diagonals heavy"},
    )
    step: Literal["entered", "mean"] = field(
        default="entered",
        validator=one_of("entered", "mean"),
        metadata={"help": "a step costs its length times the cost of the cell it enters, or times the mean of both cells"},
    )
    turn: float = field(
        default=0.0, validator=number(0.0, 1000.0), metadata={"help": "what each change of direction costs, in straight steps"}
    )
    heuristic: Formula = field(
        default="auto",
        validator=one_of("auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"),
        metadata={"help": "the formula of what is left; auto is the greatest that never says too much for the directions"},
    )
    weight: float = field(
        default=1.0,
        validator=number(1.0, 1000.0),
        metadata={"help": "what the estimate is multiplied by; it bounds the excess"},
    )
    tie_breaker: bool = field(
        default=False, validator=switch, metadata={"help": "prefer the straight line by a cross product; the optimum is lost"}
    )
    wrap: Wrap = field(
        default="none",
        validator=one_of("none", "x", "y", "xy"),
        metadata={"help": "axes whose ends are joined: a path that leaves at one end enters at the other"},
    )
    search: Search = field(
        default="auto",
        validator=[one_of("auto", "astar", "canonical", "jps", "jps+", "subgoal"), _fits_the_rules],
        metadata={"help": "plain A*; canonical successors; jump points; jump points, or corners, from a table; or what fits"},
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="colour-blind",
        validator=one_of("red-blue", "colour-blind"),
        metadata={"help": "colours of pictures", "picture": True},
    )
    table: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "the file of the table of jps+ or subgoal: read if it is there, else made and written", "file": True},
    )
    threshold: int = field(
        default=128, validator=whole(1, 255), metadata={"help": "of an image, a cell is free where it is at least this bright"}
    )
    megacells: int = field(
        default=100,
        validator=whole(1, 10_000),
        metadata={"help": "a grid with more million cells is refused", "millions": "places"},
    )
    start: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "where to begin, as x,y; several with ; between"},
    )
    goal: str | None = field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": "where to go, as x,y; several with ; between"},
    )


ART = ".txt"
"""The suffix of pictures in letters."""

INFO = DomainInfo(
    name="grid",
    summary="square grids: MovingAI maps, terrain costs, text art; every rule for steps; jump points",
    options=Options,
    suffixes=(".map", ".map.gz", ".csv", ".txt", ".npy", ".genastar.json"),
    magic=(b"type octile\n", b"type octile\r\n"),
    writes=(*WRITES, ART),
    capabilities=frozenset({"compiled", "renderable", "inexact_cost"}),
    api_version="1",
)
"""Not said to be consistent or reversible: with some settings it is neither. See `Grid.guarantee`."""
